"""The picture and the sketch of Colorfox: what is drawn, what can be clicked, what fits."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from matchwood import Position, find_game, load
from matchwood.engine.words import ENGLISH, LANGUAGES
from matchwood.games.colorfox import SMALL_DECK, clicks, finale, picture, sketch
from matchwood.games.colorfox.table import open_cells
from matchwood.testing import random_game

PLAYERS = (2, 3, 4)
PHONE = 360
FINGERTIP = 40
seeds = st.integers(0, 10**6)
few = settings(max_examples=min(8, settings().max_examples))


def some_position(players: int, seed: int, deck: str = "standard") -> Position:
    positions = list(random_game(load("colorfox", players=players, deck=deck), seed))
    return random.Random(seed).choice(positions)


def first(phase: str) -> Position:
    games = random_game(load("colorfox", players=3), seed=7)
    return next(position for position in games if position.dump()["phase"] == phase)


def elements(drawing: str) -> dict[str, ET.Element]:
    return {
        element.get("id", ""): element
        for element in ET.fromstring(drawing).iter()
        if element.get("id")
    }


def clickable(drawing: str) -> set[str]:
    return {
        id_ for id_, element in elements(drawing).items() if "click" in element.get("class", "")
    }


def moved(element: ET.Element) -> tuple[float, float, float]:
    """Where a group is moved to, and how it is scaled."""
    found = re.fullmatch(
        r"(?:translate\((\S+) (\S+)\))?(?: scale\((\S+)\))?", element.get("transform", "")
    )
    assert found
    return float(found[1] or 0), float(found[2] or 0), float(found[3] or 1)


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_what_can_be_clicked_is_what_moves_are_made_with(seed: int, players: int) -> None:
    position = some_position(players, seed)
    mover, document = position.to_move, position.observe(position.to_move)
    paths = [clicks.path_of(move, document) for move in position.legal()]
    reached = {id_ for path in paths for id_ in path}
    drawn = clickable(position.svg(mover))
    assert reached <= drawn
    unused = drawn - reached
    # A card that fits nowhere can still be tried, and is refused with the rule.
    assert all(id_.startswith("hand-") for id_ in unused)
    for viewer in (None, *range(players)):
        if viewer != mover:
            assert not clickable(position.svg(viewer))


def test_a_stick_that_nobody_can_swap_is_not_to_be_clicked() -> None:
    document = first("swap").dump()
    mover, seat, third = ((document["to_move"] + step) % 3 for step in range(3))
    nothing = dict.fromkeys("ROYGBP", 0)
    document["sticks"][mover] = {**nothing, "R": 2}
    document["sticks"][seat] = {**nothing, "R": 1, "G": 1}
    document["sticks"][third] = nothing
    drawn = clickable(picture.draw(document, mover))
    assert drawn == {f"sticks-{mover}-R", f"sticks-{seat}-G", "keep"}


@few
@given(seed=seeds)
def test_the_table_shows_every_card_and_every_open_cell_without_overlap(seed: int) -> None:
    position = some_position(3, seed)
    document = position.dump()
    drawn = elements(position.svg(None))
    shown = {} if position.over else open_cells(document)
    for laid in document["table"]:
        x, y, _ = moved(drawn[f"card-{laid['card']}"])
        assert (x, y) == (laid["x"] * picture.CARD, -laid["y"] * picture.CARD)
    for x, y in shown:
        cell = drawn[f"cell-{x}_{y}"]
        middle = (float(cell.get(axis, 0)) + picture.OPEN / 2 for axis in "xy")
        assert tuple(middle) == (x * picture.CARD, -y * picture.CARD)
    assert {id_ for id_ in drawn if id_.startswith("cell-")} == {f"cell-{x}_{y}" for x, y in shown}


@few
@given(seed=seeds)
def test_the_table_lies_within_its_wood(seed: int) -> None:
    position = some_position(4, seed)
    document = position.dump()
    cells = {} if position.over else open_cells(document)
    frame = picture._frame(document, cells)
    for x, y in (*cells, *((laid["x"], laid["y"]) for laid in document["table"])):
        right, down = frame.origin[0] + x * frame.cell, frame.origin[1] - y * frame.cell
        assert frame.cell / 2 <= right <= picture.ROOM - frame.cell / 2
        assert frame.cell / 2 <= down <= frame.height - frame.cell / 2


def test_where_two_cards_meet_a_head_meets_a_tail() -> None:
    top, _, _, left = picture.SIDES
    assert set(picture.TAILS) == {top, left}
    card = ET.fromstring(f"<g>{picture._face('ROYG')}</g>")
    assert [half.get("class") for half in card.iter("g")][1:] == ["n R", "e O", "s Y", "w G"]
    hollow = [how for what, how in picture.LOOKS.items() if f"{top}>path,{left}>path" in what]
    assert len(hollow) == 1
    assert "fill:var(--card)" in hollow[0]


def test_no_class_of_a_side_is_that_of_a_colour_in_small_letters() -> None:
    """Pages without a document type do not tell small letters from large ones in classes."""
    assert not set(picture.HALVES) & set("ROYGBP".lower())


def test_every_colour_has_a_shape_and_a_letter_of_its_own() -> None:
    assert len(set(picture.SHAPES.values())) == 6
    for colour in "ROYGBP":
        assert f">{colour}</text>" in picture.mark(colour)


def test_on_a_phone_hand_buttons_and_sticks_are_as_large_as_a_fingertip() -> None:
    targets = {
        "hand": picture.HAND_CARD,
        "cell": picture.TAPPED_CELL * picture.OPEN / picture.CARD,
        "button": picture.STRIP_HEIGHT,
        "sticks across": picture.COLUMN - picture.COLUMN_GAP,
        "sticks down": picture.FEWEST_ROWS * picture.ROW,
    }
    assert {name: size * PHONE / picture.WIDTH >= FINGERTIP for name, size in targets.items()} == (
        dict.fromkeys(targets, True)
    )


@few
@given(seed=seeds)
def test_a_hand_is_seen_by_its_owner_alone(seed: int) -> None:
    position = some_position(3, seed)
    hand = position.dump()["hands"][position.to_move]
    for viewer in (None, 0, 1, 2):
        drawn = elements(position.svg(viewer))
        seen = {card for card in hand if f"card-{card}" in drawn}
        assert seen == (set(hand) if viewer == position.to_move else set())
        slots = [id_ for id_ in drawn if id_.startswith("hand-")]
        shown = position.to_move if viewer is None else viewer
        assert len(slots) == len(position.dump()["hands"][shown])


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_everyones_sticks_the_reserve_and_the_pile_are_shown_as_they_are(
    seed: int, players: int
) -> None:
    position = some_position(players, seed)
    document, drawn = position.dump(), elements(position.svg(None))
    for seat, holding in enumerate(document["sticks"]):
        for colour, number in holding.items():
            column = drawn[f"sticks-{seat}-{colour}"]
            assert [text.text for text in column.iter() if text.tag.endswith("text")] == (
                [colour] * number
            )
    for colour, number in document["reserve"].items():
        assert texts(drawn[f"reserve-{colour}"]) == [colour, str(number)]
    assert texts(drawn["pile"]) == [str(len(document["pile"]))]


def texts(element: ET.Element) -> list[str | None]:
    return [inside.text for inside in element.iter() if inside.tag.endswith("text")]


def test_each_set_is_a_row_with_its_points() -> None:
    position = first("over")
    document, drawn = position.dump(), elements(position.svg(None))
    for seat, points in enumerate(document["scores"]):
        told = [text for text in texts(drawn[f"seat-{seat}"]) if text and text.startswith("+")]
        assert sum(int(text) for text in told) == points


def test_two_equal_cards_have_ids_of_their_own() -> None:
    variant = load("colorfox", players=2, deck=SMALL_DECK)
    for position in random_game(variant, seed=3):
        document = position.observe(0)
        shown = [laid["card"] for laid in document["table"]] + document["hands"][0]
        ids = [id_ for id_ in elements(position.svg(0)) if id_.startswith("card-")]
        assert Counter(id_[5:9] for id_ in ids) == Counter(shown)


@pytest.mark.compiled
def test_the_button_to_skip_is_there_only_when_no_card_fits() -> None:
    skipped = 0
    for seed in range(12):
        for position in random_game(load("colorfox", players=4, deck=SMALL_DECK), seed):
            if not position.over:
                must_skip = position.legal() == ["pass"]
                assert ("pass" in elements(position.svg(position.to_move))) == must_skip
                skipped += must_skip
    assert skipped


def test_the_label_tells_who_does_what() -> None:
    names = ["Anna", "Ben", "Chloé"]
    for phase, told in (("place", "is choosing a card"), ("swap", "may swap"), ("over", "won")):
        assert told in first(phase).svg(None, names).split(">", 1)[0]


def sketched(position: Position, viewer: int | None, document: Any = None) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        names = ["A name that is much too long", "Ben", "Chloé", "Dora"][: position.players]
        console.print(sketch.sketch(document or position.observe(viewer), viewer, names))
    return capture.get()


@few
@given(seed=seeds, players=st.sampled_from(PLAYERS))
def test_the_sketch_fits_80_columns_and_tells_the_cards_of_the_hand(
    seed: int, players: int
) -> None:
    position = some_position(players, seed)
    told = sketched(position, position.to_move)
    assert max(map(len, told.splitlines())) <= 80
    for card in position.dump()["hands"][position.to_move]:
        assert card in told


@pytest.mark.parametrize("columns", [1, 10, 15, 30, 50])
def test_a_table_of_any_width_fits_80_columns(columns: int) -> None:
    position = first("place")
    document = position.observe(None)
    document["table"] = [{"x": x, "y": 0, "card": "ROYO"} for x in range(columns)]
    told = sketched(position, None, document)
    lines = [line for line in told.splitlines() if "•" in line]
    assert len(lines) == 1
    assert max(map(len, told.splitlines())) <= 80
    assert lines[0].count("O") == min(columns, 36) + 1


def test_a_letter_on_a_border_is_a_whole_match() -> None:
    position = first("place")
    document = position.observe(None)
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
    whole = position.dump()
    told = sketched(position, None, whole)
    assert all(" ".join(hand) in told for hand in whole["hands"])
    assert not any(" ".join(hand) in sketched(position, None) for hand in whole["hands"])


LARGEST = 45_000


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_is_large(language: str) -> None:
    words = find_game("colorfox").speaking(language)
    for players in PLAYERS:
        for seed in range(3):
            positions = list(random_game(load("colorfox", players=players), seed))
            for position in positions[-12::3]:
                document, mover = position.observe(position.to_move), position.to_move
                drawing = picture.draw(document, mover, words=words)
                assert len(drawing.encode()) <= LARGEST


def test_the_end_is_explained_set_by_set_without_ids_that_the_table_has() -> None:
    position = first("over")
    document, names = position.dump(), ["Anna", "Ben", "Chloé"]
    drawing = finale.draw(document, names, ENGLISH)
    assert not elements(drawing)
    panels = [e for e in ET.fromstring(drawing).iter() if "panel" in e.get("class", "").split()]
    best_first = sorted(range(3), key=lambda seat: -document["scores"][seat])
    assert len(panels) == 3
    for seat, panel in zip(best_first, panels, strict=True):
        name, score, *_, total = texts(panel)
        assert name == names[seat]
        assert score == f"{document['scores'][seat]} points"
        summed, result = str(total).split(" = ")
        assert sum(map(int, summed.split(" + "))) == int(result) == document["scores"][seat]
        sticks = Counter(text for text in texts(panel) if text and text in "ROYGBP")
        assert sticks == Counter(document["sticks"][seat])


def test_who_has_no_stick_scores_nothing_at_the_end() -> None:
    document = first("over").dump()
    document["sticks"][1] = dict.fromkeys("ROYGBP", 0)
    document["scores"][1] = 0
    assert "0 = 0" in finale.draw(document, ["Anna", "Ben", "Chloé"], ENGLISH)
