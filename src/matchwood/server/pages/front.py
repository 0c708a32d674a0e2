"""The front page: the games, one's own tables, those that may be watched, and fair deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from matchwood.engine.language import LANGUAGES, Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import Preview, document
from matchwood.server.pages.parts import post, themed
from matchwood.server.table.events import Phase
from matchwood.server.views.names import level_name

STREAM = "/games/stream"
STYLES = ("front.css",)
WHOLE = 100
MOST_GOING_ON = 3
"""Most of one's own unfinished games that stand above the games, with their boards."""


@dataclass(frozen=True)
class GameCard:
    """A game as the front page shows it."""

    name: str
    title: str
    tagline: str
    picture: str
    """URL of its cover."""
    players: tuple[int, int]
    """The fewest and the most who can play."""
    learns: bool = False
    """True if there is a lesson."""
    is_new: bool = False
    """True if the visitor has never played it here, so that the lesson comes first."""
    speaks: bool = True
    """True if its words are in the language of the page; else they are English."""
    share: float = 1.0
    """Share of it that is compiled: 1 if it can be played."""


class Listed(Struct, frozen=True):
    """A table in progress that anyone may watch, for the front page."""

    table: str
    game: str
    title: str
    names: tuple[str, ...]
    moves: int


class OwnTable(Struct, frozen=True):
    """A table at which the visitor has a seat, for the front page."""

    table: str
    title: str
    names: tuple[str, ...]
    """Names of the people there, and of the bots where the game goes on."""
    phase: Phase
    picture: str = ""
    """URL of the board as anyone may see it."""
    score: str = ""
    task: str = ""
    """Task of the player to move."""
    my_turn: bool = False


@dataclass(frozen=True)
class Front:
    """All that is on the front page for a visitor."""

    games: Sequence[GameCard]
    mine: Sequence[OwnTable]
    listed: Sequence[Listed]
    levels: Sequence[str]
    level: str
    """The level of the bots that they play against."""
    site: str = ""
    next_level: str | None = None
    """The one that is suggested after wins in a row."""

    @property
    def waits(self) -> bool:
        return any(game.share < 1 for game in self.games)


def page(front: Front, words: Words, settings: Settings) -> Element:
    return document(
        "",
        fragment(front, words),
        words=words,
        settings=settings,
        styles=STYLES,
        waits=front.waits,
        preview=Preview("Matchwood", _lead(words), front.site),
    )


def fragment(front: Front, words: Words) -> Element:
    """The content. While games are getting ready, the script follows how far they are."""
    going_on = [table for table in front.mine if table.phase != "over"][:MOST_GOING_ON]
    others = [table for table in front.mine if table not in going_on]
    return h.main("#table.front", data_stream=STREAM if front.waits else None)[
        h.div(".front-head")[
            h.h1[words("Which game shall it be?")],
            _levels(front, words),
        ],
        h.section("#going-on", aria_label=words("Your unfinished games"))[
            (_going_on(table, words) for table in going_on)
        ]
        if going_on
        else None,
        h.div(".games")[(_card(game, words) for game in front.games)],
        h.div(".front-foot")[
            h.p[_lead(words)],
            _tables("mine", words("Your games"), [_own(table, words) for table in others]),
            h.p(".links")[h.a(href="/mine")[words("All your games: look, download, delete")]]
            if front.mine
            else None,
            _tables("watch", words("Tables you can watch"), _watched(front.listed, words)),
            _fair(words),
        ],
    ]


def _lead(words: Words) -> str:
    return " ".join(
        (
            words("Play against a bot, with others around this screen, or with friends by a link."),
            words("Nothing to install, no account."),
        )
    )


def _levels(front: Front, words: Words) -> Element:
    """One switch for all games; it is remembered. Who wins again and again is told of the next."""
    return h.nav(".levels", aria_label=words("How good your rivals are"))[
        h.span(".quiet", aria_hidden="true")[words("Your rival")],
        h.span(".switches")[
            (
                h.a(href=f"/?level={each}", aria_current="true" if each == front.level else None)[
                    level_name(each, words)
                ]
                for each in front.levels
            )
        ],
        front.next_level
        and h.a("#next-level.button", href=f"/?level={front.next_level}")[
            words("Won twice in a row: try {level}", level=level_name(front.next_level, words))
        ],
    ]


