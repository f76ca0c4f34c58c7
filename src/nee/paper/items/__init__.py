"""Every table and figure of the paper, one small file for each or for each family."""

from nee.paper.items.arithmetic import ADDITION, MULTIPLICATION
from nee.paper.items.attention import ATTENTION
from nee.paper.items.baselines import ABLATION, FIGURES, SORTING
from nee.paper.items.embeddings import EMBEDDINGS
from nee.paper.items.examples import EXAMPLES
from nee.paper.items.graph_types import GRAPH_TYPES
from nee.paper.items.histogram import HISTOGRAM
from nee.paper.items.hyper_parameters import HYPER_PARAMETERS
from nee.paper.items.item import Item as Item
from nee.paper.items.item import Plan as Plan
from nee.paper.items.steps import STEPS
from nee.paper.items.table1 import TABLE_1

ITEMS = {
    item.name: item
    for item in (
        TABLE_1,
        ADDITION,
        MULTIPLICATION,
        HYPER_PARAMETERS,
        SORTING,
        ATTENTION,
        ABLATION,
        *FIGURES,
        EXAMPLES,
        GRAPH_TYPES,
        HISTOGRAM,
        *EMBEDDINGS,
        STEPS,
    )
}
"""In the order of the report."""
