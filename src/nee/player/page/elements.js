// What every view builds its pages from.

/** An element with classes and content. Text is only ever text, never markup. */
export function element(kind, classes = "", ...content) {
  const made = document.createElement(kind);
  if (classes) made.className = classes;
  made.append(...content);
  return made;
}

/** A button with a sign on it, and a name for those who do not see the sign. */
export function button(sign, name, onclick) {
  const made = element("button", "", sign);
  made.type = "button";
  made.title = name;
  made.setAttribute("aria-label", name);
  made.onclick = onclick;
  return made;
}

/** A number as people read it; infinity has no other sign. */
export const written = number => (number === null ? "∞" : String(number));

/** A share of one, in percent, with as many digits as tell it from 100. */
export function percent(share) {
  const figure = 100 * share;
  return `${figure > 99 && figure < 100 ? figure.toFixed(2) : Math.round(figure)} %`;
}

/** Set a class where it holds, and take it away where it does not. */
export function mark(target, marks) {
  for (const [name, holds] of Object.entries(marks)) target.classList.toggle(name, Boolean(holds));
}

/** Words one after the other, with "and" before the last. */
export const listed = words =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
