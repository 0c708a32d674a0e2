"""The board on a screen of its own, such as a tablet or a television: what all may see, who plays,
and the way in while a chair is empty. The players hold their phones."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts
from matchwood.server.pages.layout import SECONDS_BETWEEN_LOOKS, document
from matchwood.server.pages.parts import board
from matchwood.server.pages.table import ending, scene, side, waiting
from matchwood.server.pages.table.waiting import Invitation
from matchwood.server.views.model import View

PAGE = "/board"
"""Its address, after that of the table."""


def page(view: View, words: Words, settings: Settings, invitation: Invitation) -> Element:
    return document(
        view.title,
        fragment(view, words, invitation, is_whole=True),
        words=words,
        settings=settings,
        games=[view.game],
        styles=("waiting.css", "ending.css", "scene.css", "screen.css"),
        later=("solid.css",),
        waits=view.phase != "over",
        goes_on=(scene.SECONDS, scene.onward(view, view.staged, PAGE))
        if view.staged
        else (SECONDS_BETWEEN_LOOKS, scene.seen_until_now(settings.path, view)),
        is_table=True,
    )


def fragment(view: View, words: Words, invitation: Invitation, is_whole: bool = False) -> Parts:
    return h.main(
        "#table",
        tabindex="-1",
        class_=["table", "screen", view.phase],
        data_game=view.game,
        data_stream=f"/t/{view.table}/board/stream{_brought(view)}",
        data_table=view.table,
        data_seq=str(view.seq),
        data_phase=view.phase,
        data_staged=str(view.scenes[-1].number) if view.scenes else None,
        data_scene=str(view.staged.number) if view.staged else None,
        data_place=str(view.staged.place) if view.staged and view.staged.place else None,
    ).holding(
        h.header(".whose")[
            h.h1("#title")[view.title],
            h.p("#said", aria_live="polite")[_said(view, words)],
        ],
        h.div(".stage").holding(
            _board(view, words, invitation),
            h.aside(".side", aria_label=words("Players")).holding(
                side.chairs(view, words),
                side.shared(view.picture, len(view.seats)) if view.picture else None,
            ),
        ),
        None
        if is_whole
        else scene.templates(view, lambda shown: fragment(shown, words, invitation)),
    )


def _brought(view: View) -> str:
    """The stream has to be asked for with the same right to show the way in."""
    return "" if view.invite is None else f"?invite={view.invite}"


def _said(view: View, words: Words) -> Node:
    """The line that says whose turn it is; at the end the picture says it."""
    if view.staged:
        return scene.told(view.staged.scene, view.game)
    return view.task if view.phase == "playing" else ""


def _board(view: View, words: Words, invitation: Invitation) -> Node:
    if view.phase == "over":
        return ending.hero(view, words)
    if view.picture is not None:
        return board(view.picture, scene.call(view))
    return h.div("#board.board.hall")[
        h.div(".panel")[
            h.h2[waiting.missing(view, words)],
            invitation.url and waiting.way_in(words, invitation, invitation.url),
        ]
    ]
