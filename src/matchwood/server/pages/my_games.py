"""A visitor's own tables: all of them, with what can be done with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from matchwood.engine.language import Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import document
from matchwood.server.pages.message import message_page
from matchwood.server.pages.parts import day, post, themed
from matchwood.server.table.events import Phase

STYLES = ("front.css",)
DOWNLOAD = "/mine.zip"


@dataclass(frozen=True)
class Owned:
    """A table at which someone has a seat, or that they have set up."""

    table: str
    title: str
    rivals: tuple[str, ...]
    phase: Phase
    changed: datetime
    """Time of the last event there."""
    is_maker: bool
    my_turn: bool = False
    picture: str = ""
    """URL of the board as it stands, or stood at the end; nothing where it cannot be drawn."""
    result: Result | None = None
    """The end of the game."""


@dataclass(frozen=True)
class Result:
    """The end of a game, as whoever looks at their games wants to know it."""

    winners: tuple[str, ...]
    """The names of those who won; none if nobody did."""
    won: bool
    """True if the one player who sat there with this browser won."""


@dataclass(frozen=True)
class Score:
    """Games of a kind played against someone, and won."""

    title: str
    rival: str
    won: int
    played: int


def page(
    owned: Sequence[Owned], scores: Sequence[Score], words: Words, settings: Settings
) -> Element:
    title = words("Your games")
    return document(
        title,
        h.main(".front.own")[
            h.h1[title],
            None if owned else h.p[words("You have no games here yet.")],
            h.ul(".scores", aria_label=words("Games won"))[(_score(each, words) for each in scores)]
            if scores
            else None,
            h.ul(".tables")[(_row(each, words) for each in owned)],
            _explained(words) if owned else None,
        ],
        words=words,
        settings=settings,
        styles=STYLES,
    )


def _score(score: Score, words: Words) -> Element:
    return h.li[
        h.b[score.title],
        " ",
        score.rival,
        h.span(".quiet")[words("{won} of {n} won", won=score.won, n=score.played)],
    ]


def _explained(words: Words) -> Element:
    return h.p(".quiet")[
        words("They are yours as long as this browser keeps its cookie; there is no account."),
        " ",
        h.a(
            href=DOWNLOAD,
            download=True,
            title=words(
                "A file with the records of all finished games, which “matchwood replay” and "
                "other programs read, and a list of all tables."
            ),
        )[words("Download all my games")],
    ]


def _row(owned: Owned, words: Words) -> Element:
    return h.li(class_={"turn": owned.my_turn})[
        h.a(href=f"/t/{owned.table}")[
            themed(owned.picture, "") if owned.picture else h.span(".no-picture"),
            h.span(".which")[
                h.strong[owned.title],
                h.span[words.together(owned.rivals) if owned.rivals else ""],
                h.span(class_={"whose": True, "won": _is_won(owned)})[_stands(owned, words)],
                h.span(".quiet")[day(owned.changed, words)],
            ],
        ],
        owned.is_maker
        and h.a(".delete", href=f"/t/{owned.table}/delete", title=words("Delete"))[
            icon("close"),
            h.span(".unseen")[words("Delete"), f": {owned.title}, ", day(owned.changed, words)],
        ],
    ]


def _is_won(owned: Owned) -> bool:
    return owned.result is not None and owned.result.won


def _stands(owned: Owned, words: Words) -> str:
    """State or end of a game, in a few words."""
    if owned.my_turn:
        return words("Your turn")
    if owned.phase == "waiting":
        return words("waiting for players")
    if owned.phase == "playing":
        return words("go on")
    if owned.result is None or not owned.result.winners:
        return words("Nobody has won.")
    if owned.result.won:
        return words("You won!")
    if len(owned.result.winners) == 1:
        return words("{name} won.", name=owned.result.winners[0])
    return words("{names} have won together.", names=words.together(owned.result.winners))


def deleting(
    table: str, game: str, names: Sequence[str], words: Words, settings: Settings
) -> Element:
    """A page that asks once more before a table is deleted."""
    return message_page(
        words("Delete this table?"),
        f"{game} · {words.together(names)}" if names else game,
        words,
        settings,
        h.p[
            words(
                "The table, its moves and its record are deleted for everyone who played here, and "
                "nobody can bring them back."
            )
        ],
        h.div(".buttons")[
            post(f"/t/{table}/delete", h.button(type="submit")[words("Delete")]),
            h.a(".button.first", href=f"/t/{table}")[words("Keep it")],
        ],
    )
