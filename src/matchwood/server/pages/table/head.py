"""The head of the table: the game, on a small screen how all stand, and the tools."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.engine.options import HINTS
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Parts, Tag, cached_tag, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import avatars, called, form, hidden_field, told_emotes
from matchwood.server.pages.table import drawers, menu
from matchwood.server.table.emotes import EmoteName
from matchwood.server.views.model import Seat, View

MANY = 4
"""Players for whom the head has room; of more it shows some only."""
_HEAD = h.header(".head")


def head(view: View, words: Words, settings: Settings | None, in_words: bool) -> Parts:
    playing, still = view.phase == "playing", view.is_still or view.staged is not None
    return _HEAD.holding(
        brand(view.title, words),
        None if view.mine else _watching(words),
        scores(view.seats, words) if playing else None,
        _tools(words).holding(
            _undo(view, words) if playing and view.mine and not still else None,
            _hint(view, words) if playing and _has_hints(view) and not still else None,
            drawers.offers(view, words, in_words) if view.offers else None,
            drawers.emotes(view.table, words) if _has_company(view) else None,
            drawers.rules(view.game, words),
            fullscreen(words),
            None if view.lesson_step else menu.menu(view, words, settings),
        ),
    )


@cached_tag
def _tools(words: Words) -> Tag:
    return h.nav(".tools", aria_label=words("Tools"))


@remembered
def _watching(words: Words) -> Element:
    return h.span(".chip.watching")[words("You are watching.")]


@remembered
def brand(title: str, words: Words) -> Element:
    return h.fragment[
        h.a(".home", href="/")["Matchwood"],
        h.span(".dot", aria_hidden="true")["·"],
        h.h1("#title")[title],
    ]


def scores(seats: tuple[Seat, ...], words: Words) -> Parts:
    """Scores of all, and the way to the players, for windows with no room beside the board."""
    return _scores(len(seats)).holding(
        _players_and_moves(words),
        (
            _score(
                whose,
                called(seat, words),
                seat.tally[0],
                seat.to_move,
                seat.mine,
                seat.emote,
                words,
            )
            for seat, whose in zip(seats, avatars(seats), strict=True)
        ),
    )


@cached_tag
def _scores(seats: int) -> Tag:
    kinds = {"scores": True, "some": seats > 2, "many": seats > MANY}
    return h.button("#scores", class_=kinds, type="button", popovertarget="side")


@remembered
def _players_and_moves(words: Words) -> Element:
    return h.span(".unseen")[words("Players and moves")]


@remembered
def _score(
    whose: Element,
    name: str,
    tally: str,
    leads: bool,
    mine: bool,
    emote: EmoteName | None,
    words: Words,
) -> Element:
    return h.span(class_={"score": True, "turn": leads, "me": mine})[
        whose,
        h.span(".unseen")[name],
        " ",
        h.span(".emote", aria_hidden="true")[" ".join(told_emotes(words)[emote])]
        if emote
        else tally,
    ]


@remembered
def fullscreen(words: Words) -> Element:
    return h.button("#fullscreen.tool.scripted", type="button", aria_label=words("Fullscreen"))[
        icon("fullscreen")
    ]


def _undo(view: View, words: Words) -> Parts:
    after = hidden_field("after", str(view.seq))
    return form(f"/t/{view.table}/undo", True).holding(after, _take_back(view.undo, words))


@remembered
def _take_back(may: bool, words: Words) -> Element:
    return h.button("#undo.tool", type="submit", disabled=not may, aria_label=words("Take back"))[
        icon("undo")
    ]


def _has_company(view: View) -> bool:
    """True if the viewer plays with other people, who can be spoken to."""
    people = sum(seat.bot is None and bool(seat.name) for seat in view.seats)
    return bool(view.mine) and view.phase != "waiting" and people > len(view.mine)


def _has_hints(view: View) -> bool:
    return view.practice and HINTS.name in view.aids


def _hint(view: View, words: Words) -> Element:
    """The tool that asks for the next step of a hint, for someone who practises."""
    step = 1 if view.hinting is None else view.hinting.further
    return _hint_for(view.table, step if view.offers else None, words)


@remembered
def _hint_for(table: str, step: int | None, words: Words) -> Element:
    if step is None:
        return h.button("#hint.tool", type="button", disabled=True, aria_label=words("Hint"))[
            icon("hint")
        ]
    return h.a(
        "#hint.tool",
        href=f"/t/{table}?hint={step}",
        data_morph=True,
        aria_label=words("Hint"),
    )[icon("hint")]
