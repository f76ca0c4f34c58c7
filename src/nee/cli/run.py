"""The command `nee run`."""

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from nee.cli.arguments import parse_number, shorten
from nee.cli.html import Html, check_html, write_page
from nee.cli.output import print_json, working
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.solve.own_program import OwnProgram
    from nee.subroutines import Subroutine


def run(
    program: Annotated[str, typer.Argument(help="Your function, as my_program.py:FUNCTION or module:FUNCTION.")],
    data: Annotated[
        list[str] | None,
        typer.Argument(help="Its data: a number such as 12, a list such as 5,3,1, or [[1, 2], [3, 4]]."),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine", help="An engine of your own: NAME=engine.safetensors; NAME=subroutine.py for its oracle."
        ),
    ] = None,
    by: Annotated[Literal["network", "table"] | None, typer.Option(help="Forward passes, or looked up.")] = None,
    oracle: Annotated[bool, typer.Option("--oracle", help="Run it with exact engines.")] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Run it with both, and say where they part; exit code 1 if they do.")
    ] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Draw the trace, if the function returns one.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")] = False,
    html: Html = None,
) -> None:
    """Run a function of your own with the shipped engines: data by position, engines by keyword.

    Each keyword of the function names an engine that ships, such as minimum or add. A keyword `end` gets infinity.
    """
    check_html(html)
    if oracle and compare:
        raise InputError("--compare runs the oracles too: choose one of --oracle and --compare.")
    from nee.numbers import infinity
    from nee.solve import own_program
    from nee.solve.engines import choose
    from nee.steps import Engine
    from nee.training.checkpoints import read_engine

    own = own_program.find_program(program)
    arrays = [own_program.read_data(parse_data(word)) for word in data or []]
    files, subroutines = parse_engines(own, engine or [])
    trained = own_program.as_trained(own, {name: read_engine(file) for name, file in files.items()})
    bits = own_program.width_of(own, arrays, trained)
    chosen = choose(by, bits, max((array.size for array in arrays), default=0))
    exact = learned = None
    engines: dict[str, Engine] = {}
    with working(f"running {program}"):
        if oracle or compare:
            exact = own_program.run_program(own, arrays, own_program.oracles(own, bits, subroutines), bits)
        if compare or not oracle:
            engines = own_program.networks(own, chosen, bits, trained)
            learned = own_program.run_program(own, arrays, engines, bits)
    parting = own_program.differences(learned, exact) if compare else None
    answer, source = (exact, "oracle") if oracle else (learned, chosen)
    steps = {}
    if html or (trace and as_json):
        from nee.player.own import own_trace
        from nee.player.traces import hashes

        hashed = hashes(*engines, files=files)
        steps = own_trace(program, answer, arrays, engines=engines, weights=hashed, by=source, bits=bits)
    if html:
        write_page(html, steps, say=not as_json)
    if as_json:
        told = as_data(without_steps(answer))
        facts = {"by": source, "bits": bits, "infinity": infinity(bits)}
        more = ({"parting": parting} if compare else {}) | ({"trace": steps} if trace else {})
        print_json(without_nan({"result": told} | facts | more))
    else:
        print_run(answer, arrays, bits, trace=trace)
        if parting is not None:
            print("The engines and the oracles agree." if not parting else "The engines and the oracles part:")
            for sentence in parting:
                print(f"  {sentence}")
    if parting:
        raise typer.Exit(1)


def print_run(answer: Any, arrays: list[Any], bits: int, *, trace: bool) -> None:
    """The answer, after its steps if they are wanted, and what infinity is if it stands somewhere."""
    from nee.numbers import infinity
    from nee.solve.own_program import holds

    end = infinity(bits)
    drawn = draw(answer, arrays, end) if trace else None
    shown = without_steps(answer)
    shown = shown["result"] if isinstance(shown, dict) and "result" in shown else shown
    print_answer(shown)
    if holds((shown, drawn), end):
        print(f"({end} is how engines of {bits} bits write infinity.)")


