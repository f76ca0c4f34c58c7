// A player stands in a frame of its own, and follows the scheme that the reader chose for the page.
function paint() {
  for (const frame of document.querySelectorAll("iframe[srcdoc]")) {
    const page = frame.contentDocument?.documentElement;
    if (page) page.style.colorScheme = document.documentElement.dataset.theme;
  }
}
new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
addEventListener("load", paint);
