const element = (kind, className, text) => {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const dataOf = place => JSON.parse(place.querySelector("script").textContent);

for (const place of document.querySelectorAll(".turnable")) {
  for (const view of dataOf(place).views) showEmbeddings(view, place);
}

for (const place of document.querySelectorAll(".player")) {
  const { caption, frames } = dataOf(place);
  const controls = element("div", "controls"), shown = element("div");
  const slider = element("input"), back = element("button", "", "←"), on = element("button", "", "→");
  Object.assign(slider, { type: "range", min: 0, max: frames.length - 1, value: 0 });
  slider.setAttribute("aria-label", "step");
  back.setAttribute("aria-label", "one step back");
  on.setAttribute("aria-label", "one step on");
  controls.append(back, slider, on);
  place.append(element("p", "", caption), controls, shown);
  const show = () => {
    const [says, rows] = frames[slider.value];
    shown.replaceChildren(element("p", "note", `Step ${+slider.value + 1} of ${frames.length}: ${says}`));
    for (const [name, cells] of rows) {
      const row = element("div", "row"), slots = element("div", "cells");
      for (const [text, shade, mark] of cells) {
        const cell = element("span", `cell ${mark}`, text);
        if (shade > 0.005) cell.style.background = `rgb(var(--warm) / ${0.12 + 0.5 * shade})`;
        slots.append(cell);
      }
      row.append(element("div", "name", name), slots);
      shown.append(row);
    }
  };
  const move = by => { slider.value = +slider.value + by; show(); };
  back.onclick = () => move(-1);
  on.onclick = () => move(1);
  slider.oninput = show;
  show();
}
