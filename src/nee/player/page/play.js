// The page of `nee play`: a question goes to the server, and the trace that comes back is played.

import { GraphEditor } from "./graph_editor.js";
import "./player.js";

const form = document.querySelector(".question");
const more = document.querySelector(".more");
const answers = document.querySelector(".answers");
const player = document.querySelector("nee-player");
const problem = document.querySelector(".problem");
const late = document.querySelector(".late");
const state = document.querySelector(".state");
const field = name => document.querySelector(`[name=${name}]`);
const program = () => form.querySelector("[name=program]:checked").value;

let seed = 0;
let beside = null; // The plain transformer's player.
let asking = new AbortController();
const LARGEST = 2n ** 62n - 1n;
const numbers = { add: ["97", "31"], multiply: ["12", "34"] };

const editor = new GraphEditor(document.querySelector(".drawing"), field("edges"), () => chooseSource());
editor.graph = {
  nodes: ["a", "b", "c", "d", "e", "f"],
  edges: [[0, 1, 7], [0, 2, 2], [2, 1, 3], [1, 3, 1], [2, 3, 8], [3, 4, 4], [2, 4, 9], [4, 5, 2], [3, 5, 5]],
};
chooseSource();

/** Ask the server. Asking again, or closing the page, ends what was asked before. */
async function ask(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: asking.signal,
  });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.detail);
  return data;
}

async function run() {
  asking.abort();
  asking = new AbortController();
  problem.textContent = "";
  const patience = setTimeout(() => waiting(true), 200);
  try {
    const [address, body] = question();
    const trace = await ask(address, body);
    if (trace.graph) trace.graph.positions = editor.positions;
    player.trace = trace;
    await compare(body.values);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  } catch (error) {
    if (error.name !== "AbortError") problem.textContent = error.message;
  } finally {
    clearTimeout(patience);
    waiting(false);
  }
}

function waiting(on) {
  answers.classList.toggle("waiting", on);
  answers.setAttribute("aria-busy", on);
  late.textContent = on ? "Working. What runs for the first time is compiled first." : "";
}

/** The address and the body of what the form asks. */
function question() {
  const amount = Number(field("amount").value);
  const noise = amount ? { part: field("part").value, amount, seed } : null;
  const name = program();
  if (name === "selection" || name === "merge") return ["/api/sort", { values: typed(), algorithm: name, noise }];
  if (name === "add" || name === "multiply")
    return ["/api/arithmetic", { operation: name, a: whole(field("a").value), b: whole(field("b").value), noise }];
  if (editor.unread) throw new Error(`“${editor.unread}” is no edge: write two names and a whole number from 0 to 255.`);
  if (!editor.graph.nodes.length) throw new Error("There is no graph yet: draw one, or write its edges.");
  const graph = { ...editor.graph, directed: editor.directed };
  if (name === "tree") return ["/api/tree", { graph, noise }];
  return ["/api/paths", { graph, source: Number(field("source").value), noise }];
}

const typed = () => field("values").value.split(/[\s,]+/).filter(Boolean).map(whole);

/** A whole number; one that a page would round goes as text. */
function whole(word) {
  const start = word.length > 30 ? `${word.slice(0, 30)}…` : word;
  if (!/^\d+$/.test(word)) throw new Error(`${start || "An empty field"} is not a whole number from 0 on.`);
  if (word.length > 1000 || BigInt(word) > LARGEST) throw new Error(`${start} is too large: the largest number here is ${LARGEST}.`);
  return Number.isSafeInteger(Number(word)) ? Number(word) : String(BigInt(word));
}

/** "And a plain transformer?": the same list, and the same step at the same time. */
async function compare(values) {
  beside?.remove();
  beside = null;
  if (!values?.length || !field("compare").checked) return;
  if (values.some(value => value > 255)) throw new Error("The plain transformer has words for the numbers 0 to 255 only.");
  const trace = await ask("/api/transformer", { values });
  beside = document.createElement("nee-player");
  beside.setAttribute("follows", "");
  answers.append(beside);
  beside.trace = trace;
  beside.follow({ number: 1, place: 0 });
}

player.addEventListener("frame", event => beside?.trace && beside.follow(event.detail));

