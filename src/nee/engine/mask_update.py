"""The learned mask update: a small convolution over the mask and the pointer."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.engine.config import EngineConfig
from nee.engine.layers import Linear


class MaskUpdate(eqx.Module):
    """sigmoid(F(C(N(mask ‖ pointer)))): N maps 0 and 1 to -1 and +1, C is a convolution, F a point-wise layer.

    A slot's next mask depends on its neighbourhood alone, so what is learned on 8 slots holds on any number of them.
    """

    convolution: Linear
    """From the window's masks and pointers to the filters."""
    pointwise: Linear
    window: int = eqx.field(static=True)

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        convolution_key, pointwise_key = jax.random.split(key)
        self.window = config.mask_filter_size
        self.convolution = Linear(2 * self.window, config.mask_filters, key=convolution_key)
        self.pointwise = Linear(config.mask_filters, 1, key=pointwise_key)

    def __call__(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Float[Array, " slots"]:
        """For each slot the logit of being masked next."""
        slots = mask.shape[0]
        features = jnp.stack([mask, jnp.arange(slots) == pointer], axis=-1).astype(jnp.float32) * 2 - 1
        reach = self.window // 2
        # Beyond the ends stands 0, which is neither masked nor shown.
        padded = jnp.pad(features, ((reach, reach), (0, 0)))
        windows = jnp.concatenate([padded[i : i + slots] for i in range(self.window)], axis=-1)
        return self.pointwise(jax.nn.relu(self.convolution(windows)))[:, 0]
