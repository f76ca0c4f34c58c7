"""What a stranger may pass to the functions for people: each is refused in one sentence, before anything runs.

The calls run in a process of their own, without the check of types that only tests have.
"""

import json
import subprocess
import sys

import pytest

REFUSED = [
    # What is no list of numbers.
    ("nee.sort(None)", "None is not a list of numbers"),
    ("nee.sort(5)", "5 is not a list of numbers"),
    ("nee.sort('3 1 2')", "'3 1 2' is not a list of numbers"),
    ("nee.sort({3, 1})", "A set has no order of its own"),
    ("nee.sort({3: 1})", "A dict has no order of its own"),
    ("nee.sort([3, None])", "None is not a number (item 1)"),
    ("nee.sort([3, True])", "True is not a number (item 1)"),
    ("nee.sort([3, math.nan])", "nan is not a number (item 1)"),
    ("nee.sort([[3, 1], [2]])", "rows must be equally long"),
    ("nee.sort([[3, 1], 2])", "not a row like the others"),
    ("nee.sort(np.zeros((2, 2, 2)))", "neither a list nor rows of lists"),
    ("nee.sort(np.array(['3', '1']))", "does not hold numbers that have an order"),
    ("nee.sort(np.ma.array([3, 1, 2], mask=[0, 1, 0]))", "A number is masked (item 1)"),
    ("nee.sort([3, 1j])", "1j is not a number (item 1)"),
    ("nee.sort(['x' * 100_000])", "xxx' is not a number (item 0)"),
    ("nee.sort([Unprintable()])", "a Unprintable is not a number (item 0)"),
    ("jax.jit(nee.sort)(jnp.arange(3))", "use nee.programs there"),
    ("nee.sort([Fraction(1, 3**50_000), Fraction(1, 5**50_000)])", "no common denominator"),
    ("nee.sort([Decimal('1e999999')])", "has more than 5000 digits"),
    ("nee.sort(range(30_000), by='network')", "would take many minutes"),
    ("nee.sort(range(6_000_000))", "would take many minutes"),
    # What no function knows.
    ("nee.sort([2, 1], algorithm='quick')", "no algorithm 'quick'"),
    ("nee.sort([2, 1], algorithm=['merge'])", "no algorithm ['merge']"),
    ("nee.sort([2, 1], by='magic')", "not by 'magic'"),
    ("nee.sort([2, 1], by=['table'])", "not by ['table']"),
    ("nee.load('maximum')", "no engine 'maximum'; the shipped ones are: add"),
    ("nee.load('../minimum')", "the shipped ones are: add"),
    ("nee.load('x' * 10_000)", "There is no engine 'xxx"),
    ("nee.load(['minimum'])", "a name or a file, and ['minimum'] is neither"),
    ("nee.load(None)", "a name or a file, and None is neither"),
    ("nee.load('nothing.safetensors')", "There is no file"),
    # What is not added.
    ("nee.add(1, -1)", "-1 is negative"),
    ("nee.add(2.5, 1)", "2.5 is not a whole number"),
    ("nee.add(math.inf, 1)", "inf is not a whole number"),
    ("nee.add('1', 1)", "'1' is not a number"),
    ("nee.add(None, 1)", "None is not a number"),
    ("nee.add([1, 2], [1, 2, 3])", "do not go together"),
    ("nee.add(-(10**5000), 1)", "an integer of 16610 bits is negative"),
    ("nee.multiply(1 << 10**6, 1 << 10**6)", "by the table would take about 49 minutes: give narrower numbers"),
    ("nee.add(1 << 10**9, 1)", "A number of 1000000001 bits would take gigabytes"),
    ("nee.multiply(3, True)", "True is not a number"),
    # What is no graph, and no node of one.
    ("nee.shortest_paths(None, 0)", "a networkx graph or a square matrix"),
    ("nee.shortest_paths('roads.csv', 'a')", "a networkx graph or a square matrix"),
    ("nee.shortest_paths(nx.Graph(), 0)", "The graph is empty"),
    ("nee.shortest_paths([[0, 1]], 0)", "is square"),
    ("nee.shortest_paths(np.zeros((2, 2, 2)), 0)", "a networkx graph or a square matrix"),
    ("nee.shortest_paths(nx.path_graph(3), 0)", "There is no 'weight' on the edge 0 - 1"),
    ("nee.shortest_paths(ROADS, 'z')", "There is no node 'z'"),
    ("nee.shortest_paths(ROADS, ['a'])", "There is no node ['a']"),
    ("nee.shortest_paths(ROADS, np.arange(2))", "There is no node array([0, 1])"),
    ("nee.shortest_paths(ROADS, 'z' * 10_000)", "There is no node 'zzz"),
    ("nee.shortest_paths([[0, 1], [1, 0]], True, no_edge=0)", "There is no node True"),
    ("nee.shortest_paths([[0, 1], [1, 0]], np.True_, no_edge=0)", "There is no node np.True_"),
    ("nee.shortest_paths([[0, 1], [1, 0]], 0, no_edge=0).path_to(True)", "There is no node True"),
    ("nee.shortest_paths(ROADS, 'a', weight=['weight'])", "weight is the name of an attribute"),
    ("nee.shortest_paths(ROADS, 'a', weight=None)", "weight is the name of an attribute"),
    ("nee.shortest_paths(ROADS, 'a', by=0)", "not by 0"),
    ("nee.shortest_paths(ROADS, 'a', no_edge=0)", "no_edge is 0 or math.inf"),
    ("nee.shortest_paths(np.eye(3), 0, no_edge=np.zeros(2))", "no_edge is 0 or math.inf"),
    ("nee.shortest_paths(np.eye(3), 0, no_edge='0')", "no_edge is 0 or math.inf"),
    ("nee.shortest_paths(nx.to_numpy_array(nx.path_graph(3)), 0)", "say no_edge=0 if there are no edges"),
    ("nee.shortest_paths(nx.empty_graph(60_000), 0)", "The graph has 60000 nodes and would take"),
    ("nee.minimum_spanning_tree(nx.empty_graph(60_000))", "The graph has 60000 nodes and would take"),
    ("nee.minimum_spanning_tree([[0, 1], [2, 0]], no_edge=math.inf)", "needs an undirected graph"),
    ("nee.minimum_spanning_tree(ROADS, weight='length')", "There is no 'length' on the edge"),
    # What a program can see without jit.
    ("nee.programs.selection_sort(jnp.array([5, 300]), minimum=nee.load('minimum'))", "300 is too large (item 1)"),
    ("nee.programs.merge_sort(jnp.array([5, -1]), merge=nee.load('merge'), end=256)", "-1 is negative (item 1)"),
    ("nee.programs.heapsort([5, 2.5], minimum=nee.load('minimum'))", "2.5 is no integer (item 1)"),
    ("nee.programs.heapsort([[5, 3]], minimum=nee.load('minimum'))", "values must be a list"),
    ("nee.programs.heapsort([5, 3], minimum='minimum')", "minimum must be an engine"),
    ("nee.programs.prim([[256, 3], [3, 256]], 7, minimum=nee.load('minimum'), end=256)", "There is no start 7"),
]

CALLS = """
import json, math, sys
from decimal import Decimal
from fractions import Fraction
import jax, jax.numpy as jnp, networkx as nx, numpy as np
import nee

class Unprintable:
    def __repr__(self):
        raise RuntimeError

ROADS = nx.Graph()
ROADS.add_edge("a", "b", weight=3)

def refusal(call):
    try:
        return "answered", repr(eval(call))[:200]
    except Exception as error:
        return type(error).__name__, str(error)

print(json.dumps({call: refusal(call) for call in json.load(sys.stdin)}))
"""


@pytest.fixture(scope="module")
def refusals():
    """What became of each call."""
    calls = json.dumps([call for call, _ in REFUSED])
    ended = subprocess.run([sys.executable, "-c", CALLS], input=calls, capture_output=True, text=True, check=True)
    return json.loads(ended.stdout)


@pytest.mark.parametrize(("call", "reason"), REFUSED)
def test_it_is_refused_in_one_sentence(refusals, call, reason):
    error, sentence = refusals[call]
    assert error == "InputError", sentence
    assert reason in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300
    assert sentence.endswith(".")
