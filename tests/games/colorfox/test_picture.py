"""The picture and the sketch of Colorfox: what is drawn, what can be clicked, what fits."""

from __future__ import annotations

import gzip
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from matchwood import Position, find_game, load
from matchwood.drawing.picture import Drawing, Picture
from matchwood.drawing.svg import Drawn
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.games.colorfox import SMALL_DECK, picture, sketch, text
from matchwood.games.colorfox.picture import cover, faces, finale
from matchwood.games.colorfox.pieces import open_cells
from matchwood.games.colorfox.words import BUTTONS
from matchwood.testing import random_game

PLAYERS = (2, 3, 4)
NAMES = ["Anna", "Ben", "Chloé"]
FINGERTIP = 40
seeds = st.integers(0, 10**6)
few = settings(max_examples=min(8, settings().max_examples))


def some_position(players: int, seed: int, deck: str = "standard") -> Position:
    positions = list(random_game(load("colorfox", players=players, deck=deck), seed))
    return random.Random(seed).choice(positions)


def first(phase: str) -> Position:
    games = random_game(load("colorfox", players=3), seed=7)
    return next(position for position in games if position.document["phase"] == phase)


def drawn(position: Position, viewer: int | None) -> Picture:
    return picture.draw(position.observe(viewer).document, viewer)


def tree(drawing: Drawing) -> ET.Element:
    return ET.fromstring(drawing.svg("colorfox"))


def elements(whole: Picture) -> dict[str, ET.Element]:
    """Everything with an id, in all parts."""
    return {
        element.get("id", ""): element
        for drawing in whole.drawings
        for element in tree(drawing).iter()
        if element.get("id")
    }


def classes(element: ET.Element) -> list[str]:
    return element.get("class", "").split()


def clickable(whole: Picture) -> set[str]:
    return {id_ for id_, element in elements(whole).items() if "click" in classes(element)}


def texts(element: ET.Element) -> list[str | None]:
    return [inside.text for inside in element.iter() if inside.tag.endswith("text")]


def paths(element: ET.Element, kind: str) -> list[str]:
    return [inside.get("d", "") for inside in element.iter() if kind in classes(inside)]


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_what_can_be_clicked_is_what_moves_are_made_with(seed: int, players: int) -> None:
    position = some_position(players, seed)
    mover, document = position.to_move, position.observe(position.to_move).document
    ways = [text.path_of(move, document) for move in position.legal_moves()]
    reached = {id_ for way in ways for id_ in way}
    shown = clickable(drawn(position, mover))
    assert reached <= shown | BUTTONS.keys()
    # A card that fits nowhere can still be tried, and is refused with the rule.
    assert all(id_.startswith("hand-") for id_ in shown - reached)
    for viewer in (None, *range(players)):
        if viewer != mover:
            assert not clickable(drawn(position, viewer))


def test_a_stick_that_nobody_can_swap_is_not_to_be_clicked() -> None:
    document = first("swap").document
    mover, seat, third = ((document["to_move"] + step) % 3 for step in range(3))
    nothing = dict.fromkeys("ROYGBP", 0)
    document["sticks"][mover] = {**nothing, "R": 2}
    document["sticks"][seat] = {**nothing, "R": 1, "G": 1}
    document["sticks"][third] = nothing
    shown = clickable(picture.draw(document, mover))
    assert shown == {f"sticks-{mover}-R", f"sticks-{seat}-G"}


