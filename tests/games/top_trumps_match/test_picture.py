"""The picture of Top Trumps Match and its sketch: what they show, and where to click."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from rich.console import Console

from matchwood import Position, load
from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.picture import Drawing
from matchwood.engine.language import ENGLISH, words_of
from matchwood.games.top_trumps_match import picture, sketch, text
from matchwood.games.top_trumps_match.picture import finale, seats, shapes, sides, solid
from matchwood.games.top_trumps_match.pieces import SIZE, SYMBOLS
from matchwood.games.top_trumps_match.text import NAMES
from matchwood.testing import random_game
from tests.games.top_trumps_match.positions import LETTER_OF, about_to_match, give

rule = pytest.mark.rule
SVG = "{http://www.w3.org/2000/svg}"
PHONE, FINGERTIP, MARGINS = 360, 40, 24
PACKED = 5_000
LONG_NAMES = ("Anna-Maria von Hohenlohe-Langenburg", "Wilhelmina MMMMMMMMMMMM")


def table(seed: int = 1, **options: object) -> Position:
    return load("top-trumps-match", **options).new(seed)


def parts(position: Position, viewer: int | None = None) -> dict[str, ET.Element]:
    tree = ET.fromstring(position.svg(viewer, ("Anna", "Ben")))
    return {name: element for element in tree.iter() if (name := element.get("id"))}


def drawings(position: Position, viewer: int | None = None) -> dict[str, Drawing]:
    table = picture.draw(
        position.observe(viewer).document, viewer, ("Anna", "Ben"), ENGLISH.to(viewer)
    )
    return {drawing.name: drawing for drawing in table.drawings}


def tree(drawing: Drawing) -> ET.Element:
    return ET.fromstring(drawing.svg("top-trumps-match"))


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def place(element: ET.Element) -> tuple[float, float]:
    match = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert match
    return float(match[1]), float(match[2])


def names_of_symbols(element: ET.Element) -> list[str]:
    classes = (each.get("class", "") for each in element.iter())
    return [name.split()[1] for name in classes if name.startswith("symbol ")]


def cells_marked(found: dict[str, ET.Element], mark: str) -> set[str]:
    """The cells whose cube has this class."""
    return {
        name.removeprefix("cell-")
        for name, cell in found.items()
        if name.startswith("cell-") and any(mark == each.get("class") for each in cell)
    }


def show(position: Position, side: int, cells: list[str], symbol: str) -> None:
    """Let these cells show a symbol to a side; in no line are others of the rest equal."""
    s = position.state
    for cell in range(25):
        if s.cube[cell] >= 0:
            s.shows[side, cell] = (cell % 5 + 2 * (cell // 5)) % 5
    for cell in cells:
        s.shows[side, NAMES.index(cell)] = SYMBOLS.index(symbol)


@rule("TT-1")
def test_the_fifteen_symbols_differ_in_shape_and_in_name() -> None:
    assert "".join(shapes.SYMBOLS) == SYMBOLS
    drawn = {re.sub(r'class="symbol \w+"', "", each.drawn) for each in shapes.SYMBOLS.values()}
    assert len(drawn) == 15
    assert len(LETTER_OF) == 15


@rule("TT-3")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_viewer_sees_their_own_side_of_the_grid_upright(viewer: int | None) -> None:
    position = table()
    found, side = parts(position, viewer), viewer or 0
    for cell, inside in position.document["grid"].items():
        if inside:
            (shown,) = names_of_symbols(found[f"cell-{cell}"])
            assert LETTER_OF[shown] == inside["faces"][side]
            assert inside["cube"] == int(found[f"cell-{cell}"][1].get("id", "")[5:])
    (left, top), (right, bottom) = place(found["cell-a1"]), place(found["cell-e5"])
    assert top < bottom
    assert (left < right) == (side == 0)


@rule("TT-7")
def test_the_other_side_is_shown_in_small_as_the_other_player_sees_it() -> None:
    position = table()
    [cells] = [each for each in tree(drawings(position, 0)["other-side"]) if len(each) > SIZE]
    small = [
        LETTER_OF[names_of_symbols(cell)[0]]
        for cell in sorted(cells, key=_reading_order)
        if names_of_symbols(cell)
    ]
    grid = position.document["grid"]
    seen = [grid[f"{column}{row}"] for row in "12345" for column in "edcba"]
    assert small == [inside["faces"][1] for inside in seen if inside]


def _reading_order(element: ET.Element) -> tuple[float, float]:
    match = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "translate(0 0)"))
    assert match
    return float(match[2]), float(match[1])


@rule("TT-9")
def test_a_move_is_a_click_on_a_face_of_the_held_cube_and_one_on_a_cell() -> None:
    position = table()
    document, found = position.observe(None).document, parts(position)
    for symbol in document["cubes"][document["held"]]:
        assert f"face-{symbol}" in found
        assert text.path_of(f"c3={symbol}", document) == [f"face-{symbol}", "cell-c3"]
    assert f"cube-{document['held']}" in found


@rule("TT-2")
@rule("TT-9")
def test_opposite_faces_of_the_held_cube_are_a_pair_and_look_opposite_ways() -> None:
    faces = list(drawings(table())["faces"].outlines.values())
    for place in (0, 2, 4):
        near = faces[place + 1].middle[0] - faces[place].middle[0]
        assert near == shapes.CUBE + seats.PAIR_BETWEEN
        (_, _, out), (_, _, back) = solid.frame(place), solid.frame(place + 1)
        assert out == pytest.approx([-way for way in back])


def test_the_held_cube_shows_three_faces_and_its_first_one_in_front() -> None:
    position = table()
    document = position.document
    number, drawing = document["held"], drawings(position)["cube"]
    cube = parts(position)[f"cube-{number}"]
    seen = [face for face in cube if face.get("visibility") == "visible"]
    assert [len(cube), len(seen)] == [6, 3]
    front = max(range(6), key=lambda face: solid.frame(face)[2][2])
    [shown] = names_of_symbols(cube[front])
    assert LETTER_OF[shown] == document["cubes"][number][0]
    assert "".join(drawing.solid) == json.dumps(
        {"cube": [f"face-{symbol}" for symbol in document["cubes"][number]]}, separators=(",", ":")
    )


@rule("TT-10")
def test_the_cube_that_may_not_be_pushed_out_is_locked_and_no_other_is() -> None:
    position = table(youngest=0)
    position.play(position.legal_moves()[-1])
    found = parts(position, 0)
    assert "so it stays" in title(found["cell-e5"])
    assert any(each.get("class") == "lock" for each in found["cell-e5"].iter())
    for cell in NAMES[:-1]:
        assert not any(each.get("class") == "lock" for each in found[f"cell-{cell}"].iter())


def test_the_picture_says_whose_cube_it_is_and_where_it_came_from() -> None:
    position = table(youngest=0)
    assert drawings(position, 1)["cube"].label == "Your cube, cube from a1"
    position.play(position.legal_moves()[-1])
    assert drawings(position, 1)["cube"].label == "Anna’s cube, cube from e5"


@pytest.mark.parametrize("viewer", [0, 1])
def test_lines_that_grow_are_outlined_on_the_viewers_side(viewer: int) -> None:
    position = table(youngest=0)
    show(position, viewer, ["b5", "c5", "e5"], "O")
    assert cells_marked(parts(position, viewer), "growing") == {"b5", "c5", "e5"}
    show(position, viewer, ["b5", "c5", "d5", "e5"], "O")
    assert cells_marked(parts(position, viewer), "growing near") == {"b5", "c5", "d5", "e5"}
    assert not cells_marked(parts(position, viewer), "growing")


@rule("TT-12")
def test_the_line_of_the_last_match_is_outlined_when_the_game_is_over() -> None:
    position = table(mode="five-minute", youngest=0)
    line = ["a5", "b4", "c3", "d2"]
    show(position, 1, line, "O")
    s = position.state
    s.hole = NAMES.index("e1")
    s.cubes[s.held, 0] = SYMBOLS.index("O")
    position.play("e1=O")
    assert cells_marked(parts(position, 1), "match") == {*line, "e1"}
    assert drawings(position, 1).keys().isdisjoint({"cube", "aim-out", "faces"})


@rule("TT-13")
def test_the_last_match_is_told_step_by_step() -> None:
    position = table(youngest=0)
    s = position.state
    s.match_round, s.match_caller, s.match_symbol = 1, 1, SYMBOLS.index("K")
    s.match_scored[:] = [2, 0]
    s.match_cards[:] = [[0, 10], [2, 3]]
    drawing = drawings(position, 0)["match"]
    told = [each.text for each in tree(drawing).iter(f"{SVG}text")]
    assert told == ["Last match", "Ben", "You", "+2"]
    shown = ["key"] * 5 + ["crown", "drop"] + ["anchor", "key"]
    assert names_of_symbols(tree(drawing)) == shown
    assert drawing.label == "Round 1: Ben called key; 2 points for you"


@pytest.mark.parametrize("name", ["Bot (medium)", "Birch"])
def test_the_last_match_cuts_no_usual_name(name: str) -> None:
    position = about_to_match("K")
    position.play("c3=K")
    table = picture.draw(position.observe(0).document, 0, ("Anna", name), ENGLISH.to(0))
    [drawing] = [drawing for drawing in table.drawings if drawing.name == "match"]
    assert name in [each.text for each in tree(drawing).iter(f"{SVG}text")]


@rule("TT-16")
def test_nothing_of_the_last_move_is_marked_in_a_new_round() -> None:
    position = about_to_match("K")
    halos = []
    for move in ("c3=K", None):
        position.play(move or position.legal_moves()[-1])
        document = position.observe(0).document
        last = Marks(last=text.path_of(position.history[-1], document), initial="B")
        table = marked(picture.draw(document, 0), last)
        halos.append(sum("halo" in drawing.inside for drawing in table.drawings))
    assert halos == [0, 2]


@rule("TT-13")
def test_the_finale_shows_the_line_the_cards_and_the_points() -> None:
    position = about_to_match("K", mode="five-minute")
    give(position, ["KB", "CK"])  # the caller's own cards do not count here (TT-18)
    position.play("c3=K")
    german = words_of("matchwood.games.top_trumps_match", "de")
    drawing = finale.draw(position.document, None, ("Anna", "Ben"), german)
    assert names_of_symbols(tree(drawing)) == ["key"] * (5 + 1)
    assert [each.text for each in tree(drawing).iter(f"{SVG}text")][-1] == "+1"
    assert "Fünf Schlüssel auf der Seite von Ben" in drawing.label
    assert "Anna gewinnt" in drawing.label


@rule("TT-17")
def test_the_finale_says_when_void_rounds_ended_the_game() -> None:
    last = list(some_games())[-1]
    while not last.over:
        last.play(last.legal_moves()[0])
    drawing = finale.draw(last.document, None, LONG_NAMES, words_of("matchwood.engine", "en"))
    assert "1 void round" in drawing.label
    assert [each.text for each in tree(drawing).iter(f"{SVG}text")][-1] == "0 : 0"
    assert "match" not in drawing.inside


def test_cards_keep_their_ids_and_no_id_tells_a_hidden_card() -> None:
    position = table()
    for viewer in (None, 0, 1):
        cards = [name for name in parts(position, viewer) if name.startswith("card-")]
        assert sorted(cards) == ["card-0-0", "card-0-1", "card-1-0", "card-1-1"]


@rule("TT-5")
def test_own_cards_are_open_and_the_others_face_down() -> None:
    position = table()
    hand = position.document["cards"][0]
    found = drawings(position, 0)
    own, others = (
        [title(each) for each in tree(found[name]).iter(f"{SVG}g") if "card" in title(each)]
        for name in ("cards", "seat-1")
    )
    assert [text.split(",")[0] for text in own] == [f"card {card}" for card in hand]
    assert others == ["a card face down"] * 2


@rule("TT-16")
@pytest.mark.parametrize(("mode", "rings"), [("tournament", 6), ("five-minute", 1)])
def test_there_is_a_ring_for_each_point_that_wins_and_it_is_full_when_won(
    mode: str, rings: int
) -> None:
    position = table(mode=mode, target=6)
    position.state.points[1] = 1
    pips = [each.get("class") for each in tree(drawings(position)["seat-1"]).iter(f"{SVG}circle")]
    assert pips == ["pip won"] + ["pip"] * (rings - 1)


def test_what_is_to_be_clicked_is_as_wide_as_a_fingertip_on_a_phone() -> None:
    found = drawings(table())
    strip = sum(found[name].box[2] for name in ("faces", "cards"))
    assert (PHONE - MARGINS) / strip * shapes.CUBE >= FINGERTIP
    for ways in picture.ARRANGEMENTS.values():
        _, _, width, height = ways.tall.places["grid"]
        share = min(width / ways.tall.size[0], height / ways.tall.size[1] * 1.5)
        assert share * PHONE / sides.SIDE * shapes.CUBE >= FINGERTIP


@pytest.mark.parametrize("viewer", [None, 0])
def test_all_drawings_of_a_table_are_a_few_thousand_bytes_packed(viewer: int | None) -> None:
    position = about_to_match("K")
    position.play("c3=K")
    drawn = "".join(each.svg("top-trumps-match") for each in drawings(position, viewer).values())
    assert len(gzip.compress(drawn.encode())) <= PACKED


def some_games() -> Iterator[Position]:
    for mode in ("tournament", "five-minute"):
        variant = load("top-trumps-match", mode=mode, void_after=20, max_voids=1)
        yield from list(random_game(variant, seed=1))[::10]


def test_the_sketch_fits_eighty_columns_and_shows_both_sides() -> None:
    for position in some_games():
        console = Console(width=80, color_system=None)
        with console.capture() as capture:
            console.print(sketch.sketch(position.observe(0).document, 0, LONG_NAMES))
        lines = capture.get().splitlines()
        assert max(map(len, lines)) <= 80
        assert lines[1].split() == ["│", *"abcde", "│", "│", *"edcba", "│"]


def test_the_picture_takes_names_of_any_length_and_tells_who_moves_or_won() -> None:
    labels = [
        ET.fromstring(position.svg(None, LONG_NAMES)).get("aria-label", "")
        for position in some_games()
    ]
    assert labels[0].endswith("’s turn.")
    assert labels[-1].endswith(f"{LONG_NAMES[0]} and {LONG_NAMES[1]} share the win.")


@rule("TT-13")
def test_the_sketch_tells_the_last_match() -> None:
    position = table(youngest=0)
    s = position.state
    s.match_round, s.match_caller, s.match_symbol, s.voids = 1, 1, SYMBOLS.index("K"), 1
    s.match_scored[:] = [2, 0]
    s.match_cards[:] = [[0, 10], [2, 3]]
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(sketch.sketch(position.observe(1).document, 1, ("Anna", "Ben")))
    assert "Round 1: Ben called KKKKK; cards A K and C D; points 2 : 0." in capture.get()
    assert "round 1, 0 pushes, 1 void before" in capture.get()
