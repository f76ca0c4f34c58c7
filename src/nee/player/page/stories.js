// What each program does: its pseudo-code, the moments of one step, and what is learned and what is given in each.

const LOOK = {
  name: "look",
  learned: "The network compares all numbers that the mask shows; its attention settles on the smallest.",
  given: "The order in which the steps follow each other.",
};
const WRITE = {
  name: "write",
  learned: "Each bit of the number is written by the network; it is not copied from the slot.",
  given: "How bits make a number.",
};
const HIDE = {
  name: "hide",
  learned: "A small convolution over mask and pointer makes the next mask. It also decides when to stop.",
  given: "The loop, which goes on while the mask shows a number.",
};

const LIST_LEGEND = { warm: "attention", pointed: "the pointer", hidden: "hidden by the mask", written: "written" };

const SORTED = {
  title: "Selection sort",
  view: "list",
  legend: LIST_LEGEND,
  whole: {
    learned: "The meaning of the bits, the comparison, the pointer, each number that was written, and the mask.",
    given: "The loop around the network.",
  },
  code: [
    "mask ← hide nothing",
    "while the mask shows a number:",
    "    pointer ← minimum(values, mask)",
    "    append its value to sorted, bit by bit",
    "    mask ← hide what the pointer is on",
  ],
  moments: [{ ...LOOK, line: 2 }, { ...WRITE, line: 3 }, { ...HIDE, line: 4 }],
};

const growth = (title, offer, offering, sums = ", every sum") => ({
  title,
  view: "graph",
  legend: { node: "being expanded", frontier: "reached, not final", done: "final", tree: "the tree so far", offered: "an offer", warm: "attention" },
  whole: {
    learned: `Which node is the cheapest, every comparison of two numbers${sums}, and the mask of what is done.`,
    given: "The loop, the look-up of edges, and which node an offer came from.",
  },
  code: [
    "cost[start] ← 0, all others ∞",
    "while a node can be reached:",
    "    node ← minimum(cost, mask)",
    `    offer[v] ← ${offer}`,
    "    cost[v] ← minimum(cost[v], offer[v])",
  ],
  moments: [
    {
      name: "select",
      line: 2,
      learned: "The network finds the cheapest node among those that the mask shows, and hides it from the next step.",
      given: "The loop.",
    },
    { name: "offer", line: 3, ...offering },
    {
      name: "keep",
      line: 4,
      learned: "For each node the network compares two numbers, the old cost and the offer.",
      given: "Where each edge leads, and which node an offer came from.",
    },
  ],
});

const operation = (title, name) => ({
  title,
  view: "arithmetic",
  legend: { written: "a bit that is 1", certain: "how certain the network was" },
  whole: {
    learned: "The meaning of the bits, and the whole result.",
    given: "Which two numbers are asked about.",
  },
  code: ["a, b ← two numbers as bits", `result ← ${name}(a, b)`],
  moments: [
    {
      name: "read",
      line: 0,
      learned: "One vector for each bit; a number is the sum of the vectors of its bits.",
      given: "How a number is split into bits.",
    },
    {
      name: "write",
      line: 1,
      learned: "The network writes all bits of the result at once; nothing in it adds or carries.",
      given: "How bits make a number.",
    },
  ],
});

const STORIES = {
  "selection sort": SORTED,
  "merge sort": {
    title: "Merge sort",
    view: "merge",
    legend: { warm: "attention", pointed: "taken", shown: "shown by the mask", hidden: "hidden by the mask", written: "written" },
    whole: {
      learned: "The comparison of two numbers, each number that was written, and which list to go on in.",
      given: "Which lists are merged, and the end of a merge.",
    },
    code: [
      "lists ← each number alone",
      "while there are two lists or more:",
      "    for each pair of lists, side by side:",
      "        append merge(first numbers of both)",
      "        mask ← move on in that list",
    ],
    moments: [
      {
        name: "take",
        line: 3,
        learned: "The network compares the two numbers that its mask shows, and writes the smaller one.",
        given: "Which lists are merged, and in which order.",
      },
      {
        name: "move on",
        line: 4,
        learned: "The mask update hides the number that was taken, and shows the next one of that list.",
        given: "The loop, which ends where both lists end.",
      },
    ],
  },
  dijkstra: growth("Shortest paths (Dijkstra)", "add(cost[node], weight[node, v])", {
    learned: "A second network adds the node's cost and the length of each edge.",
    given: "The look-up of the edges that leave the node.",
  }),
  prim: growth("Spanning tree (Prim)", "weight[node, v]", {
    learned: "Nothing here.",
    given: "The look-up of the edges that leave the node: an offer is the weight of an edge.",
  }, ""),
  add: operation("Addition", "add"),
  multiply: operation("Multiplication", "multiply"),
  "plain transformer": {
    title: "A plain transformer",
    view: "list",
    words: true,
    legend: { warm: "attention", pointed: "looked at most", written: "written" },
    whole: { learned: "Everything, from examples of whole sorted lists.", given: "That one number is written after the other." },
    code: [
      "read the whole list",
      "until the end is written:",
      "    look at the list and at what is written",
      "    write the most likely next number",
    ],
    moments: [
      {
        name: "look",
        line: 2,
        learned: "Everything, from examples of whole sorted lists. There is no mask to tell what is done.",
        given: "That one number is written after the other.",
      },
      { name: "write", line: 3, learned: "The next number, as one of 256 words.", given: "Which number each word stands for." },
    ],
  },
};

