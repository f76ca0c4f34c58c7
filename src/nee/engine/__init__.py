"""The network: a masked transformer that also learns to update its mask."""

from nee.engine.config import EngineConfig as EngineConfig
from nee.engine.neural_engine import NeuralEngine as NeuralEngine
