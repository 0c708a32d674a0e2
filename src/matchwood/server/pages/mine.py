"""A visitor's own tables: all of them, with what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.layout import Settings, document
from matchwood.server.pages.parts import day, post
from matchwood.server.views import Phase

STYLES = ("front.css",)
DOWNLOAD = "/mine.zip"


@dataclass(frozen=True)
class Owned:
    """A table at which someone has a seat, or that they have set up."""

    table: str
    title: str
    names: tuple[str, ...]
    phase: Phase
    changed: datetime
    """When something last happened there."""
    is_maker: bool


def page(owned: Sequence[Owned], words: Words, settings: Settings) -> Element:
    title = words("Your games")
    return document(
        title,
        h.main(".front.own")[
            h.h1[title],
            _explained(words) if owned else h.p[words("You have no games here yet.")],
            h.ul(".tables")[(_row(each, words) for each in owned)],
        ],
        words=words,
        settings=settings,
        styles=STYLES,
    )


def _explained(words: Words) -> Element:
    return h.div(".front-foot")[
        h.p[words("They are yours as long as this browser keeps its cookie; there is no account.")],
        h.p(".buttons")[
            h.a(".button.first", href=DOWNLOAD, download=True)[words("Download all my games")]
        ],
        h.p(".quiet")[
            words(
                "A file with the records of all finished games, which “matchwood replay” and "
                "other programs read, and a list of all tables."
            )
        ],
    ]


def _row(owned: Owned, words: Words) -> Element:
    said = {
        "waiting": words("waiting for players"),
        "playing": words("go on"),
        "over": words("finished: look back"),
    }
    names = words.together(owned.names) if owned.names else ""
    return h.li[
        h.a(href=f"/t/{owned.table}")[
            h.strong[owned.title],
            h.span[names],
            h.span(".quiet")[day(owned.changed, words), " · ", said[owned.phase]],
        ],
        owned.is_maker
        and h.a(".delete", href=f"/t/{owned.table}/delete")[
            words("Delete"), h.span(".unseen")[f": {owned.title}, ", day(owned.changed, words)]
        ],
    ]


def deleting(
    table: str, game: str, names: Sequence[str], words: Words, settings: Settings
) -> Element:
    """Asks once more before a table is deleted."""
    title = words("Delete this table?")
    return document(
        title,
        h.main(".message")[
            h.h1[title],
            h.p(".sentence")[f"{game} · {words.together(names)}" if names else game],
            h.p[
                words(
                    "The table, its moves and its record are deleted for everyone who played "
                    "here, and nobody can bring them back."
                )
            ],
            h.div(".buttons")[
                post(f"/t/{table}/delete", h.button(type="submit")[words("Delete")]),
                h.a(".button.first", href=f"/t/{table}")[words("Keep it")],
            ],
        ],
        words=words,
        settings=settings,
    )
