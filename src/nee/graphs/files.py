"""Graphs from files: edge lists, CSV, GraphML, GML, node-link JSON, Matrix Market and DIMACS shortest-path files."""

import csv
import io
import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, islice
from pathlib import Path
from textwrap import shorten
from typing import Any
from xml.etree import ElementTree

import networkx as nx

from nee.errors import InputError
from nee.graphs.edges import most_nodes, too_many_nodes

Edge = tuple[Any, Any, dict[str, int | Decimal]]

MOST_DIGITS = 300
"""A weight of more digits, such as 1e999999, would fill the memory when they are written out."""

NUMBER = re.compile(r"[+-]?(\d{1,300}(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)

GML_PART = re.compile(r'"[^"]*"|#[^\n]*|(?P<graph>\bgraph\s*\[)')
"""A string and a comment, in which anything may stand, and where the graph begins."""

PARSER_PLACE = re.compile(r"(?:: line | at \()(\d+),? (?:column )?\d+.*$", re.DOTALL)
"""Where the parsers of XML, JSON and GML say that they stopped, at the end of their messages."""


def read_graph(path: Path, *, weight: str = "weight", directed: bool | None = None) -> nx.Graph:
    """Read a graph in the format that the file's name ends in; a multigraph if there are parallel edges.

    Edges have their weight under the name `weight`: an int where it is whole, else a Decimal, so that 0.1 is a tenth.
    In GraphML, GML and JSON it is the attribute of that name, and an edge may be without. In a CSV header it names the
    column.

    Edge lists, CSV and JSON that does not say are undirected, unless `directed` is true. The other formats say it
    themselves: `directed=False` forgets the direction of each arc, `directed=True` makes an undirected edge two arcs.
    """
    _reader(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    return parse_graph(content, path, weight=weight, directed=directed)


def parse_graph(content: bytes, name: Path, *, weight: str = "weight", directed: bool | None = None) -> nx.Graph:
    """The same of what stands in a file of that name. No file is touched."""
    read = _reader(name)
    file = _File(content)
    if not content.strip():
        raise InputError(f"{name} is empty.")
    try:
        graph = read(file, weight, directed)
        _make_weights_numbers(graph, weight)
    except _Malformed as error:
        line = error.line or file.line
        raise InputError(f"{name}, line {line}: {error}" if line else f"{name}: {error}") from None
    return _simplest(graph if directed is None else _turned(graph, directed))


def _reader(name: Path) -> "Reader":
    if name.suffix.lower() not in READERS:
        raise InputError(f"{name}: the name of a graph's file ends in one of {', '.join(READERS)}.")
    return READERS[name.suffix.lower()]


class _Malformed(Exception):  # noqa: N818 (it is an InputError once the file's name and line are added)
    """What is wrong in a file, and the line if it is not the one that is being read."""

    def __init__(self, sentence: str, line: int | None = None):
        super().__init__(sentence)
        self.line = line


class _File:
    """What a file holds. Going through it leaves the number of the line being read in `line`, and None at the end."""

    def __init__(self, content: bytes):
        self.content = content
        self.line: int | None = None

    def text(self) -> str:
        """All of it, without the mark that Windows programs put in front."""
        try:
            return self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.content.count(b"\n", 0, error.start) + 1
            raise _Malformed("this is not text in UTF-8.", line) from None

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(io.StringIO(self.text(), newline=None), 1):
            self.line = number
            yield line
        self.line = None


# Formats with an edge on each line.


def _read_edge_list(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    for line in file:
        words = line.partition("#")[0].split()
        if any(word.strip(",") != word for word in words) or ("," in line and len(words) == 1):
            raise _Malformed("blanks stand between the words of an edge, and commas in a file that ends in .csv.")
        if words:
            graph.add_edges_from([_edge(words, "an edge", "FROM TO WEIGHT", weight)])
    return graph


def _read_csv(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    try:
        rows = ([cell.strip() for cell in row] for row in csv.reader(file, strict=True, skipinitialspace=True) if row)
        first = next(rows, [])
        columns = _header(first, weight)
        if columns is None and weight != "weight":
            raise _Malformed(f"this is no header, and none names the column {_quoted(weight)} of weights.")
        for row in rows if columns else chain([first], rows):
            if len(row) != len(first):
                raise _Malformed(f"this line has {len(row)} columns, and the first {len(first)}.")
            edge = [row[column] for column in columns] if columns else row
            graph.add_edges_from([_edge(edge, "an edge", "FROM,TO,WEIGHT", weight)])
    except csv.Error as error:
        raise _Malformed(f"this is no CSV: {error}.") from None
    return graph


def _header(cells: list[str], weight: str) -> list[int] | None:
    """Where the columns source, target and weight are, or None if the first line is an edge already."""
    names = [cell.casefold() for cell in cells]
    for start, end in (("source", "target"), ("from", "to")):
        wanted = [start, end, weight.casefold()]
        if all(names.count(name) == 1 for name in wanted):
            return [names.index(name) for name in wanted]
        if start in names and end in names and not NUMBER.fullmatch(cells[-1]):
            raise _Malformed(f"the header needs one column {start}, one {end} and one {weight}.")
    return None


def _read_dimacs(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    rows = _rows(file, "c")
    nodes, arcs = _filled_in(next(rows, []), "the header", "p sp NODES ARCS")
    edges = (_edge(row, "an arc", "a FROM TO WEIGHT", weight) for row in rows)
    return _numbered(nx.MultiDiGraph(), nodes, arcs, edges)


def _read_matrix_market(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    lines = iter(file)
    banner = _filled_in(next(lines, "").split(), "the first line", "%%MatrixMarket matrix FORMAT FIELD SYMMETRY")
    form, field, symmetry = [word.lower() for word in banner]
    if form != "coordinate":
        raise _Malformed(f"only matrices in the coordinate format are read, not {_quoted(form)}.")
    if field == "pattern":
        raise _Malformed("a pattern has no weights.")
    if field not in ("integer", "unsigned-integer", "real"):
        raise _Malformed(f"weights are integer or real, not {_quoted(field)}.")
    if symmetry not in ("general", "symmetric"):
        raise _Malformed(f"a matrix of weights is general or symmetric, not {_quoted(symmetry)}.")

    rows = _rows(lines, "%")
    height, width, entries = _filled_in(next(rows, []), "the size", "ROWS COLUMNS ENTRIES")
    if height != width:
        raise _Malformed(f"a matrix of weights is square, not {height} by {width}.")
    edges = (_edge(row, "an entry", "ROW COLUMN WEIGHT", weight) for row in rows)
    return _numbered(nx.MultiGraph() if symmetry == "symmetric" else nx.MultiDiGraph(), height, entries, edges)


def _rows(lines: Iterable[str], comment: str) -> Iterator[list[str]]:
    return (words for line in lines if (words := line.split()) and not words[0].startswith(comment))


def _numbered(graph: nx.MultiGraph, nodes: str, edges: str, found: Iterator[Edge]) -> nx.MultiGraph:
    """Fill the graph with the nodes 1, 2, ... and the edges found, which must be as many as the header declares."""
    last = _whole(nodes, "the number of nodes", 0, 10**18 - 1)
    declared = _whole(edges, "the number of edges", 0, 10**18 - 1)
    if last > most_nodes():
        raise _Malformed(too_many_nodes(last))
    graph.add_nodes_from(range(1, last + 1))
    graph.add_edges_from(
        (_whole(start, "a node", 1, last), _whole(end, "a node", 1, last), attributes)
        for start, end, attributes in islice(found, declared)
    )
    if next(found, None):
        raise _Malformed(f"this is one edge more than the {declared} that the header declares.")
    if graph.number_of_edges() < declared:
        raise _Malformed(f"the number of edges is {graph.number_of_edges()}, and the header declares {declared}.")
    return graph


def _edge(words: list[str], what: str, form: str, weight: str) -> Edge:
    start, end, number = _filled_in(words, what, form)
    return start, end, {weight: _number(number)}


def _filled_in(words: list[str], what: str, form: str) -> list[str]:
    """What stands in the places of a form like "a FROM TO WEIGHT": capitals are filled in, the rest comes first."""
    separator = "," if "," in form else " "
    places = form.split(separator)
    fixed = [place.lower() for place in places if not place.isupper()]
    if len(words) != len(places) or [word.lower() for word in words[: len(fixed)]] != fixed or not all(words):
        written = _quoted(separator.join(words)) if words else "the end of the file"
        raise _Malformed(f'{what} needs "{form}", not {written}.')
    return words[len(fixed) :]


def _whole(text: str, what: str, least: int, most: int) -> int:
    if not (re.fullmatch(r"\d{1,18}", text, re.ASCII) and least <= int(text) <= most):
        raise _Malformed(f"{what} is a whole number from {least} to {most}, not {_quoted(text)}.")
    return int(text)


def _number(written: Any) -> int | Decimal:
    """A weight, as an int if it is whole. Attributes hold it as a number or as text."""
    text = repr(written) if isinstance(written, float) else str(written).strip()
    if isinstance(written, bool) or not NUMBER.fullmatch(text):
        raise _Malformed(f"a weight is a number, not {_quoted(written)}.")
    number = Decimal(text)
    if number and abs(number.adjusted()) >= MOST_DIGITS:
        raise _Malformed(f"a weight has at most {MOST_DIGITS} digits, not {_quoted(written)}.")
    return int(number) if number == number.to_integral_value() else number


def _quoted(written: object) -> str:
    """What a file says, on one line and of a bearable length."""
    text = str(written)
    return json.dumps(text if len(text) <= 60 else f"{text[:59]}…", ensure_ascii=False)


# Formats that networkx reads. All edges are kept: networkx would let a later one replace an earlier one.


def _read_graphml(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    # The XML parser loads nothing from outside, and expat itself stops entities that grow without end.
    with _parsing("GraphML"):
        document = ElementTree.fromstring(file.content)
        for key in document.iterfind(".//{*}key"):
            key.set("attr.type", "string")  # networkx would round the weights to floats.
        graph = nx.read_graphml(io.BytesIO(ElementTree.tostring(document)), force_multigraph=True)
    kinds = {element.get("edgedefault") for element in document.iterfind(".//{*}graph")}
    if not kinds <= {"directed", "undirected"}:
        raise _Malformed('the edgedefault of a graph is "directed" or "undirected".')
    nodes = [node.get("id") for node in document.iterfind(".//{*}node")]
    _check_nodes(graph, set(nodes), len(nodes))
    if graph.number_of_edges() != len(document.findall(".//{*}edge")):  # networkx passes over the others.
        raise _Malformed("the file needs one graph, with no graphs in it, and edges whose ids differ.")
    if weight in graph.graph["edge_default"]:
        for _, _, attributes in graph.edges(data=True):
            attributes.setdefault(weight, graph.graph["edge_default"][weight])
    return graph


def _read_gml(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    """Nodes go by their labels if each has its own, else by their ids."""
    text = "".join(file)
    # Parallel edges are plain GML, but networkx wants to be told of them, where the graph begins.
    begins = next((part.end() for part in GML_PART.finditer(text) if part["graph"]), 0)
    if begins:
        text = f"{text[:begins]} multigraph 1 {text[begins:]}"
    with _parsing("GML"):
        graph = nx.parse_gml(io.StringIO(text), label="id")
        labels = nx.get_node_attributes(graph, "label")
        if len(set(labels.values())) == len(graph):
            graph = nx.relabel_nodes(graph, labels)
    return graph


def _read_json(file: _File, weight: str, directed: bool | None) -> nx.Graph:
    with _parsing("node-link JSON"):
        data = json.loads(file.text(), parse_float=_json_number, parse_int=_json_number)
        names = [name for name in ("links", "edges") if name in data]
        if "nodes" not in data or len(names) != 1:
            raise _Malformed('node-link JSON needs "nodes", and "links" or "edges".')
        if not isinstance(data.get("directed", False), bool):
            raise _Malformed('"directed" is true or false.')
        edges = [{name: edge[name] for name in edge if name != "key"} for edge in data[names[0]]]
        data = data | {"multigraph": True, "graph": {}, "edges": edges}
        graph = nx.node_link_graph(data, directed=bool(directed), edges="edges")
        nodes = nx.node_link_graph(data | {"edges": []}, edges="edges")
    _check_nodes(graph, set(nodes), len(data["nodes"]))
    return graph


def _json_number(text: str) -> int | float | Decimal:
    """A number in JSON as it is written; one of too many digits stays infinite, and is refused if it is a weight."""
    number = Decimal(text)
    if number and abs(number.adjusted()) >= MOST_DIGITS:
        return float(text)
    return int(number) if number == number.to_integral_value() else number


@contextmanager
def _parsing(form: str) -> Iterator[None]:
    """Say in one sentence what a parser stumbled over: a malformed file makes it raise many kinds of errors."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # They speak of parts that say nothing about nodes, edges and weights.
            yield
    except (nx.NetworkXError, ValueError, SyntaxError) as error:
        place = PARSER_PLACE.search(str(error))
        reason = shorten(PARSER_PLACE.sub("", str(error)).rstrip("."), 100, placeholder=" …")
        if "set_int_max_str_digits" in str(error):  # Python's advice to a programmer.
            reason = "a number has too many digits"
        raise _Malformed(f"this is no graph in {form}: {reason}.", int(place[1]) if place else None) from None
    except RecursionError:
        raise _Malformed(f"this is no graph in {form}: parts stand in parts without end.") from None
    except (LookupError, TypeError, AttributeError, OverflowError) as error:
        part = _quoted(error.args[0]) if isinstance(error, KeyError) else "a part"
        raise _Malformed(f"this is no graph in {form}: {part} is missing or misplaced.") from None


def _check_nodes(graph: nx.MultiGraph, declared: set[Any], count: int) -> None:
    if len(declared) < count:
        raise _Malformed("two nodes have the same id.")
    if strangers := [node for node in graph if node not in declared]:
        raise _Malformed(f"an edge names the node {_quoted(strangers[0])}, which the file does not declare.")


# What becomes of the graph, whichever way it was read.


def _make_weights_numbers(graph: nx.Graph, weight: str) -> None:
    for start, end, attributes in graph.edges(data=True):
        if weight in attributes:
            try:
                attributes[weight] = _number(attributes[weight])
            except _Malformed as error:
                raise _Malformed(f"the edge from {_quoted(start)} to {_quoted(end)}: {error}") from None


def _turned(graph: nx.Graph, directed: bool) -> nx.Graph:
    """The same edges with directions, or without."""
    if directed == graph.is_directed():
        return graph
    if directed:
        return graph.to_directed()
    # Not to_undirected, which merges the arcs of two opposite directions.
    undirected = nx.MultiGraph()
    undirected.add_nodes_from(graph.nodes(data=True))
    undirected.add_edges_from(graph.edges(data=True))
    return undirected


def _simplest(graph: nx.Graph) -> nx.Graph:
    """No multigraph where no edges are parallel."""
    if not graph.is_multigraph() or any(len(edges) > 1 for _, ends in graph.adjacency() for edges in ends.values()):
        return graph
    return nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph)


Reader = Callable[[_File, str, bool | None], nx.Graph]

READERS: dict[str, Reader] = {
    ".txt": _read_edge_list,
    ".edges": _read_edge_list,
    ".edgelist": _read_edge_list,
    ".csv": _read_csv,
    ".graphml": _read_graphml,
    ".gml": _read_gml,
    ".json": _read_json,
    ".mtx": _read_matrix_market,
    ".gr": _read_dimacs,
}
