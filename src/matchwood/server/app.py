"""The Litestar application: routes, error handlers, and what lives as long as the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import matchwood
from matchwood.lab.warm import CannotCompile, Workshop
from matchwood.server.base import error_log
from matchwood.server.base.signing import Signer
from matchwood.server.base.tokens import Tokens, read_key
from matchwood.server.base.urls import set_prefix
from matchwood.server.http.compression import COMPRESSES_ITSELF, GZIP_LEVEL
from matchwood.server.http.guard import guard
from matchwood.server.http.headers import add_headers
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import Limits, RateLimiter
from matchwood.server.http.preferences import set_preferences_first
from matchwood.server.http.request import SafeRequest, release_resources
from matchwood.server.http.state import AppState, app_state, provide_registry
from matchwood.server.http.visitor import renew_token
from matchwood.server.live.cluster import Cluster, SingleServer
from matchwood.server.live.context import Renderer, Services, Timings
from matchwood.server.live.registry import TableRegistry
from matchwood.server.routes import (
    api,
    front,
    lessons,
    my_games,
    pwa,
    quiz,
    replay,
    rules,
    set_up,
    share,
    static_files,
    table,
)
from matchwood.server.routes.errors import EXCEPTION_HANDLERS
from matchwood.server.storage.data_folder import make_private
from matchwood.server.storage.engines import Location
from matchwood.server.storage.store import Store

PAGES = Router(
    "/",
    route_handlers=[
        *front.HANDLERS,
        *set_up.HANDLERS,
        *table.HANDLERS,
        *replay.HANDLERS,
        *rules.HANDLERS,
        *lessons.HANDLERS,
        *quiz.HANDLERS,
        *my_games.HANDLERS,
    ],
    include_in_schema=False,
    before_request=set_preferences_first,
)
RENDERS: dict[str, Renderer] = {
    table.PAGE: table.render_page,
    table.SCREEN: table.render_screen,
    api.DATA: api.render_data,
}


def create_app(
    where: Location,
    *,
    limits: Limits | None = None,
    hosts: Hosts | None = None,
    timings: Timings | None = None,
    workshop: Workshop | None = None,
    looks_back: bool = True,
    keep: float | None = None,
) -> Litestar:
    """The application of a server whose store is a folder or a database.

    The workshop compiles games while the server runs; without one they are compiled when first
    needed. With `looks_back` bots judge finished games. `keep` is the retention of games in
    seconds; without it they are kept for ever.
    """
    limits, hosts = limits or Limits(), hosts or Hosts()
    set_prefix(hosts.prefix)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        if isinstance(where, Path):
            make_private(where)
        store = await Store.open(where)
        key = read_key(where) if isinstance(where, Path) else await store.key()
        services = Services(
            store,
            RENDERS,
            Signer(key),
            timings or Timings(),
            Cluster(store) if store.database.is_shared else SingleServer(),
            workshop or Workshop(()),
            looks_back=looks_back,
            keep=keep,
        )
        state, registry = app_state(app), TableRegistry(services)
        state.tokens, state.registry = Tokens(key, await store.old_holders()), registry
        async with registry.lifespan(), registry.workshop.lifespan(_report_unready):
            yield
        await store.close()

    listing_limits = replace(limits, address_tables=limits.address_listed)
    return Litestar(
        [PAGES, api.ROUTER, static_files.ROUTER, share.ROUTER, pwa.ROUTER],
        lifespan=[lifespan],
        state=AppState(
            {
                "hosts": hosts,
                "limiter": RateLimiter(limits),
                "listing_limiter": RateLimiter(listing_limits),
            },
            deep_copy=False,
        ),
        dependencies={"registry": Provide(provide_registry, sync_to_thread=False)},
        request_class=SafeRequest,
        middleware=[release_resources],
        guards=[guard],
        before_send=[add_headers, renew_token],
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=limits.body,
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=GZIP_LEVEL, exclude_opt_key=COMPRESSES_ITSELF
        ),
        openapi_config=OpenAPIConfig(
            title="Matchwood",
            version=matchwood.__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )


def _report_unready(error: CannotCompile) -> None:
    error_log.report(error, "in the workshop; the game is compiled when it is needed")
