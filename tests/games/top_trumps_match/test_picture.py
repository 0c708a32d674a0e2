"""The picture of Top Trumps Match and its sketch: what they show, and where to click."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from rich.console import Console

from matchwood import Position, load
from matchwood.engine.words import words_of
from matchwood.games.top_trumps_match import clicks, finale, picture, sketch, symbols
from matchwood.games.top_trumps_match.cubes import SYMBOLS
from matchwood.games.top_trumps_match.text import NAMES
from matchwood.testing import random_game
from tests.games.top_trumps_match.positions import about_to_match, give

rule = pytest.mark.rule
SVG = "{http://www.w3.org/2000/svg}"
PHONE, FINGERTIP = 360, 40
LONG_NAMES = ("Anna-Maria von Hohenlohe-Langenburg", "Wilhelmina MMMMMMMMMMMM")


def table(seed: int = 1, **options: object) -> Position:
    return load("top-trumps-match", **options).new(seed)


def parts(position: Position, viewer: int | None = None) -> dict[str, ET.Element]:
    tree = ET.fromstring(position.svg(viewer, ("Anna", "Ben")))
    return {name: element for element in tree.iter() if (name := element.get("id"))}


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def place(element: ET.Element) -> tuple[float, float]:
    match = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    assert match
    return float(match[1]), float(match[2])


def names_of_symbols(element: ET.Element) -> list[str]:
    classes = (each.get("class", "") for each in element.iter())
    return [name.split()[1] for name in classes if name.startswith("symbol ")]


def marked(found: dict[str, ET.Element], mark: str) -> set[str]:
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
def test_the_fifteen_symbols_differ_in_shape_and_are_named_by_their_letter() -> None:
    assert "".join(symbols.SYMBOLS) == SYMBOLS
    drawn = {re.sub(r'class="symbol \w+"', "", each.drawn) for each in symbols.SYMBOLS.values()}
    assert len(drawn) == 15
    assert all(str(each.name)[0].upper() == letter for letter, each in symbols.SYMBOLS.items())


@rule("TT-3")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_viewer_sees_their_own_side_of_the_grid_upright(viewer: int | None) -> None:
    position = table()
    found, side = parts(position, viewer), viewer or 0
    for cell, inside in position.dump()["grid"].items():
        if inside:
            (shown,) = names_of_symbols(found[f"cell-{cell}"])
            assert shown[0].upper() == inside["faces"][side]
            assert inside["cube"] == int(found[f"cell-{cell}"][1].get("id", "")[5:])
    (left, top), (right, bottom) = place(found["cell-a1"]), place(found["cell-e5"])
    assert top < bottom
    assert (left < right) == (side == 0)


@rule("TT-7")
def test_the_other_side_is_shown_in_small_as_the_other_player_sees_it() -> None:
    position = table()
    small = [
        names_of_symbols(cell)[0][0].upper()
        for cell in sorted(parts(position, 0)["other-side"], key=_reading_order)
        if names_of_symbols(cell)
    ]
    grid = position.dump()["grid"]
    seen = [grid[f"{column}{row}"] for row in "12345" for column in "edcba"]
    assert small == [inside["faces"][1] for inside in seen if inside]


def _reading_order(element: ET.Element) -> tuple[float, float]:
    match = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "translate(0 0)"))
    assert match
    return float(match[2]), float(match[1])


@rule("TT-9")
def test_a_move_is_a_click_on_a_face_of_the_unfolded_cube_and_one_on_a_cell() -> None:
    position = table()
    document, found = position.observe(None), parts(position)
    for symbol in document["cubes"][document["held"]]:
        assert found[f"face-{symbol}"].get("class") == "face-of-cube click"
        assert clicks.path_of(f"c3={symbol}", document) == [f"face-{symbol}", "cell-c3"]
    assert f"cube-{document['held']}" in found


@rule("TT-9")
def test_opposite_faces_of_the_unfolded_cube_are_those_that_fold_up_opposite() -> None:
    cross = dict(enumerate(picture.CROSS))
    for face in (0, 2):
        (x1, y1), (x2, y2) = cross[face], cross[face + 1]
        assert y1 == y2 == 1
        assert abs(x1 - x2) == 2
    (x, _), (above, top), (below, bottom) = cross[0], cross[4], cross[5]
    assert above == below == x
    assert (top, bottom) == (0, 2)


@rule("TT-10")
def test_the_cube_that_may_not_be_pushed_out_is_locked_and_all_others_can_be_clicked() -> None:
    position = table(youngest=0)
    position.play(position.legal()[-1])
    found = parts(position, 0)
    assert found["cell-e5"].get("class") == "cell"
    assert "so it stays" in title(found["cell-e5"])
    assert any(each.get("class") == "lock" for each in found["cell-e5"].iter())
    for cell in NAMES[:-1]:
        assert found[f"cell-{cell}"].get("class") == "cell click"
        assert not any(each.get("class") == "lock" for each in found[f"cell-{cell}"].iter())


def test_the_picture_says_where_the_held_cube_came_from() -> None:
    position = table(youngest=0)
    assert title(parts(position)["hand"]) == "Ben cube from a1"
    position.play(position.legal()[-1])
    assert title(parts(position)["hand"]) == "Anna cube from e5"


@pytest.mark.parametrize("viewer", [0, 1])
def test_lines_that_grow_are_outlined_on_the_viewers_side(viewer: int) -> None:
    position = table(youngest=0)
    show(position, viewer, ["b5", "c5", "e5"], "O")
    assert marked(parts(position, viewer), "growing") == {"b5", "c5", "e5"}
    show(position, viewer, ["b5", "c5", "d5", "e5"], "O")
    assert marked(parts(position, viewer), "growing near") == {"b5", "c5", "d5", "e5"}
    assert not marked(parts(position, viewer), "growing")


@rule("TT-12")
def test_the_line_of_the_last_match_is_outlined_when_the_game_is_over() -> None:
    position = table(mode="five-minute", youngest=0)
    line = ["a5", "b4", "c3", "d2"]
    show(position, 1, line, "O")
    s = position.state
    s.hole = NAMES.index("e1")
    s.cubes[s.held, 0] = SYMBOLS.index("O")
    position.play("e1=O")
    assert marked(parts(position, 1), "match") == {*line, "e1"}
    assert "held" not in parts(position, 1)
    assert title(parts(position, 1)["hand"]) == "The end"


@rule("TT-13")
def test_the_last_match_is_told_step_by_step() -> None:
    position = table(youngest=0)
    s = position.state
    s.match_round, s.match_caller, s.match_symbol = 1, 1, SYMBOLS.index("K")
    s.match_scored[:] = [2, 0]
    s.match_cards[:] = [[0, 10], [2, 3]]
    panel = parts(position, 0)["round"]
    told = [each.text for each in panel.iter(f"{SVG}text")]
    assert told == ["Round 1", "0 pushes", "Ben called", "Ben had", "Anna had", "2 points for Anna"]
    shown = ["key"] * 5 + ["crown", "drop"] + ["anchor", "key"]
    assert names_of_symbols(panel) == shown
    assert title(panel) == "Round 1: Ben called key; 2 points for Anna"


@rule("TT-13")
def test_the_finale_shows_the_line_the_cards_and_the_points() -> None:
    position = about_to_match("K", mode="five-minute")
    give(position, ["KB", "CK"])  # the caller's own cards do not count here (TT-18)
    position.play("c3=K")
    german = words_of("matchwood.games.top_trumps_match", "de")
    tree = ET.fromstring(finale.draw(position.dump(), ("Anna", "Ben"), german))
    outlined = [each for each in tree.iter() if each.get("class") == "match"]
    assert names_of_symbols(tree).count("key") == 5 + 2
    assert not [each for each in tree.iter() if each.get("id")]
    assert [names_of_symbols(each) for each in outlined] == [["key"]] * 6
    told = [each.text for each in tree.iter(f"{SVG}text") if each.text]
    assert told[1:4] == ["Ben rief", "Schlüssel", "1 Punkt für Anna"]
    titles = [title(each) for each in tree if title(each)]
    assert titles[1:] == ["Anna: 1 Punkt, gewonnen", "Ben: 0 Punkte"]


@rule("TT-17")
def test_the_finale_says_when_void_rounds_ended_the_game() -> None:
    last = list(some_games())[-1]
    while not last.over:
        last.play(last.legal()[0])
    drawing = finale.draw(last.dump(), LONG_NAMES, words_of("matchwood.engine", "en"))
    assert "1 void round" in drawing
    assert 'class="match"' not in drawing


def test_cards_keep_their_ids_and_no_id_tells_a_hidden_card() -> None:
    position = table()
    for viewer in (None, 0, 1):
        cards = [name for name in parts(position, viewer) if name.startswith("card-")]
        assert sorted(cards) == ["card-0-0", "card-0-1", "card-1-0", "card-1-1"]


@rule("TT-5")
def test_own_cards_are_open_and_the_others_face_down() -> None:
    position = table()
    hand = position.dump()["cards"][0]
    found = parts(position, 0)
    own = [title(each) for each in found["seat-0"].iter(f"{SVG}g") if "card" in title(each)]
    others = [title(each) for each in found["seat-1"].iter(f"{SVG}g") if "card" in title(each)]
    assert [text.split(",")[0] for text in own] == [f"card {card}" for card in hand]
    assert others == ["a card face down"] * 2


@rule("TT-16")
@pytest.mark.parametrize(("mode", "rings"), [("tournament", 6), ("five-minute", 1)])
def test_there_is_a_ring_for_each_point_that_wins_and_it_is_full_when_won(
    mode: str, rings: int
) -> None:
    position = table(mode=mode, target=6)
    position.state.points[1] = 1
    pips = [each.get("class") for each in parts(position)["seat-1"].iter(f"{SVG}circle")]
    assert pips == ["pip won"] + ["pip"] * (rings - 1)


def test_what_is_to_be_clicked_is_as_wide_as_a_fingertip_on_a_phone() -> None:
    scale = PHONE / picture.WIDTH
    assert scale * picture.CUBE >= FINGERTIP
    assert scale * (picture.FACE_PITCH - 4) >= FINGERTIP


def some_games() -> Iterator[Position]:
    for mode in ("tournament", "five-minute"):
        variant = load("top-trumps-match", mode=mode, void_after=20, max_voids=1)
        yield from list(random_game(variant, seed=1))[::10]


def test_the_sketch_fits_eighty_columns_and_shows_both_sides() -> None:
    for position in some_games():
        console = Console(width=80, color_system=None)
        with console.capture() as capture:
            console.print(sketch.sketch(position.observe(0), 0, LONG_NAMES))
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
        console.print(sketch.sketch(position.observe(1), 1, ("Anna", "Ben")))
    assert "Round 1: Ben called KKKKK; cards A K and C D; points 2 : 0." in capture.get()
    assert "round 1, 0 pushes, 1 void before" in capture.get()
