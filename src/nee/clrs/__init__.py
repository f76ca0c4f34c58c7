"""The inputs of the CLRS-30 benchmark answered by programs of this library, in the benchmark's own conventions.

>>> solve("minimum", {"key": [0.5, 0.25, 0.75]})
{'min': array([0., 1., 0.])}
"""

from nee.clrs.algorithms import ALGORITHMS as ALGORITHMS
from nee.clrs.solve import solve as solve
