"""What jobs do: functions of a folder, plain arguments and input files, which answer with data that fits into JSON."""

import dataclasses
from pathlib import Path
from typing import Any, Literal

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nee.baselines.experiments import ENGINE, Network, examples, measure
from nee.baselines.fidelity import fidelity
from nee.baselines.variants import name_of
from nee.baselines.weights import read_model
from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.evaluation.certifying import certify
from nee.evaluation.clrs_benchmark import evaluate_clrs
from nee.evaluation.crowds import evaluate_crowds
from nee.evaluation.embeddings import view_embeddings
from nee.evaluation.graphs import Mixture, evaluate_dijkstra, evaluate_prim
from nee.evaluation.lists import evaluate
from nee.evaluation.networkx_tests import run_networkx_tests
from nee.evaluation.pairs import evaluate_operation, evaluate_pairs
from nee.evaluation.trace_histogram import Program, trace_histograms
from nee.evaluation.wide import evaluate_wide_graphs, evaluate_wide_lists, evaluate_wide_pairs
from nee.instances.lists import Distribution
from nee.instances.wide import Family
from nee.solve.engines import By
from nee.solve.graph_programs import run_dijkstra
from nee.solve.sorting import ENGINES, trace_one
from nee.subroutines import SUBROUTINES
from nee.subroutines.shared import tell
from nee.training.checkpoints import read, read_engine, read_provenance, read_recipe, read_shared
from nee.training.metrics import METRICS, read_validations


def sort_lists(
    folder: Path, *, weights: Path, algorithm: str, size: int, lists: int, distribution: Distribution, seed: int
) -> dict[str, Any]:
    """How often an engine or a baseline sorts a test set right."""
    _, network = named_network(weights)
    if isinstance(network, NeuralEngine):
        accuracy = evaluate(network, size, lists=lists, distribution=distribution, seed=seed, algorithm=algorithm)
    else:
        accuracy = measure(network, size, lists=lists, distribution=distribution, seed=seed)
    return dataclasses.asdict(accuracy)


def sort_lists_without_average(folder: Path, *, weights: Path, size: int, lists: int, seed: int) -> dict[str, Any]:
    """The same with the weights of the very last step, which a checkpoint holds beside their average."""
    config = EngineConfig(**read_provenance(weights).config)
    engine = read(weights, eqx.filter_eval_shape(NeuralEngine, config, key=jax.random.key(0)), part="engine.")
    return dataclasses.asdict(evaluate(engine, size, lists=lists, distribution="mixed", seed=seed))


def follow_training(folder: Path, *, weights: Path) -> dict[str, Any]:
    """What a training validated on its way, by step. Its metrics lie beside its weights."""
    validated = read_validations(weights.parent / METRICS)
    if not validated:
        raise InputError(f"{weights.parent / METRICS} holds no validation of the training.")
    return {str(step): exact for step, exact in validated.items()}


def run_graph_program(
    folder: Path,
    *,
    minimum: Path,
    algorithm: Program,
    size: int,
    graphs: int,
    kind: Mixture,
    seed: int,
    add: Path | None = None,
) -> dict[str, Any]:
    """How often Dijkstra's or Prim's algorithm is right on fresh graphs."""
    engine = read_engine(minimum)
    if add is None:
        return dataclasses.asdict(evaluate_prim(engine, size, graphs=graphs, kind=kind, seed=seed))
    return dataclasses.asdict(evaluate_dijkstra(engine, read_engine(add), size, graphs=graphs, kind=kind, seed=seed))


def ask_everything(folder: Path, *, weights: Path) -> dict[str, Any]:
    """Every pair whose result fits, of an operation; of another subroutine every number and every pair."""
    made, engine = read_provenance(weights), read_engine(weights)
    subroutine = SUBROUTINES[made.subroutine]
    if subroutine.domain is None:
        return dataclasses.asdict(evaluate_pairs(engine, subroutine))
    return dataclasses.asdict(evaluate_operation(engine, subroutine, read_recipe(weights, type(subroutine.recipes[0]))))


def certify_told(folder: Path, *, weights: Path, task: str) -> dict[str, Any]:
    """Ask a network for several subroutines everything that belongs to one of them."""
    shared = read_shared(weights)
    certificate = dataclasses.asdict(certify(tell(shared, task), SUBROUTINES[task]))
    return certificate | {"numbers": sum(leaf.size for leaf in jax.tree.leaves(shared))}


def sort_told(folder: Path, *, weights: Path, algorithm: str, size: int, lists: int, seed: int) -> dict[str, Any]:
    """How often a network for several subroutines sorts a test set right."""
    engine = tell(read_shared(weights), ENGINES[algorithm])
    accuracy = evaluate(engine, size, lists=lists, distribution="mixed", seed=seed, algorithm=algorithm)
    return dataclasses.asdict(accuracy)