def _card(game: GameCard, words: Words) -> Element:
    learns_first = game.is_new and game.learns
    learn = words("Learn in 2 minutes")
    fewest, most = game.players
    players = words.many("{n} player", "{n} players", n=most)
    if fewest != most:
        players = words("{fewest} to {players}", fewest=fewest, players=players)
    return h.article(".game", aria_labelledby=f"game-{game.name}")[
        h.div(".cover", aria_hidden="true")[game.picture and themed(game.picture, "")],
        h.div(".about")[
            h.h2(f"#game-{game.name}")[game.title],
            h.p(".summary", lang=None if game.speaks else LANGUAGES[0])[game.tagline],
            _getting_ready(game, words) if game.share < 1 else h.p(".quiet")[players],
            learns_first
            and h.div(".buttons.learn")[
                h.a(".button.first", href=f"/learn/{game.name}")[learn, _of(game.title)]
            ],
            h.div(".buttons")[
                post(
                    f"/play/{game.name}",
                    h.button(class_=[] if learns_first else ["first"], type="submit")[
                        icon("play"), words("Play"), _of(game.title)
                    ],
                ),
                h.a(".button.more", href=f"/new/{game.name}", title=words("Set up a table"))[
                    words("With friends"), _of(game.title)
                ],
            ],
            h.p(".links")[
                game.learns
                and not learns_first
                and h.a(href=f"/learn/{game.name}")[learn, _of(game.title)],
                h.a(href=f"/rules/{game.name}")[words("Rules"), _of(game.title)],
            ],
        ],
    ]


def _getting_ready(game: GameCard, words: Words) -> Element:
    percent = round(WHOLE * game.share)
    return h.p(".quiet")[
        h.label[
            words("Getting ready, just this once: {percent} %", percent=percent),
            " ",
            h.progress(value=str(percent), max=str(WHOLE)),
        ]
    ]


def _of(title: str) -> Element:
    """Game of a link, for those who hear the link alone."""
    return h.span(".unseen")[f": {title}"]


def _going_on(table: OwnTable, words: Words) -> Element:
    """A game to go on with: its board, who plays, how it stands, whose turn it is."""
    return h.a(class_={"going-on": True, "turn": table.my_turn}, href=f"/t/{table.table}")[
        themed(table.picture, "") if table.picture else None,
        h.span(".which")[
            h.strong[table.title],
            h.span(".quiet")[
                " · ".join(filter(None, (_together(table.names, words), table.score)))
            ],
            h.span(".whose")[words("Your turn") if table.my_turn else table.task],
        ],
        h.span(class_={"button": True, "first": table.my_turn})[
            words("Continue") if table.my_turn else words("Open")
        ],
    ]


def _own(table: OwnTable, words: Words) -> Element:
    said = words("finished: look back") if table.phase == "over" else words("go on")
    return _row(table.table, table.title, table.names, said, words)


def _watched(listed: Sequence[Listed], words: Words) -> list[Element]:
    return [
        _row(
            table.table,
            table.title,
            table.names,
            words.many("after {n} move", "after {n} moves", n=table.moves),
            words,
        )
        for table in listed
    ]


def _row(table: str, title: str, names: Sequence[str], said: str, words: Words) -> Element:
    return h.li[
        h.a(href=f"/t/{table}")[
            h.strong[title],
            h.span[_together(names, words)],
            h.span(".quiet")[said],
        ]
    ]


def _together(names: Sequence[str], words: Words) -> str:
    return words.together(names) if names else ""


def _tables(name: str, title: str, rows: Sequence[Element]) -> Element | None:
    if not rows:
        return None
    return h.section(aria_labelledby=name)[h.h2(f"#{name}")[title], h.ul(".tables")[rows]]


def _fair(words: Words) -> Element:
    return h.details("#fair")[
        h.summary[h.h2[words("Why the deal is fair")]],
        h.p[
            words(
                "Before anything is dealt, the server draws a secret and shows its fingerprint, "
                "the commitment. It cannot change the secret after that."
            ),
            " ",
            words(
                "Then every player’s browser draws random digits and shows their fingerprint; "
                "only when all fingerprints are there are the digits shown. Secret and digits "
                "together decide every shuffle and roll, so nobody can choose the deal."
            ),
        ],
        h.p[
            words(
                "After the game everything is shown. Your browser checks it by itself, and "
                "anyone can do the same with the record of the game and this command:"
            ),
            " ",
            h.code["matchwood verify RECORD"],
        ],
    ]
