"""Running the server from the command line."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, cast

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from rich.console import Console

from matchwood.bots.registry import offer
from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.engine.game import game_names
from matchwood.engine.jit import is_ready
from matchwood.lab.warm import NEEDED_TO_PLAY, RULES, Workshop, prepare
from matchwood.server.app import create_app
from matchwood.server.base.tokens import read_key
from matchwood.server.http.asgi import answer_head, strip_prefix
from matchwood.server.http.hosts import (
    ALL_INTERFACES,
    Hosts,
    allowed_names,
    network_address,
    public_site,
)
from matchwood.server.http.limits import Limits
from matchwood.server.http.state import app_state
from matchwood.server.live.context import THREAD_NAME_PREFIXES
from matchwood.server.live.retention import parse_age
from matchwood.server.run.connection_limits import ConnectionLimiter
from matchwood.server.run.health import with_health
from matchwood.server.run.shutdown import SECONDS_TO_LEAVE, Server, exit_if_thinking
from matchwood.server.run.workers import Workers
from matchwood.server.storage.data_folder import FolderInUse, held, make_private
from matchwood.server.storage.engines import DatabaseError, Location, reason_of, shown
from matchwood.server.storage.schema import IncompatibleStore
from matchwood.server.storage.store import Store

GC_THRESHOLDS = (5_000, 5, 20)
"""Arguments of `gc.set_threshold`. A full collection stops all tables, for 0.1 seconds with 40
tables, as was measured; it is needed for what connections leave behind."""

if sys.platform == "win32":  # With SO_REUSEADDR it would let a second server have the port.
    SHARING = socket.SO_EXCLUSIVEADDRUSE
else:
    SHARING = socket.SO_REUSEADDR

HERE = "127.0.0.1"
_ADDRESS_AND_PORT = re.compile(r"((?P<host>[\w.-]+|\[[0-9a-fA-F:.]+\]):)?(?P<port>[0-9]{1,9})")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"timed": {"format": "%(asctime)s %(levelname)s %(message)s"}},
    "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "timed"}},
    "root": {"handlers": ["errors"], "level": "WARNING"},
    # It warns of connections that were cut, of which we tell ourselves.
    "loggers": {"psycopg": {"level": "ERROR"}, "matchwood": {"level": "INFO"}},
}
"""Logging with the time of each entry, by us and by the web server."""


class CannotServe(MatchwoodError):
    """The address or the folder cannot be used."""


@dataclass(frozen=True)
class ServeOptions:
    """Settings of the command: addresses, proxies, names, metrics."""

    host: str
    port: int
    proxies: Sequence[str] = ()
    """Addresses or networks of proxies, whose headers about the client are believed."""
    names: Sequence[str] = ()
    """Further host names that are accepted."""
    public_url: str | None = None
    """URL at which everyone reaches it."""
    metrics: str | None = None
    """Address and port, or port, for health and metrics."""
    keep: str | None = None
    """Age at which finished games are removed, such as 90d."""
    bots: Sequence[str] = ()
    """Files of bots that tables may have."""

    @property
    def hosts(self) -> Hosts:
        public = None if self.public_url is None else public_site(self.public_url)
        return Hosts(self.host, self._allowed(), public)

    @property
    def seconds_kept(self) -> float | None:
        """Age in seconds at which finished games are removed; None: never."""
        if self.keep is None:
            return None
        return parse_age(self.keep)

    def metrics_listener(self, worker: int = 0) -> socket.socket | None:
        """Socket for health and metrics; each worker has the port after that of the one before."""
        if self.metrics is None:
            return None
        found = _ADDRESS_AND_PORT.fullmatch(self.metrics)
        if found is None:
            raise CannotServe(
                "{address} is no address and port; they look like 127.0.0.1:9100.",
                address=quoted(self.metrics),
            )
        port = int(found["port"])
        if port and port == self.port:
            raise CannotServe("--metrics needs a port of its own, not {port}.", port=port)
        return listen((found["host"] or HERE).strip("[]"), port and port + worker, "--metrics")

    def _allowed(self) -> frozenset[str]:
        try:
            return allowed_names(self.names)
        except ValueError as error:
            raise CannotServe("{name} is no name of a host.", name=quoted(str(error))) from None


def serve(
    console: Console, options: ServeOptions, where: Location, open_page: bool, workers: int = 1
) -> None:
    """Serve until interrupted, with so many processes."""
    _check_proxies(options.proxies)
    hosts, _ = options.hosts, options.seconds_kept  # Both may be refused.
    if workers < 1:
        raise CannotServe("A server needs at least one worker, not {workers}.", workers=workers)
    if workers > 1 and isinstance(where, Path):
        raise CannotServe(
            "A folder is for one process: several workers need a store that they can share, "
            "--store postgresql://user@host/database."
        )
    with _store_tried(where):
        _serve(console, options, hosts, where, open_page, workers)


def _serve(
    console: Console,
    options: ServeOptions,
    hosts: Hosts,
    where: Location,
    open_page: bool,
    workers: int,
) -> None:
    statuses = [options.metrics_listener(number) for number in range(workers)]
    listener = listen(options.host, options.port)
    port = listener.getsockname()[1]
    address = f"http://{_reachable(options.host)}:{port}{hosts.prefix}/"
    console.print(f"Matchwood is at {address} (Ctrl-C ends it). Games are kept in {shown(where)}")
    if options.host in ALL_INTERFACES and (own := network_address()):
        console.print(f"Others in your network find it at http://{own}:{port}{hosts.prefix}/")

    for status in statuses:
        if status is not None:
            told = status.getsockname()
            console.print(f"Metrics: http://{_reachable(told[0])}:{told[1]}/metrics")
    opened = [address if open_page and not number else None for number in range(workers)]
    limits = Limits().divided(workers)
    given = [
        (options, where, limits, listener, *each) for each in zip(statuses, opened, strict=True)
    ]
    if workers == 1:
        _serve_process(*given[0])
    else:
        Workers(_serve_process, given).run()


def _serve_process(
    options: ServeOptions,
    where: Location,
    limits: Limits,
    listener: socket.socket,
    status: socket.socket | None,
    page: str | None,
    answers: Event | None = None,
) -> None:
    """Serve in this process, alone or as a worker, which sets `answers` once it answers."""

    def begin() -> None:
        if page is not None:
            webbrowser.open(page)
        if answers is not None:
            answers.set()

    if answers is not None:  # in a process that knows only what it is given
        for bot in options.bots:
            offer(bot)
    workshop = Workshop(game_names(), arrived=_load_compiled, politely=True)
    app = create_app(
        where, limits=limits, hosts=options.hosts, workshop=workshop, keep=options.seconds_kept
    )
    app.on_startup.append(begin)
    run(app, listener, options.proxies, status)


def run(
    app: Litestar,
    listener: socket.socket,
    proxies: Sequence[str] = (),
    status: socket.socket | None = None,
    **settings: Any,
) -> None:
    """Let a server answer until the process is interrupted; at `status`, if it is given,
    those who ask how it is."""
    app.on_startup.append(_load_games)
    sockets = [listener] if status is None else [listener, status]
    port = None if status is None else status.getsockname()[1]
    server_for(app, proxies, port, log_config=LOGGING, **settings).run(sockets=sockets)
    exit_if_thinking(THREAD_NAME_PREFIXES)


def server_for(
    app: Litestar, proxies: Sequence[str] = (), status_port: int | None = None, **settings: Any
) -> Server:
    """The web server around one of ours; settings go on to uvicorn."""
    site: ASGIApp = strip_prefix(answer_head(cast("ASGIApp", app)))
    if status_port is not None:
        site = with_health(app, site, status_port)
    # No access log: a link of an invitation would be in it.
    usual: dict[str, Any] = {
        "http": ConnectionLimiter(app_state(app).limiter.limits, proxies).protocol,
        "ws": "none",
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": SECONDS_TO_LEAVE,
        # By itself uvicorn believes everyone on this machine.
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
    }
    return Server(app, uvicorn.Config(site, **{**usual, **settings}))


def _load_games() -> None:
    """Load every game that is compiled."""
    for name in game_names():
        if is_ready(name, RULES):
            prepare(name, RULES)
    tune_gc()


def tune_gc() -> None:
    """Freeze what is loaded: collecting it takes a fifth of a second, in which all tables stop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _load_compiled(game: str, stage: str) -> None:
    """Load what was just compiled, so that no page waits for it; nothing is simulated here."""
    if stage in NEEDED_TO_PLAY:
        prepare(game, stage)
        gc.freeze()


