// Sums and products of wide numbers: their limbs side by side, the highest first, as one writes digits.

import { BitsView } from "./bits_view.js";
import { element, mark } from "./elements.js";

/** A row of limbs: the carry, both operands, the sum. Below, the bits of the limb that is being written. */
export class WideSumView {
  constructor(trace) {
    this.trace = trace;
    this.steps = trace.runs[0].steps;
    const table = limbTable(this.steps.length, trace.limb, "limbs of the sum");
    this.carries = table.row("carry", "carries");
    table.row(trace.values[0]).forEach((cell, limb) => (cell.textContent = this.steps[limb].values[0]));
    table.row(`+ ${trace.values[1]}`).forEach((cell, limb) => (cell.textContent = this.steps[limb].values[1]));
    this.sums = table.row("=", "sums");
    this.bits = new BitsView(trace.bits, "what the network wrote");
    this.question = element("p", "question-asked");
    this.answer = answerElement();
    this.root = element("div", "wide-view", table.root, this.question, this.bits.row, this.answer.root);
  }

  show(frame) {
    const wrote = frame.last || frame.moment.name === "write";
    const base = 2 ** this.trace.limb;
    const top = this.steps.length - 1;
    this.steps.forEach((step, limb) => {
      const done = frame.last || limb < frame.index || (limb === frame.index && wrote);
      const now = limb === frame.index && !frame.last;
      this.sums[limb].textContent = done ? (limb === top ? step.value : step.value % base) : "";
      const carried = frame.last || limb <= frame.index + (wrote ? 1 : 0);
      this.carries[limb].textContent = (carried && step.carry) || "";
      mark(this.sums[limb], { now, there: done });
      mark(this.carries[limb], { now });
    });
    const step = this.steps[frame.index];
    this.question.textContent = frame.last ? "" : `${step.values[0]} + ${step.values[1]} = ${step.sum}, and with the carry ${step.carry}:`;
    this.bits.show(wrote && !frame.last ? step.bits : null, step.certainty, wrote);
    keepInSight(this.sums[frame.last ? top : frame.index]);
    this.answer.show(this.trace, frame.last);
  }
}

/** As one learns it at school: a row of products for each limb of the first number, and their sum so far. */
export class WideProductView {
  constructor(trace) {
    this.trace = trace;
    this.steps = trace.runs[0].steps;
    const limbs = this.steps.length;
    const table = limbTable(limbs, trace.limb, "products of the limbs");
    table.row(trace.values[1]).forEach((cell, limb) => (cell.textContent = this.steps[0].values[limb + 1]));
    this.rows = this.steps.map(step => table.row(`× ${step.values[0]}`));
    const sum = limbTable(2 * limbs, trace.limb, "the sum of the rows so far");
    this.carries = sum.row("carry", "carries");
    this.sums = sum.row("sum", "sums");
    this.answer = answerElement();
    const title = `${trace.values[0]} is ${this.steps.map(step => step.values[0]).reverse().join(" ")} in limbs of ${trace.limb} bits`;
    this.root = element("div", "wide-view", element("p", "question-asked", title), table.root, sum.root, this.answer.root);
  }

  show(frame) {
    const added = frame.last || frame.moment.name === "add";
    this.rows.forEach((cells, row) => {
      const there = frame.last || row <= frame.index;
      const { products, certainty } = this.steps[row];
      cells.forEach((cell, limb) => {
        cell.textContent = there ? products[limb] : "";
        cell.title = there && certainty ? `least certain bit: ${(100 * certainty[limb]).toFixed(2)} %` : "";
        mark(cell, { now: row === frame.index && !frame.last && !added, there: frame.last || row < frame.index });
      });
    });
    const sums = Array(this.sums.length).fill(0);
    this.steps.slice(0, frame.index + (added ? 1 : 0)).forEach((step, row) => step.columns.forEach((column, place) => (sums[row + place] = column)));
    const { carries, columns } = this.steps[frame.index];
    this.sums.forEach((cell, place) => {
      const now = added && !frame.last && place >= frame.index && place < frame.index + columns.length;
      cell.textContent = sums[place];
      this.carries[place].textContent = (now && carries[place - frame.index]) || "";
      mark(cell, { now, there: frame.last });
    });
    keepInSight(this.sums[frame.last ? this.sums.length - 1 : frame.index]);
    this.answer.show(this.trace, frame.last);
  }
}

/** Scroll the table, and nothing else, until the cell can be seen. */
function keepInSight(cell) {
  const scrolled = cell.closest(".scrolled");
  scrolled.scrollLeft = cell.offsetLeft - scrolled.clientWidth / 2;
}

/** A table with a column for each limb, the highest first; its rows are given lowest limb first. */
function limbTable(limbs, bits, name) {
  const body = element("tbody");
  const power = place => element("th", "", "2", element("sup", "", String(place * bits)));
  const places = Array.from({ length: limbs }, (_, limb) => limbs - 1 - limb);
  const head = element("tr", "", element("th", "", element("span", "unseen", "row")), ...places.map(power));
  for (const cell of head.children) cell.scope = "col";
  const table = element("table", "limbs", element("thead", "", head), body);
  const root = element("div", "scrolled", table);
  root.tabIndex = 0;
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", name);
  const row = (title, classes = "") => {
    const first = element("th", "", title);
    first.scope = "row";
    const cells = places.map(() => element("td"));
    body.append(element("tr", classes, first, ...cells));
    return cells.reverse();
  };
  return { root, row };
}

function answerElement() {
  const root = element("p", "wide-answer");
  const show = (trace, last) => {
    const sign = trace.program === "multiply" ? "×" : "+";
    root.textContent = `${trace.values[0]} ${sign} ${trace.values[1]} = ${last ? trace.result[0] : "…"}`;
    mark(root, { there: last, wrong: last && trace.right === false });
  };
  return { root, show };
}
