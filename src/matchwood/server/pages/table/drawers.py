"""Drawers, which open at a click on a tool: moves in words, emotes, rules."""

from __future__ import annotations

from markupsafe import escape

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts, Tag, cached_tag, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import form, hidden_field, post, told_emotes
from matchwood.server.views.model import Offer, View

MANY_OFFERS = 20
"""From more moves than this on, they can be searched."""
BETWEEN = "\0"
"""Stands in no text."""
_INSIDE, _MOVES = h.div(".inside"), h.ul(".moves")


def drawer(words: Words, name: str, sign: str, label: str, *content: Node) -> Element:
    """A tool that holds something. Of all drawers of a page one is open at a time."""
    begin = _drawer_tag(name, False)
    return begin[_handle(sign, label), _INSIDE[cross(words), h.h2[label], content]]


def cross(words: Words) -> Element:
    """Closes the drawer that it is in (drawers.js)."""
    return h.button(".switch.close.scripted", type="button", aria_label=words("Close"))["×"]


@cached_tag
def _drawer_tag(name: str, open: bool) -> Tag:
    return h.details(f"#{name}.drawer", name="drawer", open=open)


@remembered
def _handle(sign: str, label: str) -> Element:
    return h.summary(".tool", aria_label=label)[icon(sign)]


kept_drawer = remembered(drawer)
"""A drawer whose content is text already."""


def offers(view: View, words: Words, in_words: bool) -> Parts:
    label = words("Moves in words")
    return _drawer_tag("offers", in_words).holding(
        _handle("moves", label),
        _INSIDE.holding(
            _heading(label, "" if view.is_still else _finality(view, words), words),
            _filter(words) if len(view.offers) > MANY_OFFERS else None,
            form(f"{view.address}/move", True).holding(
                hidden_field("after", str(view.seq)),
                _MOVES.holding(_offers(view, words)),
            ),
        ),
    )


@remembered
def _heading(label: str, finality: str, words: Words) -> Element:
    return h.fragment[cross(words), h.h2[label], h.p(".quiet")[finality] if finality else None]


@remembered
def _filter(words: Words) -> Element:
    return h.div(".field.scripted")[
        h.label(for_="filter")[words("Show only moves with")],
        h.input("#filter", type="search", autocomplete="off"),
    ]


def _finality(view: View, words: Words) -> str:
    """The page says beforehand whether a move can be taken back."""
    finals = {offer.final for offer in view.offers}
    if finals == {True}:
        return words("You cannot take this move back.")
    if finals == {False} and view.practice:
        return words(
            "You can take it back, even after the bots’ answers, unless something comes to light."
        )
    if finals == {False} and view.unforeseen:
        return words(
            "You can take it back until someone else moves, unless something comes to light."
        )
    if finals == {False}:
        return words("You can take it back until someone else moves.")
    return words("Moves marked “final” cannot be taken back.")


def _offers(view: View, words: Words) -> Parts:
    """Buttons of all moves. There may be more than a hundred, at every move: as text, and with all
    that they say escaped at once, they are made much faster."""
    offers, left = view.offers, view.hinting.moves if view.hinting else ()
    told = [
        said
        for offer in offers
        for said in (offer.move, " ".join(offer.clicks), offer.effect, offer.text)
    ]
    escaped = iter(str(escape(BETWEEN.join(told))).split(BETWEEN))
    mark = _mark(words("final")) if len({offer.final for offer in offers}) > 1 else ""
    hint = _mark(words("hint")) if left else ""
    each = zip(offers, escaped, escaped, escaped, escaped, strict=True)
    return Parts(
        [
            f'<li><button name="move" value="{move}" data-clicks="{clicks}"'
            f"{_attributes(offer, effect)}>{text}{mark if offer.final else ''}"
            f"{hint if offer.move in left else ''}</button></li>"
            for offer, move, clicks, effect, text in each
        ]
    )


def _attributes(offer: Offer, effect: str) -> str:
    told = f' data-effect="{effect}"' if effect else ""
    if offer.warns:
        told += " data-warns"
    return f"{told} data-final" if offer.final else told


@remembered
def _mark(said: str) -> Element:
    return h.fragment[" ", h.span(".chip")[said]]


@remembered
def emotes(table: str, words: Words) -> Element:
    """The drawer of emotes."""
    return drawer(
        words,
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
        words,
        "rules",
        "rules",
        words("Rules"),
        h.p[
            h.a(href=f"/rules/{game}", target="_blank")[words("The rulebook on a page of its own")]
        ],
        h.div("#rulebook", data_keep=True, data_source=f"/rules/{game}?part=1"),
    )
