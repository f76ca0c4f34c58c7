"""The server of `nee play` under those who ask at random, and under many who ask at once."""

import random
import re
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import hypothesis
import jax.numpy as jnp
import networkx as nx
import numpy as np
import pytest
import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

from nee.baselines import decode_all
from nee.player.steps_data import numbers
from nee.player.watching import transformer, watch_transformer
from serving import serving

CLIENTS, SECONDS = 20, 30
EACH = 100
"""Questions that are drawn for each address; there are seven, and one of them asks nothing."""

pytestmark = pytest.mark.long


def test_whatever_the_description_allows_is_answered_as_it_says():
    """Also what it does not allow: schemathesis asks with wrong types, wrong methods and missing parts too."""
    asked = Counter()
    with serving() as address:
        schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
        for operation in schema.get_all_operations():
            modes = list(schemathesis.GenerationMode)

            @hypothesis.settings(
                max_examples=EACH, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
            )
            @hypothesis.seed(0)
            @hypothesis.given(case=operation.ok().as_strategy(modes[0]) | operation.ok().as_strategy(modes[1]))
            def check(case):
                answer = case.call(timeout=300)  # The first one compiles.
                asked[answer.status_code] += 1
                # Two nodes of one name, or a path from no node, fit the description and have no answer all the same.
                case.validate_response(answer, excluded_checks=[positive_data_acceptance])

            check()
    assert asked.total() >= 500
    assert asked[200] > 50
    assert not [status for status in asked if status >= 500]


def resident():
    """The megabytes that this process, and so the server, has in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024


def ask_for(address, seconds, seed, wrong, counts):
    """One client: questions whose answers it knows, until the time is over."""
    draw = random.Random(seed)
    end = time.monotonic() + seconds
    with httpx.Client(base_url=address, timeout=120) as client:
        while time.monotonic() < end:
            values = [draw.randrange(256) for _ in range(draw.randrange(1, 9))]
            a, b = draw.randrange(128), draw.randrange(128)
            graph = nx.gnm_random_graph(6, 9, seed=draw.randrange(10**6))
            edges = [[u, v, draw.randrange(1, 20)] for u, v in graph.edges]
            graph.add_weighted_edges_from(edges)
            lengths = nx.single_source_dijkstra_path_length(graph, 0)
            question, right = draw.choice(
                [
                    (("sort", {"values": values}), sorted(values)),
                    (("arithmetic", {"operation": "add", "a": a, "b": b}), [a + b]),
                    (
                        ("paths", {"graph": {"nodes": [*"abcdef"], "edges": edges}, "source": 0}),
                        [lengths.get(node) for node in range(6)],
                    ),
                    (("sort", {"values": [2**62]}), 422),
                ]
            )
            answer = client.post(f"/api/{question[0]}", json=question[1])
            counts[answer.status_code] += 1
            got = answer.json()["result"] if answer.status_code == 200 else answer.status_code
            if got not in (right, 429):
                wrong.append((question, got, right))


def test_twenty_at_once_get_no_wrong_answer_and_the_memory_stays_flat():
    wrong, counts = [], Counter()
    with serving() as address:

        def crowd(seconds, seed):
            clients = [
                threading.Thread(target=ask_for, args=(address, seconds, seed + i, wrong, counts))
                for i in range(CLIENTS)
            ]
            for client in clients:
                client.start()
            for client in clients:
                client.join()

        crowd(SECONDS / 3, 0)  # Compiles what is asked, and fills what is filled once.
        before = resident()
        crowd(SECONDS, 100)
        grown = resident() - before
    assert wrong == []
    assert set(counts) <= {200, 422, 429}
    assert counts[200] > CLIENTS
    assert grown < 50


def test_a_list_that_is_filled_up_is_decoded_like_the_list_itself():
    values = list(range(40, 0, -2))
    watched = watch_transformer(values)
    alone = decode_all(transformer("vanilla"), jnp.array([values]))
    assert watched["result"] == numbers(np.asarray(alone.outputs)[0, : len(values)], 8)
