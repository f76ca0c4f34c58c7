// A graph: its nodes and edges, the tree that grows, the costs that change, the offers that are compared.

import { element, mark, percent, written } from "./elements.js";

const MANY_NODES = 30;
const MANY_EDGES = 80;
const LARGEST_SCALE = 2;
const MARGIN = 24;
const LONGEST = 10; // Letters of a name that the drawing has room for; the table has all of it.

/** Dijkstra and Prim. The drawing is for the eye; the table beside it says the same. */
export class GraphView {
  constructor(trace) {
    this.trace = trace;
    this.drawing = element("div", "graph");
    this.drawing.setAttribute("role", "img");
    const { nodes, edges } = trace.graph;
    this.drawing.setAttribute("aria-label", `graph of ${nodes.length} nodes and ${edges.length} edges`);
    this.rows = nodes.map(name => new NodeRow(name));
    const head = ["node", trace.program === "dijkstra" ? "distance" : "cost", "through", "offer"].map(word => {
      const cell = element("th", "", word);
      cell.scope = "col";
      return cell;
    });
    const table = element("table", "", element("thead", "", element("tr", "", ...head)));
    table.append(element("tbody", "", ...this.rows.map(row => row.item)));
    const beside = element("div", "nodes", table);
    beside.tabIndex = 0;
    beside.setAttribute("role", "region");
    beside.setAttribute("aria-label", "nodes and what they cost");
    this.root = element("div", "graph-view", this.drawing, beside);
  }

  /** Draw, once the page has given the drawing a size. */
  attached() {
    const { nodes, edges, directed, positions } = this.trace.graph;
    this.cy = globalThis.cytoscape({
      container: this.drawing,
      elements: [
        ...nodes.map((name, index) => ({ data: { id: `n${index}`, name: drawn(name), label: drawn(name), glow: 0 }, position: positions?.[index] })),
        ...edges.map(([from, to, weight], index) => ({
          data: { id: `e${index}`, source: `n${from}`, target: `n${to}`, weight: written(weight) },
        })),
      ],
      layout: { name: positions ? "preset" : "circle", fit: true, padding: MARGIN },
      userZoomingEnabled: false,
      userPanningEnabled: false,
      boxSelectionEnabled: false,
    });
    this.directed = directed;
    this.scale = 1;
    this.paint();
    // From a circle, and never from chance: the same graph always looks the same.
    if (!positions && nodes.length > 2) this.cy.layout(springs(nodes.length)).run();
    this.fit();
    this.watch = new ResizeObserver(() => {
      this.cy.resize();
      this.fit();
    });
    this.watch.observe(this.drawing);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.theme.onchange = () => this.paint();
  }

  removed() {
    this.watch?.disconnect();
    this.cy?.destroy();
  }

  /** All of the graph, and letters that can be read: what is drawn small is drawn with larger nodes. */
  fit() {
    this.cy.fit(undefined, MARGIN);
    this.scale = this.trace.graph.nodes.length > MANY_NODES ? 1 : Math.max(1, Math.min(LARGEST_SCALE, 1 / this.cy.zoom()));
    this.paint();
    this.cy.fit(undefined, MARGIN);
  }

  /** Colours come from the page's style, so that light and dark are decided in one place. */
  paint() {
    const probe = element("span");
    this.drawing.append(probe);
    const colour = name => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const [ink, paper, soft, line, done, pointer, warm] = ["ink", "card", "soft", "line", "done", "pointer", "warm"].map(colour);
    const many = this.trace.graph.nodes.length > MANY_NODES;
    const { scale } = this;
    const size = scale * (many ? 22 : 40);
    const width = node => Math.max(size, scale * (12 + node.data("name").length * (many ? 5.5 : 8))); // Names stay inside their nodes.
    const shape = node => (width(node) > size ? "round-rectangle" : "ellipse");
    this.cy.style([
      {
        selector: "node",
        style: {
          label: "data(label)", "text-wrap": "wrap", "text-valign": "center", "font-size": scale * (many ? 9 : 13),
          "font-family": "system-ui, sans-serif", color: soft, width, height: size, shape, "background-color": paper,
          "border-width": 1.5, "border-color": line, "line-height": 1.15,
          "underlay-color": warm, "underlay-padding": many ? 6 : 11, "underlay-opacity": "data(glow)", "underlay-shape": shape,
        },
      },
      {
        selector: "edge",
        style: {
          width: 1.5, "line-color": line, "curve-style": this.directed ? "bezier" : "straight",
          "target-arrow-shape": this.directed ? "triangle" : "none", "target-arrow-color": line,
          label: this.trace.graph.edges.length > MANY_EDGES ? "" : "data(weight)", "font-size": scale * 11, color: soft,
          "font-family": "system-ui, sans-serif", "text-background-color": paper, "text-background-opacity": 1,
          "text-background-padding": 2,
        },
      },
      { selector: "node.frontier", style: { "border-color": pointer, "border-style": "dashed", color: ink } },
      { selector: "node.done", style: { "border-color": done, "border-width": 2.5, color: ink } },
      { selector: "node.now", style: { "background-color": pointer, "border-color": pointer, color: paper } },
      { selector: "edge.offered", style: { "line-color": pointer, "target-arrow-color": pointer, "line-style": "dashed", width: 2.5, color: ink } },
      { selector: "edge.tree", style: { "line-color": done, "target-arrow-color": done, width: 4, color: ink } },
    ]);
    probe.remove();
  }

