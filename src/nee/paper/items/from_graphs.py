"""What another seed would give of the engine that learned from graphs and grows trees, on the graphs of Table 5."""

import dataclasses
from collections.abc import Sequence

from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.algorithms import show_graph_types
from nee.paper.items.item import Item, Plan, training
from nee.paper.report.blocks import Block
from nee.paper.results import Measurement
from nee.subroutines.graph_minimum import PRIM_MINIMUM


def jobs(plan: Plan) -> list[Job]:
    """Trainings: nothing is measured without --retrain. All seeds are tested on the same graphs."""
    found = []
    for seed in range(plan.seeds if plan.retrain else 0):
        trained = training(plan, PRIM_MINIMUM.name, dataclasses.asdict(PRIM_MINIMUM.recipes[0]), seed)
        for size in plan.sizes:
            arguments = {"algorithm": "prim", "size": size, "graphs": plan.instances, "kind": "mixed", "seed": 1}
            title = f"prim on graphs of {size} nodes, learned from graphs, seed {seed}"
            found.append(Job(title, work.run_graph_program, arguments, {"minimum": trained}, seconds=20 + size / 3))
    return found


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """The worst seed of each recipe."""
    return show_graph_types([each for each in measurements if learned_to_grow_trees(each)])


def learned_to_grow_trees(measurement: Measurement) -> bool:
    """Whether the engine learned from graphs, for Prim."""
    return bool(measurement.weights["minimum"]["subroutine"] == PRIM_MINIMUM.name)


FROM_GRAPHS = Item("from-graphs", "Table 5", "Trainings from graphs", jobs, show, "graph-types")
