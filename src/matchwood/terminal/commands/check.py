"""`matchwood check`: whether a game keeps the laws of all games."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.arguments import Parser
from matchwood.terminal.command import Command, new_console

SECONDS = 120.0


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help="time that one law may take, compiling included (default %(default)s)",
    )


def run(parsed: Namespace) -> None:
    from matchwood.terminal.check import check

    check(new_console(), parsed.game, parsed.seconds)


COMMAND = Command(
    help="tell in plain sentences what is wrong with a game or missing in it",
    example="matchwood check colorfox",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