def find_in_crowd(folder: Path, *, weights: Path, crowd: int) -> dict[str, Any]:
    """Every pair of numbers, the smaller once and the larger many times."""
    return dataclasses.asdict(evaluate_crowds(read_engine(weights), crowd))


def sort_wide_lists(
    folder: Path, *, weights: Path, kind: str, size: int, lists: int, by: By, seed: int
) -> dict[str, Any]:
    """How often wide numbers and long lists are sorted right."""
    return dataclasses.asdict(evaluate_wide_lists(kind, size, lists=lists, seed=seed, by=by))


def calculate_wide_pairs(
    folder: Path,
    *,
    weights: Path,
    operation: Literal["add", "multiply"],
    bits: int,
    pairs: int,
    at_once: int,
    seed: int,
) -> dict[str, Any]:
    """How often sums or products of wide numbers are right."""
    return dataclasses.asdict(evaluate_wide_pairs(operation, bits, pairs=pairs, at_once=at_once, seed=seed))


def run_on_wide_graphs(
    folder: Path,
    *,
    weights: Path,
    algorithm: Program,
    family: Family,
    size: int,
    graphs: int,
    bits: int,
    by: By,
    seed: int,
) -> dict[str, Any]:
    """How often large graphs with wide weights are solved right."""
    accuracy = evaluate_wide_graphs(algorithm, family, size, graphs=graphs, bits=bits, seed=seed, by=by)
    return dataclasses.asdict(accuracy)


def run_tests_of_networkx(folder: Path, *, tests: str) -> dict[str, Any]:
    """What comes of networkx's own tests, with engines for a back end."""
    return dataclasses.asdict(run_networkx_tests(tests, folder))


def answer_clrs(
    folder: Path, *, minimum: Path, add: Path, multiply: Path, algorithm: str, size: int, samples: int, seed: int
) -> dict[str, Any]:
    """How often samples of CLRS-30 are answered right."""
    return dataclasses.asdict(evaluate_clrs(algorithm, size, samples=samples, seed=seed))


def look_at_embeddings(folder: Path, *, weights: Path) -> dict[str, Any]:
    """Where an engine puts the numbers."""
    view = view_embeddings(weights)
    points = {"points": view.points, "infinity": view.infinity, "variance": view.variance}
    return {name: rounded(array) for name, array in points.items()} | {"held_out": view.held_out.tolist()}


def look_at_attention(folder: Path, *, weights: Path, sizes: list[int], lists: int, seed: int) -> dict[str, Any]:
    """Where a network looks while it sorts."""
    view = fidelity(*named_network(weights), sizes=sizes, lists=lists, seed=seed)
    return dataclasses.asdict(view) | {"attention": rounded(view.attention)}


def sort_examples(folder: Path, *, weights: Path) -> dict[str, Any]:
    """What a network makes of the paper's four lists."""
    return {"examples": [dataclasses.asdict(example) for example in examples(*named_network(weights))]}


def count_numbers(
    folder: Path, *, algorithm: Program, training: int, test: int, sizes: list[int], seed: int
) -> dict[str, Any]:
    """How often each number is asked about, in training and on test graphs of each size."""
    histograms = trace_histograms(algorithm, training=training, test=test, sizes=sizes, seed=seed)
    return {title: counts.tolist() for title, counts in histograms}


def trace_sorting(folder: Path, *, weights: Path, values: list[int]) -> dict[str, Any]:
    """Every step of selection sort on one list."""
    masks, steps = jax.device_get(trace_one(read_engine(weights), jnp.array(values), "selection")).trace
    return {"mask": masks.tolist(), "pointer": steps.pointer.tolist(), "value": steps.value.tolist()}


def trace_paths(folder: Path, *, minimum: Path, add: Path, matrix: list[list[int]]) -> dict[str, Any]:
    """Every step of Dijkstra's algorithm on one graph, from its first node."""
    graph, shown = np.array([matrix], np.int32), np.zeros(len(matrix), bool)
    paths = run_dijkstra(read_engine(minimum), read_engine(add), graph, np.array([0]), shown)
    trace = jax.tree.map(lambda x: x[0].tolist(), jax.device_get(paths.trace))
    selection = trace.selection
    return {"mask": selection.mask, "pointer": selection.step.pointer, "offers": trace.offers, "costs": trace.costs}


def rounded(array: np.ndarray) -> list[Any]:
    """As many digits as a picture shows."""
    digits: list[Any] = array.astype(float).round(3).tolist()
    return digits


def named_network(weights: Path) -> tuple[str, Network]:
    """A baseline by the name of its variant, or the engine."""
    if read_provenance(weights).subroutine != "seq2seq":
        return ENGINE, read_engine(weights)
    model = read_model(weights)
    return name_of(model.config), model
