"""The algorithms of CLRS-30 that are done, on samples that the benchmark draws and scores itself."""

from collections.abc import Sequence
from typing import Any

from nee import pretrained
from nee.clrs import ALGORITHMS
from nee.evaluation.clrs_benchmark import what_to_install
from nee.jobs.job import Job
from nee.paper import published, work
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement

SAMPLES = {16: 32, 64: 32, 256: 4}
"""By the number of nodes: the benchmark tests with 32 samples of 64. Its own algorithms are slow on 256 ..."""
SLOWEST = {("matrix_chain_order", 256): 1}
"""... and this one takes minutes on a single sample."""


def jobs(plan: Plan) -> list[Job]:
    """Every algorithm at every size."""
    engines = {name: pretrained.weights(name) for name in ("minimum", "add", "multiply")}
    return [
        Job(
            f"CLRS-30, {algorithm} of {size} nodes",
            work.answer_clrs,
            {
                "algorithm": algorithm,
                "size": size,
                "samples": SLOWEST.get((algorithm, size), samples),
                "seed": 1,
            },
            engines,
            seconds=20 + size / 4,
        )
        for size, samples in ({16: 2} if plan.quick else SAMPLES).items()
        for algorithm in ALGORITHMS
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """Whole samples that are right, by size, and the benchmark's own score beside what is published."""
    sizes = sorted({each.arguments["size"] for each in measurements})
    averages = " and ".join(f"{share:.2f} ({name})" for name, share in published.CLRS_AVERAGES.items())
    caption = (
        "Samples of CLRS-30 that are right in every place, by size, and the benchmark's own score, the mean of all "
        "sizes. **Our control flow is given, and theirs is learned**: a network of the last column learned a whole "
        "algorithm from samples of up to 16 nodes, ours learned to compare, to add and to multiply. Published averages "
        f"over all 30 algorithms at 64 nodes are {averages}; {len(ALGORITHMS)} of the 30 are done here."
    )
    rows = []
    for algorithm in ALGORITHMS:
        found = {
            each.arguments["size"]: each.answer for each in measurements if each.arguments["algorithm"] == algorithm
        }
        if found:
            cells = [whole_samples(found[size]) if size in found else "" for size in sizes]
            score = sum(answer["score"] for answer in found.values()) / len(found)
            theirs = published.CLRS_TRIPLET.get(algorithm)
            rows.append([f"`{algorithm}`", *cells, f"{score:.2f}", "" if theirs is None else f"{theirs:.2f}"])
    header = ["algorithm", *(f"{size} nodes" for size in sizes), "score, %", "Triplet-GMPNN at 64, %"]
    return [Table(caption, header, rows, 1)]


def whole_samples(answer: dict[str, Any]) -> str:
    """How many samples have no mistake."""
    samples = answer["samples"]
    return f"{round(answer['whole_samples']['percent'] * samples / 100)} of {samples}"


CLRS = Item("clrs", "beyond the paper", "The CLRS-30 benchmark", jobs, show, "clrs", what_to_install, only_shipped=True)
