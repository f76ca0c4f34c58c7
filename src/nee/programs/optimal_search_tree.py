"""The binary search tree in which a search is cheapest."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.intervals import Places, Splits, cheapest_splits
from nee.programs.pairs import sum_of
from nee.programs.program import program
from nee.steps import Engine


@program
def optimal_search_tree(
    keys: Int[Array, " keys"], gaps: Int[Array, " keys+1"], *, minimum: Engine, add: Engine, end: int
) -> Splits:
    """Make that key the root from which both subtrees, one level lower, cost least.

    `keys[i]` says how often key i is looked for, and `gaps[i]` how often something between the keys before it and at
    it. The tree of the keys from i to before j stands in row i and column j: what it costs, and its root.

    Learned: the sums, and which root is cheaper. Given: the order in which roots are tried.
    """
    weights = weights_of(keys, gaps, add=add)
    return cheapest_splits(gaps, lambda i, k, j: weights[i, j], minimum=minimum, add=add, end=end)


def weights_of(keys: Int[Array, " keys"], gaps: Int[Array, " keys+1"], *, add: Engine) -> Int[Array, "keys+1 keys+1"]:
    """How often something in the tree of the keys from i to before j is looked for."""
    places = jnp.arange(gaps.shape[0])

    def one_key_more(column: Places, more: tuple[Number, Number, Number]) -> tuple[Places, Places]:
        j, key, gap = more
        longer = sum_of(sum_of(column, key, add=add), gap, add=add)
        column = jnp.where(places < j, longer, gaps)
        return column, column

    _, columns = jax.lax.scan(one_key_more, gaps, (places[1:], keys, gaps[1:]))
    return jnp.concatenate([gaps[None], columns]).T
