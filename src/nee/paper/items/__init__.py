"""Every table and figure of the paper, one small file for each or for each family."""

from nee.paper.items.ablation import ABLATION, ABLATION_AS_PUBLISHED
from nee.paper.items.algorithms import GRAPH_TYPES, LONG_LISTS, TABLE_1
from nee.paper.items.arithmetic import ADDITION, EVERY_QUESTION, MULTIPLICATION
from nee.paper.items.attention import ATTENTION
from nee.paper.items.baselines import CURVES, SORTING
from nee.paper.items.clrs import CLRS
from nee.paper.items.crowds import CROWDED
from nee.paper.items.embeddings import EMBEDDINGS
from nee.paper.items.examples import EXAMPLES
from nee.paper.items.from_graphs import FROM_GRAPHS
from nee.paper.items.from_scratch import FROM_SCRATCH
from nee.paper.items.histogram import HISTOGRAM
from nee.paper.items.hyper_parameters import HYPER_PARAMETERS
from nee.paper.items.item import Item as Item
from nee.paper.items.item import Plan as Plan
from nee.paper.items.networkx_tests import NETWORKX_TESTS
from nee.paper.items.shared import SHARED
from nee.paper.items.steps import STEPS
from nee.paper.items.wide import WIDE

ITEMS = {
    item.name: item
    for item in (
        TABLE_1,
        ADDITION,
        MULTIPLICATION,
        HYPER_PARAMETERS,
        GRAPH_TYPES,
        SORTING,
        ABLATION,
        ABLATION_AS_PUBLISHED,
        *CURVES,
        ATTENTION,
        EXAMPLES,
        HISTOGRAM,
        EMBEDDINGS,
        STEPS,
        EVERY_QUESTION,
        LONG_LISTS,
        CROWDED,
        *WIDE,
        SHARED,
        NETWORKX_TESTS,
        CLRS,
        FROM_SCRATCH,
        FROM_GRAPHS,
    )
}
"""In the order of the report."""
