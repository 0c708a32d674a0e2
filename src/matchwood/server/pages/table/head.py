"""The head of the table: the game, on a small screen how all stand, and the tools."""

from __future__ import annotations

from matchwood.engine.aids import HINTS
from matchwood.engine.words import Words
from matchwood.server.emotes import EMOTES
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import Settings
from matchwood.server.pages.parts import avatar, called, post
from matchwood.server.pages.table import drawers, menu
from matchwood.server.views import Seat, View

MANY = 4
"""Of more players than this, the head has room for some only."""


def head(view: View, words: Words, settings: Settings | None, in_words: bool) -> Element:
    playing, still = view.phase == "playing", view.is_still
    return h.header(".head")[
        brand(view.title, words),
        None if view.mine else h.span(".chip.watching")[words("You are watching.")],
        scores(view.seats, words) if playing else None,
        h.nav(".tools", aria_label=words("Tools"))[
            _undo(view, words) if playing and view.mine and not still else None,
            _hint(view, words) if playing and _has_hints(view) and not still else None,
            drawers.offers(view, words, in_words) if view.offers else None,
            drawers.emotes(view.table, words) if _has_company(view) else None,
            drawers.rules(view.game, words),
            fullscreen(words),
            None if view.teaching else menu.menu(view, words, settings),
        ],
    ]


@remembered
def brand(title: str, words: Words) -> Element:
    return h.fragment[
        h.a(".home", href="/")["Matchwood"],
        h.span(".dot", aria_hidden="true")["·"],
        h.h1("#title")[title],
    ]


def scores(seats: tuple[Seat, ...], words: Words) -> Element:
    """Where there is no room for the players beside the board: how all stand, and the way there."""
    many, some = len(seats) > MANY, len(seats) > 2
    classes = {"scores": True, "some": some, "many": many}
    return h.button("#scores", class_=classes, type="button", popovertarget="side")[
        h.span(".unseen")[words("Players and moves")],
        (_score(seat, words) for seat in seats),
    ]


@remembered
def _score(seat: Seat, words: Words) -> Element:
    classes = {"score": True, "turn": seat.to_move or seat.winner, "me": seat.mine}
    return h.span(class_=classes)[
        avatar(seat),
        h.span(".unseen")[called(seat, words)],
        " ",
        seat.tally[0],
        seat.emote and h.span(aria_hidden="true")[EMOTES[seat.emote].sign],
    ]


@remembered
def fullscreen(words: Words) -> Element:
    return h.button("#fullscreen.tool.scripted", type="button", aria_label=words("Fullscreen"))[
        icon("fullscreen")
    ]


def _undo(view: View, words: Words) -> Element:
    button = h.button(
        "#undo.tool", type="submit", disabled=not view.undo, aria_label=words("Take back")
    )[icon("undo")]
    return post(f"/t/{view.table}/undo", button, smooth=True, after=view.seq)


def _has_company(view: View) -> bool:
    """Whether the viewer plays with other people, who can be spoken to."""
    people = sum(seat.bot is None and bool(seat.name) for seat in view.seats)
    return bool(view.mine) and view.phase != "waiting" and people > len(view.mine)


def _has_hints(view: View) -> bool:
    return view.practice and HINTS.name in view.aids


def _hint(view: View, words: Words) -> Element:
    """What a bot would do, for someone who practises, step by step; it goes with the next move."""
    step = 1 if view.hinting is None else view.hinting.further
    if not view.offers or step is None:
        return h.button("#hint.tool", type="button", disabled=True, aria_label=words("Hint"))[
            icon("hint")
        ]
    return h.a(
        "#hint.tool",
        href=f"/t/{view.table}?hint={step}",
        data_morph=True,
        aria_label=words("Hint"),
    )[icon("hint")]
