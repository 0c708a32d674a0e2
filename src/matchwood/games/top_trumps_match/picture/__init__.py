"""Top Trumps Match as a picture: the grid as the viewer's side shows it, and all that goes with it.

The board is the `grid`, beside it the `other-side`, if the document shows it (TT-7), the `cube`
that is held, drawn in space, and `aim-front`, `aim-back` and `aim-out`: what would look at whom,
and what would go out. In the hand are the six `faces` of the cube and the viewer's own `cards`; at
each seat its points and the cards that lie there; all share the `round` and the last `match`, step
by step. Someone who only watches sits on player 0's side.

The elements and their ids: `cell-c3` for a cell, with `cube-7` inside; `face-K` for a face of
the held cube, which itself is `cube-3`; `card-0-1` for a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matchwood.drawing import svg
from matchwood.drawing.layout import Arrangement, Arrangements, grid
from matchwood.drawing.picture import Box, Picture
from matchwood.drawing.style import CHOSEN, sheet
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.engine.language import ENGLISH, Words
from matchwood.engine.options import player_names
from matchwood.games.top_trumps_match.picture import scene, seats, shapes, sides
from matchwood.games.top_trumps_match.picture.shapes import CACHED, CUBE
from matchwood.games.top_trumps_match.pieces import look_at
from matchwood.games.top_trumps_match.words import counts, opposite

GAME = "top-trumps-match"
NOTE_FACE = 22

LOOKS = {
    **shapes.LOOKS,
    **sides.LOOKS,
    **seats.LOOKS,
    **scene.LOOKS,
    ".called>.face": "stroke:var(--gold);stroke-width:9",
    # The end.
    ".ray": "fill:var(--gold);opacity:.26",
    ".spark": "fill:var(--gold)",
}
COLOURS = {**shapes.COLOURS, **sides.COLOURS, **scene.COLOURS}
_SCOPE = f".matchwood-{GAME}"
EXTRAS = (
    "@media screen{"
    f"{_SCOPE} .can .foot,{_SCOPE} .can .socket"
    "{stroke:var(--candle);stroke-width:5;stroke-opacity:.8}"
    f"{_SCOPE} .chosen .face,{_SCOPE} .picked .face{{{CHOSEN}}}"
    f"{_SCOPE} .chosen .socket{{stroke:var(--candle);stroke-width:5}}"
    f"{_SCOPE} .choice.chosen{{translate:0 -12px}}"
    f"{_SCOPE} .cell.can:focus-visible .face,{_SCOPE} .cell.can:hover .face,"
    f"{_SCOPE} .cell.can:hover .socket"
    "{fill:var(--candle);stroke:var(--piece-ink);stroke-width:5}"
    f"{_SCOPE}[data-solid]:focus{{outline:none}}"
    f"{_SCOPE}[data-solid]:focus-visible{{outline:3px solid var(--mark-ink);border-radius:8px}}"
    "}@media (prefers-reduced-motion:no-preference){"
    f"{_SCOPE} .choice{{transition:translate .12s}}"
    f"{_SCOPE} .near>.face{{animation:line-of-four 1.2s ease-in-out infinite alternate}}"
    "}@keyframes line-of-four{to{stroke-width:9}}" + scene.motion(_SCOPE)
)
"""Looks that only a page has: of what can be clicked, what is pointed at; and a line which lacks
one cube only breathes. Programs that are not browsers pass over rules for a medium."""

STYLE = sheet(GAME, LOOKS, COLOURS) + EXTRAS


def _aim(box: Box, columns: int) -> dict[str, Box]:
    return grid([f"aim-{slot}" for slot in seats.SLOTS], box, 0, columns)


OWN, BOTH, OVER = "own", "both", "over"
ARRANGEMENTS = {
    scene.KIND: scene.ARRANGEMENTS,
    OWN: Arrangements(
        Arrangement(
            (1040, 600),
            {
                "grid": (0, 0, 624, 600),
                "cube": (640, 20, 390, 360),
                **_aim((720, 390, 230, 190), columns=1),
            },
        ),
        Arrangement(
            (390, 590),
            {"grid": (0, 0, 390, 520), **_aim((8, 528, 374, 52), columns=3)},
        ),
        Arrangement(
            (660, 290),
            {
                "grid": (0, 0, 300, 290),
                "cube": (308, 20, 166, 250),
                **_aim((482, 50, 176, 190), columns=1),
            },
        ),
    ),
    BOTH: Arrangements(
        Arrangement(
            (1040, 600),
            {
                "grid": (0, 0, 624, 600),
                "other-side": (640, 0, 392, 376),
                "cube": (644, 384, 196, 216),
                **_aim((844, 396, 184, 192), columns=1),
            },
        ),
        Arrangement(
            (390, 590),
            {
                "grid": (0, 0, 390, 390),
                "other-side": (0, 393, 220, 195),
                **_aim((228, 406, 156, 168), columns=1),
            },
        ),
        Arrangement(
            (660, 290),
            {
                "grid": (0, 0, 300, 290),
                "other-side": (306, 0, 200, 290),
                "cube": (514, 0, 140, 130),
                **_aim((512, 134, 146, 150), columns=1),
            },
        ),
    ),
    OVER: Arrangements(
        Arrangement((1040, 600), {"grid": (0, 0, 624, 600), "other-side": (640, 80, 392, 440)}),
        Arrangement((390, 590), {"grid": (0, 0, 390, 392), "other-side": (90, 394, 210, 196)}),
    ),
}
"""With the own side of the grid only, with both, and when there is no cube left to push. On a phone
the grid has the cube's room: its faces are in the hand."""


