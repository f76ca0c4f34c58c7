import contextlib
import json
from collections import Counter
from decimal import Decimal

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from nee.errors import InputError
from nee.graphs.files import READERS, read_graph


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def xml(body, kind="int", default="directed"):
    key = f"<key id='w' for='edge' attr.name='weight' attr.type='{kind}'/>"
    nodes = "<node id='a'/><node id='b'/>"
    return f"<graphml>{key}\n<graph edgedefault='{default}'>\n{nodes}\n{body}</graph></graphml>"


def node_link(rest):
    return f'{{"nodes": [{{"id": "a"}}, {{"id": "b"}}], {rest}}}'


def gml(body, nodes="node [ id 1 ]\nnode [ id 2 ]\n"):
    return f"graph [\n{nodes}{body}\n]\n"


def edges_of(graph, weight="weight"):
    """Every edge with its weight, in a form that forgets the order of edges, and of the ends where it means nothing."""
    ends = tuple if graph.is_directed() else frozenset
    return Counter((ends((start, end)), exact(number)) for start, end, number in graph.edges(data=weight))


def exact(number):
    """A number as it is written in a file."""
    return Decimal(repr(float(number))) if isinstance(number, float) else number


def same(read, written):
    assert read.is_directed() == written.is_directed()
    assert set(read) == set(written)
    assert edges_of(read) == edges_of(written)
    assert all(type(number) is int or number % 1 for _, _, number in read.edges(data="weight"))
    return True


weights = st.one_of(st.integers(0, 255), st.integers(0, 2**60), st.sampled_from([0.5, 2.75, 1e-9]))
numbered = st.integers(1, 7)
named = st.text("abc xyzé,'\"&<#", min_size=1, max_size=4).map(lambda name: f"n{name}n")


@st.composite
def graphs(draw, names=named, weights=weights, kinds=(nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)):
    graph = draw(st.sampled_from(kinds))()
    nodes = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    graph.add_nodes_from(nodes)
    node = st.sampled_from(nodes)
    for start, end, number in draw(st.lists(st.tuples(node, node, weights), max_size=10)):
        graph.add_edge(start, end, weight=number)
    return graph


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("graphs")


@given(graphs())
def test_graphml_comes_back(folder, graph):
    nx.write_graphml(graph, folder / "g.graphml")
    assert same(read_graph(folder / "g.graphml"), graph)


@given(graphs())
def test_gml_comes_back(folder, graph):
    nx.write_gml(graph, folder / "g.gml")
    assert same(read_graph(folder / "g.gml"), graph)


@given(graphs(st.one_of(named, numbered, st.tuples(numbered, numbered))), st.sampled_from(["links", "edges"]))
def test_json_comes_back(folder, graph, edges):
    path = write(folder, "g.json", json.dumps(nx.node_link_data(graph, edges=edges)))
    assert same(read_graph(path), graph)


@given(graphs(st.from_regex(r"[a-z0-9é_-]{1,4}", fullmatch=True)), st.sampled_from(["txt", "edges", "edgelist"]))
def test_edge_lists_come_back(folder, graph, suffix):
    graph.remove_nodes_from(list(nx.isolates(graph)))  # An edge list cannot name them.
    if not graph:
        return
    nx.write_weighted_edgelist(graph, folder / f"g.{suffix}")
    assert same(read_graph(folder / f"g.{suffix}", directed=graph.is_directed()), graph)


@given(graphs(), st.permutations(["source", "target", "weight", "colour"]), st.sampled_from(["\n", "\r\n"]))
def test_csv_comes_back_whatever_the_order_of_the_columns(folder, graph, columns, line_end):
    def quoted(text):
        return '"' + str(text).replace('"', '""') + '"'

    graph.remove_nodes_from(list(nx.isolates(graph)))
    lines = [",".join(columns)]
    for source, target, weight in graph.edges(data="weight"):
        cells = {"source": quoted(source), "target": quoted(target), "weight": weight, "colour": "red"}
        lines.append(",".join(str(cells[column]) for column in columns))
    path = write(folder, "g.csv", line_end.join(lines))
    assert same(read_graph(path, directed=graph.is_directed()), graph)


@given(graphs(numbered, kinds=[nx.DiGraph, nx.MultiDiGraph]), st.sampled_from(["\n", "\r\n"]))
def test_dimacs_comes_back_with_isolated_nodes(folder, graph, line_end):
    graph.add_nodes_from(range(1, 8))
    lines = ["c roads", f"p sp 7 {graph.number_of_edges()}", "c", ""]
    lines += [f"a {start} {end} {weight}" for start, end, weight in graph.edges(data="weight")]
    assert same(read_graph(write(folder, "g.gr", line_end.join(lines))), graph)


