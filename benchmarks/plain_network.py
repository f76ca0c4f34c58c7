"""The network of an engine, written out plainly in numpy: one list after the other, hidden slots included.

It shares no code with `nee.engine`, only the weights. The benchmarks measure against it, the tests check against it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Bool, Float

from nee.engine import NeuralEngine
from nee.engine.attention import PairScore

Rows = Float[np.ndarray, "rows width"]


def run_step(
    engine: NeuralEngine, values: Sequence[int], mask: Any
) -> tuple[int, int, Bool[np.ndarray, " slots"], Float[np.ndarray, " slots"]]:
    """One step of an engine with the paper's architecture: its value, pointer, next mask and attention."""
    width, bits = engine.config.width, engine.config.bits
    score = engine.score
    assert isinstance(score, PairScore), "the paper scores pairs with an MLP"
    # The whole first layer on a concatenated pair, as the paper writes it.
    pair_weight = np.concatenate([score.first.weight, score.second.weight])
    pair_bias = np.asarray(score.first.bias + score.second.bias)

    sharpness = max(1, np.log(max(1, np.sum(~mask))) / np.log(100))

    def scores(queries: Rows, keys: Rows) -> Float[np.ndarray, "queries keys"]:
        q, k = np.broadcast_arrays(queries[:, None, :], keys[None, :, :])
        pairs = np.concatenate([q, k], axis=-1), np.concatenate([k, q], axis=-1)
        first, second = (np.maximum(pair @ pair_weight + pair_bias, 0) @ np.asarray(score.out) for pair in pairs)
        return np.asarray(first + second)

    def attend(attention: Any, layer: int, queries: Rows, keys: Rows, hidden: Any) -> tuple[Rows, Rows]:
        q, k = (linear(attention.projections[0], layer, x) for x in (queries, keys))
        weights = softmax(np.where(hidden, -np.inf, sharpness * scores(q, k)))
        return linear(attention.output, layer, weights @ k), weights

    def join(residual: Any, layer: int, x: Rows, change: Rows) -> Rows:
        x = 1.5 * x + 0.5 * change
        x = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-3)
        return np.asarray(x * np.asarray(residual.norm.scale[layer]) + np.asarray(residual.norm.shift[layer]))

    def feed_forward(block: Any, layer: int, x: Rows) -> Rows:
        return linear(block.feed_forward.outer, layer, np.maximum(linear(block.feed_forward.inner, layer, x), 0))

    digits = np.array([[value >> bit & 1 for bit in range(bits + 1)] for value in values])
    if engine.config.signed_bits:
        digits = 2 * digits - 1
    x = digits @ np.asarray(engine.embedding) * np.sqrt(width)
    y = np.zeros((1, width))
    for layer in range(engine.config.layers):
        block = engine.encoder.blocks
        x = join(block.residuals[0], layer, x, attend(block.attention, layer, x, x, mask)[0])
        x = join(block.residuals[1], layer, x, feed_forward(block, layer, x))
    for layer in range(engine.config.layers):
        decoder = engine.decoder.blocks
        y = join(decoder.residuals[0], layer, y, attend(decoder.self_attention, layer, y, y, [False])[0])
        read, weights = attend(decoder.cross_attention, layer, y, x, mask)
        y = join(decoder.residuals[1], layer, y, read)
        y = join(decoder.residuals[2], layer, y, feed_forward(decoder, layer, y))
    logits = (y @ np.asarray(engine.value_head.weight) + np.asarray(engine.value_head.bias))[0]
    value = min(sum(1 << bit for bit in range(bits + 1) if logits[bit] > 0), 1 << bits)
    pointer = int(np.argmax(weights[0]))
    return value, pointer, update_mask(engine.mask_update, mask, pointer), weights[0]


def update_mask(network: Any, mask: Any, pointer: int) -> Bool[np.ndarray, " slots"]:
    """The convolution over the mask and the pointer, slot by slot."""
    features = [(2.0 * hidden - 1, 2.0 * (slot == pointer) - 1) for slot, hidden in enumerate(mask)]
    features = [(0.0, 0.0), *features, (0.0, 0.0)]
    next_mask = []
    for slot in range(len(mask)):
        window = np.concatenate(features[slot : slot + 3])
        filters = np.maximum(window @ np.asarray(network.convolution.weight) + np.asarray(network.convolution.bias), 0)
        logit = filters @ np.asarray(network.pointwise.weight) + np.asarray(network.pointwise.bias)
        next_mask.append(bool(logit[0] > 0))
    return np.array(next_mask)


def linear(parameters: Any, layer: int, x: Rows) -> Rows:
    return np.asarray(x @ np.asarray(parameters.weight[layer]) + np.asarray(parameters.bias[layer]))


def softmax(scores: Rows) -> Rows:
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=-1, keepdims=True))
