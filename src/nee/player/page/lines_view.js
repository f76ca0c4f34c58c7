// A program that tells its steps in its own words: a line for each.

import { element, mark } from "./elements.js";

/** What was said so far; the newest line is marked. */
export class LinesView {
  constructor(trace) {
    this.lines = (trace.runs[0]?.steps ?? []).map(step => element("li", "line", step.says));
    const list = element("ol", "lines", ...this.lines);
    list.setAttribute("aria-label", "what the program said");
    this.answer = element("p", "wide-answer");
    this.result = trace.result.map(one => (one === null ? "∞" : String(one))).join(" ");
    this.root = element("div", "lines-view", list, this.answer);
  }

  show(frame) {
    this.lines.forEach((line, index) => mark(line, { later: index > frame.index && !frame.last, now: index === frame.index && !frame.last }));
    this.lines[frame.index]?.scrollIntoView?.({ block: "nearest" });
    this.answer.textContent = frame.last ? this.result : "";
    mark(this.answer, { there: frame.last });
  }
}
