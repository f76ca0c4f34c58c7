import json

import networkx as nx
import pytest
from matplotlib.image import imread

from test_cli import nee, refused

ROADS = "from,to,weight\na,b,7\na,c,2\nc,b,3\nb,d,1\ng,h,5\n"


@pytest.fixture
def roads(tmp_path):
    path = tmp_path / "roads.csv"
    path.write_text(ROADS)
    return path


def test_path_prints_every_node_with_its_path(roads):
    lines = nee("path", roads, "--from", "a").stdout.splitlines()
    assert ["d", "6", "a → c → b → d"] in [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]
    assert any("g" in line and "no path" in line for line in lines)


def test_path_as_json_is_networkx_s(roads):
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("b", "d", 1), ("g", "h", 5)])
    answer = json.loads(nee("path", roads, "--from", "a", "--json").stdout)
    exact = nx.single_source_dijkstra_path_length(graph, "a")
    assert {row["node"]: row["distance"] for row in answer["paths"]} == {node: exact.get(node) for node in graph}
    one = json.loads(nee("path", roads, "--from", "a", "--to", "d", "--json", "--trace").stdout)
    assert one["paths"] == [{"node": "d", "distance": 6, "path": ["a", "c", "b", "d"]}]
    (run,) = one["trace"]["runs"]
    names = one["trace"]["graph"]["nodes"]
    assert [names[step["pointer"]] for step in run["steps"]][:4] == ["a", "c", "b", "d"]
    assert run["steps"][1]["offers"] == [4, 5, None, None, None, None]
    assert run["steps"][1]["next_mask"] == [True, False, True, False, False, False]


def test_directions_are_taken_as_told(roads):
    answer = json.loads(nee("path", roads, "--from", "b", "--directed", "--json").stdout)
    assert {row["node"]: row["distance"] for row in answer["paths"]} == dict(
        zip("abcdgh", [None, 0, None, 1, None, None], strict=True)
    )


def test_numbers_are_names_too(tmp_path):
    path = tmp_path / "roads.gr"
    path.write_text("p sp 3 2\na 1 2 4\na 2 3 5\n")
    answer = json.loads(nee("path", path, "--from", "1", "--to", "3", "--json").stdout)
    assert answer["source"] == 1
    assert answer["paths"] == [{"node": 3, "distance": 9, "path": [1, 2, 3]}]


def test_mst_prints_edges_weight_and_trees(roads):
    assert nee("mst", roads).stdout.endswith("4 edges, weight 11, 2 trees\n")
    answer = json.loads(nee("mst", roads, "--json", "--trace").stdout)
    assert answer["weight"] == 11
    assert {frozenset((e["from"], e["to"])) for e in answer["edges"]} == {
        frozenset(edge) for edge in ("ac", "cb", "bd", "gh")
    }
    names = answer["trace"]["graph"]["nodes"]
    assert ["".join(names[node] for node in run["nodes"]) for run in answer["trace"]["runs"]] == ["abcd", "gh"]
    assert [step["value"] for step in answer["trace"]["runs"][0]["steps"]] == [0, 2, 3, 1]


def test_one_edge_is_no_edges(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("a b 3\n")
    assert nee("mst", path).stdout.endswith("\n1 edge, weight 3\n")


def test_a_file_without_a_header_has_no_column_to_choose(tmp_path):
    path = tmp_path / "plain.csv"
    path.write_text("a,b,3\nb,c,4\n")
    assert "7" in nee("path", path, "--from", "a", "--to", "c").stdout
    sentence = f'{path}, line 1: this is no header, and none names the column "nope" of weights.'
    assert refused("path", path, "--from", "a", "--weight", "nope") == sentence
    assert refused("mst", path, "--weight", "nope") == sentence


def test_the_trace_is_a_table_where_it_fits_and_lines_where_not(roads, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    table = nee("path", roads, "--from", "a", "--trace").stdout
    assert "new paths" in table
    assert "distances" in table
    assert "mask" in table
    monkeypatch.setenv("COLUMNS", "40")
    assert "select c at 2; distances: b 7 → 5; 4 left" in nee("path", roads, "--from", "a", "--trace").stdout
    assert "select b at 3; lightest: d ∞ → 1; 1 left" in nee("mst", roads, "--trace").stdout


def test_the_trace_has_the_weights_as_the_file_writes_them(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    half = tmp_path / "half.txt"
    half.write_text("a b 0.7\na c 0.25\nc b 0.3\n")
    assert "select c at 0.25; distances: b 0.70 → 0.55" in nee("path", half, "--from", "a", "--trace").stdout
    assert "select b at 0.30" in nee("mst", half, "--trace").stdout


def test_the_answer_can_be_drawn(roads, tmp_path):
    for command in (["path", roads, "--from", "a"], ["path", roads, "--from", "a", "--to", "d"], ["mst", roads]):
        picture = tmp_path / "out.png"
        result = nee(*command, "--plot", picture)
        assert result.exit_code == 0, result.output
        assert f"Drawn: {picture}." in result.stdout.replace("\n", "")
        assert len(imread(picture)) > 500
        picture.unlink()


def test_mistakes_are_one_sentence(roads, tmp_path):
    assert "no node 'z'" in refused("path", roads, "--from", "z")
    assert "no node 'z'" in refused("path", roads, "--from", "a", "--to", "z")
    assert len(refused("path", roads, "--from", "z" * 5000)) < 100
    assert "must end in .png" in refused("mst", roads, "--plot", "out.txt")
    assert "no folder" in refused("mst", roads, "--plot", tmp_path / "nowhere" / "out.png")
    assert "cannot be read" in refused("mst", tmp_path / "nothing.csv")
    assert "the header needs" in refused("mst", roads, "--weight", "length")
    heavy = tmp_path / "heavy.txt"
    heavy.write_text("a b 200\nb c 200\n")
    assert nee("mst", heavy).stdout.endswith("2 edges, weight 400\n")
    arcs = tmp_path / "arcs.gr"
    arcs.write_text("p sp 2 1\na 1 2 4\n")
    assert "needs an undirected graph" in refused("mst", arcs)


def test_evaluate_graph_programs():
    for program in ("dijkstra", "prim"):
        answer = json.loads(nee("evaluate", program, "--sizes", "8", "--graphs", "4", "--json").stdout)
        assert answer["figures"][0]["whole_graphs"]["percent"] == 100
        assert answer["figures"][0]["reading"] == "every slot"
        assert ("add_weights" in answer) == (program == "dijkstra")
    assert "100 %" in nee("evaluate", "prim", "--sizes", "8", "--graphs", "4").stdout
    assert "at least 3 nodes" in refused("evaluate", "prim", "--sizes", "2", "--graphs", "4")


def test_names_are_printed_and_drawn_as_they_are(tmp_path):
    """Neither as the markup of the terminal nor as the formulas of pictures."""
    strange = tmp_path / "[strange].csv"
    strange.write_text("from,to,weight\n[/x],[bold],7\n[bold],:smile:,2\n[bold],$\\nothing$,2\n")
    for command in (["path", strange, "--from", "[/x]"], ["mst", strange]):
        result = nee(*command, "--trace", "--plot", tmp_path / "out.svg")
        assert result.exit_code == 0, result.exception
        assert all(name in result.stdout for name in ("[/x]", "[bold]", ":smile:", "$\\nothing$"))