@given(st.data(), st.integers(1, 6), st.sampled_from([np.int64, np.uint64, float]), st.booleans())
def test_matrix_market_comes_back(folder, data, size, kind, symmetric):
    number = st.integers(0, 9) if kind is not float else st.sampled_from([0.0, 1.0, 2.5, 1e-3])
    matrix = np.array(data.draw(st.lists(number, min_size=size**2, max_size=size**2)), kind).reshape(size, size)
    if symmetric:
        matrix = np.tril(matrix) + np.tril(matrix, -1).T
    form = "symmetric" if symmetric else "general"
    scipy.io.mmwrite(folder / "g.mtx", scipy.sparse.coo_array(matrix), symmetry=form, comment="weights")
    graph = nx.from_numpy_array(matrix, create_using=nx.Graph if symmetric else nx.DiGraph, parallel_edges=False)
    assert same(read_graph(folder / "g.mtx"), nx.relabel_nodes(graph, {node: node + 1 for node in range(size)}))


@given(graphs())
def test_directions_can_be_given_and_taken(folder, graph):
    path = write(folder, "g.json", json.dumps(nx.node_link_data(graph, edges="edges")))
    undirected, directed = read_graph(path, directed=False), read_graph(path, directed=True)
    assert set(undirected) == set(directed) == set(graph)
    written = [(start, end, exact(weight)) for start, end, weight in graph.edges(data="weight")]
    assert edges_of(undirected) == Counter((frozenset((start, end)), weight) for start, end, weight in written)
    both = Counter(((start, end), weight) for start, end, weight in written)
    if not graph.is_directed():
        both += Counter(((end, start), weight) for start, end, weight in written if start != end)
    assert edges_of(directed) == both


def test_an_undirected_dimacs_file_keeps_both_arcs(tmp_path):
    path = write(tmp_path, "g.gr", "p sp 3 3\na 1 2 5\na 2 1 7\na 2 3 1\n")
    assert type(read_graph(path)) is nx.DiGraph
    graph = read_graph(path, directed=False)
    assert type(graph) is nx.MultiGraph
    assert sorted(data["weight"] for data in graph.get_edge_data(1, 2).values()) == [5, 7]


def test_a_symmetric_matrix_read_as_directed_has_both_arcs(tmp_path):
    path = write(tmp_path, "g.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 4\n")
    assert edges_of(read_graph(path, directed=True)) == Counter({((1, 2), 4): 1, ((2, 1), 4): 1})


def test_json_that_does_not_say_is_as_asked_for(tmp_path):
    path = write(tmp_path, "g.json", '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "b", "target": "a"}]}')
    assert not read_graph(path).is_directed()
    assert list(read_graph(path, directed=True).edges) == [("b", "a")]


PARALLEL = {
    "txt": "a b 3\nb a 2\n",
    "csv": "a,b,3\nb,a,2\n",
    "json": '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b", "weight": 3, "key": 0},'
    '{"source": "b", "target": "a", "weight": 2, "key": 0}]}',
    "graphml": "<graphml><key id='w' for='edge' attr.name='weight' attr.type='int'><default>2</default></key>"
    "<graph edgedefault='undirected'><node id='a'/><node id='b'/>"
    "<edge source='a' target='b'><data key='w'>3</data></edge><edge source='b' target='a'/></graph></graphml>",
    "gml": 'graph\n[ node [ id 0 label "a" ] node [ id 1 label "b" ]\n'
    "edge [ source 0 target 1 weight 3 ] edge [ source 1 target 0 weight 2 ] ]",
}


@pytest.mark.parametrize("suffix", PARALLEL)
def test_parallel_edges_are_all_kept(tmp_path, suffix):
    graph = read_graph(write(tmp_path, f"g.{suffix}", PARALLEL[suffix]))
    assert type(graph) is nx.MultiGraph
    assert edges_of(graph) == Counter({(frozenset("ab"), 3): 1, (frozenset("ab"), 2): 1})


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("g.txt", "# roads\n\n  a   b\t3 # the short one\r\nb c 4.0\n"),
        ("g.TXT", "a b +3\nb c 4e0"),
        ("g.csv", "a,b,3\nb,c,4\n"),
        ("g.csv", "Source, Target, Weight\n\na, b, 3\n\"b\",c,4.\n"),
        ("g.csv", b"\xef\xbb\xbfweight,to,from\r\n3,b,a\r\n4,c,b\r\n"),
        ("g.json", '{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "graph": [], "edges": ['
         '{"source": "a", "target": "b", "weight": "3"}, {"source": "b", "target": "c", "weight": 4.0}]}'),
        ("g.gml", 'graph [\n# roads\nnode [ id 1 label "a" ]\nnode [ id 2 label "b" ]\nnode [ id 3 label "c" ]\r\n'
         "edge [ source 1 target 2 weight 3 ]\nedge [ source 2 target 3 weight 4.0 ]\n]\n"),
    ],
)  # fmt: skip
def test_ways_to_write_the_same_graph(tmp_path, name, content):
    graph = read_graph(write(tmp_path, name, content))
    assert type(graph) is nx.Graph
    assert edges_of(graph) == Counter({(frozenset("ab"), 3): 1, (frozenset("bc"), 4): 1})
    assert {type(weight) for _, _, weight in graph.edges(data="weight")} == {int}


