"""What can be agreed before a game, declared once per game.

The same declarations serve Python, the command line and, later, forms and the API:
every kind of option reads its value from text as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from matchwood.engine.errors import BadOption, did_you_mean, listed, quoted

Value = int | bool | str | None


@dataclass(frozen=True)
class Option:
    """One thing to agree on: its name, the values it may take, the one taken if nobody asks."""

    name: str
    values: tuple[Value, ...]
    default: Value
    help: str

    def read(self, given: object) -> Value:
        """The value that was given, as itself or as text; or a sentence that refuses it."""
        for value in self.values:
            if type(given) is type(value) and given == value:
                return value
            if isinstance(given, str) and given.strip().lower() == written(value):
                return value
        raise BadOption(f"Option {self.name} cannot be {quoted(given)}; it takes {self.allowed()}.")

    def allowed(self) -> str:
        return listed(map(written, self.values))


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
    return str(value)


def read_options(declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """A value for every declared option, those not given taking their default."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise BadOption(
                f"There is no option {quoted(name)}; the options are {listed(by_name)}."
                + did_you_mean(name, by_name)
            )
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }


def every_choice(declared: Iterable[Option]) -> list[dict[str, Value]]:
    """All the ways to set the options, for tests and sweeps."""
    options = list(declared)
    return [
        dict(zip((option.name for option in options), values, strict=True))
        for values in product(*(option.values for option in options))
    ]