@few
@given(seed=seeds)
def test_the_table_shows_every_card_and_every_open_cell_in_its_place(seed: int) -> None:
    position = some_position(3, seed)
    document = position.document
    [board] = drawn(position, None).of("board")
    shown = elements(Picture("colorfox", "", (board,)))
    cells = {} if position.over else open_cells(document)
    for laid in document["table"]:
        moved = shown[f"card-{laid['card']}"].get("transform", "translate(0 0)")
        assert moved == f"translate({laid['x'] * faces.CARD} {-laid['y'] * faces.CARD})"
    for x, y in cells:
        cell = shown[f"cell-{x}_{y}"]
        middle = tuple(float(cell.get(axis, 0)) + picture.OPEN / 2 for axis in "xy")
        assert (
            middle == (x * faces.CARD, -y * faces.CARD) == board.outlines[cell.get("id", "")].middle
        )
    assert {id_ for id_ in shown if id_.startswith("cell-")} == {f"cell-{x}_{y}" for x, y in cells}
    taken = {f"cell-{laid['x']}_{laid['y']}" for laid in document["table"]}
    assert board.outlines.keys() == taken | {f"cell-{x}_{y}" for x, y in cells}


@few
@given(seed=seeds)
def test_the_box_of_the_table_is_tight_around_its_cells(seed: int) -> None:
    [board] = drawn(some_position(4, seed), None).of("board")
    left, top, width, height = board.box
    boxes = [outline.box for outline in board.outlines.values()]
    room = left + width - max(x + across for x, _, across, _ in boxes)
    assert room == min(x for x, *_ in boxes) - left
    least = picture.LEAST_CELLS * faces.CARD + 2 * picture.TABLE_EDGE
    below = top + height - max(y + down for _, y, _, down in boxes)
    assert room == below or least in (width, height)
    assert min(width, height) >= picture.LEAST_CELLS * faces.CARD


def test_where_two_cards_meet_a_head_meets_a_tail() -> None:
    card = ET.fromstring(f"<g>{faces.face('ROYG')}</g>")
    top, left = faces.outline("R", (0, -25), 0.8), faces.outline("G", (-25, 0), 0.8)
    assert paths(card, "tail") == [top, left]
    assert [faces.outline("O", (25, 0)) in path for path in paths(card, "O")] == [True]
    assert [faces.outline("Y", (0, 25)) in path for path in paths(card, "Y")] == [True]


def test_the_matches_that_the_last_card_connected_flare() -> None:
    for before, after in pairwise(random_game(load("colorfox", players=3), seed=7)):
        move = after.history[-1]
        if "@" in move:
            x, y = map(int, move.split("@")[1].split(","))
            connected = open_cells(before.document)[x, y].values()
            [board] = drawn(after, None).of("board")
            flaring = [e for e in tree(board).iter() if "flare" in classes(e)]
            assert Counter(classes(e)[0] for e in flaring) == Counter(connected)


def test_no_class_is_that_of_a_colour_in_small_letters() -> None:
    """Pages without a document type do not tell small letters from large ones in classes."""
    assert not set(re.findall(r"\.([a-z]+)", picture.STYLE)) & set("ROYGBP".lower())


def test_every_colour_has_a_shape_and_a_letter_of_its_own() -> None:
    assert len({faces.outline(colour) for colour in "ROYGBP"}) == 6
    for colour in "ROYGBP":
        [detail] = [
            e for e in ET.fromstring(faces.mark(colour)).iter("g") if classes(e) == ["detail"]
        ]
        assert texts(detail) == [colour]


def test_hand_and_sticks_are_as_large_as_a_fingertip_where_room_is_scarcest() -> None:
    """Four cards and the pile in the strip of a phone; sticks in the narrowest column."""
    phone, narrowest = 390 - 2 * 10, 276
    whole = drawn(load("colorfox", players=2).new(1), 0)
    strip = sum(drawing.box[2] for drawing in whole.of("hand"))
    assert faces.FACE * phone / strip >= FINGERTIP
    [seat] = whole.of("seat-0")
    assert seat.box[2] == narrowest
    column = seat.outlines["sticks-0-R"]
    assert picture.COLUMN >= FINGERTIP
    assert column.size[1] >= FINGERTIP


