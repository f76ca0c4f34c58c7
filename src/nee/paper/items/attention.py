"""Figure 4: where a transformer and the engine look while they sort."""

from typing import Any

import numpy as np

from nee import plots
from nee.baselines.experiments import ENGINE
from nee.baselines.fidelity import Fidelity
from nee.paper.items.curves import SIZES, network
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Table, picture
from nee.paper.work.baselines import look

MODELS = ("all_mod", ENGINE)


def jobs(plan: Plan) -> Jobs:
    """Both models on lists without equal numbers."""
    arguments = {"sizes": SIZES[:2] if plan.quick else SIZES, "lists": 5 if plan.quick else 20, "seed": 1}
    found: Jobs = {}
    for model in MODELS:
        source = network(plan, model, 0)
        assert source is not None, f"{model} does not ship"
        found[model,] = Job(f"attention of {model}", look, arguments, {"weights": source}, seconds=60)
    return found


def show(plan: Plan, results: Results) -> list[Block]:
    """The two panels, and the entropy as a figure."""
    views = [as_fidelity(results[model,]) for model in MODELS]
    rows = [
        [view.model, str(size), f"{entropy:.3f}", f"{np.log(size):.3f}", f"{view.on_target_by_size[size]:.2f}"]
        for view in views
        for size, entropy in view.entropy_by_size.items()
    ]
    header = ["model", "numbers", "entropy, nats", "if all were looked at alike", "attention on the right number, %"]
    caption = (
        "The mean over all steps. The paper shows a picture: the transformer's attention becomes fuzzy beyond 8 "
        "numbers, and that of the engine stays sharp."
    )
    says = "Above: attention over one list, a row for each step. Sharp attention is the diagonal. Below: its entropy."
    return [picture("attention", says, plots.draw_attention, views), Table(caption, header, rows)]


def as_fidelity(data: dict[str, Any]) -> Fidelity:
    """From the fields that are stored; JSON knows no numbers as keys."""
    by_size = {
        field: {int(size): value for size, value in data[field].items()}
        for field in ("entropy_by_size", "on_target_by_size")
    }
    return Fidelity(**data | by_size | {"attention": np.array(data["attention"], np.float32)})


ATTENTION = Item("attention", "Figure 4", "Where the networks look", jobs, show)
