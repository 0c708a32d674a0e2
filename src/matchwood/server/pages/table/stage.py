"""The stage: the board, the strip with what the player holds, and the side."""

from __future__ import annotations

from matchwood.drawing.picture import BOARD, HAND
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts, Tag, cached_tag, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import board, called, drawings
from matchwood.server.pages.table import scene, side
from matchwood.server.pages.table.bar import did
from matchwood.server.views.model import View

_STAGE, _NO_BOARD = h.div(".stage"), h.div("#board.board", data_part=BOARD)
_PROMPTS = h.ul("#prompts", hidden=True)
_PULL = h.button("#sheet.pull", type="button", popovertarget="side")


def stage(view: View, words: Words, told: int, earlier: bool) -> Parts:
    return h.together(
        _STAGE.holding(
            _NO_BOARD
            if view.picture is None
            else board(view.picture, zoom(words), scene.call(view)),
            _strip(view, words),
            pull(did(view), words),
            side.side(view, words, told, earlier),
        ),
        _PROMPTS.holding(_prompt(*each.clicks, text=each.text) for each in view.prompts)
        if view.prompts
        else None,
    )


@remembered
def _prompt(*clicks: str, text: str) -> Element:
    return h.li(data_path=" ".join(clicks))[text]


def _strip(view: View, words: Words) -> Node:
    if view.curtain is not None:
        return _curtain(view, view.curtain, words)
    if view.picture is None or not view.picture.of(HAND):
        return None
    arrange = any(drawing.arrange for drawing in view.picture.of(HAND))
    strip = _strip_of("strip.rows" if view.picture.hand_is_rows else "strip", arrange, words)
    # A scene may show everyone what is secret at other times.
    caption = h.p(".caption")[view.caption] if view.caption and not view.staged else None
    return strip.holding(drawings(view.picture, HAND), caption)


@cached_tag
def _strip_of(kind: str, arrange: bool, words: Words) -> Tag:
    """The element for the hand; if its owner may arrange it, with what the script says of that."""
    if not arrange:
        return h.div(f"#strip.{kind}", data_part=HAND)
    return h.div(
        f"#strip.{kind}",
        data_part=HAND,
        data_arrange=words("Drag it to another place, or press Alt and an arrow key."),
        data_placed=words("Place {place} of {places}.", place="{place}", places="{places}"),
    )


def _curtain(view: View, seat: int, words: Words) -> Element:
    """Hides what is one player's own, until they say that they are there."""
    name = called(view.seats[seat], words)
    return h.section("#curtain.strip.curtain")[
        h.p[
            h.strong[words("Hand the screen to {name}", name=name)],
            " ",
            h.span(".quiet")[words("What comes next is for {name} only.", name=name)],
        ],
        h.a(".button.first", href=f"/t/{view.table}?seat={seat}", data_morph=True)[
            words("I am {name}", name=name)
        ],
    ]


@remembered
def zoom(words: Words) -> Element:
    """Zoom buttons for a board that is larger than its place; the script shows them there."""
    ways = (
        ("zoom-out", words("Smaller")),
        ("fit", words("Show everything")),
        ("zoom-in", words("Larger")),
    )
    return h.div("#zoom.zoom.scripted", hidden=True, data_keep=True)[
        (h.button(f"#{name}", type="button", aria_label=label)[icon(name)] for name, label in ways)
    ]


@remembered
def pull(content: Element, words: Words) -> Element:
    """On a small screen the way to the side, with what happened last on it."""
    return _PULL[content, h.span(".unseen")[words("Players and moves")]]
