// The graph to run on: drawn by clicking, written as text, or read from a file. The text says all that is drawn.

import { element } from "./elements.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const isWeight = word => /^\d+$/.test(word ?? "") && Number(word) < 256;

/** Nodes by name, edges by the names of their ends. Whoever listens to `onchange` hears of every change. */
export class GraphEditor {
  constructor(drawing, text, onchange) {
    this.text = text;
    this.onchange = onchange;
    this.drawing = drawing;
    this.picked = null;
    this.directed = false;
    this.cy = globalThis.cytoscape({
      container: drawing,
      userZoomingEnabled: false,
      userPanningEnabled: false,
      boxSelectionEnabled: false,
      selectionType: "single",
    });
    this.paint();
    matchMedia("(prefers-color-scheme: dark)").onchange = () => this.paint();
    this.cy.on("tap", event => this.#tap(event));
    this.cy.on("dragfree", "node", () => this.onchange());
    text.oninput = () => this.#read();
    new ResizeObserver(() => {
      if (!drawing.clientWidth) return;
      this.cy.resize();
      if (this.unplaced) this.#arrange();
    }).observe(drawing);
  }

  /** The graph as the server takes it. */
  get graph() {
    const nodes = this.cy.nodes().map(node => node.data("name"));
    const edges = this.cy.edges().map(edge => [
      nodes.indexOf(edge.source().data("name")), nodes.indexOf(edge.target().data("name")), edge.data("weight"),
    ]);
    return { nodes, edges };
  }

  /** Where each node is drawn. */
  get positions() {
    return this.cy.nodes().map(node => ({ ...node.position() }));
  }

  /** Whether a b and b a are two edges. */
  direct(directed) {
    this.directed = directed;
    this.paint();
    this.#read();
  }

  /** The first line that says neither a node nor an edge. */
  get unread() {
    return this.#lines().find(words => words.length > 3 || (words.length > 1 && !isWeight(words[2])))?.join(" ");
  }

  /** Show another graph, and lay it out. */
  set graph({ nodes, edges, directed = this.directed }) {
    this.directed = directed;
    this.paint();
    this.cy.elements().remove();
    nodes.forEach(name => this.#node(String(name)));
    edges.forEach(([from, to, weight]) => this.#edge(String(nodes[from]), String(nodes[to]), weight));
    this.#write();
    this.#arrange();
  }

  paint() {
    const probe = element("span");
    this.drawing.append(probe);
    const colour = name => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const [ink, card, edge, pointer] = ["ink", "card", "edge", "pointer"].map(colour);
    probe.remove();
    const font = "system-ui, sans-serif";
    const wide = node => Math.max(36, 12 + 8.5 * node.data("name").length); // Names stay inside their nodes.
    this.cy.style([
      { selector: "node", style: { label: "data(name)", "text-valign": "center", color: ink, "font-family": font, "font-size": 14, width: wide, height: 36, shape: node => (wide(node) > 36 ? "round-rectangle" : "ellipse"), "background-color": card, "border-width": 1.5, "border-color": edge } },
      { selector: "node.picked", style: { "border-width": 3, "border-color": pointer } },
      { selector: "edge", style: { width: 1.8, "line-color": edge, label: "data(weight)", color: ink, "font-family": font, "font-size": 13, "text-background-color": card, "text-background-opacity": 1, "text-background-padding": 3,
        "curve-style": this.directed ? "bezier" : "straight", "target-arrow-shape": this.directed ? "triangle" : "none", "target-arrow-color": edge } },
    ]);
  }

  #tap({ target, position }) {
    if (target === this.cy) {
      this.#node(this.#freshName(), position);
    } else if (target.isEdge()) {
      target.data("weight", (target.data("weight") % 20) + 1);
    } else if (this.picked && this.picked !== target.data("name")) {
      this.#edge(this.picked, target.data("name"), 1);
      this.#pick(null);
    } else {
      this.#pick(this.picked ? null : target.data("name"));
      return;
    }
    this.#write();
    this.onchange();
  }

  #pick(name) {
    this.picked = name;
    this.cy.nodes().forEach(node => node.toggleClass("picked", node.data("name") === name));
  }

  #freshName() {
    const names = new Set(this.cy.nodes().map(node => node.data("name")));
    return [...LETTERS].find(letter => !names.has(letter)) ?? `n${names.size + 1}`;
  }

  #node(name, position) {
    if (this.#find(name).empty()) this.cy.add({ data: { id: `node ${name}`, name }, position });
  }

  #find(name) {
    return this.cy.getElementById(`node ${name}`);
  }

  #edge(from, to, weight) {
    if (from === to) return;
    const known = this.#find(from)[this.directed ? "edgesTo" : "edgesWith"](this.#find(to));
    if (known.nonempty()) known[0].data("weight", weight);
    else this.cy.add({ data: { source: `node ${from}`, target: `node ${to}`, weight } });
  }

  /** What is drawn, as text; a node without an edge stands on a line of its own. */
  #write() {
    const edges = this.cy.edges().map(edge => `${edge.source().data("name")} ${edge.target().data("name")} ${edge.data("weight")}`);
    const alone = this.cy.nodes().filter(node => node.degree() === 0).map(node => node.data("name"));
    this.text.value = [...edges, ...alone].join("\n");
  }

  #lines() {
    return this.text.value.split("\n").map(line => line.split("#")[0].trim().split(/[\s,]+/)).filter(words => words[0]);
  }

  /** What is written, as a drawing. A line that is not finished yet is passed over. */
  #read() {
    const lines = this.#lines();
    const names = new Set(lines.flatMap(words => words.slice(0, 2)));
    this.cy.nodes().filter(node => !names.has(node.data("name"))).remove();
    this.cy.edges().remove();
    const fresh = [...names].some(name => this.#find(name).empty());
    names.forEach(name => this.#node(name));
    for (const [from, to, weight] of lines) {
      if (isWeight(weight)) this.#edge(from, to, Number(weight));
    }
    if (fresh) this.#arrange();
    this.onchange();
  }

  #arrange() {
    this.unplaced = !this.drawing.clientWidth;
    if (this.unplaced || this.cy.nodes().empty()) return;
    this.cy.layout({ name: "circle", padding: 40 }).run();
    if (this.cy.nodes().length > 3)
      this.cy.layout({ name: "cose", animate: false, randomize: false, padding: 40, nodeRepulsion: () => 12000, idealEdgeLength: () => 80 }).run();
  }
}
