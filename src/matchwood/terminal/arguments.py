"""What may be typed after `matchwood`: argparse, with our sentences and the games' options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from matchwood.engine.errors import MatchwoodError, quoted
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.option_files import with_files
from matchwood.engine.options import Option, written

HELP = ("-h", "--help")
AIDS = "--aids"
OPTION = "option "
"""Before the name of a game's option, to tell it from what the command itself has parsed."""


class BadUsage(MatchwoodError):
    """The command line asks for something that the command does not know."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one sentence, with the nearest valid name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        raise BadUsage(f"{sentence}; {self.prog} --help shows what is allowed.")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Called by argparse to hold a value against the choices, here the commands."""
        if action.choices is not None and value not in action.choices:
            raise _unknown("command", value, list(action.choices))

    def refuse(self, word: str) -> NoReturn:
        """Refuse a word that nothing here takes."""
        if not word.startswith("-"):
            raise BadUsage(f"{self.prog} does not take {quoted(word)}; see {self.prog} --help.")
        options = [name for action in self._actions for name in action.option_strings]
        raise _unknown("option", word.partition("=")[0], [o for o in options if o != HELP[0]])


def _unknown(kind: str, word: str, words: Sequence[str]) -> BadUsage:
    return BadUsage.unknown(
        "There is no {kind} {name}; the {kind}s are {names}.", word, words, kind=kind
    )


def asks_for_help(words: Sequence[str]) -> bool:
    return any(word in HELP for word in words)


def seat_number(text: str) -> int:
    """A seat as argparse reads it; whether someone sits there is for the game to say."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seat is a whole number, not {quoted(text)}") from None


def take_game(words: Sequence[str]) -> tuple[Game | None, list[str]]:
    """The game that is named among the words, and the other words.

    The name may stand anywhere. A first word that is no game is refused as one; where only one
    game is installed, it need not be named.
    """
    names = game_names()
    named = [word for word in words if word in names]
    if not named and words and not words[0].startswith("-"):
        named = [words[0]]
    if named:
        rest = list(words)
        rest.remove(named[0])
        return find_game(named[0]), rest
    return (find_game(names[0]) if len(names) == 1 else None), list(words)


def add_game_options(parser: argparse.ArgumentParser, game: Game) -> None:
    """Let the game's own options be given: `--players 3`, `--flaming`, `--flaming=false`."""
    group = parser.add_argument_group(f"options of {game.title}")
    for option in game.options:
        is_flag = all(isinstance(value, bool) for value in option.values)
        group.add_argument(
            switch(option),
            dest=OPTION + option.name,
            nargs="?" if is_flag else None,
            const=True if is_flag else None,
            default=argparse.SUPPRESS,
            metavar=option.name.upper(),
            help=_help(option).replace("%", "%%"),
        )


def add_aids(parser: argparse.ArgumentParser, game: Game) -> None:
    """Let help be agreed on: `--aids mark-seen,hints`."""
    told = "; ".join(f"{aid.name}: {aid.help}" for aid in game.all_aids)
    parser.add_argument(AIDS, default="", help=f"help to agree on. {told}".replace("%", "%%"))


def _help(option: Option) -> str:
    return f"{option.help}: {option.allowed()} (default {written(option.default)})"


def switch(option: Option) -> str:
    """How an option of a game is written on the command line."""
    return "--" + option.name.replace("_", "-")


def given_options(parsed: argparse.Namespace, game: Game) -> dict[str, object]:
    """Those of the game's options that were given; where a file was named, what stands in it."""
    given = {
        name.removeprefix(OPTION): value
        for name, value in vars(parsed).items()
        if name.startswith(OPTION)
    }
    return with_files(game.options, given)
