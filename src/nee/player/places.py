"""Runs take turns: few at once, a short queue, and whoever goes away leaves it and ends what was begun."""

import asyncio
import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from starlette.requests import Request

AT_ONCE = 2
MOST_WAITING = 40
LOOK_UP = 0.1
"""Seconds between two looks at whether somebody is still there."""

Answer = TypeVar("Answer")


class Busy(Exception):  # noqa: N818 (it is an answer, not an error)
    """Too many are waiting already."""


class Gone(Exception):  # noqa: N818
    """Nobody is there any more to be answered."""


LEFT: ContextVar[threading.Event | None] = ContextVar("LEFT", default=None)
"""Set when whoever asked for the run of this thread has gone away."""


def go_on() -> None:
    """A run calls this between its pieces: it ends here if nobody waits for it. A compiled call cannot be ended."""
    left = LEFT.get()
    if left is not None and left.is_set():
        raise Gone


class Places:
    """The places at which programs run."""

    def __init__(self) -> None:
        self.free = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    async def run(self, request: Request, work: Callable[[], Answer]) -> Answer:
        """Wait for a place and run there, in a thread of its own."""
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            await self.turn(request)
        finally:
            self.waiting -= 1
        left = threading.Event()
        LEFT.set(left)  # The thread gets a copy of this request's context.
        running = asyncio.ensure_future(asyncio.to_thread(work))
        # The place is free when the thread has ended, and not before: there are never more runs than places.
        running.add_done_callback(lambda _: self.free.release())
        try:
            while not running.done():
                await asyncio.wait({running}, timeout=LOOK_UP)
                if await request.is_disconnected():
                    left.set()
            return running.result()
        finally:
            left.set()

    async def turn(self, request: Request) -> None:
        """Return when there is a place; whoever has gone away gives theirs free at once."""
        turn = asyncio.ensure_future(self.free.acquire())
        while not turn.done():
            await asyncio.wait({turn}, timeout=LOOK_UP)
            if await request.is_disconnected():
                if not turn.cancel():  # The place came while they went.
                    self.free.release()
                raise Gone
