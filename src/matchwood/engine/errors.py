"""Refusals: every one is a single sentence that says what was wrong and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class MatchwoodError(ValueError):
    """Something the caller gave cannot be used; the message is one sentence for a person."""


class UnknownGame(MatchwoodError):
    """No registered game has this name."""


class BadOption(MatchwoodError):
    """A game has no such option, or the option does not take this value."""


class BadSeed(MatchwoodError):
    """The seed is neither a whole number, nor text, nor 32 bytes."""


class BadRecord(MatchwoodError):
    """The text is not the record of a game that can be replayed."""


class UnknownSeat(MatchwoodError):
    """Nobody sits there in this game."""


class UnknownBot(MatchwoodError):
    """No bot has this name."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the number of the rule, and a sentence.

    The sentence is kept as a template and its values, so that it can be translated.
    """

    rule: str
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        return self.template.format(**self.values)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class IllegalMove(MatchwoodError):
    """The rules forbid this move now; `refusal` says which rule."""

    def __init__(self, text: str, refusal: Refusal, hint: str = "") -> None:
        super().__init__(f"{quoted(text)} is refused: {refusal}{hint}")
        self.refusal = refusal


def quoted(value: object, longest: int = 60) -> str:
    """The value as one short quoted line, whatever a stranger typed."""
    text = value if isinstance(value, str) else repr(value)
    line = "".join(letter if letter.isprintable() else "·" for letter in text)
    return f"“{line if len(line) <= longest else line[: longest - 1] + '…'}”"


def listed(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """A closing question with the nearest valid word, or nothing when none is near."""
    near = difflib.get_close_matches(str(word)[:100], list(words), n=1, cutoff=0.5)
    return f" Did you mean {near[0]}?" if near else ""
