"""Table 1: four algorithms at four sizes, with engines that have seen 8 numbers."""

from nee.lists import Distribution
from nee.paper import published
from nee.paper.items.graph_jobs import PATHS, TREES, graph_jobs, graph_rows
from nee.paper.items.item import Item, Jobs, Plan, Results, of_seeds, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Comparison, Row
from nee.paper.work import engines
from nee.sorting import ENGINES


def jobs(plan: Plan) -> Jobs:
    """A test set for each algorithm, size and seed."""
    sorting = {
        (f"{algorithm} sort", size, seed): sorting_job(plan, algorithm, size, seed)
        for algorithm in ENGINES
        for size in plan.sizes
        for seed in range(plan.seeds)
    }
    return sorting | graph_jobs(plan, "erdos_renyi", "", {PATHS: "minimum", TREES: "minimum"})


def sorting_job(plan: Plan, algorithm: str, size: int, seed: int, distribution: Distribution = "mixed") -> Job:
    """Sort a test set that no training draws."""
    arguments = {
        "algorithm": algorithm,
        "size": size,
        "lists": plan.instances,
        "distribution": distribution,
        "seed": seed + 1,
    }
    return Job(
        f"{algorithm} sort of {plan.instances} {distribution} lists of {size}, seed {seed}",
        engines.sort_lists,
        arguments,
        {"weights": weights(plan, ENGINES[algorithm], seed)},
        seconds=15 + size / 10,
    )


def show(plan: Plan, results: Results) -> list[Block]:
    """The paper's metric, and whole instances beside it."""
    rows = [
        Row(
            (f"{algorithm} sort", str(size)),
            published.SORTING[size],
            [result["numbers"]["percent"] for result in of_seeds(results, f"{algorithm} sort", size)],
            [result["whole_lists"]["percent"] for result in of_seeds(results, f"{algorithm} sort", size)],
        )
        for algorithm in ENGINES
        for size in plan.sizes
    ]
    for program in (PATHS, TREES):
        rows += graph_rows(plan, results, program, published.GRAPHS)
    caption = f"{plan.instances} mixed lists, or Erdős-Rényi graphs, of each size."
    metric = "numbers in the right position, nodes at the right distance, whole trees"
    return [Comparison(caption, ("algorithm", "size"), metric, rows, exact="whole instances")]


TABLE_1 = Item("table1", "Table 1", "Four algorithms, trained on 8 numbers, at up to 100", jobs, show)
