"""What addition and multiplication share: two operands, one answer, and pairs that training never shows."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.numbers import infinity
from nee.steps import Step, Trace
from nee.subroutines.lesson import Lesson
from nee.subroutines.subroutine import Recipe, Subroutine

PAIRS_AT_ONCE = 4096


@dataclass(frozen=True, kw_only=True)
class PairRecipe(Recipe):
    """Which pairs of operands to learn from."""

    numbers: int
    """How many different numbers training shows, besides infinity. An operation's recipe has the most that it suits."""
    held_out: int = 0
    """The seed that chooses which numbers are never seen or, if all numbers are seen, which pairs."""
    pairs: float = 0.9
    """The share of the pairs that is seen, if all numbers are."""


class Domain(NamedTuple):
    """All that an operation can be asked, and what is seen of it in training."""

    pairs: Int[np.ndarray, "pairs 2"]
    results: Int[np.ndarray, " pairs"]
    seen: Bool[np.ndarray, " pairs"]


def make_operation(
    name: str,
    summary: str,
    config: EngineConfig,
    *,
    compute: Callable[[Array, Array], Array],
    every_pair: Callable[[], tuple[Int[np.ndarray, "pairs 2"], Int[np.ndarray, " pairs"]]],
    recipes: tuple[PairRecipe, ...],
) -> Subroutine:
    """A subroutine that turns two numbers into one. `every_pair` lists the pairs whose result fits, and the results."""

    def oracle(values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        """The exact result. It uses both operands, and nothing is left to be done."""
        value = jnp.minimum(compute(values[0], values[1]), infinity(config.bits))
        return Step(value, jnp.array(0), jnp.ones_like(mask), jnp.full(mask.shape, 0.5))

    @cache
    def domain(recipe: PairRecipe) -> Domain:
        pairs, results = every_pair()
        return Domain(pairs, results, seen_in_training(pairs, config.bits, recipe))

    def lesson(key: PRNGKeyArray, recipe: PairRecipe) -> Lesson:
        """One of the pairs that training shows."""
        pair_key, pointer_key = jax.random.split(key)
        pairs, _, seen = domain(recipe)
        shown = jnp.asarray(pairs[seen])
        values = shown[jax.random.randint(pair_key, (), 0, len(shown))]
        mask = jnp.zeros(2, bool)
        # Either operand is right to point at, and the mask update must know both cases.
        step = oracle(values, mask)._replace(pointer=jax.random.randint(pointer_key, (), 0, 2))
        trace = jax.tree.map(lambda x: x[None], Trace(mask, step))
        return Lesson(values, jnp.zeros(2), trace, taught=trace.running)

    def validate(engine: NeuralEngine, recipe: PairRecipe) -> dict[str, float]:
        """The pairs that the engine gets right."""
        pairs, results, seen = domain(recipe)
        right = run_pairs(engine, jnp.asarray(pairs)) == results
        kinds = {"seen pairs": seen, "unseen pairs": ~seen}
        return {kind: 100 * float(right[which].mean()) for kind, which in kinds.items() if which.any()}

    return Subroutine(name, summary, config, oracle, lesson, validate, recipes, domain=domain)


def recipe_for(operation: Subroutine, numbers: int) -> PairRecipe:
    """The operation's recipe that suits this many numbers, set to this many; if none does, the first."""
    recipes = [recipe for recipe in operation.recipes if isinstance(recipe, PairRecipe)]
    if not recipes:
        raise InputError(f"{operation.name} is not learned from pairs of numbers: leave out --numbers.")
    enough = [recipe for recipe in recipes if recipe.numbers >= numbers]
    recipe = min(enough, key=lambda recipe: recipe.numbers, default=recipes[0])
    return dataclasses.replace(recipe, numbers=numbers)


def seen_in_training(pairs: Int[np.ndarray, "pairs 2"], bits: int, recipe: PairRecipe) -> Bool[np.ndarray, " pairs"]:
    """Which pairs training shows. Both orders of a pair are the same pair, and infinity is always seen."""
    if recipe.numbers > infinity(bits):
        raise InputError(f"There are {infinity(bits)} numbers of {bits} bits: {recipe.numbers} of them cannot be seen.")
    generator = np.random.default_rng(recipe.held_out)
    if recipe.numbers < infinity(bits):
        known = np.zeros(infinity(bits) + 1, bool)
        known[generator.permutation(infinity(bits))[: recipe.numbers]] = True
        known[infinity(bits)] = True
        seen = np.asarray(known[pairs].all(axis=-1))
        if not seen.any():
            raise InputError(
                f"No pair of these {recipe.numbers} numbers has a result of {bits} bits: show more of them."
            )
        return seen
    _, which = np.unique(np.sort(pairs, axis=-1), axis=0, return_inverse=True)
    return np.asarray(generator.random(which.max() + 1) < recipe.pairs)[which]


@eqx.filter_jit
def run_pairs(engine: NeuralEngine, pairs: Int[Array, "pairs 2"]) -> Int[Array, " pairs"]:
    """The engine's answer to each pair."""
    values: Int[Array, " pairs"] = jax.lax.map(
        lambda pair: engine(pair, jnp.zeros(2, bool)).value, pairs, batch_size=PAIRS_AT_ONCE
    )
    return values
