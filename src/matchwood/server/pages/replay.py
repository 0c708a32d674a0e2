"""A finished game, step by step, with everything revealed or through one player's eyes."""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.drawing.picture import HAND, seat_part
from matchwood.engine.language import Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import analysis
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import document
from matchwood.server.pages.parts import (
    avatars,
    board,
    called,
    copied,
    drawings,
    note,
    result,
    ruled,
)
from matchwood.server.pages.table import toasts
from matchwood.server.pages.table.drawers import drawer, rules
from matchwood.server.pages.table.head import brand, fullscreen, scores
from matchwood.server.pages.table.menu import all_games, liking
from matchwood.server.pages.table.scene import called_out, told
from matchwood.server.pages.table.side import place, shared, shell
from matchwood.server.pages.table.stage import pull, zoom
from matchwood.server.views.model import Note, ReplayView, Told

MOVES_AROUND = 250
"""Moves of a long game that are listed before and after the one that is shown."""


def page(step: ReplayView, words: Words, settings: Settings, url: str | None = None) -> Element:
    """One step; `url` is the whole address of it, to be given to others."""
    title = words("Replay: {game}", game=step.title)
    return document(
        title,
        h.main(
            "#table.table.replay",
            tabindex="-1",
            data_game=step.game,
            data_table=step.table,
            data_seq=str(step.number),
            data_phase="replay",
            data_scene=str(step.staged.number) if step.staged else None,
            data_place=str(step.staged.place) if step.staged and step.staged.place else None,
        )[
            _head(step, title, words, settings, url or _path(step, step.number, step.eyes)),
            _bar(step, words),
            h.div(".stage")[
                board(step.picture, zoom(words), called_out(step.call, step.number, step.game)),
                _strip(step),
                pull(_last(step), words),
                shell(
                    words,
                    _chairs(step, words),
                    shared(step.picture, len(step.seats)),
                    [_eyes(step, words), _analysis(step, words), _moves(step, words)],
                    len(step.seats),
                    step.game,
                ),
            ],
        ],
        toasts(words),
        words=words,
        settings=settings,
        games=[step.game],
        styles=("replay.css", "scene.css"),
        later=("solid.css", "book.css"),
        is_table=True,
    )


def _head(step: ReplayView, title: str, words: Words, settings: Settings, url: str) -> Element:
    return h.header(".head")[
        brand(title, words),
        scores(step.seats, words),
        h.nav(".tools", aria_label=words("Tools"))[
            _elsewhere(step, words, url),
            rules(step.game, words),
            fullscreen(words),
            drawer(words, "menu", "menu", words("Menu"), liking(words, settings), all_games(words)),
        ],
    ]


def _path(step: ReplayView, number: int, eyes: int | None, is_scene: bool = False) -> str:
    """URL of the game after a number of moves, through some eyes, or of the scene before that."""
    asked = {
        "move": number,
        "eyes": eyes,
        "analysis": step.analysis is not None or None,
        "scene": is_scene or None,
    }
    query = {name: int(value) for name, value in asked.items() if value is not None}
    return f"/t/{step.table}/replay?{urlencode(query)}"


def _bar(step: ReplayView, words: Words) -> Element:
    return h.section("#bar.bar")[
        h.p("#said", aria_live="polite")[_happened(step, words)],
        _steps(step, words),
    ]


def _happened(step: ReplayView, words: Words) -> Node:
    if not step.number:
        return ruled(step.opening, step.game)
    what = step.told[step.number - 1].text
    return [
        h.strong[words("Move {number} of {count}.", number=step.number, count=len(step.told))],
        " ",
        told(step.staged.scene, step.game) if step.staged else ruled(what, step.game),
    ]


def _last(step: ReplayView) -> Element:
    if not step.number:
        return h.fragment
    told = step.told[step.number - 1]
    icons = note(step.notes[step.number - 1], step.game)
    return h.fragment[avatars(step.seats, "small")[told.seat], icons]