def parse_data(word: str) -> Any:
    """A number, a list with commas, or what JSON writes with brackets; `inf` is infinity."""
    if word.lstrip().startswith("["):
        try:
            return json.loads(word.replace("inf", "Infinity"))
        except (json.JSONDecodeError, RecursionError):
            quoted = shorten(word)
            raise InputError(f"{quoted!r} is neither a list nor a matrix: write it like [[1, 2], [3, 4]].") from None
        except ValueError:
            raise InputError(f"{shorten(word)} has a number with too many digits.") from None
    if "," in word and not all(part.strip() for part in word.split(",")):
        raise InputError(f"{word!r} has an empty place: a list of one number is written [5].")
    numbers = [parse_number(part.strip()) for part in word.split(",")]
    return numbers if "," in word else numbers[0]


def parse_engines(program: "OwnProgram", words: list[str]) -> tuple[dict[str, Path], dict[str, "Subroutine"]]:
    """Files of trained engines, and subroutines for their oracles, by the keyword of the program that they are for."""
    from nee.solve.own_program import check_asked
    from nee.subroutines.find import find_subroutine

    files, subroutines = {}, {}
    for word in words:
        name, separator, file = word.partition("=")
        if not separator:
            raise InputError(f"{word!r} names no file: write --engine NAME=FILE.")
        check_asked(program, name)
        if file.endswith(".py") or ":" in file:
            subroutines[name] = find_subroutine(file)
        else:
            files[name] = Path(file)
    return files, subroutines


def as_data(answer: Any) -> Any:
    """The answer with Python's numbers and lists: a field for each name that it has."""
    from nee.player.own import fields_of

    if isinstance(answer, dict) or hasattr(answer, "_asdict"):
        return {name: as_data(value) for name, value in fields_of(answer).items()}
    if isinstance(answer, list | tuple):
        return [as_data(value) for value in answer]
    return answer.tolist() if hasattr(answer, "tolist") else answer


def without_nan(data: Any) -> Any:
    """The data with null for floats that JSON cannot write: infinity, and what is no number."""
    if isinstance(data, dict):
        return {name: without_nan(value) for name, value in data.items()}
    if isinstance(data, list):
        return [without_nan(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def print_answer(answer: Any) -> None:
    """The answer; of one that has fields, a line for each of them."""
    answer = as_data(answer)
    if isinstance(answer, dict):
        for name, value in answer.items():
            print(f"{name}: {value}")
    else:
        print(answer)


def draw(answer: Any, arrays: list[Any], end: int) -> Any:
    """The trace as what it is: steps of an engine on a list, merges, a tree that grows; or a line for each step.

    What is returned are the numbers that were drawn beside those of the answer, with infinity as a number.
    """
    from nee.cli.drawing import draw_merges, draw_trace
    from nee.cli.growth import draw_growth
    from nee.player.own import fields_of, lines_of
    from nee.programs.tree_growth import Growth
    from nee.steps import LevelledExecution, Trace

    trace = fields_of(answer).get("trace")
    if isinstance(answer, LevelledExecution):
        draw_merges(arrays[0].tolist(), answer.levels)
    elif isinstance(trace, Trace):
        slots = trace.mask.shape[-1]
        draw_trace(next((array.tolist() for array in arrays if array.shape == (slots,)), range(slots)), trace)
        return trace.step.value
    elif isinstance(trace, Growth):
        draw_growth(range(trace.costs.shape[-1]), trace, end, ("offers", "costs"))
    elif trace is None:
        raise InputError("The function returns no trace: return a NamedTuple or a dict with a field called trace.")
    else:
        for number, step in enumerate(lines_of(trace), 1):
            print(f"{number:4}  {step}")
        return trace
    return None


def without_steps(answer: Any) -> Any:
    """The answer without the field that tells of its steps."""
    from nee.player.own import fields_of
    from nee.steps import LevelledExecution

    steps = "levels" if isinstance(answer, LevelledExecution) else "trace"
    fields = fields_of(answer)
    return {name: value for name, value in fields.items() if name != steps} if fields else answer
