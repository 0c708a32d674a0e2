"""`matchwood replay`: a recorded game, move by move."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser, seat_number
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the record")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument(
        "--seat", type=seat_number, help="view as this player, counted from 0 as in the record"
    )
    eyes.add_argument("--all", action="store_true", help="show everything")


def run(parsed: Namespace) -> None:
    from matchwood.terminal.replay import replay

    replay(new_console(), parsed.file, parsed.seat, parsed.all)


COMMAND = Command(
    help="step through the record of a game",
    example="matchwood replay game.txt --all",
    add_arguments=add_arguments,
    run=run,
)
