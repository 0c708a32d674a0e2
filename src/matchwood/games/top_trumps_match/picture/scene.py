"""MATCH! as everyone should see it: the five, the call, the cards of both, and the points.

A match ends its round, so the next position shows nothing of it. The cards are those that TT-13
to TT-15 and TT-18 turn up, and no others. Of a rival's side only the five are shown (TT-7).

The picture is a still that has all of it; where things may move, its style sheet lets them come
one after the other. The numbers in the names of classes are those of the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matchwood.drawing import svg
from matchwood.drawing.layout import Arrangement, Arrangements
from matchwood.drawing.picture import BOARD, Drawing, Picture
from matchwood.drawing.scene import Scene
from matchwood.drawing.svg import Drawn, Point
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.games.top_trumps_match.picture import seats, shapes, sides
from matchwood.games.top_trumps_match.pieces import look_at
from matchwood.games.top_trumps_match.words import (
    FIVE,
    called,
    counts,
    decided,
    opposite,
    scorer_of,
)

KIND = "match"
"""The arrangement of the drawings of the board."""
WIDTH = 392
CALL_HEIGHT, BADGE, BADGE_AT, BADGE_TURN, BADGE_SIZE = 178, (312, 100), (196, 66), -4, 58
CAPTION_AT, CAPTION_SIZES = 156, (24, 20, 17)
"""A longer caption is smaller, so that it is whole."""
ROW, NAME_SIZE, NAME_AT = 186, 24, (4, 20)
CARD_SCALE, CARDS_AT = 1.35, ((52, 108), (152, 108))
POINTS_AT, POINTS_SIZE = (300, 128), 38
GAIN_AT, GAIN, GAIN_SIZE = (300, 68), 30, 28

ARRANGEMENTS = Arrangements(
    Arrangement(
        (1040, 600),
        {
            "grid": (0, 0, 624, 600),
            "call": (640, 10, 392, 178),
            "cards-of-both": (640, 206, 392, 372),
        },
    ),
    Arrangement(
        (390, 590),
        {
            "grid": (0, 0, 390, 392),
            "call": (2, 406, 186, 160),
            "cards-of-both": (196, 398, 192, 188),
        },
    ),
    Arrangement(
        (660, 290),
        {
            "grid": (0, 0, 300, 290),
            "call": (308, 0, 172, 290),
            "cards-of-both": (486, 20, 172, 250),
        },
    ),
)

LOOKS = {
    ".badge": "fill:var(--badge)",
    ".match-word": "fill:var(--gold)",
    ".plate": "fill:var(--board-label)",
    ".flip-back": "display:none",
    ".decides .face": "stroke:var(--gold);stroke-width:7",
    ".gain": "fill:var(--gold);stroke:var(--gold-line)",
    ".gained": "fill:#2B2622",
}
COLOURS = {"badge": ("#2B2622", "#14110E")}

LIT_FROM, LIT_STEP, MOST_LIT = 0.4, 0.12, 13
"""When the first cell steps forward, how long after it the next does, in seconds, and how many may:
three lines through one cell."""
CALLED_AT, TURNED_AT, RINGED_AT, GAINED_AT = 1.1, (1.8, 2.3), 2.7, 2.8
FLIP = 0.2
_BACK = "transform-box:fill-box;transform-origin:center;"


def motion(scope: str) -> str:
    """The part of the style sheet by which one thing comes after the other, in three seconds."""

    def rule(what: str, name: str, lasts: float, delay: float, more: str = "backwards") -> str:
        times = f"calc({lasts:g}s*var(--beat)) {more} calc({delay:g}s*var(--beat))"
        return f":root:not([data-pace=instant]) {scope} {what}{{{_BACK}animation:{name} {times}}}"

    rules = [
        rule(".aside", "step-back", 0.4, 0.2),
        *(
            rule(f".lit-{n}>.face", "step-forward", 0.3, LIT_FROM + n * LIT_STEP)
            for n in range(1, MOST_LIT + 1)
        ),
        rule(".called-out", "call-out", 0.35, CALLED_AT),
        *(rule(f".told-{n}", "come", 0.2, at - 0.2) for n, at in enumerate(TURNED_AT, 1)),
        *(
            rule(f".flip-back.step-{n}", "flip-away", FLIP, at, "ease-in both")
            for n, at in enumerate(TURNED_AT, 1)
        ),
        *(
            rule(f".flip-face.step-{n}", "flip-in", FLIP, at + FLIP, "ease-out backwards")
            for n, at in enumerate(TURNED_AT, 1)
        ),
        rule(".decides .face", "step-forward", 0.3, RINGED_AT),
        rule(".gains", "come", 0.2, GAINED_AT),
        *(rule(f".flies-{n}", f"fly-home-{n}", 0.5, GAINED_AT) for n in (1, 2)),
    ]
    frames = (
        "step-back{from{opacity:1}}",
        "step-forward{from{stroke:var(--piece-line);stroke-width:1}}",
        "call-out{from{opacity:0;transform:scale(.3)}70%{transform:scale(1.12)}}",
        "come{from{opacity:0}}",
        "flip-away{to{transform:scale(0,1)}}",
        "flip-in{from{transform:scale(0,1)}}",
        *(
            f"fly-home-{n}{{from{{opacity:0;transform:translate(-104px,{6 - n * ROW}px)}}"
            "30%{opacity:1}}"
            for n in (1, 2)
        ),
    )
    return (
        f"{scope}{{--beat:1}}[data-pace=brisk] {scope}{{--beat:.5}}"
        "@media (prefers-reduced-motion:no-preference){"
        f":root:not([data-pace=instant]) {scope} .flip-back{{display:inline}}{''.join(rules)}}}"
        f"{''.join(f'@keyframes {each}' for each in frames)}"
    )


def scene(
    words: Words,
    move: str,
    before: Document,
    after: Document,
    names: Sequence[str],
    viewer: int | None,
) -> Scene | None:
    match = after["last_match"]
    if match == before["last_match"]:
        return None
    pushed = _pushed(before, move)
    caller, says = match["caller"], [called(words, after, names), decided(words, after, names)]
    lines = look_at(pushed, caller).matches
    hides = viewer not in (None, caller)
    own, to_anyone = viewer or 0, words.to(None)
    picture = Picture(
        after["game"],
        " ".join([words("MATCH!"), *says]),
        (
            sides.called(pushed, caller, lines, hides, to_anyone),
            _call(words.tell(FIVE[match["symbol"]]), words),
            _cards(before, after, names),
            seats.own_cards({"cards": _turned_up(after)}, own, words),
            *(seats.place(after, seat, seat == own, to_anyone) for seat in range(2)),
            seats.progress(match["round"], before["pushes"] + 1, 0, to_anyone),
        ),
        kind=KIND,
    )
    return Scene(words("MATCH!"), says, picture=picture, place=caller, onward=words("Next round"))


def _pushed(before: Document, move: str) -> Document:
    """The grid as the push has left it, and as no position shows it."""
    cell, symbol = move.split("=")
    faces = [symbol, opposite(before, symbol)]
    faces = faces if before["to_move"] == 0 else faces[::-1]
    return {"grid": {**before["grid"], cell: {"cube": before["held"], "faces": faces}}}


def _turned_up(document: Document) -> list[list[str | None]]:
    """TT-13 to TT-15: all cards; TT-18: those of the player who has not called."""
    cards = document["last_match"]["cards"]
    return [
        list(hand) if counts(document, seat) else [None, None] for seat, hand in enumerate(cards)
    ]


def _call(caption: str, words: Words) -> Drawing:
    width, height = BADGE
    badge = svg.group(
        svg.block(width, height, 20, at=(-width / 2, -height / 2), class_="badge"),
        svg.text(words("MATCH!"), BADGE_SIZE, class_="match-word"),
        turn=BADGE_TURN,
    )
    fits = (size for size in CAPTION_SIZES if svg.cut(caption, size, WIDTH) == caption)
    size = next(fits, CAPTION_SIZES[-1])
    text = svg.cut(caption, size, WIDTH)
    return Drawing(
        "call",
        BOARD,
        (0, 0, WIDTH, CALL_HEIGHT),
        svg.in_pieces(
            [
                svg.group(svg.group(badge, class_="called-out"), at=BADGE_AT),
                svg.text(text, size, (WIDTH / 2, CAPTION_AT), class_="plate told-1"),
            ]
        ),
    )


def _cards(before: Document, after: Document, names: Sequence[str]) -> Drawing:
    """The caller's cards, and below them the rival's: both turn over, the caller's first."""
    caller = after["last_match"]["caller"]
    rows = (
        svg.group(*_row(before, after, seat, names[seat], step), at=(0, ROW * (step - 1)))
        for step, seat in enumerate((caller, 1 - caller), 1)
    )
    return Drawing("cards-of-both", BOARD, (0, 0, WIDTH, 2 * ROW), svg.in_pieces(rows))


