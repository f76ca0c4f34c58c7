"""What results/ holds of one engine: how often the programs that used it were right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nee.evaluation.intervals import Interval, wilson
from nee.paper import results
from nee.paper.results import Measurement


@dataclass(frozen=True)
class Figure:
    """How often one thing was right, over all sizes that were measured."""

    what: str
    sizes: list[int]
    instances: int
    exact: Interval
    """The share of whole lists, graphs or pairs of which no part is wrong; that of the size with the lowest bound."""
    item: str
    """What measures it: `nee reproduce ITEM`."""


@dataclass(frozen=True)
class Finding:
    """One stored measurement of exactness."""

    what: str
    size: int | None
    instances: int
    exact: Interval


def of_all(wrong: int, instances: int) -> Interval:
    """The share of all instances that there are: nothing is left to be unsure of."""
    percent = 100 - 100 * wrong / instances
    return Interval(percent, percent, percent)


def lists(said: dict[str, Any], answer: dict[str, Any]) -> Finding:
    """Whole lists of one size."""
    what = f"{said['algorithm']} sort of {said['distribution']} lists, numbers in a list"
    return Finding(what, said["size"], said["lists"], Interval(**answer["whole_lists"]))


def graphs(said: dict[str, Any], answer: dict[str, Any]) -> Finding:
    """Whole graphs of one size."""
    kind = {"mixed": "four kinds of", "erdos_renyi": "Erdős–Rényi"}.get(said["kind"], said["kind"])
    what = f"{said['algorithm']} on {kind} graphs, nodes"
    return Finding(what, said["size"], said["graphs"], Interval(**answer["whole_graphs"]))


def crowds(said: dict[str, Any], answer: dict[str, Any]) -> Finding:
    """One number among many equal ones."""
    what = "every pair of numbers, the smaller once and the larger many times"
    return Finding(what, said["crowd"], answer["pairs"], of_all(answer["wrong_values"], answer["pairs"]))


def unseen_pairs(said: dict[str, Any], answer: dict[str, Any]) -> Finding | None:
    """Pairs that training did not show."""
    pairs = answer.get("unseen_pairs")
    if not pairs:
        return None
    return Finding("every pair that training never showed", None, pairs, of_all(answer["wrong_unseen_pairs"], pairs))


def wide(what: str) -> Callable[[dict[str, Any], dict[str, Any]], Finding]:
    """Engines that are made of this one."""

    def finding(said: dict[str, Any], answer: dict[str, Any]) -> Finding:
        share = wilson(answer["exact"] / answer["instances"], answer["instances"])
        return Finding(what.format_map(said).replace("_", " "), said.get("size"), answer["instances"], share)

    return finding


EXACTNESS: dict[str, Callable[[dict[str, Any], dict[str, Any]], Finding | None]] = {
    "sort_lists": lists,
    "run_graph_program": graphs,
    "find_in_crowd": crowds,
    "ask_everything": unseen_pairs,
    "sort_wide_lists": wide("made wide: lists of {kind}, by the {by}, numbers in a list"),
    "calculate_wide_pairs": wide("made wide: {operation} numbers of {bits} bits"),
    "run_on_wide_graphs": wide("made wide: {algorithm}, {family} graphs, weights of {bits} bits, by the {by}, nodes"),
}
"""By the job that measured it. Other jobs do not say how often something was right."""


def hashes(measurement: Measurement) -> set[str]:
    """Of the weights that were measured."""
    return {made["tensors"] for made in measurement.weights.values() if "tensors" in made}


def measurements_of(tensors: str) -> dict[str, list[Measurement]]:
    """What results/ holds of the weights with this hash, by item."""
    items = sorted(path.stem for path in results.results_folder().glob("*.json"))
    return {item: [each for each in results.read(item) if tensors in hashes(each)] for item in items}


def figures_of(tensors: str) -> list[Figure]:
    """How often the programs that used these weights were right."""
    found: dict[str, dict[int | None, tuple[Finding, str]]] = {}
    for item, measurements in measurements_of(tensors).items():
        for each in measurements:
            describe = EXACTNESS.get(each.job)
            finding = describe(each.arguments, each.answer) if describe else None
            if finding is None:
                continue
            sizes = found.setdefault(finding.what, {})
            if finding.size not in sizes or finding.exact.percent < sizes[finding.size][0].exact.percent:
                sizes[finding.size] = finding, item
    figures = []
    for what, sizes in found.items():
        worst, item = min(sizes.values(), key=lambda pair: pair[0].exact.low)
        numbers = sorted(size for size in sizes if size is not None)
        figures.append(Figure(what, numbers, worst.instances, worst.exact, item))
    return figures
