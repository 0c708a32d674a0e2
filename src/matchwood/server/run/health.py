"""Health and metrics, at a port of their own.

`/healthz` says that the process lives, `/readyz` whether it can do its work, and `/metrics` what it
has done. They are answered at no other port, and that one answers nothing else: so a proxy that
leads everyone to the site leads nobody here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import get_args

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from prometheus_client import Metric

import matchwood
from matchwood.server.base import metrics
from matchwood.server.base.metrics import gauge
from matchwood.server.http.state import AppState, app_state
from matchwood.server.live.registry import TableRegistry
from matchwood.server.table.errors import Refused, StoreError
from matchwood.server.table.events import Phase

SECONDS_FOR_STORE = 2
"""A store that takes longer to answer counts as out of reach."""
PLAIN = "text/plain; charset=utf-8"

Answer = tuple[int, str, str]
"""Status, content type and text of an answer."""


def with_health(app: Litestar, site: ASGIApp, port: int) -> ASGIApp:
    """Middleware around the site: answer requests to a port of its own with health and metrics."""
    answers: dict[str, Callable[[AppState], Awaitable[Answer]]] = {
        "/healthz": _health,
        "/readyz": _readiness,
        "/metrics": _metrics,
    }

    state = app_state(app)

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        # Where a request came in, the socket says: nobody can make it up.
        reached = scope.get("server") if scope["type"] == ScopeType.HTTP else None
        if reached is None or reached[1] != port:
            await site(scope, receive, send)
            return
        try:
            state.hosts.check(ASGIConnection(scope))
        except Refused as refused:
            status, kind, text = refused.status, PLAIN, f"{refused}\n"
        else:
            answer = answers.get(scope["path"], _nothing)
            status, kind, text = await answer(state)
        headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
        body = text.encode()
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return run


async def _nothing(_: AppState) -> Answer:
    return 404, PLAIN, "Here are /healthz, /readyz and /metrics.\n"


async def _health(_: AppState) -> Answer:
    return 200, PLAIN, "The process lives.\n"


async def _readiness(state: AppState) -> Answer:
    registry = state.registry
    reasons = [
        reason
        for reason in (_leaving(registry), await _store(registry), _games(registry))
        if reason
    ]
    if reasons:
        return 503, PLAIN, "".join(f"{reason}\n" for reason in reasons)
    return 200, PLAIN, "The store answers, and all games can be played.\n"


def _leaving(registry: TableRegistry) -> str:
    return "The server is about to end." if registry.services.is_shutting_down else ""


async def _store(registry: TableRegistry) -> str:
    try:
        async with asyncio.timeout(SECONDS_FOR_STORE):
            await registry.store.ping()
    except (StoreError, TimeoutError):
        return "The store does not answer."
    return ""


def _games(registry: TableRegistry) -> str:
    missing = [work.game for work in registry.workshop.works if work.missing_to_play]
    return f"Still being compiled: {', '.join(missing)}." if missing else ""


async def _metrics(state: AppState) -> Answer:
    return 200, metrics.CONTENT_TYPE, metrics.render(_gauges(state.registry))


def _gauges(registry: TableRegistry) -> Iterator[Metric]:
    """Gauges of a server at this moment."""
    phases = Counter(actor.table.phase for actor in registry.actors)
    thinkers = {"bots": registry.services.bot_pool, "analysts": registry.services.analysis_pool}
    yield gauge("matchwood_info", "The version that runs.", {matchwood.__version__: 1}, "version")
    yield gauge(
        "matchwood_tables",
        "Tables in memory, by phase.",
        {phase: phases[phase] for phase in get_args(Phase)},
        "phase",
    )
    yield gauge(
        "matchwood_streams",
        "Streams of tables that are followed.",
        sum(actor.attendance.viewers for actor in registry.actors),
    )
    yield gauge(
        "matchwood_thoughts_under_way",
        "Bots that think now.",
        {name: each.running for name, each in thinkers.items()},
        "thinkers",
    )
    yield gauge(
        "matchwood_thoughts_waiting",
        "Bots that wait until they may think.",
        {name: each.waiting for name, each in thinkers.items()},
        "thinkers",
    )
