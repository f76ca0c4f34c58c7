"""Table 4: the ten variants of the transformer at the length of their training, by two recipes and by its duration."""

from collections.abc import Sequence
from statistics import mean

from scipy.stats import spearmanr

from nee.baselines.sorting_task import RECIPES
from nee.baselines.variants import PUBLISHED, WIDE_SCORE
from nee.jobs.job import Job
from nee.paper import published, work
from nee.paper.items.baselines import MEAN_AND_WORST, METRIC, cell, curve_jobs, model_of, network, percent, select
from nee.paper.items.item import Item, Plan, compare, recipe_named
from nee.paper.report.blocks import Block, Comparison, Row, Table
from nee.paper.results import Measurement

MODELS = [*PUBLISHED, WIDE_SCORE]
"""The rows of the table, and one to see whether the width that the paper does not give matters."""
LETTERS = "C1: residual 1.5. C2: MLP attention. C3: symmetrised. C4: one projection. C5: bits in. C6: bits bare."


def show_ablation(measurements: Sequence[Measurement], recipe: str, caption: str) -> list[Block]:
    """Table 4: every variant at the length of its training."""
    found = select(measurements, MODELS, "mixed", recipe)
    rows = compare(
        [each for each in found if each.arguments["size"] == 8],
        lambda each: (model_of(each),),
        paper=lambda each: published.VARIANTS_AT_8.get(model_of(each)),
        ours=percent,
        exact=lambda each: each.answer["whole_lists"]["percent"],
    )
    if not rows:
        return []
    return [Comparison(caption + rank_correlation(rows), ("variant",), METRIC, rows, exact="whole lists")]


def ablation_as_published_jobs(plan: Plan) -> list[Job]:
    """All variants with the paper's own training, and what each of these trainings validated on its way."""
    if not plan.retrain:
        return []
    recipe = recipe_named("paper", RECIPES)
    followed = [
        Job(f"the training of {model}, seed {seed}", work.follow_training, {}, {"weights": source})
        for model in MODELS
        for seed in range(plan.seeds)
        if (source := network(plan, model, seed, recipe)) is not None
    ]
    return [*curve_jobs(plan, MODELS, ["mixed"], recipe, sizes=[8]), *followed]


def show_ablation_as_published(measurements: Sequence[Measurement]) -> list[Block]:
    """The table, and the same for shorter trainings: with this schedule, one is the beginning of a longer one."""
    caption = "Mixed lists of 8 numbers, trained with the paper's dropout and warm-up."
    followed = [each for each in measurements if each.job == work.follow_training.__name__]
    return [*show_ablation(measurements, "paper", caption), *show_lengths(followed)]


def show_lengths(followed: Sequence[Measurement]) -> list[Block]:
    """Each variant after more and more steps, and how far the order is the paper's."""
    found: dict[str, dict[int, list[float]]] = {}
    for each in sorted(followed, key=lambda each: MODELS.index(model_of(each))):
        for step, exact in each.answer.items():
            found.setdefault(model_of(each), {}).setdefault(int(step), []).append(exact["outputs at 8"])
    if not found:
        return []
    steps = sorted({step for shares in found.values() for step in shares})
    rows = [[model, *(cell(shares.get(step, [])) for step in steps)] for model, shares in found.items()]
    orders = [correlate({model: mean(by[step]) for model, by in found.items() if step in by}) for step in steps]
    rows.append(["rank correlation with the paper", *(f"{order[0]:.2f}" if order else "" for order in orders)])
    caption = (
        "How long the paper trained is not known. The same trainings after fewer steps, on a validation set of a "
        f"hundred mixed lists of 8, in percent of the outputs; {MEAN_AND_WORST}."
    )
    return [Table(caption, ["variant, after steps", *map(str, steps)], rows, 1)]


def rank_correlation(rows: Sequence[Row]) -> str:
    """How far our order is the paper's, in a sentence."""
    order = correlate({row.label[0]: mean(row.ours) for row in rows})
    if not order:
        return ""
    correlation, p = order
    return f" The rank correlation (Spearman) of our means with the paper's column is {correlation:.2f} (p = {p:.2f})."


def correlate(shares: dict[str, float]) -> tuple[float, float] | None:
    """Spearman's rank correlation and its p; nothing to say of a few variants, or of equal ones."""
    shares = {model: share for model, share in shares.items() if model in published.VARIANTS_AT_8}
    if len(shares) < 5 or len({*shares.values()}) == 1:
        return None
    correlation, p = spearmanr([published.VARIANTS_AT_8[model] for model in shares], list(shares.values()))
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