@few
@given(seed=seeds)
def test_a_hand_is_seen_by_its_owner_alone(seed: int) -> None:
    position = some_position(3, seed)
    hand = position.document["hands"][position.to_move]
    for viewer in (None, 0, 1, 2):
        shown = elements(drawn(position, viewer))
        seen = {card for card in hand if f"card-{card}" in shown}
        assert seen == (set(hand) if viewer == position.to_move else set())
        slots = [id_ for id_ in shown if id_.startswith("hand-")]
        own = [] if viewer is None else position.document["hands"][viewer]
        assert len(slots) == len(own)


def test_the_hands_of_others_are_backs_until_they_are_revealed() -> None:
    document, mover = first("place").document, first("place").to_move
    rival = (mover + 1) % 3
    hidden, revealed = (
        picture.draw(known, mover).of(f"seat-{rival}")[0]
        for known in (first("place").observe(mover).document, document)
    )
    assert len(paths(tree(hidden), "back")) == 3
    assert not paths(tree(revealed), "back")
    told = [title.text for title in tree(revealed).iter() if title.tag.endswith("title")]
    assert set(told) >= {picture._sides_told(card, ENGLISH) for card in document["hands"][rival]}


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_everyones_sticks_the_reserve_and_the_pile_are_shown_as_they_are(
    seed: int, players: int
) -> None:
    position = some_position(players, seed)
    document, shown = position.document, elements(drawn(position, None))
    for seat, holding in enumerate(document["sticks"]):
        for colour, number in holding.items():
            column = shown[f"sticks-{seat}-{colour}"]
            assert sum(path.count("M") for path in paths(column, "small-heads")) == number
            assert len(paths(column, "missing")) == (not number)
    for colour, number in document["reserve"].items():
        assert texts(shown[f"reserve-{colour}"]) == [colour, str(number)]
    assert texts(shown["pile"]) == [str(len(document["pile"]))]


def test_each_set_is_a_row_with_its_points() -> None:
    position = first("over")
    whole = drawn(position, None)
    for seat, points in enumerate(position.document["scores"]):
        [drawing] = whole.of(f"seat-{seat}")
        told = [text for text in texts(tree(drawing)) if text and text.startswith("+")]
        assert sum(int(text) for text in told) == points


def test_two_equal_cards_have_ids_of_their_own() -> None:
    variant = load("colorfox", players=2, deck=SMALL_DECK)
    for position in random_game(variant, seed=3):
        document = position.observe(0).document
        shown = [laid["card"] for laid in document["table"]] + document["hands"][0]
        ids = [id_ for id_ in elements(drawn(position, 0)) if id_.startswith("card-")]
        assert Counter(id_[5:9] for id_ in ids) == Counter(shown)


def test_the_label_tells_who_does_what() -> None:
    for phase, told in (("place", "is choosing a card"), ("swap", "may swap"), ("over", "won")):
        assert told in picture.draw(first(phase).observe(None).document, None, NAMES).label


def test_a_line_of_the_log_shows_the_card_and_the_sticks_it_won_or_a_swap() -> None:
    shown: Counter[str] = Counter()
    for before, after in pairwise(random_game(load("colorfox", players=3), seed=7)):
        move, mover = after.history[-1], before.to_move
        signs = picture.note(move, before.document, after.document, ENGLISH)
        won = sum(after.document["sticks"][mover].values()) - sum(
            before.document["sticks"][mover].values()
        )
        if "@" in move:
            card, plus, *sticks = signs
            assert (plus, len(sticks)) == ("+", won)
            assert all(f'class="{colour}"' in card for colour in move[:4])
        elif ">" in move:
            give, _, take, rival = map(str, signs)
            assert f'class="{move[0]}"' in give
            assert f'class="{move[4]}"' in take
            assert f"seat-{move[2]}" in rival
        else:
            [word] = signs
            assert not isinstance(word, Drawn)
        shown["place" if "@" in move else "swap" if ">" in move else move] += 1
    assert shown["place"]
    assert shown["swap"]


