"""The server of `nee play`: the page, and the programs that it lets run."""

import itertools
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

import networkx as nx
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

import nee
from nee.compilation import keep_compiled_programs
from nee.errors import InputError
from nee.graphs.files import parse_graph
from nee.graphs.weight_matrix import weight_matrix
from nee.player import watching
from nee.player.export import GRAPH_LIBRARY, MODULES, PAGE
from nee.player.guard import Guard
from nee.player.places import Busy, Gone, Places
from nee.player.questions import (
    MOST_EDGES,
    MOST_NODES,
    Graph,
    OperationQuestion,
    PathsQuestion,
    Problem,
    SortQuestion,
    State,
    TraceAnswer,
    TransformerQuestion,
    TreeQuestion,
)
from nee.player.steps_data import Data
from nee.player.trace_data import graph_data

KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
FILES = (*MODULES, GRAPH_LIBRARY, "player.css", "play.css", "play.js", "graph_editor.js", "docs.js")
PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": reason}
    for code, reason in {
        400: "not JSON",
        403: "asked by another site's page",
        413: "too long",
        421: "not this server's name",
        422: "not a question that can be answered",
        429: "too many are waiting",
    }.items()
}
ANSWERS: dict[int | str, dict[str, Any]] = {200: {"model": TraceAnswer}, **PROBLEMS}


class WarmUp:
    """Compiles the programs in the background, the small ones first, so that nobody waits for them later."""

    def __init__(self) -> None:
        self.ready = False
        self.compiling: str | None = None
        self.stopped = False

    def run(self) -> None:
        """Run each program once."""
        keep_compiled_programs()
        for size in watching.SIZES:
            for name, run in programs_of(size):
                if self.stopped:
                    return
                self.compiling = f"{name} of {size}"
                run()
            self.ready = True
        self.compiling = None


def programs_of(size: int) -> list[tuple[str, Callable[[], Data]]]:
    """Each program on an instance of that size."""
    values = list(range(size, 0, -1))
    graph = nx.path_graph(min(size, MOST_NODES))
    nx.set_edge_attributes(graph, 1, "weight")
    programs: list[tuple[str, Callable[[], Data]]] = [
        ("selection sort", partial(watching.watch_sort, values)),
        ("Dijkstra's algorithm", partial(watching.watch_paths, graph, 0)),
        ("Prim's algorithm", partial(watching.watch_tree, graph)),
        ("the plain transformer", partial(watching.watch_transformer, values)),
    ]
    if size == watching.SIZES[0]:
        programs += [
            ("merge sort", partial(watching.watch_sort, values, "merge")),
            ("addition", partial(watching.watch_operation, "add", 1, 2)),
            ("multiplication", partial(watching.watch_operation, "multiply", 1, 2)),
            ("addition of wide numbers", partial(watching.watch_operation, "add", 300, 300)),
            ("multiplication of wide numbers", partial(watching.watch_operation, "multiply", 300, 300)),
        ]
    return programs


