"""Algorithms that are made of engines."""

from nee.programs.merge_sort import merge_sort as merge_sort
from nee.programs.merge_sort import merge_two as merge_two
from nee.programs.selection_sort import selection_sort as selection_sort
