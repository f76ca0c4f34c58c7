"""Algorithms that are made of engines.

A program takes lists and arrays of whole numbers, and refuses those that its engines cannot read. Inside jax.jit and
jax.vmap it does not see them, and they are not checked: an engine of 8 bits takes 300 for 44 there.
"""

from nee.programs.activity_selection import Choice as Choice
from nee.programs.activity_selection import activity_selection as activity_selection
from nee.programs.bellman_ford import bellman_ford as bellman_ford
from nee.programs.binary_search import Found as Found
from nee.programs.binary_search import binary_search as binary_search
from nee.programs.bitonic_sort import bitonic_sort as bitonic_sort
from nee.programs.bubble_sort import bubble_sort as bubble_sort
from nee.programs.dag_shortest_paths import dag_shortest_paths as dag_shortest_paths
from nee.programs.dijkstra import Paths as Paths
from nee.programs.dijkstra import dijkstra as dijkstra
from nee.programs.edit_distance import edit_distance as edit_distance
from nee.programs.floyd_warshall import AllPaths as AllPaths
from nee.programs.floyd_warshall import floyd_warshall as floyd_warshall
from nee.programs.heapsort import heapsort as heapsort
from nee.programs.in_place import Sorting as Sorting
from nee.programs.insertion_sort import insertion_sort as insertion_sort
from nee.programs.intervals import Splits as Splits
from nee.programs.knapsack import Packing as Packing
from nee.programs.knapsack import knapsack as knapsack
from nee.programs.kruskal import Forest as Forest
from nee.programs.kruskal import kruskal as kruskal
from nee.programs.longest_common_subsequence import Alignment as Alignment
from nee.programs.longest_common_subsequence import longest_common_subsequence as longest_common_subsequence
from nee.programs.matrix_chain_order import matrix_chain_order as matrix_chain_order
from nee.programs.merge_sort import merge_sort as merge_sort
from nee.programs.merge_sort import merge_two as merge_two
from nee.programs.optimal_search_tree import optimal_search_tree as optimal_search_tree
from nee.programs.prim import Tree as Tree
from nee.programs.prim import prim as prim
from nee.programs.quickselect import Selected as Selected
from nee.programs.quickselect import quickselect as quickselect
from nee.programs.quicksort import quicksort as quicksort
from nee.programs.relaxation import RelaxedPaths as RelaxedPaths
from nee.programs.selection_sort import selection_sort as selection_sort
from nee.programs.task_scheduling import task_scheduling as task_scheduling
