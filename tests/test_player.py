"""The page that plays a trace, in a real browser."""

import json
import re

import jax
import jax.numpy as jnp
import networkx as nx
import pytest

from in_browser import opened, serious
from nee.graphs.path_lengths import with_room_for_paths
from nee.graphs.weight_matrix import weight_matrix
from nee.player.export import MODULES, PAGE, html, write_html
from nee.player.steps_data import numbers
from nee.player.trace_data import execution_runs, graph_data, growth_run, trace_data
from nee.player.traces import arithmetic_trace
from nee.programs import dijkstra, merge_sort, prim, selection_sort
from nee.steps import Execution, Trace
from nee.subroutines import SUBROUTINES
from nee.subroutines.merge import MERGE
from nee.subroutines.minimum import MINIMUM

VALUES = [5, 3, 250, 1, 77]
ROADS = nx.Graph()
ROADS.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("b", "d", 1), ("x", "y", 4)])


SAID = [{"says": "18 less 12 is 6"}, {"says": "12 less 6 is <b>6</b>"}]


def made(program, runs, **facts):
    return trace_data(program, runs, by="network", bits=8, weights={"minimum": "f" * 64}, **facts)


def sorting(values, program="selection sort"):
    run = {
        "selection sort": lambda: selection_sort(jnp.array(values), minimum=MINIMUM.oracle),
        "merge sort": lambda: merge_sort(jnp.array(values), merge=MERGE.oracle, end=256),
    }[program]
    execution = jax.device_get(run())
    runs = execution_runs(execution, values, bits=8)
    return made(program, runs, values=values, result=numbers(execution.result, 8))


def paths(program="dijkstra"):
    return grown(ROADS, program)


def grown(graph, program):
    matrix = with_room_for_paths(weight_matrix(graph), 0)
    weights = jnp.asarray(matrix.weights)
    if program == "prim":
        answer = jax.device_get(prim(weights, 0, minimum=MINIMUM.oracle, end=256))
        parents = enumerate(answer.trace.parents[-1].tolist())
        result = [[parent, node, int(matrix.weights[parent, node])] for node, parent in parents if parent >= 0]
    else:
        add = SUBROUTINES["add"].oracle
        answer = jax.device_get(dijkstra(weights, 0, minimum=MINIMUM.oracle, add=add, end=256))
        result = numbers(answer.distances, 8)
    run = growth_run(answer.trace, 0, list(range(len(matrix.names))), bits=8)
    return made(program, [run], graph=graph_data(matrix), result=result)


def sum_of(a, b):
    mask = jnp.zeros(2, bool)
    step = SUBROUTINES["add"].oracle(jnp.array([a, b]), mask)
    trace = jax.device_get(jax.tree.map(lambda x: x[None], Trace(mask, step)))
    runs = execution_runs(Execution(trace.step.value, trace), [a, b], bits=8)
    return made("add", runs, values=[a, b], result=[a + b])


