"""`matchwood serve`: the server for tables in the browser."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import find_game, game_names, register
from matchwood.engine.spec import BadGame
from matchwood.terminal.arguments import BOTS, Parser, add_store, chosen_store
from matchwood.terminal.command import Command, new_console

if TYPE_CHECKING:
    from rich.console import Console

HOST, PORT = "127.0.0.1", 8631


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--host", default=HOST, help="address to listen at (default %(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="(default %(default)s; 0: any)")
    add_store(parser)
    parser.add_argument(
        "--behind-proxy",
        dest="proxies",
        nargs="+",
        action="extend",
        default=[],
        metavar="ADDRESS",
        help="proxies that are believed when they name the visitor for whom they ask "
        "(X-Forwarded-For, X-Forwarded-Proto): addresses or networks (default: none)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="how everyone reaches the server, such as https://games.example or "
        "https://club.example/games; links lead there",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which the server answers too, beside those of this machine; several: "
        "once for each",
    )
    parser.add_argument(
        "--metrics",
        metavar="ADDRESS:PORT",
        help="where to answer /healthz, /readyz and /metrics, such as 127.0.0.1:9100 (default: "
        "nowhere)",
    )
    parser.add_argument(
        "--keep",
        metavar="TIME",
        help="remove finished games after this time, such as 90d, 12w or 48h, and games that were "
        "abandoned after a third of it (default: keep all)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="so many processes answer on the port; more than one needs --store (default "
        "%(default)s)",
    )
    parser.add_argument(
        "--game",
        dest="games",
        action="append",
        default=[],
        metavar="FILE",
        help="also serve the game in this file; several: once for each",
    )
    parser.add_argument(
        BOTS,
        default="",
        metavar="FILES",
        help="let tables have the bots of these files too, such as mine.py,theirs.py:bot; each "
        "runs in a process of its own, with all rights of yours",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def run(parsed: Namespace) -> None:
    from matchwood.server.run.serve import ServeOptions, serve
    from matchwood.server.storage.engines import is_shared
    from matchwood.terminal.warm import warm_what_is_cold

    console, where = new_console(), chosen_store(parsed)
    options = ServeOptions(
        parsed.host,
        parsed.port,
        parsed.proxies,
        parsed.allow_host,
        parsed.public_url,
        parsed.metrics,
        parsed.keep,
        _usable(console, parsed.bots),
    )
    for file in parsed.games:
        try:
            register(file)
        except BadGame as bad:
            console.print(f"{bad} The other games are served.", markup=False)
    if parsed.workers > 1 and is_shared(where):  # Else each of them would compile everything.
        for name in game_names():
            warm_what_is_cold(console, find_game(name))
    serve(console, options, where, not parsed.no_browser, parsed.workers)


def _usable(console: Console, bots: str) -> list[str]:
    """Offer bots; those that can be loaded. Of each other one it is told what is wrong."""
    from matchwood.bots.registry import offer

    usable = []
    for bot in filter(None, map(str.strip, bots.split(","))):
        try:
            offer(bot)
        except MatchwoodError as bad:
            console.print(f"{bad} The other bots are offered.", markup=False)
        else:
            usable.append(bot)
    return usable


COMMAND = Command(
    help="play in the browser: against bots, at one screen or with friends by a link",
    example="matchwood serve --host 0.0.0.0",
    add_arguments=add_arguments,
    run=run,
)
