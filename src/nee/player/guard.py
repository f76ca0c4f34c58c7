"""Who may ask the server, how much they may say, and what a browser may do with the answer."""

import ipaddress
import json
import socket
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Stands before the application. What it refuses, the application never sees."""

    def __init__(self, app: ASGIApp, host: str):
        self.app = app
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        if not self.is_known(headers.get("host", "")):
            await refuse(send, 421, "This server does not go by that name.")
        elif is_foreign(scope, headers):
            await refuse(send, 403, "Pages of other sites may not ask here.")
        elif (body := await read_body(headers, receive)) is None:
            await refuse(send, 413, f"A question has at most {MOST_BYTES} bytes.")
        else:
            await self.app(scope, replay(body, receive), with_headers(send))

    def is_known(self, host: str) -> bool:
        """Whether this is a name of the server. A foreign page whose name is made to point here keeps its own name."""
        name = parts_of(f"//{host}").hostname or ""
        if name in LOOPBACK or self.host in LOOPBACK:
            return name in LOOPBACK
        try:
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return name in (self.host, socket.gethostname().lower())


def is_foreign(scope: Scope, headers: Headers) -> bool:
    """Whether another site's page asks. Following a link to the page itself is no harm."""
    origin = headers.get("origin")
    if origin is not None and parts_of(origin).netloc != headers.get("host"):
        return True
    link = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not link


def parts_of(address: str) -> SplitResult:
    """The parts of an address; what is none has none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


async def read_body(headers: Headers, receive: Receive) -> bytes | None:
    """The whole body, or None as soon as it is too long. It is held in memory, and nowhere else."""
    declared = headers.get("content-length", "0")
    if not (declared.isascii() and declared.isdecimal()) or int(declared) > MOST_BYTES:
        return None
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return body


def replay(body: bytes, receive: Receive) -> Receive:
    """Hand the body out once; afterwards there is only news of who has gone away."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return messages.pop() if messages else await receive()

    return again


def with_headers(send: Send) -> Send:
    """Every answer tells the browser to trust nothing but this server."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sending


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer with one sentence, and have no more of this connection."""
    body = json.dumps({"detail": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    sending = with_headers(send)
    await sending({"type": "http.response.start", "status": status, "headers": headers})
    await sending({"type": "http.response.body", "body": body})
