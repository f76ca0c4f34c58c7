"""Table 4 and Figures 3, 6, 7, 9 and 10: how sequence-to-sequence transformers sort, and how they fail."""

from collections.abc import Sequence
from statistics import mean

from nee import plots
from nee.baselines.experiments import ENGINE
from nee.baselines.variants import PUBLISHED
from nee.lists import Distribution
from nee.paper import published
from nee.paper.items.curves import Curves, curve_jobs, curves
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.report.blocks import Block, Comparison, Row, Table, picture
from nee.paper.stored import stored

METRIC = "numbers in the right position; to a transformer the end counts as one"


def show_ablation(plan: Plan, results: Results) -> list[Block]:
    """Table 4: every variant at the length of its training."""
    found = curves(plan, results, list(PUBLISHED), "mixed")
    rows = [
        Row(
            (model,),
            value,
            [accuracy.numbers.percent for accuracy in found.of(model, 8)],
            [accuracy.whole_lists.percent for accuracy in found.of(model, 8)],
            [] if (model, "mixed", 0) in results else found.files,
        )
        for model, value in published.VARIANTS_AT_8.items()
        if found.of(model, 8)
    ]
    caption = (
        "Mixed lists of 8 numbers. C1: residual 1.5. C2: MLP attention. C3: symmetrised. C4: one projection. "
        "C5: bits in. C6: bits without an embedding."
    )
    missing = [model for model in PUBLISHED if not found.of(model, 8)]
    return [
        Comparison(caption, ("variant",), METRIC, rows, exact="whole lists"),
        *([f"Neither trained by this run nor stored: {', '.join(missing)}."] if missing else []),
        *origins(found),
        *with_the_paper_s_recipe(),
    ]


def with_the_paper_s_recipe() -> list[Block]:
    """The variants that were also trained with dropout and warm-up, which no run repeats by itself."""
    return [
        Comparison(
            "The same, trained with dropout and warm-up: `nee train seq2seq --recipe paper`.",
            ("variant",),
            METRIC,
            [
                Row(
                    (row["model"],),
                    published.VARIANTS_AT_8[row["model"]],
                    [row["accuracy"]["numbers"]["percent"]],
                    [row["accuracy"]["whole_lists"]["percent"]],
                    [file],
                )
                for row in file.figures
                if row["model"] in PUBLISHED and row["distribution"] == "mixed" and row["accuracy"]["size"] == 8
            ],
            exact="whole lists",
        )
        for file in stored("generalization-paper")
    ]


ABLATION = Item(
    "ablation",
    "Table 4",
    "Ten variants of the transformer at 8 numbers",
    lambda plan: curve_jobs(plan, list(PUBLISHED), "mixed"),
    show_ablation,
)


def show_sorting(plan: Plan, results: Results) -> list[Block]:
    """Figure 3: two transformers and the engine, at lengths that training has not seen."""
    found = curves(plan, results, ["vanilla", "all_mod", ENGINE], "mixed")
    rows = [
        Row(
            (model, str(size)),
            sorting_published(model, size),
            [accuracy.numbers.percent for accuracy in found.of(model, size)],
            [accuracy.whole_lists.percent for accuracy in found.of(model, size)],
        )
        for model in ("vanilla", "all_mod", ENGINE)
        for size in found.sizes
        if found.of(model, size)
    ]
    drawn = picture("sorting", "Trained on lists of at most 8 numbers.", plots.draw_curves, found.rows)
    caption = "Mixed lists."
    return [drawn, Comparison(caption, ("model", "numbers"), METRIC, rows, exact="whole lists"), *origins(found)]


def sorting_published(model: str, size: int) -> float | str | None:
    """What the paper says in numbers; the rest of its figure is a picture."""
    if model == "vanilla" and size == 100:
        return f"under {published.VANILLA_AT_100_BELOW:g}"
    if model == ENGINE:
        return published.SORTING.get(size)
    return published.VARIANTS_AT_8[model] if size == 8 else None


SORTING = Item(
    "sorting",
    "Figure 3",
    "Sorting longer lists than those of training",
    lambda plan: curve_jobs(plan, ["vanilla", "all_mod", ENGINE], "mixed"),
    show_sorting,
)


def make_figure(name: str, source: str, title: str, models: Sequence[str], kind: Distribution, says: str) -> Item:
    """A figure of curves, for which the paper gives no numbers but those at 8."""
    everything = [*models, ENGINE]

    def jobs(plan: Plan) -> Jobs:
        return curve_jobs(plan, everything, kind)

    def show(plan: Plan, results: Results) -> list[Block]:
        found = curves(plan, results, everything, kind)
        rows = [
            [model, paper_at_8(model, kind), *(cell(found, model, size) for size in found.sizes)]
            for model in everything
        ]
        header = ["model", "paper at 8", *(f"ours at {size}" for size in found.sizes)]
        caption = f"{says} In percent: {METRIC}; the mean over training seeds, and in brackets the worst."
        return [
            picture(name, f"{title}: {kind} lists.", plots.draw_curves, found.rows),
            Table(caption, header, rows),
            *origins(found),
        ]

    return Item(name, source, title, jobs, show)


def paper_at_8(model: str, kind: Distribution) -> str:
    """Table 4 has numbers for mixed lists."""
    value = published.VARIANTS_AT_8.get(model) if kind == "mixed" else None
    return "picture only" if value is None else f"{value:.2f}"


def cell(found: Curves, model: str, size: int) -> str:
    """The mean, and the worst of several seeds."""
    shares = [accuracy.numbers.percent for accuracy in found.of(model, size)]
    if not shares:
        return "not trained"
    return f"{mean(shares):.2f}" + (f" ({min(shares):.2f})" if len(shares) > 1 else "")


def origins(found: Curves) -> list[str]:
    """Where stored figures come from."""
    return [
        f"Partly stored figures, not measured by this run: {file.name} of {file.date}, with the hashes of "
        f"{len(file.weights)} weights files."
        for file in found.files
    ]


BINARY = [f"{model}+binary_output" for model in PUBLISHED]
PANELS: tuple[tuple[str, Distribution], ...] = (("a", "mixed"), ("b", "random"), ("c", "close"))
FIGURES = (
    make_figure(
        "mask-supervision",
        "Figure 6",
        "With and without supervision of the attention",
        ["all_mod", "all_mod+supervised", "vanilla", "vanilla+supervised"],
        "mixed",
        "The paper: supervision hurts generalisation.",
    ),
    make_figure(
        "encodings",
        "Figure 7",
        "One-hot and binary encodings",
        ["vanilla", "vanilla+C5", "vanilla+binary_output", "vanilla+C5+binary_output"],
        "mixed",
        "The paper: in general, vanilla transformers with binary output do better.",
    ),
    *(
        make_figure(
            f"ablation-{kind}",
            f"Figure 9 ({panel})",
            f"The variants at longer {kind} lists",
            list(PUBLISHED),
            kind,
            "The paper: every variant falls steeply with the length.",
        )
        for panel, kind in PANELS
    ),
    make_figure(
        "binary-outputs",
        "Figure 10",
        "The variants with binary output",
        BINARY,
        "mixed",
        "The paper: all_mod does best among these, and one-hot output better still.",
    ),
)
