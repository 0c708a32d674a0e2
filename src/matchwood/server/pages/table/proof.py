"""Proof that the deal was fair: all that it was made of, and what this browser makes of it."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.parts import called, fold
from matchwood.server.views.model import Proof, View


def proof(view: View, proof: Proof, words: Words) -> Element:
    """All that the deal was made of; the script shows those sentences that turn out to be true."""
    return fold(
        "proof",
        h.fragment[
            words("Was the deal fair?"),
            h.span(".fair")[" ", words("Yes, checked by your browser.")],
            h.span(".unfair")[" ", words("No: look here.")],
        ],
        h.div(
            "#check",
            data_keep=True,
            data_secret=proof.secret,
            data_seed=proof.seed,
            data_terms=proof.terms or "",
        )[(_finding(name, sentence) for name, sentence in _findings(words).items())],
        h.p[
            words(
                "The SHA-256 of the text “matchwood deal”, a line end, the terms, and the secret "
                "must be the commitment. With each player’s seat (one byte, from 0) and digits "
                "after that, it must be the seed. This command checks it, and the whole game, "
                "against what your browser remembers:"
            ),
            " ",
            h.code["matchwood verify RECORD --commitment … --contribution … --server …"],
        ],
        h.dl("#remembered", hidden=True, data_keep=True)[
            h.dt[words("The commitment that your browser was shown")],
            h.dd[h.code(".digits", data_remembered="commitment")],
            h.dt[words("The digits that your browser added")],
            h.dd[h.code(".digits", data_remembered="contribution")],
        ],
        h.p(".quiet")[
            words(
                "Nobody can choose the deal. All that a player in league with the server could "
                "do is to leave their own digits out. Whoever runs the server could see all "
                "hands, though, as every server can."
            )
        ],
        h.dl[
            h.dt[words("Commitment, shown before the deal")],
            h.dd[h.code(".digits")[proof.commitment]],
            h.dt[words("Secret of the server")],
            h.dd[h.code(".digits")[proof.secret]],
            (_contribution(view, *each, words) for each in proof.contributions),
            (_contribution(view, seat, None, False, words) for seat in proof.withheld),
            proof.terms
            and [
                h.dt[words("Terms")],
                h.dd[h.pre(".digits")[h.code[proof.terms]]],
            ],
            h.dt[words("Seed")],
            h.dd[h.code(".digits")[proof.seed]],
        ],
    )


def _contribution(view: View, seat: int, digits: str | None, drawn: bool, words: Words) -> Element:
    """Digits of a seat; None if its browser did not show them in time."""
    names = [called(each, words) for each in view.seats]
    if drawn:
        whose = words.about(
            seat, names, "Drawn by the server for you", "Drawn by the server for {name}"
        )
    else:
        whose = words.about(seat, names, "From your browser", "From {name}’s browser")
    return h.fragment[
        h.dt[whose],
        h.dd[words("not shown in time, so the deal was made without it")]
        if digits is None
        else h.dd[h.code(".digits", data_seat=str(seat))[digits]],
    ]


def _finding(name: str, sentence: str) -> Element:
    good = not name.startswith("not-")
    return h.p(f".finding.{'good' if good else 'bad'}", data_finding=name, hidden=True)[
        h.span(aria_hidden="true")["✓ " if good else "✗ "], sentence
    ]


def _findings(words: Words) -> dict[str, str]:
    return {
        "remembered": words("The commitment is the one your browser was shown before the deal."),
        "not-remembered": words(
            "The commitment is NOT the one your browser was shown before the deal."
        ),
        "contributed": words("The digits of your browser are among those used, unchanged."),
        "not-contributed": words("The digits of your browser are NOT among those used."),
        "computed": words("Your browser has computed it: commitment and seed are right."),
        "not-computed": words("Your browser has computed it: commitment or seed are WRONG."),
    }