VIEWS = {
    "selection sort": lambda: sorting(VALUES),
    "merge sort": lambda: sorting(VALUES, "merge sort"),
    "dijkstra": paths,
    "prim": lambda: paths("prim"),
    "add": lambda: sum_of(97, 31),
    "my own": lambda: sorting(VALUES) | {"program": "my own"},
    "wide sum": lambda: arithmetic_trace("add", 10**30, 10**30 - 1, "table"),
    "wide product": lambda: arithmetic_trace("multiply", 10**20, 10**20 + 1, "table"),
    "own words": lambda: made("gcd.py:gcd", [{"level": 0, "values": [], "steps": SAID}], result=[6]),
    "nothing": lambda: made("selection sort", [], values=[], result=[]),
}
ANSWERS = {
    "selection sort": "Done: 1 3 5 77 250.",
    "merge sort": "Done: 1 3 5 77 250.",
    "dijkstra": "Done. Distances: a 0, b 5, c 2, d 6.",
    "prim": "Done: 3 edges, of weight 6 together.",
    "add": "Done: 128.",
    "my own": "Done: 1 3 5 77 250.",
    "wide sum": f"Done: {2 * 10**30 - 1}.",
    "wide product": f"Done: {10**20 * (10**20 + 1)}.",
    "own words": "Done: 6.",
    "nothing": "Done: nothing to do.",
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, view in VIEWS.items():
        write_html(view(), folder / f"{name}.html")
    return {name: (folder / f"{name}.html").as_uri() for name in VIEWS}


@pytest.mark.parametrize("name", VIEWS)
def test_each_view_plays_to_the_end_by_keyboard(browser, pages, name):
    with opened(browser, pages[name], width=390) as page:
        frames = int(page.get_by_label("step", exact=True).get_attribute("max"))
        for _ in range(frames):
            page.keyboard.press("ArrowRight")
        assert page.get_by_role("status").text_content() == ANSWERS[name]
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate("location.hash") == "#step=end"
        assert page.get_by_label("step", exact=True).input_value() == str(frames)
        page.keyboard.press("ArrowLeft")
        assert (page.get_by_role("status").text_content() != ANSWERS[name]) == (frames > 0)
        page.keyboard.press("Home")
        assert page.evaluate("location.hash") == ("#step=1" if frames else "#step=end")
        page.set_viewport_size({"width": 1200, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == 1200
        assert page.locator(".nodes").evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length") == 0
        page.set_viewport_size({"width": 390, "height": 900})
        assert serious(page) == []


def test_the_final_frame_shows_the_sorted_list_and_the_tree(browser, pages):
    with opened(browser, pages["selection sort"] + "#step=end") as page:
        assert page.locator(".place").all_text_contents() == ["1", "3", "5", "77", "250"]
        assert page.locator(".slot.hidden").count() == 5
    with opened(browser, pages["merge sort"] + "#step=end") as page:
        assert page.locator(".level").last.locator(".made .cell").all_text_contents() == ["1", "3", "5", "77", "250"]
    with opened(browser, pages["dijkstra"] + "#step=end") as page:
        rows = [row.split() for row in page.locator("tbody tr").evaluate_all("rows => rows.map(r => r.innerText)")]
        assert rows[:4] == [["a", "0"], ["b", "5", "c"], ["c", "2", "a"], ["d", "6", "b"]]


def test_what_is_learned_is_what_the_program_asks(browser, tmp_path, pages):
    wide = sorting([70000, 3]) | {"bits": 30}
    write_html(wide, tmp_path / "wide.html")
    learning = {}
    for name, address in pages.items() | {("wide", (tmp_path / "wide.html").as_uri())}:
        with opened(browser, address + "#step=end") as page:
            learning[name] = page.locator(".learning dd").all_text_contents()
    assert "every sum" in learning["dijkstra"][0]
    assert "sum" not in learning["prim"][0]
    assert "limb" in learning["wide"][1]
    assert "limb" not in learning["selection sort"][1]


def test_a_link_opens_on_its_step_and_space_plays(browser, pages):
    with opened(browser, pages["selection sort"] + "#step=3.2") as page:
        assert page.get_by_role("status").text_content() == "It writes 5."
        assert page.locator(".place").all_text_contents() == ["1", "3", "5", "", ""]
        assert page.locator(".slot.pointed b").text_content() == "5"
        assert page.locator(".bit.one").count() == 2
        assert page.locator("[aria-current=step]").text_content() == "append its value to sorted, bit by bit"
        page.get_by_label("speed").select_option("16")
        page.locator("h2").click()
        page.keyboard.press("Space")
        page.wait_for_url("**#step=end")


def test_several_in_a_notebook_do_not_clash(browser, tmp_path):
    executions = [
        selection_sort(jnp.array(VALUES), minimum=MINIMUM.oracle),
        merge_sort(jnp.array(VALUES), merge=MERGE.oracle, end=256),
        merge_sort(jnp.array([200, 100]), merge=MERGE.oracle, end=256),
    ]
    path = tmp_path / "notebook.html"
    path.write_text("<!doctype html>" + "".join(execution._repr_html_() for execution in executions))
    with opened(browser, path.as_uri(), width=1200) as page:
        first, second, third = page.frames[1:]
        first.get_by_role("button", name="one step on").click()
        first.get_by_role("button", name="one step on").click()
        assert "hidden from now on" in first.get_by_role("status").text_content()
        assert second.get_by_role("status").text_content() == "Into lists of 2: the engine takes 3, 1 and 77."
        assert third.get_by_role("status").text_content() == "Into lists of 2: the engine takes 100."
    assert jax.vmap(lambda v: selection_sort(v, minimum=MINIMUM.oracle))(jnp.array([VALUES]))._repr_html_() is None


def test_one_file_of_a_hundred_numbers_is_under_two_megabytes():
    page = html(sorting(list(range(100, 0, -1))))
    assert len(page) < 2_000_000
    assert not re.search(r"""(src|href)=|\bimport\b|https?:""", page.split("<body>")[1])


def test_a_name_cannot_become_markup():
    page = html(sorting([1]) | {"program": "</script><script>alert(1)</script>"})
    assert "<script>alert" not in page


NAMES = [
    "</script><img src=x onerror=alert(1)>",
    "/* script */",
    "<!-- player -->",
    "\"'&",
    "\u202eabc",
    "a\nb",
    "😀",
    "",
]


@pytest.mark.parametrize("width", [390, 1200])
def test_whatever_nodes_are_called_they_are_names(browser, tmp_path, width):
    graph = nx.Graph()
    graph.add_nodes_from([*NAMES, "long" * 20])
    nx.add_path(graph, graph, weight=1)
    path = tmp_path / "names.html"
    write_html(grown(graph, "prim"), path)
    with opened(browser, path.as_uri() + "#step=end", width=width) as page:
        assert page.locator("tbody th").all_text_contents() == list(graph)
        assert page.get_by_role("status").text_content() == "Done: 8 edges, of weight 8 together."
        assert serious(page) == []


def test_modules_import_only_from_those_before():
    for index, name in enumerate(MODULES):
        imported = re.findall(r'^import .* from "\./(.*)";$', (PAGE / name).read_text(), re.MULTILINE)
        assert set(imported) <= set(MODULES[:index]), name
        assert "import(" not in (PAGE / name).read_text()


def test_every_engine_of_a_trace_is_named(browser, pages):
    with opened(browser, pages["selection sort"]) as page:
        assert "minimum ffffffff" in page.locator(".facts").text_content()
        assert json.loads(page.evaluate("JSON.stringify(document.querySelector('nee-player').trace.values)")) == VALUES
