"""Figures 3, 6, 7, 9 and 10: how sequence-to-sequence transformers sort longer lists, and how they fail."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from nee.baselines.experiments import ENGINE
from nee.baselines.sorting_task import RECIPES
from nee.baselines.variants import PUBLISHED
from nee.baselines.weights import shipped
from nee.instances.lists import Distribution
from nee.jobs.job import Job, Output
from nee.paper import published, work
from nee.paper.items.item import Item, Plan, compare, training, weights
from nee.paper.report.blocks import Block, Comparison, Picture, Table
from nee.paper.report.plots import draw_curves
from nee.paper.results import Measurement
from nee.subroutines import Recipe

SIZES = (8, 16, 25, 50, 75, 100)
MEAN_AND_WORST = "the mean over training seeds, and in brackets the worst of several"
METRIC = "numbers in the right position; to a transformer the end counts as one"


def network(plan: Plan, model: str, seed: int, recipe: Recipe = RECIPES[0]) -> Path | Output | None:
    """The weights of a baseline or of the engine; none if they neither ship nor are trained by this run."""
    if model == ENGINE:
        return weights(plan, "minimum", seed)
    if plan.retrain:
        return training(plan, "seq2seq", dataclasses.asdict(recipe), seed, variant=model)
    return {path.stem: path for path in shipped()}.get(model)


def curve_jobs(
    plan: Plan,
    models: Sequence[str],
    kinds: Sequence[Distribution],
    recipe: Recipe = RECIPES[0],
    sizes: Sequence[int] = SIZES,
) -> list[Job]:
    """Sort longer and longer lists with each model whose weights there are."""
    return [
        Job(
            f"{model} on {plan.instances} {kind} lists of {size}, seed {seed}",
            work.sort_lists,
            {"algorithm": "selection", "size": size, "lists": plan.instances, "distribution": kind, "seed": seed + 1},
            {"weights": source},
        )
        for model in models
        for kind in kinds
        for seed in range(plan.seeds)
        if (source := network(plan, model, seed, recipe)) is not None
        for size in (sizes[:2] if plan.quick else sizes)
    ]


def model_of(measurement: Measurement) -> str:
    """The variant, or the engine."""
    return str(measurement.trained.get("variant", ENGINE))


def percent(measurement: Measurement) -> float:
    """Numbers in the right position."""
    return float(measurement.answer["numbers"]["percent"])


def select(
    measurements: Sequence[Measurement], models: Sequence[str], kind: Distribution, recipe: str = RECIPES[0].name
) -> list[Measurement]:
    """What was measured of these models on one kind of lists, in their order; transformers of one recipe."""
    found = [
        each
        for each in measurements
        if model_of(each) in models
        and each.arguments.get("distribution") == kind
        and (model_of(each) == ENGINE or each.trained["recipe"] == recipe)
    ]
    return sorted(found, key=lambda each: (models.index(model_of(each)), each.arguments["size"]))


def published_at(measurement: Measurement) -> float | str | None:
    """What the paper says in numbers; the rest of its figures are pictures."""
    model, size = model_of(measurement), measurement.arguments["size"]
    if model == ENGINE:
        return published.ALGORITHMS if size in published.SIZES else None
    if measurement.arguments["distribution"] == "mixed" and size == 8:
        return published.VARIANTS_AT_8.get(model)
    return published.VANILLA_AT_100 if (model, size) == ("vanilla", 100) else None


def show_sorting(measurements: Sequence[Measurement]) -> list[Block]:
    """Figure 3: two transformers and the engine, at lengths that training has not seen."""
    found = select(measurements, ["vanilla", "all_mod", ENGINE], "mixed")
    rows = compare(
        found,
        lambda each: (model_of(each), str(each.arguments["size"])),
        paper=published_at,
        ours=percent,
        exact=lambda each: each.answer["whole_lists"]["percent"],
    )
    return [
        Picture("sorting", "Trained on lists of at most 8 numbers.", draw_curves, curves(found)),
        Comparison("Mixed lists.", ("model", "numbers"), METRIC, rows, exact="whole lists"),
    ]


def curves(measurements: Sequence[Measurement]) -> dict[str, dict[int, list[float]]]:
    """Of each model the shares of all seeds by size."""
    found: dict[str, dict[int, list[float]]] = {}
    for each in measurements:
        found.setdefault(model_of(each), {}).setdefault(each.arguments["size"], []).append(percent(each))
    return found


def make_figure(
    name: str, source: str, title: str, models: Sequence[str], says: str, kinds: Sequence[Distribution] = ("mixed",)
) -> Item:
    """A figure of curves for each kind of lists, of which the paper gives no numbers but those at 8."""
    everything = [*models, ENGINE]

    def show(measurements: Sequence[Measurement]) -> list[Block]:
        blocks: list[Block] = []
        for kind in kinds:
            found = curves(select(measurements, everything, kind))
            if not found:
                continue
            sizes = sorted({size for shares in found.values() for size in shares})
            rows = [[model, *(cell(shares.get(size, [])) for size in sizes)] for model, shares in found.items()]
            caption = f"{says} In percent: {METRIC}; {MEAN_AND_WORST}."
            label = name if len(kinds) == 1 else f"{name}-{kind}"
            blocks += [
                Picture(label, f"{title}: {kind} lists.", draw_curves, found),
                Table(caption, [f"{kind} lists of", *map(str, sizes)], rows, 1),
            ]
        return blocks

    return Item(name, source, title, lambda plan: curve_jobs(plan, everything, kinds), show, "baselines")


def cell(shares: Sequence[float]) -> str:
    """The mean, and the worst of several seeds."""
    if not shares:
        return "not measured"
    return f"{mean(shares):.2f}" + (f" ({min(shares):.2f})" if len(shares) > 1 else "")


SORTING = Item(
    "sorting",
    "Figure 3",
    "Sorting longer lists than those of training",
    lambda plan: curve_jobs(plan, ["vanilla", "all_mod", ENGINE], ["mixed"]),
    show_sorting,
    "baselines",
)
CURVES = (
    make_figure(
        "mask-supervision",
        "Figure 6",
        "With and without supervision of the attention",
        ["all_mod", "all_mod+supervised", "vanilla", "vanilla+supervised"],
        "The paper: supervision hurts generalisation.",
    ),
    make_figure(
        "encodings",
        "Figure 7",
        "One-hot and binary encodings",
        ["vanilla", "vanilla+C5", "vanilla+binary_output", "vanilla+C5+binary_output"],
        "The paper: in general, vanilla transformers with binary output do better.",
    ),
    make_figure(
        "generalization",
        "Figure 9 (a) to (c)",
        "The variants at longer lists",
        list(PUBLISHED),
        "The paper: every variant falls steeply with the length.",
        ["mixed", "random", "close"],
    ),
    make_figure(
        "binary-outputs",
        "Figure 10",
        "The variants with binary output",
        [f"{model}+binary_output" for model in PUBLISHED],
        "The paper: all_mod does best among these, and one-hot output better still.",
    ),
)