def _check_proxies(proxies: Sequence[str]) -> None:
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise CannotServe(
                "{proxy} is no address of a proxy; one looks like 127.0.0.1 or 10.0.0.0/8.",
                proxy=quoted(proxy),
            ) from None


@contextmanager
def _store_tried(where: Location) -> Iterator[None]:
    """After a look whether games can be kept there; a folder is for this server alone."""
    with ExitStack() as taken:
        try:
            if isinstance(where, Path):
                make_private(where)
                taken.enter_context(held(where))
            asyncio.run(_try_store(where))
        except FolderInUse as error:
            raise CannotServe(
                "Another server keeps its games in {folder}; --data takes another folder.",
                folder=where,
            ) from error
        except (OSError, DatabaseError, IncompatibleStore) as error:
            raise CannotServe(
                "Games cannot be kept in {place}: {reason}.",
                place=shown(where),
                reason=reason_of(error),
            ) from error
        yield


async def _try_store(where: Location) -> None:
    store = await Store.open(where)
    try:
        if isinstance(where, Path):
            read_key(where)
        else:
            await store.key()
    finally:
        await store.close()


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket at an address, or in one sentence why there can be none; port 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where the protocol is named do event loops send small answers at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, SHARING, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # whoever comes while the server starts waits, and is not refused
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(
            "Port {port} of {host} cannot be used ({reason}); {option} takes another, 0 any.",
            port=port,
            host=host,
            reason=reason,
            option=option,
        ) from error
    return listener


def _reachable(host: str) -> str:
    """Host to type into the browser of this machine."""
    return "localhost" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
