"""A program of the user's own: one function that takes data by position and engines by keyword."""

import inspect
import math
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee import pretrained
from nee.compilation import keep_compiled_programs
from nee.composed import WideAdd, WideMultiply
from nee.containers import counted, written
from nee.engine import NeuralEngine
from nee.errors import EngineError, InputError
from nee.numbers import infinity
from nee.solve.engines import (
    NARROW,
    WIDEST,
    By,
    add_engine,
    integers_of,
    merge_engine,
    minimum_engine,
    multiply_engine,
)
from nee.steps import Engine, Step
from nee.subroutines import SUBROUTINES, Subroutine
from nee.subroutines.find import first_line, import_source

SHIPPED: dict[str, Callable[[By, int], Engine]] = {
    "minimum": minimum_engine,
    "merge": merge_engine,
    "add": lambda by, bits: WideAdd(add_engine(by, NARROW), bits),
    "multiply": lambda by, bits: WideMultiply(multiply_engine(by, NARROW), add_engine(by, NARROW), bits),
}
"""The engines that are made as wide as they need to be."""


def exact_sum(a: Any, b: Any, end: int) -> Any:
    """A + b, or infinity."""
    return jnp.where(b >= end - a, end, a + b)


def exact_product(a: Any, b: Any, end: int) -> Any:
    """A * b, or infinity."""
    return jnp.where((a > 0) & (b > (end - 1) // jnp.maximum(a, 1)), end, a * b)


EXACT = {"add": exact_sum, "multiply": exact_product}
"""What an oracle computes at any width. A result may need more bits than the numbers that it is made of."""


@dataclass(frozen=True)
class OwnProgram:
    """A function, and what it asks for."""

    name: str
    function: Callable[..., Any]
    keywords: tuple[str, ...]
    """Engines, and `end` if the program wants to know infinity."""


def find_program(name: str) -> OwnProgram:
    """The program that `file.py:function` or `module:function` names; or what to mend.

    >>> find_program("nee.programs:heapsort").keywords
    ('minimum',)
    """
    source, separator, function_name = name.rpartition(":")
    if not separator:
        raise InputError(f"{name} names no function: write it as my_program.py:FUNCTION.")
    module = import_source(source)
    function = getattr(module, function_name, None)
    if not inspect.isfunction(function):
        functions = {known: value for known, value in vars(module).items() if inspect.isfunction(value)}
        own = [known for known, value in functions.items() if f"{value.__module__}.".startswith(f"{module.__name__}.")]
        known = [name for name in own if not name.startswith("_")]
        raise InputError(f"There is no function {function_name!r} in {source}; there are: {listed(known)}.")
    parameters = inspect.signature(function).parameters.values()
    wanted = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    return OwnProgram(name, function, tuple(wanted))


def read_data(values: Any) -> np.ndarray:
    """One argument of a program: a number, a list or a matrix of whole numbers from 0 on, or infinite ones."""
    array = np.array(values, dtype=object)
    for number in array.ravel():
        if isinstance(number, list):
            raise InputError(f"{values} is neither a list nor a matrix: its rows are not equally long.")
        if isinstance(number, bool) or not isinstance(number, Real):
            raise InputError(f"{number!r} is not a number.")
        if number != math.inf and (number < 0 or (isinstance(number, float) and not number.is_integer())):
            raise InputError(f"{written(number)} cannot be read: engines read whole numbers from 0 on, and inf.")
    return array


def check_asked(program: OwnProgram, name: str) -> None:
    """Refuse an engine that the program does not ask for."""
    asked = engine_names(program)
    if name not in asked:
        raise InputError(f"{program.name} asks for no engine called {name!r}: it asks for {listed(asked)}.")


def as_trained(program: OwnProgram, given: Mapping[str, NeuralEngine]) -> dict[str, NeuralEngine]:
    """The engines that run as they were trained: those that are given, and those that ship and have no wide form."""
    others = [name for name in engine_names(program) if name in pretrained.names() and name not in SHIPPED]
    return {name: pretrained.load(name) for name in others} | dict(given)


def width_of(program: OwnProgram, data: Sequence[np.ndarray], own: Mapping[str, NeuralEngine]) -> int:
    """The bits that numbers are read with.

    An engine that cannot be made wider says it. Without one, 8 bits will do where all that is given fits and the
    program computes nothing new; elsewhere 62 are taken.
    """
    largest = max((int(number) for array in data for number in array.ravel() if number != math.inf), default=0)
    if largest >= infinity(WIDEST):
        raise InputError(f"{written(largest)} is too large: programs of your own read numbers of up to {WIDEST} bits.")
    for name, engine in own.items():
        if largest >= infinity(engine.bits):
            raise InputError(f"The engine {name!r} reads numbers of {engine.bits} bits, and {largest} is given.")
    if own:
        return min(engine.bits for engine in own.values())
    computes = EXACT.keys() & set(program.keywords)
    return NARROW if largest < infinity(NARROW) and not computes else WIDEST


def networks(program: OwnProgram, by: By, bits: int, own: Mapping[str, NeuralEngine]) -> dict[str, Engine]:
    """The learned engines that the program asks for: those that ship, or those that are given."""
    engines: dict[str, Engine] = {}
    for name in engine_names(program):
        if name in own:
            engines[name] = own[name]
        elif name in SHIPPED:
            engines[name] = SHIPPED[name](by, bits)
        else:
            raise unknown(program, name)
    return engines


def oracles(program: OwnProgram, bits: int, own: Mapping[str, Subroutine]) -> dict[str, Engine]:
    """The exact engines that the program asks for: of what ships, or of subroutines that are given."""
    engines: dict[str, Engine] = {}
    for name in engine_names(program):
        if name in own:
            engines[name] = own[name].oracle
        elif name in EXACT:
            engines[name] = exact_operation(EXACT[name], infinity(bits))
        elif name in SUBROUTINES:
            engines[name] = SUBROUTINES[name].oracle
        else:
            raise InputError(f"Nobody knows the exact {name!r}: name its subroutine, as --engine {name}=FILE.py.")
    return engines


def exact_operation(compute: Callable[[Any, Any, int], Any], end: int) -> Engine:
    """The exact result for numbers of any width; what exceeds it is infinite."""

    def oracle(values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        value = compute(values[0], values[1], end)
        return Step(value, jnp.array(0), jnp.ones_like(mask), jnp.full(mask.shape, 0.5))

    return oracle


def engine_names(program: OwnProgram) -> list[str]:
    """The keywords that ask for an engine."""
    return [name for name in program.keywords if name != "end"]


def unknown(program: OwnProgram, name: str) -> InputError:
    """Nobody knows an engine of that name."""
    return InputError(
        f"{program.name} asks for an engine called {name!r}; there are: {', '.join(pretrained.names())}; "
        f"one of your own is given by --engine {name}=FILE."
    )


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return ", ".join(names) or "none"


def run_program(program: OwnProgram, data: Sequence[np.ndarray], engines: Mapping[str, Engine], bits: int) -> Any:
    """What the program returns, with numpy's arrays; or the line of the user's code that failed."""
    keep_compiled_programs()
    end = infinity(bits)
    keywords: dict[str, Any] = {name: eqx.filter_jit(engine) for name, engine in engines.items()}
    if "end" in program.keywords:
        keywords["end"] = end
    try:
        inspect.signature(program.function).bind(*data, **keywords)
    except TypeError as error:
        raise InputError(
            f"{program.name} does not take {counted(len(data), 'argument')}: {first_line(error)}."
        ) from error
    with integers_of(bits):
        integers = np.int64 if bits > 30 else np.int32
        arrays = [jnp.asarray(np.where(x == math.inf, end, x).astype(integers)) for x in data]
        try:
            answer = program.function(*arrays, **keywords)
            check_answer(program, answer)
            return jax.device_get(with_names(answer))
        except (InputError, EngineError):
            raise
        except (Exception, SystemExit) as error:
            raise InputError(f"{program.name} failed{line_of(program, error)}: {error_text(error)}.") from error


def check_answer(program: OwnProgram, answer: Any) -> None:
    """Refuse a function that has not run yet: one that yields or awaits."""
    if isinstance(answer, Coroutine):
        answer.close()  # Python would complain that nobody waited for it.
    if isinstance(answer, Iterator | Coroutine | AsyncIterator):
        kind = type(answer).__name__
        raise InputError(f"{program.name} returns a {kind}: a program is a plain function that returns its answer.")


def with_names(answer: Any) -> Any:
    """The answer with text for the keys of its dicts, which JAX puts in order."""
    if isinstance(answer, dict):
        named = {str(key): with_names(value) for key, value in answer.items()}
        if len(named) < len(answer):
            raise InputError("The function returns a dict with two keys that are written in the same way.")
        return named
    if isinstance(answer, list | tuple):
        parts = [with_names(part) for part in answer]
        return type(answer)(*parts) if hasattr(answer, "_fields") else type(answer)(parts)
    return answer


def line_of(program: OwnProgram, error: BaseException) -> str:
    """Where in the user's file it happened."""
    file = inspect.getfile(program.function)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f" in line {frames[-1].lineno}" if frames else ""


def error_text(error: BaseException) -> str:
    """The error and its first sentence."""
    return f"{type(error).__name__}: {first_line(error)}"


def differences(first: Any, second: Any) -> list[str]:
    """Where two answers part: one sentence for each field, with the first place.

    How a step spreads its attention does not count: an oracle looks at one slot, and a network never quite does.
    """
    parts = []
    others = dict(jax.tree_util.tree_flatten_with_path(without_attention(second))[0])
    for path, value in jax.tree_util.tree_flatten_with_path(without_attention(first))[0]:
        field = jax.tree_util.keystr(path).lstrip(".") or "result"
        other = others.pop(path, None)
        if np.shape(value) != np.shape(other):
            parts.append(f"{field} has not the same shape")
        elif (unequal := differs(np.asarray(value), np.asarray(other))).any():
            place = tuple(int(x) for x in np.argwhere(unequal)[0])
            at = f" at {', '.join(map(str, place))}" if place else ""
            parts.append(f"{field}{at}: {np.asarray(value)[place]} and {np.asarray(other)[place]}")
    return parts + [f"{jax.tree_util.keystr(path).lstrip('.')} is there only once" for path in others]


def differs(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Where two arrays are not equal. What is no number in both of them is equal."""
    both_nan = np.logical_and(first != first, second != second)
    return np.asarray(np.logical_and(first != second, np.logical_not(both_nan)), bool)


def without_attention(answer: Any) -> Any:
    """The answer with no attention in its steps."""

    def is_step(part: Any) -> bool:
        return isinstance(part, Step)

    return jax.tree.map(lambda part: part._replace(attention=None) if is_step(part) else part, answer, is_leaf=is_step)


def holds(answer: Any, end: int) -> bool:
    """Whether infinity is among the whole numbers of an answer."""
    arrays = map(np.asarray, jax.tree.leaves(answer))
    return any(array.dtype.kind in "iu" and bool((array == end).any()) for array in arrays)
