"""The Bellman-Ford algorithm with a queue of the nodes whose paths got shorter."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.programs.adjacency import Adjacency
from nee.programs.pairs import ask, sum_of
from nee.programs.program import program
from nee.steps import NOTHING, Engine


class QueuedPaths(NamedTuple):
    """Shortest paths from one node. A clock counts the edges that were looked at."""

    distances: Int[Array, " nodes"]
    found: Int[Array, " nodes"]
    """When a path to each node was first found; NOTHING where there is none."""
    shortened: Int[Array, " nodes"]
    """When its path last got shorter."""
    taken: Int[Array, " edges"]
    """When each edge was last the end of the shortest path so far, or of one of several: it still is if the node's
    path has not got shorter since. NOTHING if never."""


class Queue(NamedTuple):
    """The nodes that wait, each of them once, in a ring."""

    nodes: Int[Array, " nodes"]
    front: Int[Array, ""]
    back: Int[Array, ""]
    waiting: Bool[Array, " nodes"]


State = tuple[Queue, QueuedPaths, Int[Array, ""]]


@program
def queue_relaxation(
    source: Int[Array, ""], edges: Adjacency, *, minimum: Engine, add: Engine, end: int, most: int
) -> QueuedPaths:
    """Take a node out of the queue, relax its edges, and let those wait whose paths got shorter, until nobody does.

    A node is passed over while a node before it on its path waits: its path will get shorter yet. `most` is how many
    edges a node has at most; behind the last edge there is room for so many.

    Learned: the sums, and which path is shorter. Given: the edges, and the queue.
    """
    nodes, order = edges.starts.shape[0], jnp.arange(most, dtype=jnp.int32)

    def take(state: State) -> State:
        queue, paths, clock = state
        node = queue.nodes[queue.front % nodes]
        queue = queue._replace(front=queue.front + 1, waiting=queue.waiting.at[node].set(False))
        before = (edges.heads == node) & (paths.taken >= paths.shortened[node]) & (paths.taken != NOTHING)
        passed_over = (before & queue.waiting[edges.tails]).any()
        place = edges.starts[node] + order
        queue, paths = relax(queue, paths, clock, node, place, (order < edges.degrees[node]) & ~passed_over)
        return queue, paths, clock + edges.degrees[node]

    def relax(
        queue: Queue,
        paths: QueuedPaths,
        clock: Int[Array, ""],
        node: Int[Array, ""],
        place: Int[Array, " most"],
        looked_at: Bool[Array, " most"],
    ) -> tuple[Queue, QueuedPaths]:
        heads = edges.heads[place]
        so_far, offers = paths.distances[heads], sum_of(paths.distances[node], edges.lengths[place], add=add)
        shorter = looked_at & (ask(minimum, so_far, offers).pointer == 1)
        as_short = looked_at & (ask(minimum, offers, so_far).pointer == 0)
        joins = shorter & ~queue.waiting[heads]
        turn = (queue.back + jnp.cumsum(joins, dtype=jnp.int32) - 1) % nodes
        now, new = clock + order, shorter & (paths.found[heads] == NOTHING)

        def at(which: Bool[Array, " most"], index: Int[Array, " most"]) -> Int[Array, " most"]:
            return jnp.where(which, index, max(nodes, edges.heads.shape[0]))  # Elsewhere, where it is dropped.

        paths = QueuedPaths(
            paths.distances.at[at(shorter, heads)].set(offers, mode="drop"),
            paths.found.at[at(new, heads)].set(now, mode="drop"),
            paths.shortened.at[at(shorter, heads)].set(now, mode="drop"),
            paths.taken.at[at(as_short, place)].set(now, mode="drop"),
        )
        queue = Queue(
            queue.nodes.at[at(joins, turn)].set(heads, mode="drop"),
            queue.front,
            queue.back + joins.sum(dtype=jnp.int32),
            queue.waiting.at[at(joins, heads)].set(True, mode="drop"),
        )
        return queue, paths

    clocks = jnp.full(nodes, NOTHING, jnp.int32)
    paths = QueuedPaths(
        jnp.full(nodes, end, edges.lengths.dtype).at[source].set(0),
        clocks.at[source].set(0),
        clocks,
        jnp.full(edges.heads.shape[0], NOTHING, jnp.int32),
    )
    alone = jnp.zeros(nodes, bool).at[source].set(True)
    queue = Queue(jnp.full(nodes, source, jnp.int32), jnp.array(0, jnp.int32), jnp.array(1, jnp.int32), alone)
    clock = jnp.array(0, jnp.int32)
    return jax.lax.while_loop(lambda state: state[0].front < state[0].back, take, (queue, paths, clock))[1]
