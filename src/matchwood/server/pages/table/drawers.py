"""What slides out at a click on a tool: the moves in words, and the rules."""

from __future__ import annotations

from markupsafe import Markup, escape

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import post, told_emotes
from matchwood.server.views import Offer, View

MANY_OFFERS = 20
"""From more moves than this on, they can be searched."""


def drawer(name: str, sign: str, label: str, *content: Node, open: bool = False) -> Element:
    """A tool that holds something. Of all drawers of a page one is open at a time."""
    return h.details(f"#{name}.drawer", name="drawer", open=open)[
        h.summary(".tool", aria_label=label)[icon(sign)],
        h.div(".inside")[h.h2[label], content],
    ]


kept_drawer = remembered(drawer)
"""The same of a content that is text already."""


def offers(view: View, words: Words, in_words: bool) -> Element:
    mixed = len({offer.final for offer in view.offers}) > 1
    mark = _mark(words("final")) if mixed else ""
    left = view.hinting.moves if view.hinting else ()
    hint = _mark(words("hint")) if left else ""
    return drawer(
        "offers",
        "moves",
        words("Moves in words"),
        None if view.is_still else _finality(view, words),
        h.div(".field.scripted")[
            h.label(for_="filter")[words("Show only moves with")],
            h.input("#filter", type="search", autocomplete="off"),
        ]
        if len(view.offers) > MANY_OFFERS
        else None,
        post(
            f"{view.address}/move",
            h.ul(".moves")[
                Markup(
                    "".join(
                        [
                            _offer(offer, mark, hint if offer.move in left else "")
                            for offer in view.offers
                        ]
                    )
                )
            ],
            smooth=True,
            after=view.seq,
        ),
        open=in_words,
    )


def _finality(view: View, words: Words) -> Element:
    """The page says beforehand whether a move can be taken back."""
    finals = {offer.final for offer in view.offers}
    if finals == {True}:
        told = words("You cannot take this move back.")
    elif finals == {False} and view.practice:
        told = words(
            "You can take it back, even after the bots’ answers, unless something comes to light."
        )
    elif finals == {False} and view.unforeseen:
        told = words(
            "You can take it back until someone else moves, unless something comes to light."
        )
    elif finals == {False}:
        told = words("You can take it back until someone else moves.")
    else:
        told = words("Moves marked “final” cannot be taken back.")
    return h.p(".quiet")[told]


@remembered
def _mark(said: str) -> Element:
    return h.fragment[" ", h.span(".chip")[said]]


def _offer(offer: Offer, mark: str, hint: str) -> str:
    """There may be more than a hundred, at every move: as text they are made much faster."""
    value, clicks = _plain(offer.move), _plain(" ".join(offer.clicks))
    final, marked = (" data-final", mark) if offer.final else ("", "")
    effect = f' data-effect="{_plain(offer.effect)}"' if offer.effect else ""
    warns = " data-warns" if offer.warns else ""
    return (
        f'<li><button name="move" value="{value}" data-clicks="{clicks}"{effect}{warns}{final}>'
        f"{escape(offer.text)}{marked}{hint}</button></li>"
    )


@remembered
def _plain(text: str) -> str:
    return text


@remembered
def emotes(table: str, words: Words) -> Element:
    """What can be said to the others."""
    return drawer(
        "emotes",
        "emotes",
        words("Say something"),
        post(
            f"/t/{table}/emote",
            h.ul(".moves")[
                (
                    h.li[h.button(name="emote", value=name)[h.span(aria_hidden="true")[sign], said]]
                    for name, (sign, said) in told_emotes(words).items()
                )
            ],
            smooth=True,
        ),
    )


@remembered
def rules(game: str, words: Words) -> Element:
    return drawer(
        "rules",
        "rules",
        words("Rules"),
        h.p[
            h.a(href=f"/rules/{game}", target="_blank")[words("The rulebook on a page of its own")]
        ],
        h.div("#rulebook", data_keep=True, data_source=f"/rules/{game}?part=1"),
    )
