"""Options: what can be agreed before a game, declared once per game.

The same declarations serve Python, the command line, the set-up form, the API and records: every
kind of option reads its value from text as well. Texts come from strangers, so nothing here opens
a file. An option whose value may be kept in one says so (`KeptInFile`), and
`matchwood.engine.option_files`, which the server may not import, opens it for those who sit at
this computer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from numbers import Integral
from typing import TypeGuard

from matchwood.engine.errors import BadOption, BadValue, MatchwoodError, listed, quoted
from matchwood.engine.language import ENGLISH, Phrase, Words

Value = int | bool | str | tuple[int, ...] | None


@dataclass(frozen=True)
class Option:
    """One thing to agree on: its name, the values it takes, the one taken if nobody asks.

    A kind of option that takes more values than can be listed overrides `parse` and `allowed`;
    its `values` are then some that are worth trying.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    help: str

    @property
    def names_seat(self) -> bool:
        """True if its values are the seats, counted from 0, or none of them."""
        return self.values == (None, *range(len(self.values) - 1))

    def read(self, given: object) -> Value:
        """The value that was given, as itself or as text; or a sentence that refuses it."""
        given = _plain(given)
        if self.default is None and given in (None, written(None)):
            return None
        try:
            value = self.parse(given.strip() if isinstance(given, str) else given)
        except BadValue as bad:
            raise self.refusal(given, bad) from None
        if value is None:
            raise self.unreadable(given)
        return value

    def unreadable(self, given: object) -> BadOption:
        """The refusal of what is none of the values, without a reason of its own."""
        return BadOption(
            "Option {option} cannot be {value}; it takes {allowed}.",
            option=self.name,
            value=quoted(given),
            allowed=self.allowed(),
        )

    def refusal(self, given: object, bad: BadValue) -> BadOption:
        return BadOption(
            "Option {option} cannot be {value}: {reason}.",
            option=self.name,
            value=quoted(given),
            reason=bad.phrase,
        )

    def parse(self, given: object) -> Value:
        """The value, or `None` if it is none of those the option takes.

        Where more can be said of what is wrong, `BadValue` says it.
        """
        word = given.lower() if isinstance(given, str) else None
        for value in self.values:
            if word == written(value) or (type(given) is type(value) and given == value):
                return value
        return None

    def allowed(self) -> str | Phrase:
        """The values it takes, in words."""
        return listed(map(written, self.values))


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from the first of its values to the last."""

    @property
    def bounds(self) -> range:
        numbers = [value for value in self.values if isinstance(value, int)]
        return range(numbers[0], numbers[-1] + 1)

    def parse(self, given: object) -> Value:
        if isinstance(given, str) and re.fullmatch(r"\d{1,9}", given):
            given = int(given)
        return given if type(given) is int and given in self.bounds else None

    def allowed(self) -> Phrase:
        bounds = {"first": self.bounds.start, "last": self.bounds.stop - 1}
        if self.default is None:
            return Phrase("{first} to {last}, or {none}", {**bounds, "none": written(None)})
        return Phrase("{first} to {last}", bounds)


def is_count(given: object) -> TypeGuard[int]:
    """True of a whole number of 1 or more, NumPy's too; True itself is none."""
    return not isinstance(given, bool) and isinstance(given, Integral) and int(given) >= 1


class KeptInFile(Option):
    """An option whose value may also stand in a file: what to do with the text of one.

    It is handed the text and never opens a file; see `matchwood.engine.option_files`.
    """

    def names_file(self, given: object) -> bool:
        """True if what was given is the name of a file, and not a value."""
        raise NotImplementedError

    def in_file(self, text: str, ending: str) -> Value:
        """The value that stands in the text of a file with such an ending, or `BadValue`."""
        raise NotImplementedError


def _plain(given: object) -> object:
    """NumPy's numbers and arrays as Python's numbers and lists; anything else as it is."""
    if isinstance(given, list | tuple):
        plain = map(_plain, given)
        return list(plain) if isinstance(given, list) else tuple(plain)
    return given.tolist() if hasattr(given, "tolist") else given


def flag(name: str, help: str) -> Option:
    """Something that is agreed on or not; not, if nobody asks."""
    return Option(name, (False, True), False, help)


def written(value: Value) -> str:
    """An option's value as it stands in a record or on the command line."""
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "none"
        case tuple():
            return "x".join(map(str, value))
    return str(value)


def read_options(declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """A value for every declared option, those not given taking their default."""
    by_name = _by_name(declared, given)
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }


def recall_options(declared: Iterable[Option], texts: Mapping[str, str]) -> dict[str, Value]:
    """The values that `written` wrote down, of those options that are there and of no other."""
    by_name = _by_name(declared, texts)
    return {name: by_name[name].read(text) for name, text in texts.items()}


def _by_name(declared: Iterable[Option], given: Iterable[str]) -> dict[str, Option]:
    """The options by name, if all that are given are among them."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise BadOption.unknown(
                "There is no option {name}; the options are {names}.", name, by_name
            )
    return by_name


def every_choice(declared: Iterable[Option]) -> list[dict[str, Value]]:
    """Every way to set the options to their listed values."""
    options = list(declared)
    return [
        dict(zip((option.name for option in options), values, strict=True))
        for values in product(*(option.values for option in options))
    ]


def lists_in(text: str, names: Collection[str]) -> dict[str, list[str]]:
    """The lists of texts that the TOML has, by name; no others than those named may be there."""
    try:
        found = tomllib.loads(text)
    except ValueError:
        raise BadValue("the file is not valid TOML") from None
    for name, values in found.items():
        if name not in names:
            raise BadValue(
                "the file has {name}, and it can have {names}",
                name=quoted(name),
                names=listed(names),
            )
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise BadValue("{name} is not a list of texts", name=name)
    return found


@dataclass(frozen=True)
class Aid:
    """Something that helps: its name in kebab-case, what a form calls it, what it does.

    >>> [aid.name for aid in matchwood.find_game("piecepack-matches").all_aids]
    ['mark-seen', 'hints']
    """

    name: str
    label: Phrase
    help: Phrase
    """A sentence."""
    turning: Phrase | None = None
    """If the aid lets players look from the others' places: what leads there is called so."""


HINTS = Aid(
    "hints",
    Phrase("Hints from a bot"),
    Phrase("Whoever plays alone against bots may ask what a bot would do."),
)


def player_names(names: Sequence[str] | None, players: int, words: Words = ENGLISH) -> list[str]:
    """The names to be shown: those given, one for every seat, or Player 1, Player 2, …"""
    if names is None:
        return [words("Player {number}", number=number) for number in range(1, players + 1)]
    if len(names) != players:
        raise MatchwoodError(
            "{names} names were given for {players} players; give one each.",
            names=len(names),
            players=players,
        )
    return list(names)
