"""`matchwood solve`: a proof of who wins."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser, add_game_options, given_options
from matchwood.terminal.command import Command, new_console

MINUTES = 60.0
MEGABYTES = 1024
TABLE = "docs/{game}-solved.md"
"""Path to which the table of a game is written."""


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="when to stop (default %(default)s)"
    )
    parser.add_argument(
        "--memory", type=int, default=MEGABYTES, help="in megabytes (default %(default)s)"
    )
    parser.add_argument("--table", action="store_true", help="prove one start after the other")
    table = Path(TABLE.format(game="GAME" if parser.game is None else parser.game.name))
    parser.add_argument(
        "--write", type=Path, default=table, metavar="FILE", help="the table (default %(default)s)"
    )


def run(parsed: Namespace) -> None:
    from matchwood.terminal.solve import make_table, solve

    if parsed.table:
        make_table(new_console(), parsed.game, parsed.write, parsed.minutes, parsed.memory)
    else:
        options = given_options(parsed)
        solve(new_console(), parsed.game, options, parsed.minutes, parsed.memory)


COMMAND = Command(
    help="prove who wins a two-player game without secrets",
    example="matchwood solve baguettes --size 2x3x2 --sticks 3",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
