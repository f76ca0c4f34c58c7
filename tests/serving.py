"""The server of `nee play` on a free port, in a thread of the tests."""

import contextlib
import threading
import time

import uvicorn

from nee.player.server import make_app


@contextlib.contextmanager
def serving(host="127.0.0.1", *, warm_up=False):
    """The address of a running server."""
    server = uvicorn.Server(uvicorn.Config(make_app(host, warm_up=warm_up), port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(timeout=30)
