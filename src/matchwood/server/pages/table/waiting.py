"""Before the deal: who is still missing, the way in for them, and the deal itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno
from markupsafe import Markup

from matchwood.engine.game import find_game
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.assets import address_of_cover
from matchwood.server.pages.html import Element, Parts
from matchwood.server.pages.parts import copied, post, themed
from matchwood.server.pages.table import side
from matchwood.server.pages.table.side import is_empty
from matchwood.server.table.player_names import LONGEST_NAME
from matchwood.server.views.model import Seat, View


@dataclass(frozen=True)
class Invitation:
    """The way to an empty chair, as far as the page knows it."""

    url: str | None = None
    """The link for a friend, shown to those who sit here."""
    only_here: bool = False
    """True if the link works on no other device."""
    brought: str | None = None
    """Invitation that a visitor without a chair came with, so that they may sit down."""
    name: str = ""
    """Name that this visitor gave before."""


NO_INVITATION = Invitation()
CODES_KEPT = 200
"""A QR code takes 6 ms, and is shown whenever something happens before the deal."""
GAP = "\0"
"""Stands in a sentence for what is more than text."""


def bar(view: View, words: Words) -> Element:
    return h.section("#bar.bar")[h.p("#said", aria_live="polite")[missing(view, words)]]


def missing(view: View, words: Words) -> str:
    empty = sum(map(is_empty, view.seats))
    if not empty:
        return words("Everyone is here. The game is about to begin.")
    return words.many("Waiting for {n} more player.", "Waiting for {n} more players.", n=empty)


def stage(view: View, words: Words, invitation: Invitation) -> Parts:
    empty = [seat for seat in view.seats if is_empty(seat)]
    return h.div(".stage").holding(
        h.div("#board.board.hall")[
            h.div(".panel")[
                _sit(view, empty, words, invitation.brought, invitation.name)
                if empty and invitation.brought and not view.mine
                else None,
                _invite(words, invitation, invitation.url) if empty and invitation.url else None,
                _deal(view, words, ready=not empty) if view.mine else None,
                h.details[
                    h.summary(".quiet")[words("Why the deal is fair")],
                    h.p(".quiet")[
                        words(
                            "The server has already drawn its secret for the deal. This is its "
                            "fingerprint; your browser remembers it and checks it after the game:"
                        )
                    ],
                    h.p[h.code(".digits")[view.proof.commitment]],
                ],
            ]
        ],
        side.shell(words, side.chairs(view, words), None, None, len(view.seats), view.game),
    )


def _invite(words: Words, invitation: Invitation, url: str) -> Element:
    return h.div("#invite")[h.h2[words("Invite a friend")], way_in(words, invitation, url)]


def way_in(words: Words, invitation: Invitation, url: str) -> Element:
    return h.fragment[
        h.p[words("Anyone with this link can take an empty seat.")],
        copied(url, words, words("Link for a friend")),
        invitation.only_here and _only_here(words),
        None
        if invitation.only_here
        else h.figure(".qr")[
            Markup(_qr_code(url)),
            h.figcaption(".quiet")[words("The same link, for a phone’s camera.")],
        ],
    ]


@lru_cache(CODES_KEPT)
def _qr_code(url: str) -> str:
    code: str = segno.make(url, micro=False).svg_inline(omitsize=True)
    return code


def _only_here(words: Words) -> Element:
    sentence = words(
        "This link works on this device only. To play with others in your network, start "
        "the server with {option}.",
        option=GAP,
    )
    before, after = sentence.split(GAP)
    return h.p(".quiet")[before, h.code["--host 0.0.0.0"], after]


def _sit(view: View, empty: list[Seat], words: Words, brought: str, name: str) -> Element:
    host = next((seat.name for seat in view.seats if seat.name and seat.bot is None), None)
    lesson = next(iter(find_game(view.game).lessons), None)
    return h.div("#sit")[
        h.div(".cover", aria_hidden="true")[themed(address_of_cover(view.game), "")],
        h.h2[
            words("{name} invites you to {game}.", name=host, game=view.title)
            if host
            else words("There is a seat for you")
        ],
        ([h.p[h.b[label], h.br, told]] for label, told in view.way),
        post(
            f"/t/{view.table}/sit",
            h.div(".field")[
                h.label(for_="sit-name")[words("Your name")],
                h.input(
                    "#sit-name",
                    name="name",
                    maxlength=str(LONGEST_NAME),
                    autocomplete="off",
                    value=name or None,
                    required=True,
                ),
            ],
            _seats(empty, words),
            h.button(".first", type="submit")[words("Sit down")],
            invite=brought,
        ),
        lesson
        and h.a(".button", href=f"/learn/{view.game}/{lesson}/1")[words("Learn in 2 minutes")],
    ]


def _seats(empty: list[Seat], words: Words) -> Element:
    """Field for the chair to take, if there is a choice."""
    if len(empty) == 1:
        return h.input(type="hidden", name="seat", value=str(empty[0].number))
    return h.div(".field")[
        h.label(for_="sit-seat")[words("Seat")],
        h.select("#sit-seat", name="seat")[
            (
                h.option(value=str(seat.number))[words("Seat {number}", number=seat.number + 1)]
                for seat in empty
            )
        ],
    ]


def _deal(view: View, words: Words, ready: bool) -> Element:
    """The script fills the contribution in, and sends it by itself when all are there."""
    return h.form(
        "#deal",
        method="post",
        action=f"/t/{view.table}/deal",
        data_smooth=True,
        data_step=view.dealing,
    )[
        h.input(type="hidden", name="contribution", value=""),
        h.input(type="hidden", name="digest", value=""),
        h.button(".first", type="submit", disabled=not ready)[words("Deal")],
        h.p(".quiet")[
            words(
                "Every browser at the table draws random digits and shows their fingerprint. "
                "When all fingerprints are there the digits are added up, and the game begins."
            )
            if ready
            else words("The game begins when every seat is taken.")
        ],
    ]
