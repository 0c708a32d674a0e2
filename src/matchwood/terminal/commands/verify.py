"""`matchwood verify`: the deal, the moves and the signature of a record."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the record")
    parser.add_argument("--commitment", help="what you were shown before the deal")
    parser.add_argument("--contribution", help="what your browser added to the deal")
    parser.add_argument(
        "--server",
        metavar="URL",
        help="where the game was played, such as https://games.example: ask there whose "
        "signature it is",
    )


def run(parsed: Namespace) -> None:
    from matchwood.terminal.verify import verify

    verify(new_console(), parsed.file, parsed.commitment, parsed.contribution, parsed.server)


COMMAND = Command(
    help="check the deal, the moves and the signature of a record",
    example="matchwood verify game.txt --server https://games.example",
    add_arguments=add_arguments,
    run=run,
)