function chooseProgram() {
  const name = program();
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(name);
  if (numbers[name]) [field("a").value, field("b").value] = numbers[name];
  document.querySelector(".from").hidden = name === "tree";
  field("directed").closest("label").hidden = name === "tree";
  if (name === "tree") direct(false);
  history.replaceState(null, "", location.pathname);
  tellPart();
  run();
}

const DOES = {
  "mask update": "It hides what was used, and so decides what is left and when the run ends.",
  embedding: "It gives each bit its meaning.",
  "value head": "It writes the bits of the answer; the pointer does without it.",
  attention: "It compares the numbers, and points.",
};

/** What the chosen part does. A sum or a product is one step: no mask follows. */
function tellPart() {
  const part = field("part").value;
  const idle = part === "mask update" && ["add", "multiply"].includes(program());
  more.querySelector(".part-does").textContent = idle ? "A sum or a product has no next step: this part does nothing here." : DOES[part];
}

function direct(directed) {
  field("directed").checked = directed;
  if (editor.directed !== directed) editor.direct(directed);
}

function chooseSource() {
  const before = field("source").value;
  field("source").replaceChildren(...editor.graph.nodes.map((name, place) => new Option(name, place)));
  if (before && before < editor.graph.nodes.length) field("source").value = before;
}

function shuffle() {
  const count = Math.max(1, Math.min(100, Number(field("count").value) || 8));
  field("values").value = Array.from({ length: count }, () => Math.floor(256 * Math.random())).join(" ");
  run();
}

function randomGraph() {
  const count = 8;
  const edges = Array.from({ length: count - 1 }, (_, node) => [Math.floor(Math.random() * (node + 1)), node + 1]);
  for (let more = 0; more < 5; more++) {
    const [u, v] = [Math.floor(Math.random() * count), Math.floor(Math.random() * count)];
    if (u !== v && !edges.some(([a, b]) => (a === u && b === v) || (a === v && b === u))) edges.push([u, v]);
  }
  editor.graph = {
    nodes: [..."abcdefgh"],
    edges: edges.map(([u, v]) => [u, v, 1 + Math.floor(9 * Math.random())]),
  };
  chooseSource();
  run();
}

async function readFile(file) {
  if (!file) return;
  problem.textContent = "";
  try {
    const answer = await fetch(`/api/graph?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.detail);
    field("directed").checked = data.directed;
    editor.graph = data;
    chooseSource();
    run();
  } catch (error) {
    problem.textContent = error.message;
  }
}

/** Say what is being compiled, until all is. */
async function watchState() {
  try {
    const { ready, compiling } = await (await fetch("/api/state")).json();
    state.textContent = compiling ? (ready ? `Also compiling ${compiling}.` : `Compiling ${compiling}: until then runs start late.`) : "";
    if (compiling || !ready) setTimeout(watchState, 500);
  } catch {
    state.textContent = "The server has gone.";
  }
}

form.onsubmit = event => {
  event.preventDefault();
  run();
};
form.querySelector(".programs").onchange = chooseProgram;
form.querySelector(".shuffle").onclick = shuffle;
form.querySelector(".random-graph").onclick = randomGraph;
form.querySelector(".clear-graph").onclick = () => {
  editor.graph = { nodes: [], edges: [] };
  chooseSource();
};
field("file").onchange = event => readFile(event.target.files[0]);
const drawing = document.querySelector(".drawing");
const over = on => event => {
  event.preventDefault();
  drawing.classList.toggle("dropping", on);
};
drawing.ondragover = over(true);
drawing.ondragleave = over(false);
drawing.ondrop = event => {
  over(false)(event);
  readFile(event.dataTransfer.files[0]);
};
field("directed").onchange = event => direct(event.target.checked);
field("compare").onchange = run;
field("part").onchange = () => {
  tellPart();
  run();
};
more.querySelector(".reseed").onclick = () => {
  seed += 1;
  run();
};
let moved;
field("amount").oninput = () => {
  const amount = Number(field("amount").value);
  more.querySelector(".amount").textContent = amount ? `${Math.round(100 * amount)} % of the weights' own size` : "none";
  clearTimeout(moved);
  moved = setTimeout(run, 150);
};

tellPart();
watchState();
run();
