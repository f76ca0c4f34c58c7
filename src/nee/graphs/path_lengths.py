"""How long a path in a graph could be, known before any path is."""

import numpy as np
from jaxtyping import Bool, Float

from nee.containers import written
from nee.graphs.scaling import MOST_BITS, too_wide
from nee.graphs.weight_matrix import WeightMatrix


def with_room_for_paths(matrix: WeightMatrix, source: int) -> WeightMatrix:
    """The same graph with as many bits as the lengths of all paths need that Dijkstra's algorithm looks at.

    Two bounds need no shortest path, and the smaller one counts. A path has one edge less than there are nodes to be
    reached. And the algorithm extends shortest paths by one edge, which are at most as long as those with the fewest
    edges.
    """
    fewest = fewest_edges(matrix, source)
    edges = (matrix.weights < matrix.end) & (fewest < np.inf)[:, None]
    edges[:, source] = False
    extended = np.where(edges.any(axis=1), fewest + matrix.weights.max(axis=1, where=edges, initial=0), 0)
    bound = min(heaviest(matrix, edges, int((fewest < np.inf).sum()) - 1), float(extended.max()))
    # Sums of floats are exact below 2 ** 53; above, a little more makes up for their rounding.
    longest = int(bound if bound < 1 << 53 else bound * (1 + 1e-9))
    if longest.bit_length() > MOST_BITS:
        last = matrix.names[int(extended.argmax())]
        raise too_wide(longest * matrix.unit, matrix.unit, f"Paths over {written(last)} and other nodes")
    return matrix.widened(longest.bit_length())


def heaviest(matrix: WeightMatrix, edges: Bool[np.ndarray, "nodes nodes"], count: int) -> float:
    """The weight of the `count` heaviest of these edges together, each taken in one direction."""
    u, v = np.nonzero(np.triu(edges | edges.T))
    weights = np.maximum(*(np.where(edges[pair], matrix.weights[pair], 0) for pair in ((u, v), (v, u))))
    if count < len(weights):
        weights = np.partition(weights, len(weights) - count)[len(weights) - count :]
    return float(weights.sum(dtype=np.float64))


def fewest_edges(matrix: WeightMatrix, source: int) -> Float[np.ndarray, " nodes"]:
    """The length of some path with the fewest edges to each node; infinite where there is none."""
    lengths = np.full(len(matrix.names), np.inf)
    lengths[source] = 0
    front = np.array([source])
    while len(front):
        edges = matrix.weights[front]
        beyond = np.where(edges < matrix.end, lengths[front, None] + edges, np.inf).min(axis=0)
        front = np.flatnonzero((lengths == np.inf) & (beyond < np.inf))
        lengths[front] = beyond[front]
    return lengths
