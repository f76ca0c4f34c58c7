"""Training, from a lesson to a file of weights.

Read it in the order in which a batch goes. A subroutine draws a lesson, which knows its losses; `subroutines/lesson.py`
has both. `step.py` draws the lessons of a step, takes the gradient and moves the weights. `run.py` repeats that and
reports (`metrics.py`). `checkpoints.py` writes what was learned (`whole_file.py`) with what made it (`provenance.py`).
"""
