"""Key moves of a game: up to three, with their boards, and a way to play on from there."""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import advised, called, post, reasoned, ruled, themed
from matchwood.server.views.model import Moment, View


def moments(view: View, words: Words) -> Element | None:
    if not view.moments:
        return None
    return h.section("#moments.moments", aria_labelledby="moments-title")[
        h.h2("#moments-title")[words("What decided the game")],
        h.div[(_moment(view, each, words) for each in view.moments)],
    ]


def _moment(view: View, moment: Moment, words: Words) -> Element:
    here = f"/t/{view.table}"
    # Before one's own move, to make another; after a rival's, to answer it.
    start = moment.number - 1 if moment.seat in view.mine else moment.number
    goes_on = start < view.told[-1].number  # Of a long game the first moves are not told.
    return h.article(".moment")[
        h.a(href=f"{here}/replay?move={moment.number}")[
            themed(f"{here}/picture.svg?{_asked(moment)}", _shown(moment, words))
        ],
        h.h3[words("Move {number}", number=moment.number)],
        h.p[ruled(moment.text, view.game)],
        h.p[advised(moment.better, view.seats[moment.seat], words)] if moment.better else None,
        h.p(".reason")[reasoned(moment.reason, moment.rule, view.game)] if moment.reason else None,
        h.p(".quiet")[chance(view, moment, words)],
        post(
            f"{here}/play-on",
            h.button(type="submit")[icon("play"), words("Play on from here")],
            move=start,
        )
        if goes_on
        else None,
    ]


def _asked(moment: Moment) -> str:
    """The board after the move; where there was a better one, before it, with both marked."""
    asked = {"move": str(moment.number), "better": ",".join(moment.path)}
    return urlencode({name: value for name, value in asked.items() if value})


def _shown(moment: Moment, words: Words) -> str:
    if not moment.better:
        return words("The board after move {number}", number=moment.number)
    return words(
        "The board before move {number}, with what was played and what was better",
        number=moment.number,
    )


def chance(view: View, moment: Moment, words: Words) -> str:
    """Chances of the mover after a move, and after the best one."""
    names = [called(seat, words) for seat in view.seats]
    left, best = round(100 * moment.chance), round(100 * (moment.chance + moment.cost))
    if not moment.better:
        return words.about(
            moment.seat,
            names,
            "Your chance to win: {chance} %.",
            "{name}’s chance to win: {chance} %.",
            chance=left,
        )
    return words.about(
        moment.seat,
        names,
        "Your chance to win: {chance} %; with the best move {best} %.",
        "{name}’s chance to win: {chance} %; with the best move {best} %.",
        chance=left,
        best=best,
    )
