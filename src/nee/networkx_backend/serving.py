"""Which calls the back end serves, and why not the others."""

import inspect
import math
from functools import cache
from typing import Any

import networkx as nx

from nee.networkx_backend.floyd_warshall import floats_of, one_edge
from nee.networkx_backend.graph import NO_WEIGHT, EngineGraph, convert
from nee.networkx_backend.refusal import NotServedError
from nee.networkx_backend.spanning_trees import edges_of, weights_of

MANY_NODES = 500
"""Answers for all pairs of more nodes take minutes."""


def can_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """Whether engines answer this call as networkx would; a sentence says why not."""
    try:
        arguments = signature(name).bind(*args, **kwargs)
    except TypeError:
        return True  # networkx says what is wrong with the call.
    arguments.apply_defaults()
    try:
        check_call(name, arguments.arguments)
    except NotServedError as reason:
        return str(reason)
    return True


def should_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """Whether not to leave it to networkx, which is faster: engines answer those who ask for them, if in seconds."""
    graph = args[0] if args else kwargs["G"]
    if len(graph) > MANY_NODES and name.startswith(("all_pairs", "floyd")):
        return f"The graph has {len(graph)} nodes, and engines would take minutes for all pairs."
    return True


@cache
def signature(name: str) -> inspect.Signature:
    """What the function of networkx takes."""
    homes = (nx, nx.algorithms.tree.mst)
    function = next(getattr(home, name) for home in homes if hasattr(home, name))
    return inspect.signature(function.orig_func)


def check_call(name: str, arguments: dict[str, Any]) -> None:
    """Refuse a call for which networkx and engines would differ."""
    graph, weight, cutoff = arguments["G"], arguments.get("weight", NO_WEIGHT), arguments.get("cutoff")
    if not isinstance(graph, nx.Graph | EngineGraph):
        raise NotServedError("The graph is not one of networkx's own classes.")
    if callable(weight):
        raise NotServedError("The weights come from a function, which networkx may call as often as it likes.")
    if name in ("shortest_path", "shortest_path_length") and weight is None:
        if None not in (arguments["source"], arguments["target"]):
            raise NotServedError("Without a weight networkx searches from both ends, and compares no numbers.")
        weight = NO_WEIGHT
    if cutoff is not None and (type(cutoff) not in (int, float) or math.isnan(cutoff)):
        raise NotServedError("The cutoff is not one of Python's own integers and floats.")
    if arguments.get("partition") is not None:
        raise NotServedError("The edges are partitioned.")
    if arguments.get("algorithm") in ("boruvka", "borůvka"):
        raise NotServedError("Only Kruskal's and Prim's algorithms are served.")
    converted = graph if isinstance(graph, EngineGraph) else convert(graph)
    if converted is not graph:
        converted.read_again(weight)
    check_weights(name, converted, weight)


def check_weights(name: str, graph: EngineGraph, weight: Any) -> None:
    """Refuse weights that engines cannot read, or that networkx would round."""
    if "spanning" in name or "mst" in name:
        weights_of(list(edges_of(graph.original)), weight)
    elif name == "floyd_warshall_numpy":
        floats_of(graph, weight)
    elif name.startswith("floyd_warshall"):
        one_edge(graph, weight)
    else:
        graph.edges_by(weight)
