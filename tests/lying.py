"""Engines that lie: each is right but for one thing."""

import equinox as eqx
import jax.numpy as jnp

from nee.composed.part import Part


class Liar(eqx.Module):
    """An engine that changes one field of every answer, and is right otherwise."""

    engine: Part
    about: str = eqx.field(static=True)

    @property
    def bits(self):
        return self.engine.bits

    def __call__(self, values, mask):
        honest = self.engine(values, mask)
        pointer = (honest.pointer + 1) % values.shape[0]
        lies = {
            "value": honest._replace(value=honest.value ^ 1),
            "pointer": honest._replace(pointer=pointer, mask=self.engine.next_mask(mask, pointer)),
            "mask": honest._replace(mask=jnp.ones_like(mask)),
            "nothing": honest,
        }
        return lies[self.about]

    def next_mask(self, mask, pointer):
        return self.engine.next_mask(mask, pointer)
