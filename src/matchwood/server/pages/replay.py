"""A finished game, step by step, with everything revealed or through one player's eyes."""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.engine.words import Words
from matchwood.server.pages import analysis
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node
from matchwood.server.pages.layout import Settings, document
from matchwood.server.pages.parts import called, copied, drawing, fold, result, ruled
from matchwood.server.views import Replayed, Seat, Told

MOVES_AROUND = 250
"""Of a long game, so many moves before and after the one that is shown are listed."""


def page(step: Replayed, words: Words, settings: Settings, url: str | None = None) -> Element:
    """One step; `url` is the whole address of it, to be given to others."""
    title = words("Replay: {game}", game=step.title)
    return document(
        title,
        h.main(
            "#table.table.replay", tabindex="-1", data_table=step.table, data_seq=str(step.number)
        )[
            h.section("#now", aria_labelledby="title")[
                h.div[h.h1("#title")[title]],
                h.div("#said", aria_live="polite")[h.p(".turn")[_happened(step, words)]],
            ],
            h.section("#board", aria_label=words("The table"))[
                _steps(step, words),
                drawing(step.picture),
            ],
            _chairs(step, words),
            h.div("#side")[
                _eyes(step, words),
                _analysis(step, words),
                _moves(step, words),
                _elsewhere(step, words, url or _path(step, step.number, step.eyes)),
            ],
        ],
        words=words,
        settings=settings,
        games=[step.game],
    )


def _path(step: Replayed, number: int, eyes: int | None) -> str:
    """Where the game is shown after so many moves, through those eyes."""
    asked = {"move": number, "eyes": eyes, "analysis": step.analysis is not None or None}
    query = {name: int(value) for name, value in asked.items() if value is not None}
    return f"/t/{step.table}/replay?{urlencode(query)}"


def _happened(step: Replayed, words: Words) -> Node:
    if not step.number:
        return ruled(step.opening, step.game)
    told = step.told[step.number - 1]
    return [
        h.strong[words("Move {number} of {count}.", number=step.number, count=len(step.told))],
        " ",
        ruled(told.text, step.game),
    ]


def _steps(step: Replayed, words: Words) -> Element:
    last = len(step.told)
    places = (
        ("first", "«", words("To the beginning"), 0),
        ("back", "‹", words("One move back"), max(step.number - 1, 0)),
        ("forward", "›", words("One move on"), min(step.number + 1, last)),
        ("last", "»", words("To the end"), last),
    )
    first, back, forward, end = (
        h.a(
            f"#{name}.button",
            href=_path(step, number, step.eyes),
            aria_label=label,
            title=label,
            data_morph=True,
            aria_disabled="true" if number == step.number else None,
        )[h.span(aria_hidden="true")[sign]]
        for name, sign, label, number in places
    )
    play = h.button(
        "#play.scripted",
        type="button",
        aria_pressed="false",
        data_keep=True,
        data_pause=words("Pause"),
    )[words("Play")]
    return h.nav("#steps.buttons", aria_label=words("Steps"))[first, back, play, forward, end]


def _eyes(step: Replayed, words: Words) -> Element:
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


def _analysis(step: Replayed, words: Words) -> Element:
    def link(number: int) -> str:
        return _path(step, number, step.eyes)

    return analysis.section(step, link, f"{link(step.number)}&analysis=1", words)


def _chairs(step: Replayed, words: Words) -> Element:
    return h.section("#chairs", aria_labelledby="chairs-title")[
        h.h2("#chairs-title")[words("Players")],
        h.ul[
            (
                _chair(seat, standing, words)
                for seat, standing in zip(step.seats, step.standing, strict=True)
            )
        ],
        step.number == len(step.told) and _ending(step, words),
    ]


def _chair(seat: Seat, standing: str, words: Words) -> Element:
    return h.li(f"#chair-{seat.number}")[
        h.span(".name")[called(seat, words)], h.span(".standing")[standing]
    ]


def _ending(step: Replayed, words: Words) -> Element:
    return h.div[
        h.p[h.strong[result(step.winners, step.tied, step.seats, words)]],
        h.ul(".verdict")[(h.li[ruled(sentence, step.game)] for sentence in step.verdict)],
    ]


def _moves(step: Replayed, words: Words) -> Element:
    def move(told: Told) -> Element:
        return h.li[
            h.a(
                href=_path(step, told.number, step.eyes),
                data_morph=True,
                aria_current="step" if told.number == step.number else None,
            )[told.text]
        ]

    first = max(step.number - MOVES_AROUND, 0)
    near = step.told[first : step.number + MOVES_AROUND]
    return fold(
        "told",
        words("All moves") if len(near) == len(step.told) else words("Moves"),
        h.ol("#moves-told", start=str(first + 1) if first else None)[map(move, near)],
        open=True,
    )


def _elsewhere(step: Replayed, words: Words, url: str) -> Element:
    return fold(
        "elsewhere",
        words("Save this game"),
        h.p[words("This link opens the game at this move:")],
        copied(url, words, words("Link to this move")),
        h.p(".buttons")[
            h.a(".button", href=f"/t/{step.table}/record", download=True)[
                words("Download the record")
            ],
            h.a(".button", href=f"/t/{step.table}")[words("Back to the table")],
        ],
        open=True,
    )
