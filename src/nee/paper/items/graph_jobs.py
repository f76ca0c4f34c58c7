"""Graph programs on test sets: the jobs that Table 1 and Table 5 share, and their rows."""

from nee.graph_evaluation import Mixture
from nee.paper.items.item import Jobs, Plan, Results, of_seeds, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Row
from nee.paper.work import graphs

PATHS, TREES = "shortest path", "minimum spanning tree"


def graph_jobs(plan: Plan, kind: Mixture, label: str, minimum: dict[str, str]) -> Jobs:
    """Both programs at each size and for each seed. `minimum` names the engine that each program is made of."""
    found: Jobs = {}
    for size in plan.sizes:
        for seed in range(plan.seeds):
            arguments = {"size": size, "graphs": plan.instances, "kind": kind, "seed": seed + 1}
            title = f"{label} of {plan.instances} {kind.replace('_', ' ')} graphs of {size} nodes, seed {seed}"
            engines = {"minimum": weights(plan, minimum[PATHS], seed), "add": weights(plan, "add", seed)}
            found[PATHS + label, size, seed] = Job(
                PATHS + title, graphs.find_paths, arguments, engines, seconds=20 + size / 2
            )
            engines = {"minimum": weights(plan, minimum[TREES], seed)}
            found[TREES + label, size, seed] = Job(
                TREES + title, graphs.find_trees, arguments, engines, seconds=20 + size / 4
            )
    return found


def graph_rows(plan: Plan, results: Results, program: str, published: dict[int, float]) -> list[Row]:
    """The paper counts right distances, and whole trees."""
    metric = "nodes" if program.startswith(PATHS) else "whole_graphs"
    return [
        Row(
            (program, str(size)),
            published[size],
            [result[metric]["percent"] for result in of_seeds(results, program, size)],
            [result["whole_graphs"]["percent"] for result in of_seeds(results, program, size)],
        )
        for size in plan.sizes
    ]
