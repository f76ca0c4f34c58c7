"""Algorithms that are made of engines."""

from nee.programs.dijkstra import Paths as Paths
from nee.programs.dijkstra import dijkstra as dijkstra
from nee.programs.merge_sort import merge_sort as merge_sort
from nee.programs.merge_sort import merge_two as merge_two
from nee.programs.prim import Tree as Tree
from nee.programs.prim import prim as prim
from nee.programs.selection_sort import selection_sort as selection_sort