def _steps(step: ReplayView, words: Words) -> Element:
    last, here = len(step.told), (step.number, step.staged is not None)
    places = (
        ("first", "«", words("To the beginning"), (0, False)),
        ("back", "‹", words("One move back"), _before(step)),
        ("forward", "›", words("One move on"), _after(step)),
        ("last", "»", words("To the end"), (last, False)),
    )
    first, back, forward, end = (
        h.a(
            f"#{name}.button",
            href=_path(step, number, step.eyes, is_scene),
            aria_label=label,
            title=label,
            data_morph=True,
            aria_disabled="true" if (number, is_scene) == here else None,
        )[h.span(aria_hidden="true")[sign]]
        for name, sign, label, (number, is_scene) in places
    )
    play = h.button(
        "#play.scripted",
        type="button",
        aria_pressed="false",
        data_keep=True,
        data_pause=words("Pause"),
    )[words("Watch")]
    return h.nav("#steps.buttons", aria_label=words("Steps"))[first, back, play, forward, end]


def _before(step: ReplayView) -> tuple[int, bool]:
    """The step before: its number of moves, and True if it is a scene."""
    if step.staged is None and step.number in step.staged_moves:
        return step.number, True
    return max(step.number - 1, 0), False


def _after(step: ReplayView) -> tuple[int, bool]:
    if step.staged:
        return step.number, False
    number = min(step.number + 1, len(step.told))
    return number, number > step.number and number in step.staged_moves


def _strip(step: ReplayView) -> Element | None:
    if not step.picture.of(HAND):
        return None
    return h.div("#strip.strip", data_part=HAND)[drawings(step.picture, HAND)]


def _eyes(step: ReplayView, words: Words) -> Element:
    def choice(eyes: int | None, label: str) -> Element:
        return h.li[
            h.a(
                href=_path(step, step.number, eyes),
                data_morph=True,
                aria_current="true" if eyes == step.eyes else None,
            )[label]
        ]

    return h.section("#eyes", aria_labelledby="eyes-title")[
        h.h2("#eyes-title")[words("View as")],
        h.ul(".pills")[
            choice(None, words("Everything revealed")),
            (choice(seat.number, called(seat, words)) for seat in step.seats),
        ],
    ]


def _analysis(step: ReplayView, words: Words) -> Element:
    def link(number: int) -> str:
        return _path(step, number, step.eyes)

    return analysis.section(step, link, f"{link(step.number)}&analysis=1", words)


def _chairs(step: ReplayView, words: Words) -> Element:
    over = step.number == len(step.told)
    return h.div("#chairs.chairs")[
        (
            place(seat, whose, (), drawings(step.picture, seat_part(seat.number)), words)
            for seat, whose in zip(step.seats, avatars(step.seats), strict=True)
        ),
        over and _ending(step, words),
    ]


def _ending(step: ReplayView, words: Words) -> Element:
    return h.div(".shared")[
        h.p[h.strong[result(step.winners, step.tied, step.seats, words)]],
        h.ul(".verdict")[(h.li[ruled(sentence, step.game)] for sentence in step.verdict)],
    ]


def _moves(step: ReplayView, words: Words) -> Element:
    def move(told: Told, icons: Note) -> Element:
        now = told.number == step.number
        return h.li(value=str(told.number), class_="last" if now else None, title=told.text)[
            h.a(
                href=_path(step, told.number, step.eyes),
                data_morph=True,
                aria_current="step" if now else None,
            )[
                whose[told.seat],
                note(icons, step.game) if icons else None,
                h.span(class_="unseen" if icons else "text")[told.text],
            ]
        ]

    whose, first = avatars(step.seats, "small"), max(step.number - MOVES_AROUND, 0)
    near = slice(first, step.number + MOVES_AROUND)
    return h.section("#log.log", aria_labelledby="log-title")[
        h.h2("#log-title.unseen")[words("All moves")],
        h.ol("#moves-told", tabindex="0")[map(move, step.told[near], step.notes[near])],
    ]


def _elsewhere(step: ReplayView, words: Words, url: str) -> Element:
    return h.details("#elsewhere.drawer", name="drawer")[
        h.summary(".tool", aria_label=words("Save this game"))[icon("share")],
        h.div(".inside")[
            h.h2[words("Save this game")],
            h.p[words("This link opens the game at this move:")],
            copied(url, words, words("Link to this move")),
            h.p(".buttons")[
                h.a(".button", href=f"/t/{step.table}/record", download=True)[
                    words("Download the record")
                ],
                h.a(".button", href=f"/t/{step.table}")[words("Back to the table")],
            ],
        ],
    ]
