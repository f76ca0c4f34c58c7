"""The command `nee play`."""

import socket
import threading
import webbrowser
from typing import Annotated

import typer

from nee.errors import InputError


def play(
    host: Annotated[str, typer.Option(help="The address to listen on: without it, this machine alone can ask.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8642,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open a page on which anyone can watch the networks run."""
    try:
        import uvicorn

        from nee.player.server import make_app
    except ModuleNotFoundError as missing:
        if missing.name not in ("fastapi", "uvicorn"):
            raise
        raise InputError("`nee play` needs two packages more: pip install 'nee[web]'.") from None

    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"
    print(f"Watch at {address} (Ctrl-C ends it).", flush=True)
    if browser:
        threading.Timer(1, webbrowser.open, [address]).start()
    config = uvicorn.Config(make_app(host), log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """The door that questions come in by; or the reason why it cannot be opened. Port 0 is any that is free."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        reason = str(error.strerror).split(" (")[0]  # Python adds the address, which the sentence has.
        raise InputError(f"Nobody can listen at {host}, port {port}: {reason}. Try another --port.") from None
