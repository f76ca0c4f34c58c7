"""Table 4: the ten variants of the transformer at the length of their training, by two recipes and by its duration."""

from collections.abc import Sequence
from statistics import mean

from scipy.stats import spearmanr

from nee.baselines.sorting_task import RECIPES
from nee.baselines.variants import PUBLISHED
from nee.jobs.job import Job, Output
from nee.paper import published, work
from nee.paper.items.baselines import METRIC, cell, curve_jobs, model_of, network, percent, select
from nee.paper.items.item import Item, Plan, compare
from nee.paper.report.blocks import Block, Comparison, Row, Table
from nee.paper.results import Measurement

LETTERS = "C1: residual 1.5. C2: MLP attention. C3: symmetrised. C4: one projection. C5: bits in. C6: bits bare."


def as_published(measurement: Measurement) -> float:
    """The paper's value for a variant at 8 numbers."""
    return published.VARIANTS_AT_8[model_of(measurement)]


def show_ablation(measurements: Sequence[Measurement], recipe: str, caption: str) -> list[Block]:
    """Table 4: every variant at the length of its training."""
    found = select(measurements, list(PUBLISHED), "mixed", recipe)
    rows = compare(
        [each for each in found if each.arguments["size"] == 8],
        lambda each: (model_of(each),),
        paper=as_published,
        ours=percent,
        exact=lambda each: each.answer["whole_lists"]["percent"],
    )
    if not rows:
        return []
    return [Comparison(caption + rank_correlation(rows), ("variant",), METRIC, rows, exact="whole lists")]


def ablation_as_published_jobs(plan: Plan) -> list[Job]:
    """The ten variants with the paper's own training, and what each of these trainings validated on its way."""
    if not plan.retrain:
        return []
    models, recipe = list(PUBLISHED), next(recipe for recipe in RECIPES if recipe.name == "paper")
    followed = [
        Job(f"the training of {model}, seed {seed}", work.follow_training, {}, {"weights": source})
        for model in models
        for seed in range(plan.seeds)
        if isinstance(source := network(plan, model, seed, recipe), Output)
    ]
    return [*curve_jobs(plan, models, ["mixed"], recipe), *followed]


def show_ablation_as_published(measurements: Sequence[Measurement]) -> list[Block]:
    """The table, and the same for shorter trainings: with this schedule, one is the beginning of a longer one."""
    caption = "Mixed lists of 8 numbers, trained with the paper's dropout and warm-up."
    followed = [each for each in measurements if each.job == work.follow_training.__name__]
    return [*show_ablation(measurements, "paper", caption), *show_lengths(followed)]


def show_lengths(followed: Sequence[Measurement]) -> list[Block]:
    """Each variant after more and more steps, and how far the order is the paper's."""
    steps = sorted({int(step) for each in followed for step in each.answer})
    by_step = {
        step: compare(
            [each for each in followed if str(step) in each.answer],
            lambda each: (model_of(each),),
            paper=as_published,
            ours=lambda each, step=step: each.answer[str(step)]["outputs at 8"],  # type: ignore[misc]
        )
        for step in steps
    }
    if not by_step:
        return []
    variants = [row.label[0] for row in by_step[steps[0]]]
    cells = {(row.label[0], step): cell(row.ours) for step, rows in by_step.items() for row in rows}
    table = [[name, *(cells.get((name, step), "") for step in steps)] for name in variants]
    table.append(["rank correlation with the paper", *(said_correlation(rows) for rows in by_step.values())])
    caption = (
        "How long the paper trained is not known. The same trainings after fewer steps, on a validation set of a "
        "hundred mixed lists of 8, in percent of the outputs; the mean over training seeds, in brackets the worst."
    )
    return [Table(caption, ["variant, after steps", *map(str, steps)], table, 1)]


def said_correlation(rows: Sequence[Row]) -> str:
    """Spearman's, as a cell."""
    found = correlate(rows)
    return f"{found[0]:.2f}" if found else ""


def rank_correlation(rows: Sequence[Row]) -> str:
    """How far our order is the paper's, in a sentence."""
    found = correlate(rows)
    if not found:
        return ""
    correlation, p = found
    return f" The rank correlation (Spearman) of our means with the paper's column is {correlation:.2f} (p = {p:.2f})."


def correlate(rows: Sequence[Row]) -> tuple[float, float] | None:
    """Spearman's rank correlation and its p; nothing to say of a few variants, or of equal ones."""
    published_shares, ours = [row.published for row in rows], [mean(row.ours) for row in rows]
    if len(rows) < 5 or len({*ours}) == 1:
        return None
    correlation, p = spearmanr(published_shares, ours)
    return float(correlation), float(p)


ABLATION = Item(
    "ablation",
    "Table 4",
    "Ten variants of the transformer at 8 numbers",
    lambda plan: curve_jobs(plan, list(PUBLISHED), ["mixed"]),
    lambda measurements: show_ablation(measurements, "cosine", f"Mixed lists of 8 numbers. {LETTERS}"),
    "baselines",
)
ABLATION_AS_PUBLISHED = Item(
    "ablation-paper",
    "Table 4",
    "The same variants, trained as the paper trains",
    ablation_as_published_jobs,
    show_ablation_as_published,
    "baselines",
)
