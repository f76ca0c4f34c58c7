"""The back end that networkx loads: conversions, what it can run, and the functions under networkx's own names."""

from typing import Any

import networkx as nx

from nee.networkx_backend.bellman_ford import bellman_ford_path_length as bellman_ford_path_length
from nee.networkx_backend.bellman_ford import (
    bellman_ford_predecessor_and_distance as bellman_ford_predecessor_and_distance,
)
from nee.networkx_backend.bellman_ford import single_source_bellman_ford as single_source_bellman_ford
from nee.networkx_backend.bellman_ford import (
    single_source_bellman_ford_path_length as single_source_bellman_ford_path_length,
)
from nee.networkx_backend.bidirectional import bidirectional_dijkstra as bidirectional_dijkstra
from nee.networkx_backend.dijkstra import dijkstra_path_length as dijkstra_path_length
from nee.networkx_backend.dijkstra import dijkstra_predecessor_and_distance as dijkstra_predecessor_and_distance
from nee.networkx_backend.dijkstra import multi_source_dijkstra as multi_source_dijkstra
from nee.networkx_backend.dijkstra import multi_source_dijkstra_path_length as multi_source_dijkstra_path_length
from nee.networkx_backend.floyd_warshall import floyd_warshall_numpy as floyd_warshall_numpy
from nee.networkx_backend.floyd_warshall import (
    floyd_warshall_predecessor_and_distance as floyd_warshall_predecessor_and_distance,
)
from nee.networkx_backend.graph import EngineGraph, convert
from nee.networkx_backend.info import FUNCTIONS
from nee.networkx_backend.serving import can_run as can_run
from nee.networkx_backend.serving import should_run as should_run
from nee.networkx_backend.spanning_trees import kruskal_mst_edges as kruskal_mst_edges
from nee.networkx_backend.spanning_trees import minimum_spanning_tree as minimum_spanning_tree
from nee.networkx_backend.spanning_trees import prim_mst_edges as prim_mst_edges
from nee.networkx_backend.unweighted import single_source_shortest_path as single_source_shortest_path
from nee.networkx_backend.unweighted import single_source_shortest_path_length as single_source_shortest_path_length

# The other functions say what they mean by those above: networkx's own code runs on the converted graph.
for _name in FUNCTIONS - globals().keys():
    globals()[_name] = getattr(nx, _name).orig_func


def convert_from_nx(graph: Any, **_: Any) -> EngineGraph:
    """The graph as engines read it. Whatever attributes networkx asks to keep, the original has them."""
    return graph if isinstance(graph, EngineGraph) else convert(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """What networkx hands on: its own graph instead of a converted one."""
    if not isinstance(result, EngineGraph):
        return result
    return result.original.reverse(copy=False) if result.backward else result.original
