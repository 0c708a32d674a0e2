"""The command `matchwood`: collects the commands of `terminal/commands` and runs one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from matchwood import __version__
from matchwood.engine.errors import listed
from matchwood.engine.game import Game, find_game, game_names
from matchwood.terminal import commands
from matchwood.terminal.arguments import Parser, asks_for_help, take_game
from matchwood.terminal.command import Command, new_console
from matchwood.terminal.leaving import run_cleanly

COMMANDS = (
    "serve",
    "play",
    "rules",
    "print",
    "games",
    "new",
    "check",
    "replay",
    "verify",
    "simulate",
    "arena",
    "study",
    "solve",
    "mcp",
    "tables",
    "backup",
    "restore",
    "warm",
    "completion",
)
"""Modules of `terminal/commands`, in the order of `matchwood --help`."""
WITHOUT_COMMAND = "serve"
ABOUT_ALL_COMMANDS = ("-h", "--help", "--version")
COMPLETING = "_ARGCOMPLETE"
"""Variable that a shell sets when it asks for completions of `COMP_LINE`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    if COMPLETING in os.environ:
        _complete()
    return run_cleanly(partial(_run, list(sys.argv[1:] if arguments is None else arguments)))


def find_command(name: str) -> Command:
    command = import_module(f"{commands.__name__}.{name}").COMMAND
    assert isinstance(command, Command)
    return command


def new_parser(game: Game | None = None) -> Parser:
    """All commands; those about a game for the one they are given, if they are."""
    parser = Parser(
        prog="matchwood",
        description="Match games at a table of your own. Without a command: serve.",
    )
    parser.add_argument("--version", action="version", version=f"matchwood {__version__}")
    added = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        command = find_command(name)
        below = command.add_to(added, name)
        if command.about_a_game:
            _name_game(below, game)
        command.add_arguments(below)
    return parser


def _name_game(parser: Parser, game: Game | None) -> None:
    """Note the game; its name is taken out of the words before they are parsed."""
    parser.game = game
    parser.set_defaults(game=game)
    parser.prog += f" {game.name if game else 'GAME'}"
    if game is None:
        names = f"GAME is one of {listed(game_names())}; some options depend on it."
        parser.epilog = f"{names}\n\n{parser.epilog}"
    if COMPLETING in os.environ:
        parser.add_argument("named", nargs="?", choices=game_names())


def _complete() -> None:
    """Print the words that may come next, and exit."""
    import argcomplete

    typed = set(os.environ["COMP_LINE"].split())
    game = next((find_game(name) for name in game_names() if name in typed), None)
    argcomplete.autocomplete(new_parser(game), always_complete_options=False)


def _run(arguments: list[str]) -> None:
    if not arguments or (arguments[0][:1] == "-" and arguments[0] not in ABOUT_ALL_COMMANDS):
        arguments = [WITHOUT_COMMAND, *arguments]
    name, words, game = arguments[0], arguments[1:], None
    if name in COMMANDS and find_command(name).about_a_game:
        game, words = take_game(words)
        if game is None and not asks_for_help(words):
            game = _ask_for_game()
    parsed, unknown = new_parser(game).parse_known_args([name, *words])
    if unknown:
        parsed.parser.refuse(unknown[0])
    parsed.run(parsed)


def _ask_for_game() -> Game:
    from matchwood.terminal.asking import choose_game

    return choose_game(new_console())


if __name__ == "__main__":
    raise SystemExit(main())
