"""The server of `nee play`: what it answers, what it refuses, and to whom."""

import asyncio
import io
import json
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import networkx as nx
import pytest

from nee.cli.play import listen
from nee.errors import InputError
from nee.player import watching
from nee.player.guard import MOST_BYTES
from nee.player.places import AT_ONCE, Gone, Places
from nee.player.questions import MOST_NODES, MOST_NUMBERS
from serving import serving

ROADS = {"nodes": ["a", "b", "c", "d"], "edges": [[0, 1, 7], [0, 2, 2], [2, 1, 3], [1, 3, 1]]}


@pytest.fixture(scope="module")
def client():
    with serving() as address, httpx.Client(base_url=address, timeout=300) as client:
        yield client


def ask(client, address, **body):
    answer = client.post(f"/api/{address}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_port_that_is_taken_is_one_sentence():
    with listen("127.0.0.1", 0) as taken, pytest.raises(InputError, match="Try another --port"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_a_list_is_sorted_and_its_steps_are_told(client):
    trace = ask(client, "sort", values=[9, 4, 7, 4])
    assert (trace["result"], trace["right"]) == ([4, 4, 7, 9], True)
    assert [step["pointer"] for step in trace["runs"][0]["steps"]] == [1, 3, 2, 0]
    assert ask(client, "sort", values=[])["result"] == []


@pytest.mark.parametrize("algorithm", ["selection", "merge"])
def test_wide_numbers_are_sorted_limb_by_limb(client, algorithm):
    trace = ask(client, "sort", values=[70000, 3, 70000], algorithm=algorithm)
    assert (trace["result"], trace["right"], trace["bits"]) == ([3, 70000, 70000], True, 30)


def test_a_number_that_a_page_would_round_is_text_both_ways(client):
    largest = str(2**62 - 1)
    trace = ask(client, "sort", values=[largest, 300, str(2**53)])
    assert (trace["result"], trace["right"]) == ([300, str(2**53), largest], True)
    assert [limb["value"] for limb in trace["runs"][0]["steps"][2]["limbs"]] == [63] + [255] * 7
    assert ask(client, "arithmetic", operation="add", a=largest, b=largest)["result"] == [str(2**63 - 2)]
    product = ask(client, "arithmetic", operation="multiply", a=largest, b=largest)
    assert (product["result"], product["right"]) == ([str((2**62 - 1) ** 2)], True)


def test_no_noise_makes_a_wide_number_negative(client):
    for seed in range(5):
        noise = {"part": "value head", "amount": 3.0, "seed": seed}
        steps = ask(client, "sort", values=[2**61, 3, 2**40], noise=noise)["runs"][0]["steps"]
        assert all(step["value"] is None or int(step["value"]) >= 0 for step in steps)


def test_a_broken_engine_s_answer_is_shown_and_marked(client):
    noise = {"part": "value head", "amount": 3.0, "seed": 1}
    trace = ask(client, "sort", values=[9, 4, 7, 4], noise=noise)
    assert trace["right"] is False
    assert trace["expected"] == [4, 4, 7, 9]
    assert trace["result"] != trace["expected"]
    assert ask(client, "sort", values=[9, 4, 7, 4], noise=noise | {"amount": 0.0})["right"] is True


def test_paths_and_trees(client):
    paths = ask(client, "paths", graph=ROADS, source=0)
    assert (paths["result"], paths["right"]) == ([0, 5, 2, 6], True)
    tree = ask(client, "tree", graph=ROADS)
    assert (sum(weight for *_, weight in tree["result"]), tree["right"]) == (6, True)
    assert ask(client, "paths", graph=ROADS | {"directed": True}, source=3)["result"] == [None, None, None, 0]


def test_the_seven_formats_are_read(client):
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2)])
    graphml = io.BytesIO()
    nx.write_graphml(graph, graphml)
    files = {
        "g.txt": "a b 7\na c 2",
        "g.csv": "a,b,7\na,c,2",
        "g.graphml": graphml.getvalue(),
        "g.gml": "\n".join(nx.generate_gml(graph)),
        "g.json": json.dumps(nx.node_link_data(graph, edges="edges")),
        "g.mtx": "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n1 2 7\n1 3 2",
        "g.gr": "p sp 3 2\na 1 2 7\na 1 3 2",
    }
    for name, content in files.items():
        answer = client.post(f"/api/graph?name={name}", content=content)
        assert answer.status_code == 200, answer.text
        assert answer.json()["edges"] == [[0, 1, 7], [0, 2, 2]], name