  show(frame) {
    const state = stateAt(this.trace, frame);
    this.rows.forEach((row, node) => row.show(state, node, this.trace.graph.nodes));
    this.cy?.batch(() => {
      this.trace.graph.nodes.forEach((_, node) => {
        const cost = state.costs[node] ?? null;
        const item = this.cy.getElementById(`n${node}`);
        item.data({ label: `${item.data("name")}\n${written(cost)}`, glow: 0.45 * (state.attention[node] ?? 0) });
        item.toggleClass("now", state.now === node);
        item.toggleClass("done", Boolean(state.done[node]));
        item.toggleClass("frontier", !state.done[node] && cost !== null);
      });
      this.trace.graph.edges.forEach(([from, to], index) => {
        const item = this.cy.getElementById(`e${index}`);
        const leads = (a, b) => state.parents[b] === a;
        const offers = (a, b) => state.now === a && (state.offers[b] ?? null) !== null && !state.done[b];
        const either = rule => rule(from, to) || (!this.directed && rule(to, from));
        item.toggleClass("tree", either(leads));
        item.toggleClass("offered", !either(leads) && either(offers));
      });
    });
  }
}

function drawn(name) {
  const letters = [...String(name).replace(/\s+/g, " ")];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}

const springs = count => ({
  name: "cose", animate: false, randomize: false, fit: true, padding: MARGIN,
  nodeRepulsion: () => 9000, idealEdgeLength: () => (count > MANY_NODES ? 40 : 70), nodeOverlap: 12,
});

/** What holds for each node of the whole graph at a frame: runs before are done, runs after have not begun. */
function stateAt(trace, frame) {
  const state = { costs: [], parents: [], done: [], attention: [], offers: [], kept: [], now: null };
  const [current] = frame.runs;
  for (const run of trace.runs) {
    const finished = frame.last || trace.runs.indexOf(run) < trace.runs.indexOf(current);
    if (!finished && run !== current) break;
    const index = finished ? run.steps.length - 1 : frame.index;
    const step = run.steps[index];
    if (!step) continue;
    const kept = finished || frame.moment.name === "keep";
    const parents = kept ? step.parents : (run.steps[index - 1]?.parents ?? []);
    run.nodes.forEach((node, slot) => {
      state.costs[node] = (kept ? step.costs : step.values)[slot];
      const parent = parents[slot] ?? null;
      state.parents[node] = parent === null ? null : run.nodes[parent];
      state.done[node] = finished ? state.costs[node] !== null : (kept ? step.next_mask : step.mask)[slot];
      if (finished) return;
      state.attention[node] = frame.moment.name === "select" ? step.attention[slot] : 0;
      if (frame.moment.name !== "select") state.offers[node] = step.next_mask[slot] ? null : step.offers[slot]; // A final cost takes no offer.
      if (kept) state.kept[node] = step.costs[slot] !== step.values[slot];
    });
    if (!finished) state.now = run.nodes[step.pointer];
  }
  return state;
}

class NodeRow {
  constructor(name) {
    const head = element("th", "", String(name));
    head.scope = "row";
    this.cost = element("td");
    this.through = element("td");
    this.offer = element("td");
    this.item = element("tr", "", head, this.cost, this.through, this.offer);
  }

  show(state, node, names) {
    const parent = state.parents[node] ?? null;
    const offer = state.offers[node] ?? null;
    this.cost.textContent = written(state.costs[node] ?? null);
    this.through.textContent = parent === null ? "" : String(names[parent]);
    this.offer.textContent = offer === null ? "" : written(offer);
    this.item.title = state.attention[node] ? `attention ${percent(state.attention[node])}` : "";
    mark(this.item, { now: state.now === node, done: state.done[node], kept: state.kept[node] });
    this.item.style.setProperty("--attention", String(state.attention[node] ?? 0));
  }
}
