// A sum or a product: the bits that go in, and the bits that come out.

import { BitsView } from "./bits_view.js";
import { element, mark, written } from "./elements.js";
import { WideProductView, WideSumView } from "./limbs_view.js";

/** A row for each operand and one for the result. */
class ArithmeticView {
  constructor(trace) {
    const sign = trace.program === "multiply" ? "×" : "+";
    const [run] = trace.runs;
    const row = (before, name) => {
      const bits = new BitsView(trace.bits, name);
      const number = element("strong", "value");
      return { bits, number, item: element("div", "operand", element("b", "sign", before), bits.row, number) };
    };
    this.operands = run.values.map((value, index) => ({ ...row(index ? sign : "", `operand ${written(value)}`), value }));
    this.result = row("=", "result");
    this.root = element("div", "arithmetic-view", ...this.operands.map(one => one.item), this.result.item);
    this.result.item.classList.add("result");
    this.trace = trace;
  }

  show(frame) {
    const step = frame.runs[0].steps[frame.index];
    const wrote = frame.last || frame.moment.name === "write";
    for (const { bits, number, value } of this.operands) {
      bits.show(bitsOf(value, this.trace.bits), null, false);
      number.textContent = written(value);
    }
    this.result.bits.show(wrote ? step.bits : null, step.certainty, wrote && !frame.last);
    this.result.number.textContent = wrote ? written(step.value) : "";
    mark(this.result.item, { wrong: wrote && this.trace.right === false });
  }
}

/** The view of a sum or a product, which for wide numbers shows their limbs. */
export function arithmeticView(trace) {
  if (!trace.limb) return new ArithmeticView(trace);
  return trace.program === "add" ? new WideSumView(trace) : new WideProductView(trace);
}

function bitsOf(value, bits) {
  if (value === null) return [...Array(bits).fill(0), 1];
  return Array.from({ length: bits + 1 }, (_, place) => Math.floor(value / 2 ** place) % 2);
}
