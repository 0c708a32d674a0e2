"""`matchwood rules`: the rulebook of a game."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.arguments import Parser, add_language
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    add_language(parser)


def run(parsed: Namespace) -> None:
    from matchwood.terminal.books import show_rulebook

    show_rulebook(new_console(), parsed.game, parsed.game.rulebook(parsed.lang))


COMMAND = Command(
    help="read the rules of a game",
    example="matchwood rules baguettes --lang fr",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
