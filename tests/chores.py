"""Jobs that take no time, in a module that worker processes can import."""

import os
import signal


def double(folder, *, number):
    print("doubling", number)
    with (folder / "times").open("a") as file:
        file.write("once ")
    (folder / "note.txt").write_text(str(2 * number))
    return {"doubled": 2 * number}


def read(folder, *, note):
    return {"read": note.read_text()}


def fail(folder):
    print("about to fail")
    raise ValueError("it cannot be done")


def die(folder):
    os.kill(os.getpid(), signal.SIGKILL)
