"""Subroutines by name: one that ships, or one in a file of your own."""

import importlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

import jax
import jax.numpy as jnp

from nee.compilation import refuse_missing_platform
from nee.errors import InputError
from nee.steps import Step
from nee.subroutines import SUBROUTINES
from nee.subroutines.subroutine import Subroutine

NAME = re.compile(r"\w[\w-]*", re.ASCII)
"""It becomes part of a file's name."""


def find_subroutine(name: str) -> Subroutine:
    """The subroutine that is meant by a shipped name, by `file.py`, `file.py:NAME` or `module:NAME`; or what to mend.

    >>> find_subroutine("minimum").summary
    'the smallest number that is left, and where it stands'
    """
    if name in SUBROUTINES:
        return SUBROUTINES[name]
    if name.endswith(".py"):
        return check(only_subroutine(run_file(Path(name)), name), name)
    if ":" in name:
        source, _, attribute = name.rpartition(":")
        return check(named_subroutine(import_source(source), source, attribute), name)
    raise InputError(
        f"There is no subroutine called {name!r}; there are: {', '.join(SUBROUTINES)}; "
        "one of your own is a file.py, a file.py:NAME or a module:NAME."
    )


def run_file(path: Path) -> ModuleType:
    """The module that a file makes. It can import its neighbours, as a script can."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    refuse_missing_platform()  # What the file computes would fail, and the file would be blamed.
    name = f"nee_subroutine_{path.stem}"  # No other module is called so, whatever the file is called.
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, "a name that ends in .py is Python"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.absolute()))
    sys.modules[name] = module  # A dataclass looks up the module that it stands in.
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise cannot_import(str(path), error) from error
    return module


def import_source(source: str) -> ModuleType:
    """The module that a file makes, or that is known by its name; one in this folder is, as `python -m` has it."""
    if source.endswith(".py"):
        return run_file(Path(source))
    refuse_missing_platform()
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(source)
    except (Exception, SystemExit) as error:
        raise cannot_import(source, error) from error


def named_subroutine(module: ModuleType, source: str, name: str) -> Subroutine:
    """The subroutine that has this name in a module."""
    found = getattr(module, name, None)
    if not isinstance(found, Subroutine):
        raise InputError(f"{name!r} in {source} is no Subroutine.")
    return found


def only_subroutine(module: ModuleType, name: str) -> Subroutine:
    """The one subroutine that a file makes; what it imports from nee does not count."""
    shipped = list(SUBROUTINES.values())
    found = {
        variable: value
        for variable, value in vars(module).items()
        if isinstance(value, Subroutine) and value not in shipped
    }
    if not found:
        raise InputError(f"{name} makes no subroutine: give one a name, such as MAXIMUM = nee.Subroutine(...).")
    if len(found) > 1:
        choices = ", ".join(f"{name}:{variable}" for variable in found)
        raise InputError(f"{name} makes {len(found)} subroutines: choose one of {choices}.")
    return next(iter(found.values()))


def check(subroutine: Subroutine, name: str) -> Subroutine:
    """The subroutine, if its oracle answers as an engine does and if there is a way to judge its engine."""
    if not NAME.fullmatch(str(subroutine.name)):
        raise InputError(f"{name} calls itself {subroutine.name!r:.40}: a name is letters, digits, - and _.")
    if not subroutine.recipes:
        raise InputError(f"{name} has no recipe to train with: give `recipes` at least one.")
    if subroutine.domain is None and (subroutine.program is None or not subroutine.instances):
        raise InputError(f"{name} cannot be judged: give the subroutine a `program` and `instances`, or a `domain`.")
    values, mask = jnp.array([0, 1]), jnp.array([False, False])
    try:
        step = jax.eval_shape(subroutine.oracle, values, mask)
    except Exception as error:
        raise InputError(f"The oracle of {name} fails on two numbers and a mask: {first_line(error)}.") from error
    if not isinstance(step, Step):
        raise InputError(f"The oracle of {name} must return a Step(value, pointer, mask, attention).")
    for field, wanted in {"value": (), "pointer": (), "mask": (2,), "attention": (2,)}.items():
        answered = jnp.shape(getattr(step, field))
        if answered != wanted:
            raise InputError(
                f"The oracle of {name} answers two numbers with a {field} of shape {answered}: it must be {wanted}."
            )
    check_lesson(subroutine, name)
    return subroutine


def check_lesson(subroutine: Subroutine, name: str) -> None:
    """Refuse a subroutine whose lessons cannot be taught."""
    for recipe in subroutine.recipes:
        try:
            lesson = jax.eval_shape(lambda key, recipe=recipe: subroutine.lesson(key, recipe), jax.random.key(0))
        except Exception as error:
            raise InputError(
                f"The lesson of {name} fails with the recipe {recipe.name}: {first_line(error)}."
            ) from error
        if not hasattr(lesson, "losses") or not hasattr(lesson, "taught"):
            raise InputError(f"The lesson of {name} must return a Lesson(values, log_counts, trace, taught).")


def cannot_import(name: str, error: BaseException) -> InputError:
    """What went wrong while a file was run."""
    line = next(
        (
            f", line {frame.lineno}"
            for frame in reversed(traceback.extract_tb(error.__traceback__))
            if frame.filename.endswith(name)
        ),
        "",
    )
    return InputError(f"{name} cannot be imported{line}: {type(error).__name__}: {first_line(error)}.")


def first_line(error: BaseException) -> str:
    """The sentence of an error without what follows it."""
    return (str(error).strip().splitlines() or ["no reason is given"])[0].rstrip(".")
