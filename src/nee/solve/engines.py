"""Which engines answer a person: the network, or the table of its answers; and as wide as the numbers are."""

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, Literal, get_args

import jax

from nee.composed import Distinct, ShownPair, Tournament, WideAdd, WideMinimum, WideMultiply
from nee.composed.part import Part
from nee.containers import written
from nee.errors import InputError
from nee.pretrained import load, load_table

By = Literal["network", "table"]
"""`network`: forward passes. `table`: the network's answers to every pair, looked up, as `nee certify` found them."""
NARROW = 8
"""The bits that the networks were trained on."""
WIDTHS = (NARROW, 16, 30, 62)
"""Numbers are read as wide as one of these, so that few programs are compiled; above 30 bits JAX needs 64."""
WIDEST = WIDTHS[-1]
FEW = 100
"""The network runs by itself on at most this many numbers or nodes."""


def choose(said: Any, bits: int, size: int) -> By:
    """The network for up to 100 numbers of 8 bits, and the table for all that is wider or longer; or what was said."""
    if said is not None and said not in get_args(By):
        raise InputError(f"An answer comes by 'network' or by 'table', not by {written(said)}.")
    by: By | None = said
    return by or ("network" if bits <= NARROW and size <= FEW else "table")


def width(bits: int) -> int:
    """The width to compile for."""
    return next(width for width in WIDTHS if width >= bits)


def integers_of(bits: int) -> AbstractContextManager[Any]:
    """The mode of JAX whose integers hold numbers of this width, and infinity."""
    return jax.enable_x64(True) if bits > 30 else nullcontext()


@cache
def minimum_engine(by: By, bits: int) -> Part:
    """The smallest of any number of slots. The network reads equal numbers once, the table lets slots play matches."""
    engine: Part = load_table("minimum") if by == "table" else Distinct(load("minimum"))
    wide = WideMinimum(engine, bits) if bits > NARROW else engine
    return Tournament(wide) if by == "table" else wide


@cache
def merge_engine(by: By, bits: int) -> Part:
    """The smaller of the two numbers that the mask shows, and where to go on."""
    engine: Part = load_table("merge") if by == "table" else load("merge")
    return ShownPair(WideMinimum(engine, bits) if bits > NARROW else engine)


@cache
def add_engine(by: By, bits: int) -> Part:
    """The sum of two numbers."""
    engine: Part = load_table("add") if by == "table" else load("add")
    return WideAdd(engine, bits) if bits > NARROW else engine


@cache
def multiply_engine(by: By, bits: int) -> Part:
    """The product of two numbers."""
    engine: Part = load_table("multiply") if by == "table" else load("multiply")
    return WideMultiply(engine, add_engine(by, NARROW), bits) if bits > load("multiply").bits else engine
