"""The front page: the games, the tables that may be watched, and why the deals are fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.layout import Settings, document
from matchwood.server.pages.parts import post
from matchwood.server.views import Listed, Mine

STREAM = "/games/stream"
WHOLE = 100


@dataclass(frozen=True)
class GameCard:
    """A game as the front page shows it."""

    name: str
    title: str
    summary: str
    picture: str
    """Where its picture is."""
    share: float = 1.0
    """How much of it is compiled: 1 if it can be played."""


def page(
    games: Sequence[GameCard],
    mine: Sequence[Mine],
    listed: Sequence[Listed],
    words: Words,
    settings: Settings,
) -> Element:
    waits = any(game.share < 1 for game in games)
    content = fragment(games, mine, listed, words)
    return document("", content, words=words, settings=settings, waits=waits)


def fragment(
    games: Sequence[GameCard], mine: Sequence[Mine], listed: Sequence[Listed], words: Words
) -> Element:
    """The content. While games are getting ready, the script follows how far they are."""
    waits = any(game.share < 1 for game in games)
    return h.main("#table.front", data_stream=STREAM if waits else None)[
        h.h1[words("Which game would you like to play?")],
        h.p(".lead")[
            words("Play against a bot, with others around this screen, or with friends by a link."),
            " ",
            words("Nothing to install, no account."),
        ],
        h.div(".games")[(_card(game, words) for game in games)],
        _mine(mine, words) if mine else None,
        _watched(listed, words),
        _fair(words),
    ]


def _card(game: GameCard, words: Words) -> Element:
    return h.article(".game", aria_labelledby=f"game-{game.name}")[
        h.div(".cover", aria_hidden="true")[game.picture and h.img(src=game.picture, alt="")],
        h.h2(f"#game-{game.name}")[game.title],
        _getting_ready(game, words) if game.share < 1 else None,
        h.p(".summary")[game.summary],
        h.div(".buttons")[
            post(
                f"/play/{game.name}",
                h.button(".first", type="submit")[words("Play now against a bot")],
            ),
            h.a(".button", href=f"/new/{game.name}")[words("Set up a table"), _of(game.title)],
            h.a(".button", href=f"/rules/{game.name}")[words("Rules"), _of(game.title)],
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
    """Which game a link is of, for those who hear it alone."""
    return h.span(".unseen")[f": {title}"]


def _mine(mine: Sequence[Mine], words: Words) -> Element:
    """To go on with, or to replay."""
    said = {
        "waiting": words("not dealt yet"),
        "playing": words("go on"),
        "over": words("finished: look back"),
    }
    return h.section(aria_labelledby="mine")[
        h.h2("#mine")[words("Your games")],
        h.ul(".tables")[
            (
                h.li[
                    h.a(href=f"/t/{table.table}")[
                        h.strong[table.title],
                        h.span[words.together(table.names)],
                        h.span(".quiet")[said[table.phase]],
                    ]
                ]
                for table in mine
            )
        ],
    ]


def _watched(listed: Sequence[Listed], words: Words) -> Element:
    return h.section(aria_labelledby="watch")[
        h.h2("#watch")[words("Tables you can watch")],
        h.ul(".tables")[
            (
                h.li[
                    h.a(href=f"/t/{table.table}")[
                        h.strong[table.title],
                        h.span[words.together(table.names) if table.names else None],
                        h.span(".quiet")[
                            words.many("after {n} move", "after {n} moves", n=table.moves)
                        ],
                    ]
                ]
                for table in listed
            )
        ]
        if listed
        else h.p(".quiet")[words("None at the moment.")],
    ]


def _fair(words: Words) -> Element:
    return h.section("#fair", aria_labelledby="fair-title")[
        h.h2("#fair-title")[words("Why the deal is fair")],
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
