"""Refusals: every one is a single sentence that says what was wrong and what is allowed."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from matchwood.engine.language import ENGLISH, Phrase, Words


class MatchwoodError(ValueError):
    """Something the caller gave cannot be used; the message is one sentence for a person.

    The sentence is kept as a template and its values, so that it can be translated; `near` is a
    word that may have been meant.

    >>> try:
    ...     matchwood.load("colorfx")
    ... except matchwood.MatchwoodError as error:
    ...     print(error.near)
    colorfox
    """

    def __init__(self, template: str, /, near: str | None = None, **values: object) -> None:
        sentence = Phrase(template, values)
        hinted = Phrase("{sentence} Did you mean {near}?", {"sentence": sentence, "near": near})
        self.phrase = sentence if near is None else hinted
        self.near = near
        super().__init__(self.sentence(ENGLISH))

    @classmethod
    def unknown(
        cls, template: str, name: object, names: Iterable[str], /, **values: object
    ) -> Self:
        """The refusal of a `{name}` that is none of the `{names}`, with the one that is nearest."""
        names = list(names)
        values = {"name": quoted(name), "names": listed(names), **values}
        return cls(template, nearest(name, names), **values)

    def sentence(self, words: Words) -> str:
        """The message in a language."""
        return words.tell(self.phrase)

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave `__init__` out: it takes a template, and that of a kind of error what it likes."""
        return _blank, (type(self), self.args), self.__dict__


def _blank(kind: type[MatchwoodError], args: tuple[object, ...]) -> MatchwoodError:
    """An error as unpickling begins it: its attributes follow."""
    return kind.__new__(kind, *args)


class UnknownGame(MatchwoodError):
    """No registered game has this name.

    >>> matchwood.load("colorfx")
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.UnknownGame: There is no game “colorfx”; ... Did you mean colorfox?
    """


class BadOption(MatchwoodError):
    """A game has no such option, or the option does not take this value.

    >>> matchwood.load("colorfox", players=9)
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.BadOption: ...
    """


class BadValue(MatchwoodError):
    """Why an option cannot have a value: the end of the sentence that refuses it."""


class BadAid(MatchwoodError):
    """A game has no such aid, or the table is not one for it.

    >>> matchwood.find_game("colorfox").read_aids(["mark-seen"], people=1)
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.BadAid: The aid “mark-seen” is for Matches; the aids of ...
    """


class BadSeed(MatchwoodError):
    """The seed is neither a whole number, nor text, nor 32 bytes.

    >>> matchwood.load("colorfox").new(seed=b"short")
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.BadSeed: A seed in bytes has 32 of them, not 5.
    """


class BadRecord(MatchwoodError):
    """The text is not the record of a game that can be replayed.

    >>> matchwood.read_record("once upon a time")
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.BadRecord: ...
    """


class BadDocument(MatchwoodError):
    """The document does not tell a position that can be set up.

    >>> document = matchwood.load("baguettes").new(seed=7).document
    >>> matchwood.Position.from_document(document | {"hands": [10, 11]})
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.BadDocument: The document has too few or too many pieces of ...
    """


class NothingToUndo(MatchwoodError):
    """No move can be taken back here.

    >>> matchwood.load("baguettes").new(seed=7).undo()
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.NothingToUndo: No move was made that could be taken back.
    """


class NotTold(MatchwoodError):
    """The answer rests on what is hidden in this position.

    >>> matchwood.load("colorfox").new(seed=1).observe(None).legal_moves()
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.NotTold: What seat ... may know is hidden in this view.
    """


class OtherRules(MatchwoodError):
    """A position was pickled by other rules of its game than those that are installed."""


class UnknownSeat(MatchwoodError):
    """Nobody sits there in this game.

    >>> matchwood.load("colorfox").new(seed=1).observe(5)
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.UnknownSeat: There is no seat “5”; the seats are 0 to 1, ...
    """


class UnknownBot(MatchwoodError):
    """No bot has this name.

    >>> matchwood.simulate("colorfox", bots="eazy")
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.UnknownBot: There is no bot “eazy”; the bots are ... Did you mean easy?
    """


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the number of the rule, and a sentence.

    The sentence is kept as a template and its values, so that it can be translated.

    >>> refusal = matchwood.load("piecepack-matches").new(seed=7).why_not("flip 25")
    >>> refusal.rule
    'PM-8'
    >>> print(refusal.reason)
    Turn a coin over: flip 1 to flip 24.
    """

    rule: str
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def phrase(self) -> Phrase:
        return Phrase(self.template, self.values)

    @property
    def reason(self) -> str:
        return str(self.phrase)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class IllegalMove(MatchwoodError):
    """The rules forbid this move now; `refusal` says which rule.

    >>> position = matchwood.load("piecepack-matches").new(seed=7)
    >>> position.play("flip 25")
    Traceback (most recent call last):
        ...
    matchwood.engine.errors.IllegalMove: “flip 25” is refused: ...
    """

    def __init__(self, text: str, refusal: Refusal, near: str | None = None) -> None:
        super().__init__(
            "{move} is refused: {reason} ({rule})",
            near,
            move=quoted(text),
            reason=refusal.phrase,
            rule=refusal.rule,
        )
        self.refusal = refusal


def quoted(value: object, longest: int = 60) -> Phrase:
    """The value as one short line in the quotes of the language, whatever a stranger typed."""
    text = value if isinstance(value, str) else repr(value)
    line = "".join(letter if letter.isprintable() else "·" for letter in text)
    return Phrase("“{text}”", {"text": line if len(line) <= longest else line[: longest - 1] + "…"})


def listed(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def nearest(word: object, words: Iterable[str]) -> str | None:
    """The valid word that may have been meant, or nothing when none is near."""
    near = difflib.get_close_matches(str(word)[:100], list(words), n=1, cutoff=0.5)
    return near[0] if near else None


class MissingExtra(MatchwoodError):
    """A package is needed that is not installed."""


def extra(module: str, name: str) -> Any:
    """A module that comes with the extra of this name."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(
            "This needs {package}, which is not installed; “{command}” installs it.",
            package=module.partition(".")[0],
            command=f"pip install 'matchwood[{name}]'",
        ) from error