const WIDE_SUM = {
  ...operation("Addition of wide numbers", "add"),
  code: [
    "for each limb of 7 bits, from the lowest:",
    "    total ← add(add(a, b), carry)",
    "    write the lower 7 bits",
    "    carry ← the eighth bit",
  ],
  moments: [
    {
      name: "read",
      line: 1,
      learned: "The network adds the two limbs, and then the carry.",
      given: "How a number is split into limbs, and their order.",
    },
    {
      name: "write",
      line: 3,
      learned: "The carry is the eighth bit that the network wrote.",
      given: "That this bit goes to the next limb.",
    },
  ],
  legend: { written: "written", pointed: "being written", certain: "how certain the network was" },
  whole: { learned: "Every sum of two limbs, and every carry.", given: "The limbs, and the way of the carries." },
};

const WIDE_PRODUCT = {
  ...operation("Multiplication of wide numbers", "multiply"),
  code: [
    "for each limb of the first number, from the lowest:",
    "    row ← multiply(limb, each limb of the second)",
    "    sum ← add(sum, row), column by column",
  ],
  moments: [
    {
      name: "multiply",
      line: 1,
      learned: "Each product of two limbs of 6 bits is one answer of the network.",
      given: "How a number is split into limbs, and which are multiplied.",
    },
    {
      name: "add",
      line: 2,
      learned: "A second network adds the halves of the products, the sum so far and the carry.",
      given: "Which column a product belongs to, and that a carry goes to the next one.",
    },
  ],
  legend: { written: "written", pointed: "being written" },
  whole: {
    learned: "Every product of two limbs, every sum, and every carry.",
    given: "The rows and columns, as one learns them at school.",
  },
};

/** A program that nobody has described is told as what it does. */
function ownStory(trace) {
  const own = { title: trace.program === "an execution" ? "An execution" : trace.program, given: "The program around the engines." };
  if (trace.graph) return { ...growth(own.title, "what the program offers", { learned: "The sums, if the program adds.", given: own.given }, "") };
  if (trace.runs.some(run => run.level > 0)) return { ...STORIES["merge sort"], title: own.title };
  if (trace.runs[0]?.steps[0]?.says !== undefined)
    return {
      title: own.title,
      view: "lines",
      code: ["while the program runs:", "    it asks its engines", "    it says what it did"],
      moments: [{ name: "say", line: 2, learned: `What ${trace.engines.map(engine => engine.name).join(" and ") || "the engines"} answered.`, given: own.given }],
      whole: { learned: "Every answer of the engines.", given: own.given },
    };
  return {
    ...SORTED,
    title: own.title,
    code: ["while the program asks:", "    the engine looks", "    the engine writes", "    the engine hides"],
    moments: [LOOK, WRITE, HIDE].map((moment, index) => ({ ...moment, line: index + 1, given: own.given })),
    whole: { ...SORTED.whole, given: own.given },
  };
}

/** By exact engines nothing is learned; a table is what a network has learned, looked up. */
function saidOf(by, moment) {
  if (by === "oracle") return { ...moment, learned: "Nothing: exact engines run here." };
  if (by === "table") return { ...moment, learned: `${moment.learned} Here this is looked up in the table of the network's answers.` };
  return moment;
}

const NARROW = 8; // The bits that the networks of the stories read.
const ASKS = ["look", "write", "take", "select", "keep"];

/** The networks read wide numbers limb by limb, and how these follow each other is given. */
function wideOf(story) {
  const also = " Limb by limb, from the top: only slots that the network's attention holds go on to the next limb.";
  const said = moment => ({ ...moment, given: moment.given + also });
  return { ...story, moments: story.moments.map(moment => (ASKS.includes(moment.name) ? said(moment) : moment)), whole: said(story.whole) };
}

/** The story of a trace. */
export function storyOf(trace) {
  const wide = { add: WIDE_SUM, multiply: WIDE_PRODUCT };
  const told = (trace.limb && wide[trace.program]) || STORIES[trace.program] || ownStory(trace);
  const story = told.view !== "arithmetic" && STORIES[trace.program] && trace.bits > NARROW ? wideOf(told) : told;
  return { ...story, moments: story.moments.map(moment => saidOf(trace.by, moment)), whole: saidOf(trace.by, story.whole) };
}
