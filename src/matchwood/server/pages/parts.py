"""Pieces that several pages use: forms, pictures, names, texts in which rules are links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, remembered
from matchwood.server.views import Seat

RULE = re.compile(r"\b([A-Z][A-Z0-9]+-\d+)\b")
"""The number of a rule, wherever it stands in a text."""

_VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_TALL = 2.1
"""How many times as high as wide a picture is that cannot fit a window in a useful size."""

_DRAWING, _TALL_DRAWING = h.div(".drawing"), h.div(".drawing.tall")
_INSIDE = h.div(".inside")


@remembered
def ruled(text: str, game: str) -> Node:
    """The text, with the numbers of rules as links into the rulebook."""
    return [
        h.a(".rule", href=f"/rules/{game}#{part}", data_rule=part)[part] if place % 2 else part
        for place, part in enumerate(RULE.split(text))
        if part
    ]


def drawing(svg: str) -> Element:
    """A picture that is played in: its elements have their ids."""
    size = _VIEW_BOX.search(svg)
    tall = size is not None and float(size[2]) > _TALL * float(size[1])
    return (_TALL_DRAWING if tall else _DRAWING)[Markup(svg)]


def post(action: str, *content: Node, smooth: bool = False, **hidden: object) -> Element:
    """A form that changes something; one that is `smooth` can be sent without leaving the page."""
    return h.form(method="post", action=action, data_smooth=smooth)[
        (h.input(type="hidden", name=name, value=str(value)) for name, value in hidden.items()),
        content,
    ]


def copied(value: str, words: Words, label: str) -> Element:
    """A text to be taken elsewhere, and a button for it."""
    return h.div(".copied")[
        h.input(type="text", readonly=True, value=value, aria_label=label),
        h.button(".scripted", type="button", data_copy=True, data_done=words("Copied"))[
            words("Copy")
        ],
    ]


def fold(name: str, title: str, *content: Node, open: bool = False) -> Element:
    """A part that can be folded away; on a small screen the script folds it to begin with."""
    return _details(name, open)[h.summary[h.h2[title]], _INSIDE[content]]


@cache
def _details(name: str, open: bool) -> h.Tag:
    return h.details(f"#{name}.fold", open=open, data_narrow=open)


def called(seat: Seat, words: Words) -> str:
    return seat.name or words("Player {number}", number=seat.number + 1)


def patience_told(seconds: int, words: Words) -> str:
    """How long a player may be away before a bot steps in."""
    if not seconds:
        return words("no limit")
    if seconds % 60:
        return words.many("{n} second", "{n} seconds", n=seconds)
    return words.many("{n} minute", "{n} minutes", n=seconds // 60)


def result(winners: Sequence[int], tied: bool, seats: Sequence[Seat], words: Words) -> str:
    """Who won: alone, with their partners, or as much as a rival."""
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
