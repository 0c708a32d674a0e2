"""`matchwood replay`: a recorded game, move by move."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser, seat_number
from matchwood.terminal.command import Command, new_console

NOTATIONS = ("ppn", "ppn-table")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the record")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument(
        "--seat", type=seat_number, help="view as this player, counted from 0 as in the record"
    )
    eyes.add_argument("--all", action="store_true", help="show everything")
    parser.add_argument(
        "--to",
        choices=NOTATIONS,
        help="print a game of a piecepack in another notation instead: ppn, the game in Portable "
        "Piecepack Notation; ppn-table, its last position as CSV for the R packages piecepackr "
        "and ppdf. Of a game that is not over, only what may be known, unless --all is given",
    )


def run(parsed: Namespace) -> None:
    from matchwood.terminal.replay import print_as, replay

    if parsed.to is not None:
        print_as(parsed.to, parsed.file, parsed.seat, parsed.all)
    else:
        replay(new_console(), parsed.file, parsed.seat, parsed.all)


COMMAND = Command(
    help="step through the record of a game",
    example="matchwood replay game.txt --all",
    add_arguments=add_arguments,
    run=run,
)
