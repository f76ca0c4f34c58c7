"""What engines are taught, one file each."""

from nee.subroutines.add import ADD
from nee.subroutines.graph_minimum import DIJKSTRA_MINIMUM, PRIM_MINIMUM
from nee.subroutines.lesson import Lesson as Lesson
from nee.subroutines.merge import MERGE
from nee.subroutines.minimum import MINIMUM
from nee.subroutines.multiply import MULTIPLY
from nee.subroutines.subroutine import Recipe as Recipe
from nee.subroutines.subroutine import Subroutine as Subroutine

SUBROUTINES = {
    subroutine.name: subroutine for subroutine in (MINIMUM, MERGE, ADD, MULTIPLY, DIJKSTRA_MINIMUM, PRIM_MINIMUM)
}
