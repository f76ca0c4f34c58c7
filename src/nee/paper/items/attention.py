"""Figure 4: where a transformer and the engine look while they sort."""

from collections.abc import Sequence
from math import log

from nee.baselines.experiments import ENGINE
from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.baselines import SIZES, network
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Picture, Table
from nee.paper.report.plots import draw_attention
from nee.paper.results import Measurement


def jobs(plan: Plan) -> list[Job]:
    """Both models on lists without equal numbers."""
    arguments = {"sizes": SIZES[:2] if plan.quick else SIZES, "lists": 5 if plan.quick else 20, "seed": 1}
    return [
        Job(f"attention of {model}", work.look_at_attention, arguments, {"weights": source}, seconds=60)
        for model in ("all_mod", ENGINE)
        if (source := network(plan, model, 0)) is not None
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """The two panels, and the entropy as a figure."""
    views = [each.answer for each in measurements]
    rows = [
        [view["model"], size, f"{entropy:.3f}", f"{log(int(size)):.3f}", f"{view['on_target_by_size'][size]:.2f}"]
        for view in views
        for size, entropy in view["entropy_by_size"].items()
    ]
    header = ["model", "numbers", "entropy, nats", "if all were looked at alike", "attention on the right number, %"]
    caption = (
        "The mean over all steps. The paper shows a picture: the transformer's attention becomes fuzzy beyond 8 "
        "numbers, and that of the engine stays sharp."
    )
    says = "Above: attention over one list, a row for each step. Sharp attention is the diagonal. Below: its entropy."
    return [Picture("attention", says, draw_attention, views), Table(caption, header, rows, 1)]


ATTENTION = Item("attention", "Figure 4", "Where the networks look", jobs, show, "attention")
