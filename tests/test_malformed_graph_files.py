import re

import pytest

from nee.errors import InputError
from nee.graphs.files import READERS, read_graph
from test_graph_files import gml, node_link, write, xml

MATRIX = "%%MatrixMarket matrix coordinate integer general\n"
LAUGHS = "<!DOCTYPE graphml [<!ENTITY a0 'haha'>{}]>\n<graphml>&a30;</graphml>".format(
    "".join(f"<!ENTITY a{n} '&a{n - 1};&a{n - 1};'>" for n in range(1, 31))
)

MALFORMED = [
    # Edge lists
    ("g.txt", "", None, "empty"),
    ("g.txt", " \n\n", None, "empty"),
    ("g.txt", "a b 1\na b\n", 2, 'an edge needs "FROM TO WEIGHT", not "a b".'),
    ("g.txt", "# c\n\na b 1 2\n", 3, 'not "a b 1 2"'),
    ("g.txt", "a b 1\r\nb c heavy\r\n", 2, 'a weight is a number, not "heavy"'),
    ("g.txt", "a b nan\n", 1, '"nan"'),
    ("g.txt", "a b 1\nb c inf\n", 2, '"inf"'),
    ("g.txt", "a b 1e999\n", 1, 'a weight has at most 300 digits, not "1e999"'),
    ("g.txt", "a b 1e-999999999\n", 1, '"1e-999999999"'),
    ("g.txt", "a b 1\na, b, 3\n", 2, "blanks stand between the words of an edge, and commas in"),
    ("g.txt", "a,b,3\n", 1, "in a file that ends in .csv"),
    ("g.txt", "a b , 3\n", 1, "in a file that ends in .csv"),
    ("g.txt", "a b 1_0\n", 1, '"1_0"'),
    ("g.txt", "a b ٣\n", 1, '"٣"'),
    ("g.txt", f"a b {'9' * 5000}\n", 1, "9…"),
    ("g.txt", "a b {'weight': 3}\n", 1, "FROM TO WEIGHT"),
    ("g.edges", b"a b 1\nb \xff 2\n", 2, "UTF-8"),
    ("g.edgelist", b"\x00\x01\x02", 1, r"\u0000"),
    # CSV
    ("g.csv", b"a,b,1\nb,\xe9,2\n", 2, "UTF-8"),
    ("g.csv", "a,b,1\nb,c\n", 2, "this line has 2 columns, and the first 3"),
    ("g.csv", "a,b\n", 1, 'an edge needs "FROM,TO,WEIGHT", not "a,b".'),
    ("g.csv", "a;b;1\n", 1, 'not "a;b;1"'),
    ("g.csv", "a,b,c\n", 1, 'a weight is a number, not "c"'),
    ("g.csv", "source,target\na,b\n", 1, "the header needs one column source, one target and one weight"),
    ("g.csv", "from,to,cost\na,b,1\n", 1, "one weight"),
    ("g.csv", "source,target,weight,weight\na,b,1,2\n", 1, "one weight"),
    ("g.csv", "source,target,weight\na,b,1\n\n,b,1\n", 4, 'not ",b,1"'),
    ("g.csv", "source,target,weight\na,b,1,9\n", 2, "4 columns"),
    ("g.csv", "weight,source,target\n1,a,b\nx,a,b\n", 3, '"x"'),
    ("g.csv", '"two\nlines",b,1\na,b,\n', 3, '"a,b,"'),
    ("g.csv", 'a,b,1\n"a"b,c,1\n', 2, "this is no CSV"),
    ("g.csv", 'a,b,1\n"a,b,1\n', None, "this is no CSV: unexpected end of data"),
    # DIMACS
    ("g.gr", "c nothing\n", None, 'the header needs "p sp NODES ARCS", not the end of the file'),
    ("g.gr", "c\na 1 2 3\np sp 2 1\n", 2, 'not "a 1 2 3"'),
    ("g.gr", "p max 2 1\na 1 2 3\n", 1, 'not "p max 2 1"'),
    ("g.gr", "p sp two 1\n", 1, '"two"'),
    ("g.gr", "p sp 2 1.5\n", 1, '"1.5"'),
    ("g.gr", "p sp 99999999999 1\na 1 2 3\n", 1, "The graph has 99999999999 nodes and would take"),
    ("g.gr", "p sp 1000000 0\n", 1, "would take 1.1e+05 GB: up to "),
    ("g.gr", "p sp 60000 0\n", 1, "would take 396 GB: up to "),
    ("g.mtx", MATRIX + "60000 60000 0\n", 2, "would take 396 GB"),
    ("g.gr", "p sp 2 1\nc\na 1 2\n", 3, 'an arc needs "a FROM TO WEIGHT", not "a 1 2".'),
    ("g.gr", "p sp 2 1\ne 1 2 3\n", 2, 'not "e 1 2 3"'),
    ("g.gr", "p sp 2 1\np sp 2 1\n", 2, 'not "p sp 2 1"'),
    ("g.gr", "p sp 2 1\na 1 3 3\n", 2, 'a node is a whole number from 1 to 2, not "3".'),
    ("g.gr", "p sp 2 1\na 0 1 3\n", 2, '"0"'),
    ("g.gr", "p sp 2 1\na 1 x 3\n", 2, '"x"'),
    ("g.gr", "p sp 2 1\na 1 2 x\n", 2, '"x"'),
    ("g.gr", "p sp 2 1\na 1 2 3\nc\na 2 1 3\n", 4, "one edge more than the 1 that the header declares"),
    ("g.gr", "p sp 2 3\na 1 2 3\na 2 1 3\n", None, "the number of edges is 2, and the header declares 3"),
    ("g.gr", b"p sp 2 1\nc caf\xe9\na 1 2 3\n", 2, "UTF-8"),
    # Matrix Market
    ("g.mtx", "2 2 1\n1 2 3\n", 1, 'the first line needs "%%MatrixMarket matrix FORMAT FIELD SYMMETRY", not "2 2 1".'),
    ("g.mtx", "%%MatrixMarket matrix coordinate integer\n", 1, "SYMMETRY"),
    ("g.mtx", "%%MatrixMarket vector coordinate integer general\n", 1, "matrix"),
    ("g.mtx", "%%MatrixMarket matrix array integer general\n2 2\n", 1, 'coordinate format are read, not "array"'),
    ("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", 1, "a pattern has no weights"),
    ("g.mtx", "%%MatrixMarket matrix coordinate complex general\n", 1, '"complex"'),
    ("g.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n", 1, '"skew-symmetric"'),
    ("g.mtx", MATRIX + "% nothing\n", None, 'the size needs "ROWS COLUMNS ENTRIES", not the end of the file'),
    ("g.mtx", MATRIX + "2 2\n", 2, 'not "2 2"'),
    ("g.mtx", MATRIX + "%\n2 3 1\n1 2 3\n", 3, "square, not 2 by 3"),
    ("g.mtx", MATRIX + "2 2 1\n1 2\n", 3, 'an entry needs "ROW COLUMN WEIGHT", not "1 2".'),
    ("g.mtx", MATRIX + "2 2 1\n1 3 1\n", 3, '"3"'),
    ("g.mtx", MATRIX + "2 2 1\n1 2 nan\n", 3, '"nan"'),
    ("g.mtx", MATRIX + "2 2 1\n1 2 1\n\n2 1 1\n", 5, "one edge more"),
    ("g.mtx", MATRIX + "2 2 2\n1 2 1\n", None, "the number of edges is 1, and the header declares 2"),
    ("g.mtx", b"\xef\xbb\xbf", None, "the end of the file"),
    # GraphML
    ("g.graphml", "", None, "empty"),
    ("g.graphml", "<graphml>\n<graph>\n</graphml>", 3, "this is no graph in GraphML: mismatched tag"),
    ("g.graphml", b"<graphml>\n<graph id='\xff'/></graphml>", 2, "invalid token"),
    ("g.graphml", "<html/>", None, "file not successfully read as graphml"),
    ("g.graphml", LAUGHS, 2, "amplification"),
    ("g.graphml", xml("", default="Directed"), None, "edgedefault"),
    ("g.graphml", xml("<edge source='a' target='c'/>"), None, 'the node "c"'),
    ("g.graphml", xml("<edge source='a'/>"), None, 'the node "None"'),
    ("g.graphml", xml("<node id='a'/>"), None, "two nodes have the same id"),
    ("g.graphml", xml("<edge source='a' target='b' directed='false'/>"), None, "directed=false edge found"),
    ("g.graphml", xml("<edge id='1' source='a' target='b'/>" * 2), None, "edges whose ids differ"),
    ("g.graphml", xml("</graph><graph edgedefault='directed'><edge source='a' target='b'/>"), None, "one graph"),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>x</data></edge>"), None, 'a number, not "x".'),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>1_0</data></edge>"), None, '"1_0"'),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>٣</data></edge>", "double"), None, '"٣"'),
    ("g.graphml", xml("<edge source='a' target='b'><data key='z'>1</data></edge>"), None, "Bad GraphML data: no key z"),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>x</data></edge>", "string"), None,
     'the edge from "a" to "b": a weight is a number, not "x".'),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>NaN</data></edge>", "double"), None, '"NaN"'),
    ("g.graphml", xml("<edge source='a' target='b'><data key='w'>true</data></edge>", "boolean"), None, '"true"'),
    # GML
    ("g.gml", "graph [\nnode [\nid 1\n]\n", 5, "expected ']', found EOF"),
    ("g.gml", "graph [\n  node [ id 1 ; ]\n]\n", 2, "cannot tokenize"),
    ("g.gml", "graph [\n" + "; " * 500, 2, "cannot tokenize"),
    ("g.gml", "node [ id 1 ]", None, "input contains no graph"),
    ("g.gml", "graph 5", None, "missing or misplaced"),
    ("g.gml", "graph [ ]\ngraph [ ]", None, "more than one graph"),
    ("g.gml", b"graph [\n# \xff\n]", 2, "UTF-8"),
    ("g.gml", gml("", "node [ id 1 ]\n" * 2), None, "node id 1 is duplicated"),
    ("g.gml", gml("edge [ source 1 target 3 ]"), None, "undefined target 3"),
    ("g.gml", gml("edge [ source 1 target 2 key 0 ]\n" * 2), None, "is duplicated"),
    ("g.gml", gml("edge [ source 1 target 2 weight NAN ]"), None, 'the edge from "1" to "2": a weight is a number'),
    ("g.gml", gml("edge [ source 1 target 2 weight 1 weight 2 ]"), None, '"[1, 2]"'),
    ("g.gml", gml('edge [ source 1 target 2 weight "x" ]'), None, '"x"'),
    ("g.gml", "graph [ " * 5000, None, "parts stand in parts without end"),
    ("g.gml", gml(f"edge [ source 1 target 2 weight {'9' * 5000} ]"), None, "a number has too many digits"),
    ("g.gml", gml("edge [ source 1 target 2 weight 1_0 ]"), 4, "this is no graph in GML"),
    ("g.gml", gml("edge [ source 1 ]"), None, "no 'target' attribute"),
    # JSON
    ("g.json", '{\n"nodes": [\n}', 3, "this is no graph in node-link JSON: Expecting value."),
    ("g.json", "[1, 2]", None, 'needs "nodes", and "links" or "edges"'),
    ("g.json", "7", None, "missing or misplaced"),
    ("g.json", node_link('"graph": {}'), None, '"links" or "edges"'),
    ("g.json", node_link('"links": [], "edges": []'), None, '"links" or "edges"'),
    ("g.json", '{"links": []}', None, 'needs "nodes"'),
    ("g.json", '{"nodes": ["a"], "links": []}', None, "missing or misplaced"),
    ("g.json", node_link('"directed": "false", "links": []'), None, '"directed" is true or false'),
    ("g.json", node_link('"links": [{"source": "a"}]'), None, '"target" is missing or misplaced'),
    ("g.json", node_link('"links": [{"source": "a", "target": "c"}]'), None, 'the node "c"'),
    ("g.json", '{"nodes": [{"id": 1}, {"id": 1}], "links": [{"source": 1, "target": 2}]}', None, "the same id"),
    ("g.json", node_link('"links": [{"source": "a", "target": "b", "weight": NaN}]'), None, '"nan"'),
    ("g.json", node_link('"links": [{"source": "a", "target": "b", "weight": null}]'), None, '"None"'),
    ("g.json", node_link('"links": [{"source": "a", "target": "b", "weight": true}]'), None, '"True"'),
    ("g.json", node_link('"links": [{"source": "a", "target": "b", "weight": [3]}]'), None, '"[3]"'),
    ("g.json", b'{\n"nodes": "\xff"}', 2, "UTF-8"),
    ("g.json", "[" * 100_000, None, "parts stand in parts without end"),
    ("g.json", node_link('"links": [{"source": "a", "target": "b", "weight": 1e999999999}]'), None, '"inf"'),
    ("g.json", node_link(f'"links": [{{"source": "a", "target": "b", "weight": {"9" * 5000}}}]'), None, '"inf"'),
    ("g.json", node_link('"links": [{"source": [], "target": "b"}]'), None, 'the node "()"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "line", "says"), MALFORMED)
def test_a_malformed_file_is_refused_with_its_line(tmp_path, name, content, line, says):
    path = write(tmp_path, name, content)
    with pytest.raises(InputError) as refusal:
        read_graph(path)
    message = str(refusal.value)
    assert says in message
    assert message.startswith(str(path) if line is None else f"{path}, line {line}: ")
    assert line is not None or ", line" not in message
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < len(str(path)) + 200


def test_files_that_cannot_be_read_are_refused(tmp_path):
    (tmp_path / "folder.gr").mkdir()
    with pytest.raises(InputError, match=r"folder\.gr cannot be read: Is a directory\."):
        read_graph(tmp_path / "folder.gr")
    with pytest.raises(InputError, match=r"none\.gr cannot be read: No such file or directory\."):
        read_graph(tmp_path / "none.gr")


@pytest.mark.parametrize("name", ["g", "g.xlsx", "g.gr.gz"])
def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path, name):
    with pytest.raises(InputError, match=re.escape(", ".join(READERS))):
        read_graph(write(tmp_path, name, "a b 1\n"))
