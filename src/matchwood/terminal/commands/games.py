"""`matchwood games`: the games and their options."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.command import Command, new_console


def run(parsed: Namespace) -> None:
    from matchwood.terminal.books import show_games

    show_games(new_console())


COMMAND = Command(help="list the games and their options", example="matchwood games", run=run)
