// A number as bits: the highest first, the bit of infinity in front, and under each how certain the network was.

import { element, mark, percent } from "./elements.js";

/** A row of bits that can be filled again and again. */
export class BitsView {
  constructor(bits, name) {
    this.cells = [];
    this.row = element("div", "bits");
    this.row.setAttribute("role", "img");
    this.name = name;
    for (let place = bits; place >= 0; place--) {
      const digit = element("span", "digit");
      const certain = element("i", "certain");
      const cell = element("span", place === bits ? "bit infinite" : "bit", digit, certain);
      cell.append(element("small", "", place === bits ? "∞" : String(2 ** place)));
      cell.style.setProperty("--order", String(place));
      this.cells[place] = { cell, digit, certain };
      this.row.append(cell);
    }
  }

  /** Show bits, lowest first, or empty places for null. */
  show(bits, certainty, fresh) {
    const digits = bits ? [...bits].reverse().join("") : "none yet";
    this.row.setAttribute("aria-label", `${this.name}: ${digits}`);
    this.cells.forEach(({ cell, digit, certain }, place) => {
      digit.textContent = bits ? bits[place] : "";
      mark(cell, { one: bits?.[place], fresh, unsure: bits && certainty && certainty[place] < 0.9 });
      // A coin's toss is 50 %: that is where the bar starts.
      certain.style.setProperty("--certain", bits && certainty ? 2 * certainty[place] - 1 : 0);
      cell.title = bits && certainty ? `${percent(certainty[place])} certain` : "";
    });
  }
}
