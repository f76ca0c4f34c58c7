"""Traces as data: one shape of JSON for every program. docs/traces.md describes it.

A trace has runs. A run is one list of slots with the steps that were made on it. Selection sort is a single run; merge
sort has levels, and the runs of one level go side by side; a spanning forest has a run for each tree.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Int

from nee.graphs.weight_matrix import WeightMatrix
from nee.numbers import infinity
from nee.player.certainty import bit_logits, reader_of
from nee.player.limbs import descents, each
from nee.player.steps_data import Data, number, numbers, steps_data
from nee.programs.tree_growth import Growth
from nee.steps import NOTHING, Execution, LevelledExecution, Step, Trace

FORMAT = "nee-trace-1"


def trace_data(
    program: str,
    runs: Sequence[Data],
    *,
    by: str,
    bits: int,
    weights: Mapping[str, str],
    **facts: Any,
) -> Data:
    """A whole trace. `weights` has the hash of each engine by its name, `facts` what else there is to say."""
    engines = [{"name": name, "weights": fingerprint} for name, fingerprint in weights.items()]
    return {"format": FORMAT, "program": program, "by": by, "bits": bits, "engines": engines, **facts, "runs": runs}


def execution_runs(
    execution: Execution | LevelledExecution,
    values: Sequence[int | float] | None = None,
    *,
    bits: int,
    engine: Any = None,
) -> list[Data]:
    """The runs of any program that returns an execution, on the host.

    `values` are the numbers that it was given; without them a slot shows what was written when the pointer was on it.
    With the engine that ran, each bit has its certainty, and wide numbers have their limbs.
    """
    if isinstance(execution, LevelledExecution):
        return levelled_runs(execution, values, bits, engine)
    trace = execution.trace
    pointed = np.asarray(values) if values else pointed_at(trace)
    return [run_data(pointed, running_part(trace), bits=bits, engine=engine)]


def levelled_runs(
    execution: LevelledExecution, values: Sequence[int | float] | None, bits: int, engine: Any
) -> list[Data]:
    """The merges of each level, on what the level before has left; the first, on the numbers themselves."""
    end = infinity(bits)
    runs = []
    lists = None if values is None else np.asarray(values)[:, None]
    for level, trace in enumerate(execution.levels):
        merges, _, slots = trace.mask.shape
        length = slots // 2 - 1
        rows = np.full((merges, 2, length + 1), end, trace.step.value.dtype)
        if lists is None:
            rows[:, :, 0] = np.stack([pointed_at(merge)[[0, length + 1]] for merge in each(trace)])
        else:
            filling = np.full((2 * merges - len(lists), length), end)
            rows[:, :, :length] = np.concatenate([lists, filling]).reshape(merges, 2, length)
        runs += level_runs(rows.reshape(merges, 1, slots), trace, level, bits, engine)
        lists = np.asarray(trace.step.value)
    return runs


def level_runs(rows: Int[np.ndarray, "merges 1 slots"], trace: Trace, level: int, bits: int, engine: Any) -> list[Data]:
    """The merges of one level. Merges of nothing but filling are left out, and so are steps after the end."""
    flat = np.broadcast_to(rows, trace.mask.shape).reshape(-1, rows.shape[-1])
    reader = reader_of(engine)
    logits = bit_logits(reader, flat, trace.mask.reshape(flat.shape)) if reader else None
    runs = []
    for index, merge in enumerate(each(trace)):
        taken = np.cumprod(merge.step.value != infinity(bits)).astype(bool)
        if taken.any():
            kept = Trace(merge.mask[taken], Step(*(part[taken] for part in merge.step)))
            of_merge = None if logits is None else logits.reshape(*trace.mask.shape[:2], -1)[index][taken]
            steps = steps_data(kept, bits, of_merge)
            runs.append({"level": level, "values": numbers(rows[index, 0], bits), "steps": steps})
    return runs


def running_part(trace: Trace) -> Trace:
    """The steps at which the mask still showed something."""
    running = np.asarray(trace.running)
    return Trace(trace.mask[running], Step(*(part[running] for part in trace.step)))


def pointed_at(trace: Trace) -> Int[np.ndarray, " slots"]:
    """For each slot the number that was written when the pointer was on it; NOTHING for slots never pointed at."""
    values = np.full(trace.mask.shape[-1], NOTHING, np.asarray(trace.step.value).dtype)
    values[np.asarray(trace.step.pointer)] = trace.step.value
    return values


def run_data(values: Int[np.ndarray, " slots"], trace: Trace, *, bits: int, engine: Any = None) -> Data:
    """One run of an engine on one list of slots."""
    read = np.broadcast_to(values, trace.mask.shape)
    return {"level": 0, "values": numbers(values, bits), "steps": watched_steps(read, trace, bits, engine)}


def watched_steps(values: Int[np.ndarray, "steps slots"], trace: Trace, bits: int, engine: Any) -> list[Data]:
    """The steps of an engine, with all that it tells about them."""
    reader = reader_of(engine)
    steps = steps_data(trace, bits, bit_logits(reader, values, trace.mask) if reader else None)
    limbs = descents(engine, values, trace.mask)
    return steps if limbs is None else [step | {"limbs": way} for step, way in zip(steps, limbs, strict=True)]


def growth_run(growth: Growth, start: int, nodes: Sequence[int], *, bits: int, engine: Any = None) -> Data:
    """One tree that grew from a node. `nodes` are the places of its nodes in the graph."""
    end = infinity(bits)
    trace = running_part(growth.selection)
    before = np.vstack([np.full((1, len(nodes)), end), growth.costs[:-1]]).astype(growth.costs.dtype)
    before[0, start] = 0
    running = np.asarray(growth.selection.running)
    before, offers, costs, parents = (
        np.asarray(x)[running] for x in (before, growth.offers, growth.costs, growth.parents)
    )
    steps = [
        step
        | {
            "values": numbers(read, bits),
            "offers": numbers(offer, bits),
            "costs": numbers(cost, bits),
            "parents": numbers(parent, bits),
        }
        for step, read, offer, cost, parent in zip(
            watched_steps(before, trace, bits, engine), before, offers, costs, parents, strict=True
        )
    ]
    return {"level": 0, "nodes": list(nodes), "start": start, "steps": steps}


def graph_data(matrix: WeightMatrix) -> Data:
    """The graph that a program ran on: the names of its nodes, and its edges by the places of their ends."""
    edges = np.argwhere(matrix.weights < infinity(matrix.bits))
    return {
        "nodes": [name if isinstance(name, int | str) else str(name) for name in matrix.names],
        "edges": [
            [int(u), int(v), number(matrix.weights[u, v], matrix.bits)] for u, v in edges if matrix.directed or u < v
        ],
        "directed": matrix.directed,
    } | ({} if matrix.unit == 1 else {"unit": str(matrix.unit)})
