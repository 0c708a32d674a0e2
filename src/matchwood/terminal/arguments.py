"""Arguments that several commands take, and argparse with our sentences and the games' options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.engine.game import Game, find_game, game_names, register
from matchwood.engine.language import LANGUAGES
from matchwood.engine.option_files import with_files
from matchwood.engine.options import Option, written

if TYPE_CHECKING:
    from matchwood.lab.parallel import Place
    from matchwood.server.storage.engines import Location

HELP = ("-h", "--help")
AIDS = "--aids"
BOTS, SEATS = "--bots", "--seats"
FOR_BOTS = (BOTS, SEATS)
"""Options that take names and files of bots."""
OPTION = "option "
"""Before the name of a game's option, to tell it from what the command itself has parsed."""
STORE_VARIABLE = "MATCHWOOD_STORE"
SEED_OF_GAMES = "0"


class BadUsage(MatchwoodError):
    """The command line asks for something that the command does not know."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one sentence, with the nearest valid name."""

    game: Game | None = None
    """The game that the command is about, if one is named."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        raise BadUsage(f"{sentence}; {self.prog} --help shows what is allowed.")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Called by argparse to hold a value against the choices, such as the commands."""
        if action.choices is not None and value not in action.choices:
            kind = str(action.metavar or action.dest).lower()
            raise _unknown(kind, value, list(action.choices))

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

    The name may stand anywhere, and a file with a game instead. A first word that is no game is
    refused as one; where only one game is installed, it need not be named.
    """
    names = game_names()
    for at, word in enumerate(words):
        if is_file_of_game(word, words[at - 1] if at else ""):
            return register(word), [*words[:at], *words[at + 1 :]]
    named = [word for word in words if word in names]
    if not named and words and not words[0].startswith("-"):
        named = [words[0]]
    if named:
        rest = list(words)
        rest.remove(named[0])
        return find_game(named[0]), rest
    return (find_game(names[0]) if len(names) == 1 else None), list(words)


def is_file_of_game(word: str, before: str) -> bool:
    """True of the path of a Python file; after `--bots` or `--seats` it is that of a bot."""
    return word.endswith(".py") and not word.startswith("-") and before not in FOR_BOTS


def add_game_options(parser: Parser) -> None:
    """Let the game's own options be given: `--players 3`, `--flaming`, `--flaming=false`."""
    game = parser.game
    if game is None:
        return
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


def add_aids(parser: Parser) -> None:
    """Let help be agreed on: `--aids mark-seen,hints`."""
    if parser.game is None:
        return
    told = "; ".join(f"{aid.name}: {aid.help}" for aid in parser.game.all_aids)
    parser.add_argument(AIDS, default="", help=f"help to agree on. {told}".replace("%", "%%"))


def add_language(parser: Parser) -> None:
    languages = f"language of the rulebook: {listed(LANGUAGES)}"
    parser.add_argument("--lang", default=LANGUAGES[0], help=languages)


def add_seed_of_games(parser: Parser) -> None:
    parser.add_argument(
        "--seed", default=SEED_OF_GAMES, help="any text; the same seed deals the same games"
    )


def add_place(parser: Parser) -> None:
    """Let it be said where many games are played."""
    parser.add_argument("--cores", type=int, help="how many cores play (default: all)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="play on the Ray cluster at this address; without one, on a cluster started here",
    )


def chosen_place(parsed: argparse.Namespace) -> Place:
    from matchwood.lab.parallel import Place

    return Place(parsed.cores, parsed.ray)


def add_store(parser: Parser) -> None:
    """Let it be said where a server keeps its games."""
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", help="folder that keeps the games")
    kept.add_argument(
        "--store",
        metavar="URL",
        default=os.environ.get(STORE_VARIABLE),
        help="database that keeps the games, for several servers at once: "
        f"postgresql://user@host/database (or {STORE_VARIABLE} in the environment)",
    )


def chosen_store(parsed: argparse.Namespace) -> Location:
    from matchwood.server.storage.engines import default_folder, parse_store_url

    return parsed.data or (parse_store_url(parsed.store) if parsed.store else default_folder())


def _help(option: Option) -> str:
    return f"{option.help}: {option.allowed()} (default {written(option.default)})"


def switch(option: Option) -> str:
    """Name of an option of a game on the command line."""
    return "--" + option.name.replace("_", "-")


def given_options(parsed: argparse.Namespace) -> dict[str, object]:
    """Options of the game that were given; where a file was named, what stands in it."""
    given = {
        name.removeprefix(OPTION): value
        for name, value in vars(parsed).items()
        if name.startswith(OPTION)
    }
    return with_files(parsed.game.options, given)
