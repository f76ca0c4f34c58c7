"""What a baseline is taught: to write the sorted list, each number after the right ones before it."""

from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.baselines.greedy import decode_all
from nee.baselines.seq2seq import Seq2Seq, with_end
from nee.baselines.variants import Seq2SeqConfig
from nee.engine.layers import Dropout
from nee.errors import InputError
from nee.instances.lists import make_lists, practice_list, practice_size
from nee.numbers import infinity, to_bits
from nee.subroutines import Recipe
from nee.subroutines.minimum import SLOTS, VALIDATION_SEED, ListRecipe


class SortingLosses(NamedTuple):
    """What is minimised, in nats for each output."""

    value: Float[Array, "*shape"]


class SupervisedLosses(NamedTuple):
    """The same where the attention is taught too."""

    value: Float[Array, "*shape"]
    pointer: Float[Array, "*shape"]


class SortingLesson(NamedTuple):
    """A list with its end, and the sorted list with its end."""

    slots: Int[Array, " slots"]
    mask: Bool[Array, " slots"]
    """True = the list is shorter, and has no such slot."""
    target: Int[Array, " outputs"]
    taught: Bool[Array, " outputs"]
    """Up to the end, each output is one training example."""

    def losses(self, model: Seq2Seq, dropout: Dropout) -> SortingLosses | SupervisedLosses:
        """The sums over the taught outputs."""
        config = model.config
        logits, log_attention = model.read(self.slots, self.mask, self.target[:-1], dropout)
        if config.writes == "bits":
            value = optax.sigmoid_binary_cross_entropy(logits, to_bits(self.target, config.bits)).sum(axis=-1)
        else:
            value = optax.softmax_cross_entropy_with_integer_labels(logits, self.target)
        value = jnp.sum(value, where=self.taught)
        if not config.supervised:
            return SortingLosses(value)
        # Attention to any of several equal numbers is right.
        right = (self.slots == self.target[:, None]) & ~self.mask
        pointer = -jax.nn.logsumexp(log_attention, axis=-1, where=right)
        return SupervisedLosses(value, jnp.sum(pointer, where=self.taught))


@dataclass(frozen=True)
class SortingTask:
    """Sorting with a baseline of some shape. It is trained like a subroutine."""

    config: Seq2SeqConfig
    name: str = "seq2seq"

    def config_for(self, recipe: Recipe) -> Seq2SeqConfig:
        """The same shape for every recipe."""
        if recipe.signed_bits:
            raise InputError(f"A network for {self.name} reads no signed bits.")
        return self.config

    def untrained(self, key: PRNGKeyArray, recipe: Recipe) -> Seq2Seq:
        """A baseline that has learned nothing."""
        return Seq2Seq(self.config_for(recipe), key=key)

    def lesson(self, key: PRNGKeyArray, recipe: ListRecipe) -> SortingLesson:
        """Sort a list of at most 8 numbers."""
        kind, step, numbers, length = jax.random.split(key, 4)
        bits = self.config.bits
        values = practice_list(kind, step, numbers, SLOTS, bits, recipe.close)
        size = practice_size(length, SLOTS)
        beyond = jnp.arange(SLOTS) >= size
        return SortingLesson(
            slots=with_end(values, bits),
            mask=jnp.append(beyond, False),
            target=with_end(jnp.sort(jnp.where(beyond, infinity(bits), values)), bits),
            taught=jnp.arange(SLOTS + 1) <= size,
        )

    def validate(self, model: Seq2Seq, recipe: ListRecipe) -> dict[str, float]:
        """Outputs that are right, at the training length and at a longer one."""
        return {f"outputs at {size}": right_outputs(model, size) for size in (SLOTS, 25)}


def right_outputs(model: Seq2Seq, size: int) -> float:
    """In percent, on 100 lists that no training and no test draws."""
    lists = make_lists(jax.random.key(VALIDATION_SEED), 100, size, model.config.bits, "mixed")
    right = decode_all(model, lists).outputs == with_end(jnp.sort(lists), model.config.bits)
    return 100 * float(right.mean())


RECIPES = (
    ListRecipe(
        name="cosine",
        steps=6000,
        lessons_per_step=32,
        schedule="cosine",
        learning_rate=3e-3,
        close=1 / 6,
        instances=24_000,
    ),
    ListRecipe(
        name="paper",
        steps=30_000,
        lessons_per_step=32,
        schedule="warmup",
        learning_rate=16**-0.5 * 4000**-0.5,
        dropout=0.1,
        close=1 / 6,
        instances=24_000,
    ),
)
"""The first one saves time: dropout slows learning down by far more than it is worth at the training length."""
