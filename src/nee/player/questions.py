"""What the page may ask of the server: every number has its bounds, and nothing else is taken."""

import re
from typing import Annotated, Any, Literal

import networkx as nx
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from nee.errors import InputError
from nee.player.noise import Noise, Part
from nee.player.steps_data import Data
from nee.solve.engines import WIDEST

MOST_NUMBERS = 100
MOST_NODES = 60
MOST_EDGES = 2000

Number = Annotated[int, Field(strict=True, ge=0, le=255)]
TEXT = "^[1-9][0-9]{15,18}$"


def from_text(value: Any) -> Any:
    """A page would round a whole number from 2^53 on: it comes as text, as traces have it."""
    return int(value) if isinstance(value, str) and re.fullmatch(TEXT, value) else value


WIDE = Field(strict=True, ge=0, lt=2**WIDEST)
WideNumber = Annotated[
    int,
    WIDE,
    BeforeValidator(from_text, json_schema_input_type=Annotated[int, WIDE] | Annotated[str, Field(pattern=TEXT)]),
]
Place = Annotated[int, Field(strict=True, ge=0, lt=MOST_NODES)]
Name = Annotated[str, Field(strict=True, min_length=1, max_length=40)]


class Question(BaseModel):
    """A body that says no more than it should."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NoiseQuestion(Question):
    """Noise on a part of the engine. An amount of 1 is as large as the weights themselves."""

    part: Part
    amount: float = Field(strict=True, ge=0, le=3)
    seed: int = Field(0, strict=True, ge=0, lt=2**31)


class Broken(Question):
    """A question to an engine that may be broken on purpose."""

    noise: NoiseQuestion | None = None

    def shaking(self) -> Noise | None:
        """The noise, for the engine."""
        return Noise(self.noise.part, self.noise.amount, self.noise.seed) if self.noise else None


class SortQuestion(Broken):
    """A list to be sorted."""

    values: list[WideNumber] = Field(max_length=MOST_NUMBERS)
    algorithm: Literal["selection", "merge"] = "selection"


class TransformerQuestion(Question):
    """A list for the plain transformer, which has a word for each of 256 numbers and no others."""

    values: list[Number] = Field(min_length=1, max_length=MOST_NUMBERS)


class OperationQuestion(Broken):
    """Two numbers for `add` or `multiply`."""

    operation: Literal["add", "multiply"]
    a: WideNumber
    b: WideNumber


class Graph(Question):
    """A graph: the names of its nodes, and edges with the places of their ends and their weight."""

    nodes: list[Name] = Field(min_length=1, max_length=MOST_NODES)
    edges: list[tuple[Place, Place, Number]] = Field(max_length=MOST_EDGES)
    directed: bool = Field(False, strict=True)

    def as_networkx(self) -> nx.Graph:
        """The same graph, or the reason why it is none."""
        if len(set(self.nodes)) < len(self.nodes):
            raise InputError("Two nodes have the same name.")
        if any(max(u, v) >= len(self.nodes) for u, v, _ in self.edges):
            raise InputError("An edge leads to a node that is not there.")
        graph = nx.MultiDiGraph() if self.directed else nx.MultiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_weighted_edges_from((self.nodes[u], self.nodes[v], weight) for u, v, weight in self.edges)
        return graph


class PathsQuestion(Broken):
    """Shortest paths from one node, given by its place."""

    graph: Graph
    source: Place


class TreeQuestion(Broken):
    """A minimum spanning tree."""

    graph: Graph


class Problem(BaseModel):
    """Why a question has no answer, in one sentence."""

    detail: str


class State(BaseModel):
    """Whether the programs are compiled, and which one is being compiled."""

    ready: bool
    compiling: str | None


class TraceAnswer(BaseModel):
    """A trace, as docs/traces.md describes it, and whether its result is right."""

    format: str
    program: str
    by: str
    bits: int
    engines: list[dict[str, str]]
    result: list[Any]
    right: bool
    runs: list[Data]
