"""What stands at the edges of a graph, and whether it still does."""

from collections.abc import Hashable, Iterable, Mapping
from operator import is_
from typing import Any


class Weights:
    """The weights as they were read. networkx does not see it when `G[u][v]["weight"] = 5` changes one."""

    def __init__(self, data: Iterable[Mapping[Any, Any]], weight: Hashable) -> None:
        self.weight = weight
        self.data = [*{id(each): each for each in data}.values()]
        """Of each edge once: an undirected graph shows it at both of its nodes."""
        self.found = self.read()

    def read(self) -> list[Any]:
        """The weights as they are now."""
        weight = self.weight
        return [data.get(weight, 1) for data in self.data]

    def have_changed(self) -> bool:
        """Whether one is another now. 1 and 1.0 are equal, but give paths of another type."""
        now = self.read()
        if all(map(is_, now, self.found)):
            return False
        return now != self.found or [*map(type, now)] != [*map(type, self.found)]
