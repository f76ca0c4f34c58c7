// A trace becomes frames: each step has its moments, and one last frame shows the answer.

import { listed, percent, written } from "./elements.js";

/** All frames of a trace, in the order in which they are played. */
export function framesOf(trace, story) {
  const frames = [];
  const levels = [...new Set(trace.runs.map(run => run.level))];
  const together = story.view === "graph" ? trace.runs.map(run => [run]) : levels.map(level => ofLevel(trace, level));
  let number = 0;
  for (const runs of together) {
    const steps = Math.max(0, ...runs.map(run => run.steps.length));
    for (let index = 0; index < steps; index++) {
      number += 1;
      story.moments.forEach((moment, place) => {
        const frame = { number, place, moment, runs, index, last: false };
        frames.push({ ...frame, says: tell(trace, story, frame) });
      });
    }
  }
  const last = frames.at(-1) ?? { number: 0, place: 0, moment: story.moments.at(-1), runs: [], index: 0 };
  frames.push({ ...last, last: true, says: tellAnswer(trace, story) });
  return frames;
}

const ofLevel = (trace, level) => trace.runs.filter(run => run.level === level);

function tell(trace, story, frame) {
  const { moment, runs, index } = frame;
  if (story.view === "merge") return tellMerges(frame);
  const step = runs[0].steps[index];
  if (story.view === "lines") return step.says;
  if (trace.limb) return tellLimb(trace, frame, step);
  if (story.view === "graph") return tellGrowth(trace, frame, step);
  if (story.view === "arithmetic") {
    const [a, b] = runs[0].values.map(written);
    const sign = trace.program === "multiply" ? "times" : "plus";
    return moment.name === "read" ? `The engine reads ${a} and ${b} as bits.` : `It writes ${a} ${sign} ${b}: ${written(step.value)}.`;
  }
  const shown = step.mask.filter(hidden => !hidden).length;
  const slot = step.pointer + 1;
  if (moment.name === "look")
    return `The mask shows ${shown} of ${step.mask.length} slots. The engine points at slot ${slot}, with ${percent(step.attention[step.pointer])} of its attention.`;
  if (moment.name === "write")
    return step.limbs ? `It writes ${written(step.value)}, limb by limb: ${step.limbs.map(limb => written(limb.value)).join(" ")}.` : `It writes ${written(step.value)}.`;
  const hidden = step.next_mask.flatMap((hides, place) => (hides && !step.mask[place] ? [place + 1] : []));
  return hidden.length ? `Slot ${listed(hidden)} is hidden from now on.` : "Nothing more is hidden.";
}

function tellLimb(trace, { moment, index }, step) {
  if (moment.name === "read") return `Limb ${index + 1}: the network adds ${step.values[0]}, ${step.values[1]} and the carry ${step.carry}.`;
  if (moment.name === "write") {
    const carry = Math.floor(step.value / 2 ** trace.limb);
    return `It writes ${step.value}: ${step.value % 2 ** trace.limb} stays here, the carry is ${carry}.`;
  }
  const [limb, ...others] = step.values;
  if (moment.name === "multiply") return `Limb ${index + 1}: ${listed(others.map((other, place) => `${limb} times ${other} is ${step.products[place]}`))}.`;
  return `The row is added to the sum: ${[...step.columns].reverse().join(" ")} stands from limb ${index + 1} on.`;
}

function tellMerges({ moment, runs, index }) {
  const steps = runs.flatMap(run => run.steps[index] ?? []);
  const taken = listed(steps.map(step => written(step.value)));
  if (moment.name === "take") return `Into lists of ${runs[0].values.length - 2}: the engine takes ${taken}.`;
  return "The mask moves on to the next number of the list that was taken from.";
}

function tellGrowth(trace, { moment, runs, index }, step) {
  const names = runs[0].nodes.map(node => trace.graph.nodes[node]);
  const node = names[step.pointer];
  if (step.value === null) return `The nearest of the rest, ${node}, cannot be reached. The tree is done.`;
  if (moment.name === "select") return `The cheapest node is ${node}, at ${written(step.value)}.`;
  const offered = step.offers.flatMap((offer, slot) => (offer === null || step.next_mask[slot] ? [] : [`${written(offer)} to ${names[slot]}`]));
  if (moment.name === "offer") return offered.length ? `It offers ${listed(offered)}.` : "It offers nothing to the nodes that are left.";
  const changed = step.costs.flatMap((cost, slot) =>
    cost === step.values[slot] ? [] : [`${names[slot]} now costs ${written(cost)}`],
  );
  return changed.length ? `Cheaper than before: ${listed(changed)}.` : `No cost changes; ${node} is done.`;
}

function tellAnswer(trace, story) {
  const verdict = trace.right === false ? " This is wrong." : "";
  if (story.view === "graph" && trace.program === "prim") {
    const weight = trace.result.reduce((sum, [, , edge]) => sum + BigInt(edge), 0n);
    return `Done: ${trace.result.length} edges, of weight ${weight} together.${verdict}`;
  }
  if (story.view === "graph") {
    const reached = trace.result.flatMap((cost, node) => (cost === null ? [] : [`${trace.graph.nodes[node]} ${cost}`]));
    return `Done. Distances: ${reached.join(", ")}.${verdict}`;
  }
  const word = number => (number === null && story.words ? "end" : written(number));
  return `Done: ${trace.result.map(word).join(" ") || "nothing to do"}.${verdict}`;
}
