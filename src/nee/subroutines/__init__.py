"""What engines are taught, one file each."""

from nee.subroutines.minimum import MINIMUM
from nee.subroutines.subroutine import Lesson as Lesson
from nee.subroutines.subroutine import Recipe as Recipe
from nee.subroutines.subroutine import Subroutine as Subroutine

SUBROUTINES = {subroutine.name: subroutine for subroutine in (MINIMUM,)}
