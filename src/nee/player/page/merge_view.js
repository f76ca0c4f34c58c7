// Merge sort: levels from top to bottom, in each the pairs of lists side by side and the list that is made of them.

import { element, mark, percent, written } from "./elements.js";

const WIDE_CELLS = 16;

/** All levels are there from the start; what is still to come is empty. */
export class MergeView {
  constructor(trace) {
    this.trace = trace;
    const count = Math.max(0, ...trace.runs.map(run => run.level + 1));
    this.levels = Array.from({ length: count }, (_, level) => {
      const merges = trace.runs.filter(run => run.level === level).map(mergeElement);
      const size = 2 ** (level + 1);
      const row = element("div", "merges", ...merges.map(merge => merge.item));
      return { level, merges, section: element("section", "level", element("h3", "", `Into lists of ${size}`), row) };
    });
    this.crowded = trace.result.length > WIDE_CELLS;
    this.root = element("div", this.crowded ? "merge-view crowded" : "merge-view", ...this.levels.map(level => level.section));
  }

  show(frame) {
    const now = frame.runs[0]?.level ?? 0;
    for (const { level, merges, section } of this.levels) {
      mark(section, { now: level === now && !frame.last, later: level > now && !frame.last });
      // Of many numbers only the level that runs is shown, and at the end the last one.
      section.hidden = this.crowded && level !== (frame.last ? this.levels.length - 1 : now);
      merges.forEach(merge => merge.show(level - now, frame));
    }
  }
}

function mergeElement(run) {
  const half = run.values.length / 2;
  const cells = run.values.map((value, slot) => cell(value, slot < half ? "first" : "second"));
  const ends = new Set([half - 1, run.values.length - 1]);
  const lists = element(
    "div",
    "pair",
    element("div", "list", ...cells.slice(0, half).filter((_, slot) => !ends.has(slot) && run.values[slot] !== null)),
    element("div", "list", ...cells.slice(half, -1).filter((_, slot) => run.values[half + slot] !== null)),
  );
  const places = run.steps.map(step => cell(step.value, step.pointer < half ? "first" : "second"));
  const item = element("div", "merge", lists, element("div", "list made", ...places));

  // `when` is below zero for a level that is done, and above for one that is to come.
  const show = (when, frame) => {
    const steps = run.steps;
    const done = when < 0 || frame.last;
    const step = done || when > 0 ? undefined : steps[frame.index];
    const mask = step && (frame.place > 0 ? step.next_mask : step.mask);
    const count = done ? steps.length : when > 0 ? 0 : Math.min(frame.index + 1, steps.length);
    const over = done || (when === 0 && !step);
    cells.forEach((one, slot) => {
      const attention = step && frame.place === 0 ? step.attention[slot] : 0;
      blank(one, when > 0 && !frame.last);
      mark(one, { hidden: over || (mask && mask[slot]) });
      mark(one, { pointed: step && frame.place === 0 && step.pointer === slot, shown: mask && !mask[slot] });
      one.style.setProperty("--attention", String(attention));
      one.title = attention ? `attention ${percent(attention)}` : "";
    });
    places.forEach((one, index) => {
      const certainty = steps[index].certainty;
      blank(one, index >= count);
      mark(one, { fresh: step && index === count - 1 && frame.place === 0 });
      one.title = certainty ? `least certain bit: ${percent(Math.min(...certainty))}` : "";
    });
  };
  return { item, show };
}

function cell(value, side) {
  const made = element("span", `cell ${side}`);
  made.dataset.number = written(value);
  return made;
}

/** What is still to come has a place, and no number. */
function blank(one, empty) {
  one.textContent = empty ? "" : one.dataset.number;
  mark(one, { blank: empty });
}
