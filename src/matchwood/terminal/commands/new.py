"""`matchwood new`: a game in a file, to be changed."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.arguments import Parser
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="name of the game, such as my-game")


def run(parsed: Namespace) -> None:
    from matchwood.terminal.new import write_game

    write_game(new_console(), parsed.name)


COMMAND = Command(
    help="write a small game of your own into a file, with a test",
    example="matchwood new my-game",
    add_arguments=add_arguments,
    run=run,
)