def make_app(host: str = "127.0.0.1", *, warm_up: bool = True) -> Guard:
    """The application, behind its guard."""
    warming = WarmUp()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        thread = threading.Thread(target=warming.run)
        if warm_up:
            thread.start()
        yield
        warming.stopped = True
        if warm_up:  # Python must not end while something is being compiled.
            thread.join()

    app = FastAPI(
        title="nee play",
        summary="Watch a network run an algorithm.",
        version=nee.__version__,
        description="Every answer is a trace: the result, and all steps that led to it.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    add_answers(app, Places())
    add_pages(app)
    add_refusals(app)

    @app.get("/api/state", response_model=State, responses=PROBLEMS)
    async def state() -> State:
        """Whether the programs are compiled."""
        return State(ready=warming.ready or not warm_up, compiling=warming.compiling)

    return Guard(app, host)


def add_answers(app: FastAPI, places: Places) -> None:
    """The programs that can be run."""

    async def run(request: Request, work: Callable[[], Data]) -> Response:
        return JSONResponse(await places.run(request, work))

    @app.post("/api/sort", responses=ANSWERS, response_class=JSONResponse)
    async def sort(question: SortQuestion, request: Request) -> Response:
        """Sort a list."""
        work = partial(watching.watch_sort, question.values, question.algorithm, question.shaking())
        return await run(request, work)

    @app.post("/api/transformer", responses=ANSWERS, response_class=JSONResponse)
    async def transformer(question: TransformerQuestion, request: Request) -> Response:
        """Let the plain transformer sort a list."""
        return await run(request, partial(watching.watch_transformer, question.values))

    @app.post("/api/arithmetic", responses=ANSWERS, response_class=JSONResponse)
    async def arithmetic(question: OperationQuestion, request: Request) -> Response:
        """Add or multiply."""
        work = partial(watching.watch_operation, question.operation, question.a, question.b, question.shaking())
        return await run(request, work)

    @app.post("/api/paths", responses=ANSWERS, response_class=JSONResponse)
    async def paths(question: PathsQuestion, request: Request) -> Response:
        """Find the shortest paths from a node."""
        if question.source >= len(question.graph.nodes):
            raise InputError("There is no node in the place of the source.")
        work = partial(watching.watch_paths, question.graph.as_networkx(), question.source, question.shaking())
        return await run(request, work)

    @app.post("/api/tree", responses=ANSWERS, response_class=JSONResponse)
    async def tree(question: TreeQuestion, request: Request) -> Response:
        """Find a minimum spanning tree."""
        return await run(request, partial(watching.watch_tree, question.graph.as_networkx(), question.shaking()))

    @app.post(
        "/api/graph",
        response_model=Graph,
        responses=PROBLEMS,
        openapi_extra={
            "requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}
        },
    )
    async def graph(
        request: Request, name: Annotated[str, Query(min_length=1, max_length=100, pattern=r"^[^/\\\x00-\x1f]+$")]
    ) -> Graph:
        """Read a graph from what stands in a file. Its name says the format; no file is opened or written."""
        content = await request.body()
        return await places.run(request, partial(read_small_graph, content, name))


def read_small_graph(content: bytes, name: str) -> Graph:
    """A graph that is small enough to be watched."""
    graph = parse_graph(content, Path(PurePosixPath(name).name))
    if len(graph) > MOST_NODES or graph.number_of_edges() > MOST_EDGES:
        raise InputError(
            f"The graph has {len(graph)} nodes and {graph.number_of_edges()} edges: "
            f"to be watched it may have {MOST_NODES} and {MOST_EDGES}."
        )
    data = graph_data(watching.readable(weight_matrix(graph)))
    return Graph(
        nodes=writable_names(data["nodes"]),
        edges=[(u, v, weight) for u, v, weight in data["edges"]],
        directed=data["directed"],
    )


def writable_names(nodes: list[int | str]) -> list[str]:
    """Names that can be written as words of a line: short, without spaces, no two the same."""
    names: dict[str, None] = {}
    for node in nodes:
        name = re.sub(r"[\s,#\x00-\x1f]+", "_", str(node))[:30] or "_"
        taken = itertools.takewhile(names.__contains__, (name, *(f"{name}~{n}" for n in range(2, MOST_NODES + 2))))
        count = sum(1 for _ in taken)
        names[f"{name}~{count + 1}" if count else name] = None
    return list(names)


def add_pages(app: FastAPI) -> None:
    """The files of the page, by name; no other file can be asked for."""
    files = {f"/page/{name}": name for name in FILES} | {"/": "play.html", "/docs": "docs.html"}
    for address, name in files.items():
        app.add_route(address, page(PAGE / name), include_in_schema=False)


def page(path: Path) -> Callable[[Request], Response]:
    """What answers with a file of the package."""
    content, kind = path.read_bytes(), KINDS[path.suffix]
    return lambda _: Response(content, media_type=kind)


def add_refusals(app: FastAPI) -> None:
    """A question without an answer gets one sentence, and nothing of what was asked comes back."""

    def problem(status: int, sentence: str) -> Response:
        return JSONResponse({"detail": sentence}, status)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return problem(400, "This is not JSON.")
        place = ".".join(str(part) for part in first["loc"] if part != "body")[:100]
        return problem(422, f"{place or 'The body'}: {first['msg']}.")

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return JSONResponse({"detail": str(error.detail)}, error.status_code, error.headers)

    @app.exception_handler(InputError)
    async def mistaken(_: Request, error: InputError) -> Response:
        return problem(422, str(error))

    @app.exception_handler(Busy)
    async def busy(_: Request, error: Busy) -> Response:
        return problem(429, "Too many are waiting: try again in a moment.")

    @app.exception_handler(Gone)
    async def gone(_: Request, error: Gone) -> Response:
        return Response(status_code=499)