def test_names_of_nodes_can_be_written_on_a_line(client):
    body = json.dumps({"nodes": [{"id": ""}, {"id": "New York"}, {"id": "New,York"}, {"id": "x" * 99}], "links": []})
    answer = client.post("/api/graph?name=g.json", content=body)
    assert answer.json()["nodes"] == ["_", "New_York", "New_York~2", "x" * 30]


def test_of_parallel_edges_the_lightest_counts(client):
    tree = ask(client, "tree", graph={"nodes": ["a", "b"], "edges": [[0, 1, 3], [0, 1, 9], [0, 0, 1]]})
    assert (tree["result"], tree["right"]) == ([[0, 1, 3]], True)


def test_a_run_ends_when_whoever_asked_has_gone(client, monkeypatch):
    """A forest is grown tree by tree: here each takes half a second, and all of them half a minute."""
    begun, run_prim = [], watching.run_prim

    def slow(*arguments):
        begun.append(time.sleep(0.5))
        return run_prim(*arguments)

    ask(client, "tree", graph=ROADS)  # What it takes is compiled now.
    monkeypatch.setattr(watching, "run_prim", slow)
    apart = {"nodes": [str(place) for place in range(MOST_NODES)], "edges": []}
    for _ in range(AT_ONCE):
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/tree", json={"graph": apart}, timeout=0.7)
    assert client.post("/api/graph?name=g.txt", content="a b 7", timeout=10).status_code == 200  # A place is free.
    assert AT_ONCE <= len(begun) < MOST_NODES / 4


def test_a_place_that_comes_while_its_owner_goes_is_given_back():
    class Leaving:
        """Somebody who goes at the moment at which the place comes."""

        async def is_disconnected(self):
            places.free.release()
            await asyncio.sleep(0.05)
            return True

    async def lose_interest():
        for _ in range(AT_ONCE):
            await places.free.acquire()
        with pytest.raises(Gone):
            await places.run(Leaving(), list)
        assert not places.free.locked()

    places = Places()
    with ThreadPoolExecutor() as threads:  # In this one a browser's loop may be running.
        threads.submit(asyncio.run, lose_interest()).result()


def post(client, address, content, kind="application/json"):
    begin = time.process_time()  # The server runs in this process; what else the machine does is not its fault.
    answer = client.post(f"/api/{address}", content=content, headers={"content-type": kind})
    return answer.status_code, answer.json()["detail"], time.process_time() - begin


