// <nee-player>: plays a trace. Its data is a JSON script inside it, or is set as its property `trace`.

import { arithmeticView } from "./arithmetic_view.js";
import { button, element, mark } from "./elements.js";
import { framesOf } from "./frames.js";
import { GraphView } from "./graph_view.js";
import { LinesView } from "./lines_view.js";
import { ListView } from "./list_view.js";
import { MergeView } from "./merge_view.js";
import { storyOf } from "./stories.js";

const VIEWS = {
  list: (trace, story) => new ListView(trace, story),
  merge: trace => new MergeView(trace),
  graph: trace => new GraphView(trace),
  arithmetic: trace => arithmeticView(trace),
  lines: trace => new LinesView(trace),
};
const MOMENT = 1100; // Milliseconds that a frame stays, at speed 1.
const BY = { table: "by the table of the network's answers", oracle: "by exact engines, not learned" };
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export class Player extends HTMLElement {
  #trace;
  #timer;
  #at = 0;

  connectedCallback() {
    const data = this.querySelector("script[type='application/json']");
    if (data) this.trace = JSON.parse(data.textContent);
    if (this.hasAttribute("fits")) this.#fitFrame();
    this.onKey = event => this.#key(event);
    this.onAddress = () => this.#openAddress();
    document.addEventListener("keydown", this.onKey);
    if (this.hasAttribute("address")) addEventListener("hashchange", this.onAddress);
  }

  disconnectedCallback() {
    this.pause();
    this.view?.removed?.();
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("hashchange", this.onAddress);
  }

  get trace() {
    return this.#trace;
  }

  set trace(trace) {
    this.pause();
    this.view?.removed?.();
    const first = !this.#trace;
    this.#trace = trace;
    this.#at = 0;
    this.story = storyOf(trace);
    this.frames = framesOf(trace, this.story);
    this.view = VIEWS[this.story.view](trace, this.story);
    this.#build();
    this.view.attached?.();
    if (!first || !this.#openAddress()) this.show(0); // A link is to the first trace that a page shows.
  }

  /** Show one frame. Whoever listens to `frame` hears of it. */
  show(at) {
    this.#at = Math.max(0, Math.min(at, this.frames.length - 1));
    const frame = this.frames[this.#at];
    this.view.show(frame);
    const steps = this.frames.at(-1).number;
    this.count.textContent = frame.last ? "the answer" : `step ${frame.number} of ${steps}, ${frame.moment.name}`;
    this.says.textContent = frame.says;
    this.slider.value = this.#at;
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
    this.lines.forEach((line, index) => {
      const running = !frame.last && index === frame.moment.line;
      mark(line, { running });
      running ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current");
    });
    const { learned, given } = frame.last ? this.story.whole : frame.moment;
    this.learned.textContent = learned;
    this.given.textContent = given;
    if (this.hasAttribute("address")) history.replaceState(null, "", `#${this.address}`);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  /** The current step, as it stands in the address. */
  get address() {
    const { number, place, last } = this.frames[this.#at];
    return `step=${last ? "end" : place ? `${number}.${place + 1}` : number}`;
  }

  /** Go where another player is: to the same step, or to the end. */
  follow({ number, place, last }) {
    const here = this.frames.findLastIndex(frame => frame.number === number && !frame.last && frame.place <= place);
    this.show(last || here < 0 ? this.frames.length - 1 : here);
  }

  play() {
    if (this.#at === this.frames.length - 1) this.show(0);
    this.#playing(true);
    const next = () => {
      this.#timer = setTimeout(() => {
        this.show(this.#at + 1);
        this.#at < this.frames.length - 1 ? next() : this.pause();
      }, MOMENT / Number(this.speed.value));
    };
    next();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.toggle) this.#playing(false);
  }

  /** One frame on or back, or a whole step. */
  move(by, whole = false) {
    this.pause();
    if (!whole) return this.show(this.#at + by);
    const number = this.frames[this.#at].number + (this.frames[this.#at].last && by < 0 ? 0 : by);
    const there = this.frames.findIndex(frame => frame.number === number);
    this.show(there < 0 ? (by < 0 ? 0 : this.frames.length - 1) : there);
  }

  /** In a notebook the frame around the page is as tall as the page. */
  #fitFrame() {
    const frame = window.frameElement;
    if (frame) new ResizeObserver(() => (frame.style.height = `${document.documentElement.offsetHeight}px`)).observe(document.body);
  }

  #playing(on) {
    this.toggle.textContent = on ? "❚❚" : "▶";
    this.toggle.title = on ? "pause" : "play";
    this.toggle.setAttribute("aria-label", this.toggle.title);
    mark(this, { playing: on });
  }

  #build() {
    const { trace, story } = this;
    const engines = trace.engines.map(engine => engine.name + (engine.weights ? ` ${engine.weights.slice(0, 8)}` : ""));
    const unit = trace.graph?.unit ? [`numbers in units of ${trace.graph.unit}`] : [];
    const facts = element("p", "facts", [BY[trace.by] ?? `by the ${trace.by}`, ...engines, `${trace.bits} bits`, ...unit].join(" · "));
    const head = element("header", "", element("h2", "", story.title), facts);
    if (trace.right !== undefined) {
      head.append(element("p", trace.right ? "verdict right" : "verdict wrong", trace.right ? "✓ right" : "✗ wrong"));
    }
    this.lines = story.code.map(line => {
      const item = element("li", "", line.trimStart());
      item.style.setProperty("--indent", String(line.length - line.trimStart().length));
      return item;
    });
    this.says = element("p", "says");
    this.says.setAttribute("role", "status");
    this.learned = element("dd");
    this.given = element("dd");
    const code = element("ol", "code", ...this.lines);
    code.setAttribute("aria-label", "pseudo-code");
    const learning = element("dl", "learning", element("dt", "", "Learned"), this.learned, element("dt", "", "Given"), this.given);
    this.replaceChildren(
      head,
      element("div", "stage", this.view.root, legendElement(trace.right === false ? { ...story.legend, wrong: "wrong" } : story.legend)),
      element("div", "beside", code, learning),
      element("div", "bottom", this.says, this.#controls()),
    );
  }

  #controls() {
    this.toggle = button("▶", "play", () => (this.#timer ? this.pause() : this.play()));
    this.toggle.classList.add("toggle");
    this.slider = element("input");
    Object.assign(this.slider, { type: "range", min: 0, max: this.frames.length - 1, value: 0 });
    this.slider.setAttribute("aria-label", "step");
    this.slider.oninput = () => {
      this.pause();
      this.show(Number(this.slider.value));
    };
    this.count = element("span", "count");
    this.speed = element("select", "", ...SPEEDS.map(speed => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    this.speed.setAttribute("aria-label", "speed");
    const controls = element(
      "div",
      "controls",
      button("«", "to the start", () => this.move(-Infinity)),
      button("‹", "one step back", () => this.move(-1)),
      this.toggle,
      button("›", "one step on", () => this.move(1)),
      this.slider,
      this.count,
      this.speed,
    );
    controls.setAttribute("role", "group");
    controls.setAttribute("aria-label", "playing");
    return controls;
  }

  /** Keys reach the player that has the focus; where none has, the first on the page that can be played. */
  #key(event) {
    const { target, key } = event;
    if (!this.#trace || event.ctrlKey || event.altKey || event.metaKey || this.hasAttribute("follows")) return;
    const inside = target.closest?.("nee-player");
    if (inside ? inside !== this : document.querySelector("nee-player:not([follows])") !== this) return;
    if (target.matches?.("textarea, select, input:not([type=range]), [contenteditable]")) return;
    if (key === " " && target.matches?.("button, summary, a")) return;
    const moves = {
      ArrowRight: () => this.move(1, event.shiftKey),
      ArrowLeft: () => this.move(-1, event.shiftKey),
      PageDown: () => this.move(1, true),
      PageUp: () => this.move(-1, true),
      Home: () => this.move(-Infinity),
      End: () => this.move(Infinity),
      " ": () => (this.#timer ? this.pause() : this.play()),
    };
    if (!moves[key]) return;
    event.preventDefault();
    moves[key]();
  }

  #openAddress() {
    if (!this.hasAttribute("address") || !this.#trace) return false;
    const [, step, place] = location.hash.match(/\bstep=(end|\d+)(?:\.(\d+))?/) ?? [];
    if (!step || `#${this.address}` === location.hash) return false;
    const wanted = frame =>
      step === "end" ? frame.last : frame.number === Number(step) && frame.place + 1 === Number(place ?? 1);
    const there = this.frames.findIndex(wanted);
    if (there < 0) return false;
    this.show(there);
    return true;
  }
}

/** What the colours mean. They are said in words elsewhere too: in the live text and in the table. */
function legendElement(legend) {
  const entries = Object.entries(legend ?? {}).map(([sign, meaning]) => element("li", "", element("i", `sign ${sign}`), meaning));
  const list = element("ul", "legend", ...entries);
  list.hidden = !entries.length;
  return list;
}

customElements.define("nee-player", Player);
