"""Runs take turns: few at once, a short queue, and whoever goes away leaves it."""

import asyncio
from collections.abc import Callable
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
        # A run is short, since questions are small; once begun it is not torn down, and its place is free at its end.
        running = asyncio.ensure_future(asyncio.to_thread(work))
        running.add_done_callback(lambda _: self.free.release())
        return await asyncio.shield(running)

    async def turn(self, request: Request) -> None:
        """Return when there is a place; whoever has gone away gives theirs free at once."""
        turn = asyncio.ensure_future(self.free.acquire())
        while not turn.done():
            await asyncio.wait({turn}, timeout=LOOK_UP)
            if not turn.done() and await request.is_disconnected():
                turn.cancel()
                raise Gone
        if await request.is_disconnected():
            self.free.release()
            raise Gone