LAUGHS = (
    """<!DOCTYPE l [<!ENTITY a "ha">{}]><graphml><graph edgedefault="directed"><node id="&j;"/></graph></graphml>"""
)
BILLION = LAUGHS.format("".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)))
HUGE = {"nodes": [str(i) for i in range(5000)], "edges": []}
DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("sort", json.dumps({"values": [1] * 1_000_000}), 413),
        ("sort", json.dumps({"values": [1] * (MOST_NUMBERS + 1)}), 422),
        ("sort", '{"values": [NaN]}', 422),
        ("sort", '{"values": [1e400]}', 422),
        ("sort", json.dumps({"values": [2**62]}), 422),
        ("sort", json.dumps({"values": [str(2**62)]}), 422),
        ("sort", '{"values": ["-9007199254740993"]}', 422),
        ("sort", '{"values": ["9007199254740993\\n"]}', 422),
        ("sort", '{"values": ["٩٠٠٧١٩٩٢٥٤٧٤٠٩٩٣"]}', 422),
        ("transformer", '{"values": [256]}', 422),
        ("sort", '{"values": [-1]}', 422),
        ("sort", '{"values": [true]}', 422),
        ("sort", '{"values": ["1"]}', 422),
        ("sort", '{"values": [1.0]}', 422),
        ("sort", '{"values": {"0": 1}}', 422),
        ("sort", '{"values": [1], "path": "/etc/passwd"}', 422),
        ("sort", '{"values": [1], "noise": {"part": "attention", "amount": NaN}}', 422),
        ("sort", '{"values": [1], "noise": {"part": "encoder", "amount": 1}}', 422),
        ("sort", DEEP, 400),
        ("sort", '{"values": ' + DEEP + "}", 400),
        ("sort", "not json", 400),
        ("sort", "", 422),
        ("sort", b"\xff\xfe", 400),
        ("transformer", '{"values": []}', 422),
        ("arithmetic", json.dumps({"operation": "add", "a": 2**62, "b": 100}), 422),
        ("sort", '{"values": [1], "\\ud800": 1}', 422),
        ("arithmetic", '{"operation": "divide", "a": 2, "b": 1}', 422),
        ("arithmetic", '{"operation": "add", "a": 1%s, "b": 1}' % ("0" * 5000), 400),
        ("paths", json.dumps({"graph": HUGE, "source": 0}), 422),
        ("paths", json.dumps({"graph": ROADS, "source": 4}), 422),
        ("paths", json.dumps({"graph": ROADS | {"edges": [[0, 9, 1]]}, "source": 0}), 422),
        ("paths", json.dumps({"graph": ROADS | {"edges": [[0, 1, 200], [1, 2, 200]]}, "source": 0}), 422),
        ("paths", json.dumps({"graph": ROADS | {"nodes": ["a"] * 4}, "source": 0}), 422),
        ("tree", json.dumps({"graph": ROADS | {"directed": True}}), 422),
        ("graph?name=a.graphml", BILLION, 422),
        ("graph?name=a.txt", "\n".join(f"{i} {i + 1} 1" for i in range(MOST_NODES + 1)), 422),
        ("graph?name=a.gr", "p sp 20000 0", 422),
        ("graph?name=a.txt", "a b x", 422),
        ("graph?name=a.txt", "a b 0.5", 422),
        ("graph?name=a.exe", "a b 1", 422),
        ("graph?name=../../etc/passwd", "a b 1", 422),
        ("graph?name=a.json", "[" * 5000, 422),
    ],
)
def test_a_hostile_question_is_refused_in_a_sentence_at_once(client, address, body, status):
    code, detail, seconds = post(client, address, body)
    assert code == status, detail
    assert len(detail) < 300
    assert "/work" not in detail
    assert "Traceback" not in detail
    assert seconds < 1


def test_a_body_that_does_not_say_how_long_it_is_ends_at_the_limit(client):
    pieces = (b"1" * 4096 for _ in range(2 * MOST_BYTES // 4096))
    assert client.post("/api/sort", content=pieces).status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "192.168.1.4"}, 421),
        ({"host": "["}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "localhost:8642"}, 200),
        ({"host": "[::1]:8642"}, 200),
        ({"host": "localhost:8642", "origin": "http://localhost:8642", "sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_only_the_server_s_own_page_may_ask(client, headers, status):
    assert client.post("/api/sort", json={"values": []}, headers=headers).status_code == status


def test_a_link_from_elsewhere_opens_the_page(client):
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=link).status_code == 200


def test_a_server_for_others_goes_by_its_addresses_only():
    with serving("0.0.0.0") as address, httpx.Client(base_url=address) as client:
        assert client.get("/", headers={"host": "192.168.1.4:8642"}).status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("address", ["/", "/docs", "/page/player.js", "/page/cytoscape.min.js", "/openapi.json", "/no"])
def test_every_answer_has_the_policy_and_pages_have_no_script_of_their_own(client, address):
    answer = client.get(address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    if "html" in answer.headers["content-type"]:
        assert "<script>" not in answer.text
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text


@pytest.mark.parametrize(
    "address", ["/page/../server.py", "/page/%2e%2e/server.py", "/page//etc/passwd", "/server.py", "/page/", "/page/x"]
)
def test_no_other_file_can_be_asked_for(client, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_nothing_can_be_written(client, method):
    assert client.request(method, "/page/player.js").status_code == 405
    assert client.request(method, "/api/sort").status_code == 405
