"""Application state: what requests need of the server that answers them."""

from __future__ import annotations

from typing import cast

from litestar import Litestar
from litestar.datastructures import State
from litestar.types import Scope

from matchwood.server.base.tokens import Tokens
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import RateLimiter
from matchwood.server.http.request import Connection
from matchwood.server.live.registry import TableRegistry


class AppState(State):
    """State of one server. `tokens` and `registry` are there while it runs."""

    hosts: Hosts
    limiter: RateLimiter
    listing_limiter: RateLimiter
    """Limits tables that addresses put on the public list of games."""
    tokens: Tokens
    registry: TableRegistry


def app_state(app: Litestar) -> AppState:
    return cast("AppState", app.state)


def state_of(connection: Connection) -> AppState:
    """State of the server that a request is for."""
    return app_state(connection.app)


def provide_registry(scope: Scope) -> TableRegistry:
    """Dependency `registry` of route handlers."""
    return app_state(Litestar.from_scope(scope)).registry