def draw(
    document: Document,
    viewer: int | None,
    names: Sequence[str] | None = None,
    words: Words = ENGLISH,
) -> Picture:
    """The table as a viewer sees it, from their own side of the grid."""
    names, to_anyone = player_names(names, document["players"], words), words.to(None)
    own, over, match = viewer or 0, document["phase"] == "over", document["last_match"]
    behind = look_at(document, 1 - own)
    other_side = [sides.other_side(behind, names, words)] if behind.is_shown else []
    return Picture(
        GAME,
        label(document, names, words),
        (
            sides.grid(document, look_at(document, own), to_anyone),
            *other_side,
            *([] if over else seats.drawings(document, viewer, names, words)),
            seats.own_cards(document, own, words),
            *(seats.place(document, seat, seat == own, to_anyone) for seat in range(2)),
            seats.progress(document["round"], document["pushes"], document["voids"], to_anyone),
            *([seats.last_match(match, names, words)] if match else []),
        ),
        kind=OVER if over else BOTH if other_side else OWN,
        anew=document["fresh"] is None,
    )


def label(document: Document, names: Sequence[str], words: Words) -> str:
    if document["phase"] != "over":
        return words.about(
            document["to_move"],
            names,
            "Top Trumps Match: it’s your turn.",
            "Top Trumps Match: it’s {name}’s turn.",
        )
    winners = document["winners"]
    if winners[1:]:
        return words.about_all(
            winners,
            names,
            "Top Trumps Match: you and {others} share the win.",
            "Top Trumps Match: {names} share the win.",
        )
    return words.about(
        winners[0], names, "Top Trumps Match: you won.", "Top Trumps Match: {name} won."
    )


def note(move: str, before: Document, after: Document, words: Words) -> list[Drawn | str]:
    """The symbol that the reader saw come into the grid, and what came of it."""
    cell, symbol = move.split("=")
    shown = look_at(before, before["to_move"]).is_shown
    seen = symbol if shown else opposite(before, symbol)
    told: list[Drawn | str] = [_icon(seen), words("into {cell}", cell=cell)]
    if after["last_match"] != before["last_match"]:
        told += [_icon(after["last_match"]["symbol"], "called"), _scored(after, words)]
    elif after["voids"] > before["voids"]:
        told.append(words("round void"))
    return told


@lru_cache(CACHED)
def _icon(symbol: str, mark: str | None = None) -> Drawn:
    return svg.group(shapes.face(symbol, letter=False), scale=NOTE_FACE / CUBE, class_=mark)


def _scored(document: Document, words: Words) -> str:
    """TT-13 to TT-15: whose card it was, and what that brought."""
    match = document["last_match"]
    scorer = match["scored"].index(max(match["scored"]))
    mine, points = scorer == words.reader, match["scored"][scorer]
    if words.reader is None:
        return f"+{points}"
    if match["symbol"] in match["cards"][scorer] and counts(document, scorer):
        if mine:
            return words("your card: +{n}", n=points)
        return words("your rival’s card: +{n}", n=points)
    return words("+{n} for you", n=points) if mine else words("+{n} for your rival", n=points)
