// A list: slots with bars, what the mask hides, attention, pointer, the number being written, the sorted part.

import { BitsView } from "./bits_view.js";
import { element, mark, percent, written } from "./elements.js";

const FEW = 10;
const WIDEST = 16; // Bits that stand in one row.
const CROWDED = 24;

/** Selection sort, the plain transformer, and any program of one run. */
export class ListView {
  constructor(trace, story) {
    this.trace = trace;
    this.story = story;
    const { values } = trace.runs[0] ?? { values: [] };
    const largest = Math.max(1, ...values.map(Number));
    this.slots = values.map((value, index) => slotElement(value, index, largest));
    this.places = values.map(() => element("li", "place"));
    // A wide number is written limb by limb, the top one first; without limbs only the number is shown.
    const limbs = trace.runs[0]?.steps[0]?.limbs;
    const wide = trace.bits > WIDEST;
    this.bits = limbs
      ? limbs.map((limb, place) => new BitsView(limb.bits.length - 1, `bits of limb ${place + 1} from the top`))
      : story.words || wide ? [] : [new BitsView(trace.bits, "the number's bits")];
    this.value = element("strong", "value");
    const slots = element("ol", "slots", ...this.slots.map(slot => slot.item));
    slots.setAttribute("aria-label", "slots");
    const sorted = element("ol", "sorted", ...this.places);
    sorted.setAttribute("aria-label", "written so far");
    this.root = element(
      "div",
      values.length > CROWDED ? "list-view crowded" : "list-view",
      element("h3", "", "Slots"),
      slots,
      element("h3", "", "Writes"),
      element("div", "writes", ...(limbs ? limbs.map((_, place) => limbElement(this.bits[place], limbs.length - 1 - place)) : this.bits.map(bits => bits.row)), this.value),
      element("h3", "", trace.program.includes("sort") || trace.expected ? "Sorted so far" : "Written so far"),
      sorted,
    );
    this.root.style.setProperty("--count", String(values.length));
    this.root.style.setProperty("--least", values.length > FEW ? "2.4rem" : "3.2rem");
    this.root.style.setProperty("--digits", String(Math.max(...values.map(value => written(value).length), 3)));
    // A transformer that writes words ends with a word.
    this.word = number => (number === null && story.words ? "end" : written(number));
  }

  show(frame) {
    const steps = frame.runs[0]?.steps ?? [];
    const step = steps[frame.index];
    const names = this.story.moments.map(moment => moment.name);
    const wrote = frame.last || frame.place >= names.indexOf("write");
    const hid = frame.last || frame.place >= names.indexOf("hide") || !names.includes("hide");
    this.slots.forEach((slot, index) => slot.show(step, index, frame.last, hid, frame.last && !this.story.words));
    const now = step && wrote && !frame.last;
    this.bits.forEach((bits, place) => {
      const from = step?.limbs ? step.limbs[place] : step;
      bits.show(now ? from.bits : null, from?.certainty, frame.moment.name === "write");
    });
    this.value.textContent = now ? this.word(step.value) : "";
    const count = frame.index + (wrote ? 1 : 0);
    this.places.forEach((place, index) => {
      const there = index < count && index < steps.length;
      const wrong = there && this.trace.expected && steps[index].value !== this.trace.expected[index];
      place.textContent = there ? this.word(steps[index].value) : "";
      place.title = wrong ? `wrong: ${written(this.trace.expected[index])} belongs here` : "";
      mark(place, { there, fresh: there && index === frame.index && frame.moment.name === "write" && !frame.last, wrong });
    });
  }
}

/** The bits of a limb, under the power of two that the limb is multiplied by. */
function limbElement(bits, place) {
  const width = bits.cells.length - 1;
  return element("div", "limb", element("small", "", "× 2", element("sup", "", String(width * place))), bits.row);
}

function slotElement(value, index, largest) {
  const bar = element("i", "bar");
  bar.style.setProperty("--share", String(value === null ? 1 : Number(value) / largest));
  const figure = element("small", "figure");
  const hiddenWord = element("span", "unseen");
  const item = element("li", "slot", element("span", "shaft", bar), element("b", "", written(value)), hiddenWord, figure);
  const show = (step, place, last, hid, done) => {
    const hidden = step ? (hid ? step.next_mask : step.mask)[place] : false;
    const attention = step && !last ? step.attention[place] : 0;
    const pointed = step && !last && step.pointer === place;
    mark(item, { hidden: hidden || done, pointed });
    item.style.setProperty("--attention", String(attention));
    figure.textContent = percent(attention);
    item.title = `slot ${index + 1}: attention ${attention.toFixed(4)}`;
    hiddenWord.textContent = pointed ? ", pointed at" : hidden ? ", hidden" : "";
  };
  return { item, show };
}
