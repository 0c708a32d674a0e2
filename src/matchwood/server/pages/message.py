"""Something that cannot be done, or not yet: one clear sentence, and a way out."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.language import Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node
from matchwood.server.pages.layout import document
from matchwood.server.table.events import Event, Moved, Sat, TookBack


def page(
    status: int, sentence: str, words: Words, settings: Settings, back: str | None = None
) -> Element:
    """An error page; `back` is the path of the page to go on from, if there is one."""
    return message_page(
        words("That did not work"),
        sentence,
        words,
        settings,
        h.p(".quiet")[words("Status {status}", status=status)],
        h.p(".buttons")[
            back and h.a(".button.first", href=back)[words("Back to where you were")],
            h.a(class_=["button", None if back else "first"], href="/")[words("To the front page")],
        ],
    )


def message_page(
    title: str, sentence: str, words: Words, settings: Settings, *more: Node, waits: bool = False
) -> Element:
    """A page with one sentence; one that waits tells it to screen readers as its status."""
    return document(
        title,
        h.main(".message")[
            h.h1[title], h.p(".sentence", role="status" if waits else None)[sentence], more
        ],
        words=words,
        settings=settings,
    )


def offline(words: Words, settings: Settings) -> Element:
    """A page for when the server cannot be reached; the browser keeps it beforehand."""
    return message_page(
        words("No connection"),
        words("The server cannot be reached. Your games are kept; try again in a moment."),
        words,
        settings,
        h.p(".buttons")[h.a(".button.first", href="/")[words("Try again")]],
    )


def old_table(sentence: str, log: Sequence[Event], words: Words, settings: Settings) -> Element:
    """A table that cannot be played on: who sat there, and the moves as they were written."""
    names = [event.name for event in log if isinstance(event, Sat)]
    moves: list[str] = []
    for event in log:
        if isinstance(event, Moved):
            moves.append(event.move)
        elif isinstance(event, TookBack):
            del moves[-event.moves :]
    return message_page(
        words("A table of another version"),
        sentence,
        words,
        settings,
        names and h.p[words("Players"), ": ", words.together(names)],
        moves and h.h2[words("What happened")],
        moves and h.ol[(h.li[h.code[move]] for move in moves)],
        h.p(".buttons")[h.a(".button.first", href="/")[words("To the front page")]],
    )


def waiting_page(sentence: str, words: Words, settings: Settings) -> Element:
    """A page to wait on: it is loaded anew until what was asked for is there."""
    return message_page(
        words("Just a moment"),
        sentence,
        words,
        settings,
        h.p(".quiet")[words("No need to do anything: the page goes on by itself.")],
        h.p(".buttons")[
            h.a(".button.first", href=settings.path)[words("Look again")],
            h.a(".button", href="/")[words("To the front page")],
        ],
        waits=True,
    )
