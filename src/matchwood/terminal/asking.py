"""Asking the person at the keyboard."""

from __future__ import annotations

import contextlib
import sys

from rich.console import Console
from rich.text import Text

from matchwood.engine.errors import UnknownGame, listed
from matchwood.engine.game import Game, find_game, game_names
from matchwood.terminal.arguments import BadUsage


def ask(console: Console, prompt: str) -> str:
    """One line, with single spaces. End of input and Ctrl-C are the caller's to deal with."""
    typed = sys.stdin.isatty()
    if typed:
        _use_line_editor()
    try:
        line = input(prompt)
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise
    if not typed:
        console.print(Text(line))
    return " ".join(line.split())


def _use_line_editor() -> None:
    """Let `input` edit lines and call them back, where there is an editor."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


def choose_game(console: Console) -> Game:
    """Ask which game it shall be; a script that does not say is refused."""
    names = game_names()
    numbers = {str(number): name for number, name in enumerate(names, start=1)}
    for number, name in numbers.items():
        console.print(Text.assemble((number, "bold"), f" {name}  ", (find_game(name).title, "dim")))
    while True:
        try:
            answer = ask(console, "Which game? ")
            return find_game(numbers.get(answer, answer))
        except UnknownGame as error:
            console.print(Text(str(error)))
        except EOFError:
            if sys.stdin.isatty():
                raise
            raise BadUsage(f"Please name a game; the games are {listed(names)}.") from None
