"""Algorithms that are made of engines."""

from nee.programs.selection_sort import selection_sort as selection_sort