@pytest.mark.parametrize("weight", ["length", "2020", "key"])
def test_the_weight_has_the_name_that_was_asked_for(tmp_path, weight):
    with_header = write(tmp_path, "g.csv", f"source,target,weight,{weight}\na,b,1,7\n")
    without = write(tmp_path, "g.txt", "a b 7\n")
    matrix = write(tmp_path, "g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 7\n")
    for path in (with_header, without, matrix):
        ((_, _, attributes),) = read_graph(path, weight=weight).edges(data=True)
        assert attributes == {weight: 7}


def test_an_edge_without_a_weight_is_left_without(tmp_path):
    graph = nx.path_graph(["a", "b", "c"])
    graph.edges["a", "b"]["weight"] = 3
    nx.write_graphml(graph, tmp_path / "g.graphml")
    nx.write_gml(graph, tmp_path / "g.gml")
    write(tmp_path, "g.json", json.dumps(nx.node_link_data(graph, edges="links")))
    for suffix in ("graphml", "gml", "json"):
        assert dict(read_graph(tmp_path / f"g.{suffix}").edges["b", "c"]).get("weight") is None


@pytest.mark.parametrize("labels", ["", 'label "same"'])
def test_gml_nodes_without_labels_of_their_own_go_by_their_ids(tmp_path, labels):
    nodes = "".join(f"node [ id {node} {labels} ]\n" for node in (1, 2))
    graph = read_graph(write(tmp_path, "g.gml", f"graph [\n{nodes}edge [ source 1 target 2 weight 3 ]\n]"))
    assert edges_of(graph) == Counter({(frozenset((1, 2)), 3): 1})


def test_graphml_in_another_encoding_is_read_as_it_says(tmp_path):
    graph = "<graphml><graph edgedefault='directed'><node id='é'/></graph></graphml>"
    content = f"<?xml version='1.0' encoding='ISO-8859-1'?>{graph}".encode("latin-1")
    assert list(read_graph(write(tmp_path, "g.graphml", content))) == ["é"]


@pytest.mark.parametrize(
    "noise", ["# graph [ is where it begins\n", 'Creator "graph [ by hand"\n', 'Creator "#" graphs 3\n', "Version 1\n"]
)
def test_gml_may_speak_of_graphs(tmp_path, noise):
    body = "edge [ source 1 target 2 weight 3 ]\nedge [ source 1 target 2 weight 0.2 ]"
    graph = read_graph(write(tmp_path, "g.gml", noise + gml(body)))
    assert edges_of(graph) == Counter({(frozenset((1, 2)), 3): 1, (frozenset((1, 2)), Decimal("0.2")): 1})


@pytest.mark.parametrize("weight", ["0.1", "12345678901234567890.125", "1e-30"])
@pytest.mark.parametrize("name", ["g.txt", "g.csv", "g.gr", "g.mtx", "g.json", "g.graphml"])
def test_decimals_are_exact(tmp_path, name, weight):
    contents = {
        "g.txt": f"a b {weight}",
        "g.csv": f"a,b,{weight}",
        "g.gr": f"p sp 2 1\na 1 2 {weight}",
        "g.mtx": f"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 {weight}",
        "g.json": node_link(f'"links": [{{"source": "a", "target": "b", "weight": {weight}}}]'),
        "g.graphml": xml(f"<edge source='a' target='b'><data key='w'>{weight}</data></edge>", "double"),
    }
    ((_, _, read),) = read_graph(write(tmp_path, name, contents[name])).edges(data="weight")
    assert (type(read), read) == (Decimal, Decimal(weight))


def test_names_may_hold_commas(tmp_path):
    assert list(read_graph(write(tmp_path, "g.txt", "1,2 3,4 5\n"))) == ["1,2", "3,4"]


@pytest.mark.parametrize("suffix", READERS)
@given(content=st.one_of(st.binary(max_size=60), st.text(' \n,"#%[]{}<>acps12.-', max_size=60).map(str.encode)))
def test_whatever_a_file_holds_it_is_a_graph_or_one_sentence(folder, suffix, content):
    path = write(folder, f"noise{suffix}", content)
    with contextlib.suppress(InputError):
        assert isinstance(read_graph(path), nx.Graph)
