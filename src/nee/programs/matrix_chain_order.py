"""The order in which a chain of matrices is multiplied with the fewest products of numbers."""

import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.intervals import Places, Splits, cheapest_splits
from nee.programs.pairs import product_of
from nee.programs.program import program
from nee.steps import Engine


@program
def matrix_chain_order(
    dimensions: Int[Array, " sides"], *, minimum: Engine, add: Engine, multiply: Engine, end: int
) -> Splits:
    """Split each part of the chain where the two products, and that of their results, cost least.

    Matrix i has `dimensions[i]` rows and `dimensions[i + 1]` columns, counted from 0. The costs of all that is split
    must stay below `end`, infinity.

    Learned: the products, the sums, and which split is cheaper. Given: the order in which splits are tried.
    """
    rows, columns = dimensions[:-1], dimensions[1:]

    def price(i: Places, k: Places, j: Places) -> Int[Array, " size"]:
        outer = product_of(rows[i], columns[j], multiply=multiply)
        return product_of(outer, columns[k], multiply=multiply)

    return cheapest_splits(jnp.zeros_like(rows), price, minimum=minimum, add=add, end=end)
