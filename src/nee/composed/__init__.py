"""Engines made of engines: the same interface, for wide numbers, long lists and quick answers.

    Distinct(network)                  equal numbers are read once, so that no crowd drowns the smallest
    tabulate(network, numbers, ...)    the answers to every pair, looked up, of a network whose certificate holds
    Tournament(engine)                 the minimum of any number of slots, out of matches of two
    ShownPair(engine)                  the two slots that the mask shows, wherever they stand, for `merge`
    WideMinimum(engine, bits)          a comparison of wide numbers, limb by limb; `merge` too
    WideAdd(add, bits)                 a sum with carries
    WideMultiply(multiply, add, bits)  a product as one learns it at school

Each one takes values and mask and answers with a `Step`, so every program runs on it unchanged. The attention of a
composed engine is a share for each slot, as a network's is: equal shares for the slots that hold the answer, and
nearly nothing for the others.
"""

from nee.composed.distinct import Distinct as Distinct
from nee.composed.shown_pair import ShownPair as ShownPair
from nee.composed.table import Table as Table
from nee.composed.table import tabulate as tabulate
from nee.composed.tournament import Tournament as Tournament
from nee.composed.wide_add import WideAdd as WideAdd
from nee.composed.wide_minimum import WideMinimum as WideMinimum
from nee.composed.wide_multiply import WideMultiply as WideMultiply
