"""One process per core: which cores there are, and how a process settles on one."""

import multiprocessing
import os
import threading

# Not every system can say, or choose, which cores a process runs on.


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


def pin_to_core(core: int) -> None:
    """Stay on one core, as XLA starts as many threads as it sees cores; and end with the process that started it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A parent that is killed cannot end its processes, and what is begun again must not meet them."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this process was started by nobody who waits for it"
    parent.join()
    os._exit(1)