def sketched(position: Position, viewer: int | None, document: Any = None) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        names = ["A name that is much too long", "Ben", "Chloé", "Dora"][: position.players]
        console.print(sketch.sketch(document or position.observe(viewer).document, viewer, names))
    return capture.get()


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_the_sketch_fits_80_columns_and_tells_the_cards_of_the_hand(
    seed: int, players: int
) -> None:
    position = some_position(players, seed)
    told = sketched(position, position.to_move)
    assert max(map(len, told.splitlines())) <= 80
    for card in position.document["hands"][position.to_move]:
        assert card in told


@pytest.mark.parametrize("columns", [1, 10, 15, 30, 50])
def test_a_table_of_any_width_fits_80_columns(columns: int) -> None:
    position = first("place")
    document = position.observe(None).document
    document["table"] = [{"x": x, "y": 0, "card": "ROYO"} for x in range(columns)]
    told = sketched(position, None, document)
    lines = [line for line in told.splitlines() if "•" in line]
    assert len(lines) == 1
    assert max(map(len, told.splitlines())) <= 80
    assert lines[0].count("O") == min(columns, 36) + 1


def test_a_letter_on_a_border_is_a_whole_match() -> None:
    position = first("place")
    document = position.observe(None).document
    document["table"] = [
        {"x": 0, "y": 0, "card": "ROYG"},
        {"x": 1, "y": 0, "card": "BPGO"},
        {"x": 0, "y": -1, "card": "YRBB"},
    ]
    told = sketched(position, None, document).splitlines()
    assert [line[5:].strip() for line in told[3:8]] == [
        "┌──R──┬──B──┐",
        "G     O     P",
        "├──Y──┼──G──┘",
        "B  •  R",
        "└──B──┘",
    ]


def test_who_watches_with_nothing_hidden_sees_all_hands_in_the_sketch() -> None:
    position = first("place")
    whole = position.document
    told = sketched(position, None, whole)
    assert all(" ".join(hand) in told for hand in whole["hands"])
    assert not any(" ".join(hand) in sketched(position, None) for hand in whole["hands"])


MOST_PACKED = 5_000
"""Bytes of all parts of a picture, as they are sent."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_is_large(language: str) -> None:
    words = find_game("colorfox").speaking(language)
    for players in PLAYERS:
        position = list(random_game(load("colorfox", players=players), seed=1))[-3]
        whole = picture.draw(position.observe(0).document, 0, words=words)
        sent = "".join(drawing.svg("colorfox") for drawing in whole.drawings)
        assert len(gzip.compress(sent.encode())) <= MOST_PACKED


def matches(drawing: Drawing) -> Counter[str]:
    """The whole matches of a drawing, by colour."""
    groups = (e for e in tree(drawing).iter() if e.tag.endswith("}g"))
    return Counter(kind for g in groups for kind in classes(g) if kind in set("ROYGBP"))


def test_the_end_shows_every_stick_of_those_who_won() -> None:
    document = first("over").document
    [winner] = document["winners"]
    drawing = finale.draw(document, None, NAMES, ENGLISH)
    assert matches(drawing) == Counter(document["sticks"][winner])
    both = finale.draw(document | {"winners": [0, 1]}, 0, NAMES, ENGLISH)
    assert matches(both) == Counter(document["sticks"][0]) + Counter(document["sticks"][1])
    assert both.box[2] / both.box[3] > drawing.box[2] / drawing.box[3] > 1


def test_an_end_without_any_stick_is_drawn_too() -> None:
    document = first("over").document | {"winners": [0]}
    document["sticks"][0] = dict.fromkeys("ROYGBP", 0)
    assert not matches(finale.draw(document, None, NAMES, ENGLISH))


def test_the_cover_is_a_fox_of_six_matches_above_cards_that_meet() -> None:
    assert matches(cover.draw()) == Counter("ROYGBP")
    for card, right in pairwise(cover.CARDS):
        assert card[1] == right[3]
