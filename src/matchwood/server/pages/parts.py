"""Parts that several pages use: forms, pictures, names, texts in which rules are links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup

from matchwood.drawing.picture import BOARD, Picture
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Game
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts, Tag, cached_tag, remembered
from matchwood.server.table.emotes import EMOTES, EmoteName
from matchwood.server.views.model import Note, Seat
from matchwood.server.views.names import initials

RULE = re.compile(r"\b([A-Z][A-Z0-9]+-\d+)\b")
"""The number of a rule, wherever it stands in a text."""

STAINS = 6
"""Stains of wood that tell seats apart."""
_INSIDE, _NOTE = h.div(".inside"), h.span(".note", aria_hidden="true")


@remembered
def ruled(text: str, game: str) -> Node:
    """The text, with the numbers of rules as links into the rulebook."""
    return [
        _rule(part, game) if place % 2 else part
        for place, part in enumerate(RULE.split(text))
        if part
    ]


def rules_named(text: str, game: str) -> list[Element]:
    """Only the links, where the text itself is not seen."""
    return [_rule(number, game) for number in RULE.findall(text)]


def _rule(number: str, game: str) -> Element:
    return h.a(".rule", href=f"/rules/{game}#{number}", data_rule=number)[number]


def day(when: datetime, words: Words) -> Element:
    """A day as it is written in the reader's language. It is that of UTC, and says so, until the
    script (dates.js) makes it that of the reader's clock."""
    from babel.dates import format_date  # Not at every start: it takes long to load.

    written = format_date(when, "medium", locale=words.language)
    return h.time(datetime=when.isoformat())[f"{written} (UTC)"]


@remembered
def reasoned(text: str, rule: str, game: str) -> Node:
    """A sentence, and in brackets the rule it rests on, if that is known."""
    return ruled(f"{text} ({rule})" if rule else text, game)


def advised(move: str, to: Seat, words: Words) -> str:
    """A better move is told to who could have made it; whoever else reads it is told to whom."""
    move = move.rstrip(".")
    if to.number == words.reader:
        return words("Better: {move}.", move=move)
    return words("Advice to {name}: {move}.", name=called(to, words), move=move)


def lesson_links(game: Game, words: Words) -> list[Element]:
    """The ways to the lessons of a game: the one for newcomers, then those of variants."""
    return [
        h.a(".button", href=f"/learn/{game.name}/{name}/1")[
            words("Learn in 2 minutes")
            if lesson.title is None
            else words("Learn: {what}", what=game.speaking(words.language).tell(lesson.title))
        ]
        for name, lesson in game.lessons.items()
    ]


def drawings(picture: Picture, part: str) -> Parts:
    """All that belongs to a part of the table; what can be played has its id."""
    return Parts([piece for each in picture.of(part) for piece in each.pieces(picture.game)])


def board(picture: Picture, *more: Node) -> Parts:
    """The wood, and the pieces on it, where the game's arrangement has them."""
    return _wood(picture.game, picture.kind, picture.label).holding(drawings(picture, BOARD), more)


@cached_tag
def _wood(game: str, kind: str, label: str) -> Tag:
    kinds = ["board", f"board-{game}", f"kind-{kind}"]
    return h.div("#board", class_=kinds, role="group", aria_label=label, data_part=BOARD)


def themed(address: str, alt: str) -> Element:
    """A picture by day and by night; only the one that is seen is loaded."""
    return h.fragment[
        h.img(".by-day", src=address, alt=alt, loading="lazy"),
        h.img(".by-night", src=f"{address}&theme=dark", alt=alt, loading="lazy"),
    ]


def avatars(seats: Sequence[Seat], *more: str) -> list[Element]:
    """Stains or emblems of all seats with initials of their players, for the eye only."""
    letters = initials(*(seat.name for seat in seats))
    return [
        _avatar(seat.emblem, seat.number % STAINS, short, more)
        for seat, short in zip(seats, letters, strict=True)
    ]


@remembered
def _avatar(emblem: str, stain: int, short: str, more: tuple[str, ...]) -> Element:
    classes = ["avatar", f"emblem-{emblem}" if emblem else f"seat-{stain}", *more]
    return h.span(class_=classes, data_initial=short or "?", aria_hidden="true")


@remembered
def note(parts: Note, game: str) -> Element:
    """A move as icons and very short texts, for the eye only."""
    return _NOTE[
        (
            Markup(f'<svg class="matchwood matchwood-{game}" viewBox="-12 -12 24 24">{part}</svg>')
            if isinstance(part, Drawn)
            else h.span[part]
            for part in parts
        )
    ]


def post(action: str, *content: Node, smooth: bool = False, **hidden: object) -> Element:
    """A form that changes something; one that is `smooth` can be sent without leaving the page."""
    return form(action, smooth)[
        (hidden_field(name, str(value)) for name, value in hidden.items()),
        content,
    ]


@cached_tag
def form(action: str, smooth: bool) -> Tag:
    return h.form(method="post", action=action, data_smooth=smooth)


@remembered
def hidden_field(name: str, value: str) -> Element:
    return h.input(type="hidden", name=name, value=value)


def copied(value: str, words: Words, label: str) -> Element:
    """A text to be taken elsewhere, and a button for it."""
    return h.div(".copied")[
        h.input(type="text", readonly=True, value=value, aria_label=label),
        h.button(".scripted", type="button", data_copy=True, data_done=words("Copied"))[
            words("Copy")
        ],
    ]


def fold(name: str, title: Node, *content: Node, open: bool = False) -> Element:
    """A part that can be folded away."""
    return h.details(f"#{name}.fold", open=open)[h.summary[h.h2[title]], _INSIDE[content]]


def told_emotes(words: Words) -> dict[EmoteName, tuple[str, str]]:
    """Emotes by name: a sign, and the words it stands for."""
    return {name: (each.sign, words.tell(each.said)) for name, each in EMOTES.items()}


def called(seat: Seat, words: Words) -> str:
    return seat.name or words("Player {number}", number=seat.number + 1)


def patience_told(seconds: int, words: Words) -> str:
    """Time that a player may be away before a bot steps in, in words."""
    if not seconds:
        return words("no limit")
    if seconds % 60:
        return words.many("{n} second", "{n} seconds", n=seconds)
    return words.many("{n} minute", "{n} minutes", n=seconds // 60)


def result(winners: Sequence[int], tied: bool, seats: Sequence[Seat], words: Words) -> str:
    """Sentence about the winners: alone, with their partners, or as much as a rival."""
    names = [called(seat, words) for seat in seats]
    if not winners:
        return words("Nobody has won.")
    if len(winners) == 1:
        return words.about(winners[0], names, "You have won!", "{name} has won.")
    if tied:
        return words.about_all(
            winners,
            names,
            "A tie: you and {others} share the win.",
            "A tie: {names} share the win.",
        )
    return words.about_all(
        winners, names, "You and {others} have won!", "{names} have won together."
    )