def _row(before: Document, after: Document, seat: int, name: str, step: int) -> Iterator[Drawn]:
    match = after["last_match"]
    yield svg.text(
        svg.cut(name, NAME_SIZE, WIDTH), NAME_SIZE, NAME_AT, class_=f"plate start told-{step}"
    )
    for symbol, at in zip(_turned_up(after)[seat], CARDS_AT, strict=True):
        decides = symbol == match["symbol"] and counts(after, seat)
        yield _card(symbol, at, step, decides)
    if after["mode"] == "five-minute":
        return
    old, new = before["points"][seat], after["points"][seat]
    if seat != scorer_of(match):
        yield svg.text(str(old), POINTS_SIZE, POINTS_AT, class_="plate")
        return
    yield svg.text(f"{old} → {new}", POINTS_SIZE, POINTS_AT, class_="plate gains")
    coin = svg.circle(GAIN, class_="gain") + svg.text(f"+{new - old}", GAIN_SIZE, class_="gained")
    yield svg.group(svg.group(Drawn(coin), class_=f"flies-{step}"), at=GAIN_AT)


def _card(symbol: str | None, at: Point, step: int, decides: bool) -> Drawn:
    """A card that is turned over where it lies; one that stays face down is not."""
    if symbol is None:
        return svg.group(shapes.card(None), at=at, scale=CARD_SCALE)
    return svg.group(
        svg.group(shapes.card(None), class_=f"flip-back step-{step}"),
        svg.group(shapes.card(symbol), class_=f"flip-face step-{step}" + " decides" * decides),
        at=at,
        scale=CARD_SCALE,
    )
