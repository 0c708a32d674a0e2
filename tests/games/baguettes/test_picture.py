"""Baguettes drawn: what the eye must find, and clicks that lead where the sticks go."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from rich.console import Console

from matchwood import Position, load
from matchwood.engine.words import words_of
from matchwood.games.baguettes import block, clicks, finale, picture, sketch
from matchwood.testing import random_game
from tests.games.baguettes.positions import stuck, table

NAMES = ["Anna", "Ben", "Chloé", "Dora"]
FINGER = 40
PHONE = 360


def elements(position: Position, viewer: int | None = None) -> dict[str, ET.Element]:
    tree = ET.fromstring(position.svg(viewer))
    return {found.attrib["id"]: found for found in tree.iter() if "id" in found.attrib}


def paths(drawing: str, class_: str) -> list[str]:
    """The pieces of all paths of a class, one for each thing they draw."""
    found = (each for each in ET.fromstring(drawing).iter() if each.get("class") == class_)
    return [piece for path in found for piece in re.findall(r"M[^M]+", path.attrib["d"])]


def classes(element: ET.Element) -> list[str]:
    return [name for found in element.iter() for name in found.get("class", "").split()]


def shifted(element: ET.Element) -> tuple[float, float]:
    """Where a group stands."""
    found = re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", element.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def test_a_stick_stands_out_less_the_deeper_it_stands() -> None:
    tops = []
    for level in "ABCD":
        rod = f"{level}1:red" if level in "AC" else f"{level}2:red"
        tops.append(shifted(elements(table(rod, "21:red"))["stick-21"])[1])
    assert tops == sorted(tops)
    assert len(set(tops)) == len(tops)


def test_sticks_on_a_diagonal_do_not_hide_each_other() -> None:
    drawn = elements(table("A1:red A2:red A3:red A4:red", "11:red 22:red 33:red 44:red"))
    across = [shifted(drawn[f"stick-{well}"])[0] for well in ("11", "22", "33", "44")]
    steps = [later - earlier for earlier, later in pairwise(across)]
    assert all(step > picture.RIM for step in steps)


def test_a_plan_shows_who_stands_on_a_rod_and_who_passes_through() -> None:
    drawing = table("C2:green", "32:red").svg()
    assert len(paths(drawing, "ring")) == 1
    assert len(paths(drawing, "through")) == 2  # on levels A and B
    assert paths(table("A2:green", "32:red").svg(), "through") == []


def test_every_colour_has_its_own_shape_and_letter() -> None:
    rods = "A1:red A2:green A3:blue A4:yellow"
    drawn = elements(table(rods, hands=(5, 5, 5, 5)))
    marks = []
    for number, letter in enumerate("RGBY", start=1):
        rod = drawn[f"rod-A{number}"]
        assert letter in "".join(rod.itertext())
        head = next(found for found in rod.iter() if found.get("class") == "head")
        marks.append(head.get("d"))
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize(
    ("rods", "sticks", "shown"),
    [
        ("A1:red C1:green", "11:green", ["↓C"]),
        ("A1:red B2:red", "11:green 21:red", ["✕", "↓B"]),
        ("A1:red B1:red", "", []),
    ],
)
def test_pointing_at_a_rod_shows_what_would_fall_and_where_to(
    rods: str, sticks: str, shown: list[str]
) -> None:
    drawing = table(rods, sticks).svg()
    falls = [
        found
        for found in ET.fromstring(drawing).iter()
        if found.get("class", "").split()[-1:] == ["fall-A1"]
    ]
    told = [text.text for fall in falls for text in fall.iter() if text.tag.endswith("tspan")]
    assert told == shown
    pointed = re.escape("[id^=channel]:is(:hover,:focus,.chosen){")
    assert re.search(pointed + r"[^}]*&amp;\[id\$=A1\]~\.fall-A1,[^}]*opacity:1", drawing)


def test_what_the_picture_says_would_fall_does_fall() -> None:
    pulls = 0
    for seed in range(6):
        *positions, _ = random_game(load("baguettes"), seed)
        for position in positions[::2]:
            for move in position.legal():
                if move.startswith("pull"):
                    rod = move.split()[1].partition(">")[0]
                    expected = block.falls(position.dump())[rod]
                    after = position.copy()
                    after.play(move)
                    sticks = after.dump()["sticks"]
                    found = {w: sticks[w]["level"] if w in sticks else None for w in expected}
                    assert found == expected
                    pulls += 1
    assert pulls > 50


def test_a_pull_is_a_click_on_the_rod_and_one_on_where_it_goes() -> None:
    own = table("A1:red C1:red A2:green C2:red", "11:red 21:red 12:red")
    assert clicks.path_of("pull A1", own.dump()) == ["channel-A1", "seat-0"]
    assert clicks.path_of("pull A2>21", own.dump()) == ["channel-A2", "well-21"]
    last = table("A1:blue", "11:red 21:red", (1, 1, 1))
    assert clicks.path_of("pull A1", last.dump()) == ["channel-A1", "seat-2"]
    team = table("A1:green", "11:red 21:red", (1, 1, 1, 1), to_move=2, teams=True)
    assert clicks.path_of("pull A1", team.dump()) == ["channel-A1", "seat-1"]


def test_piercing_and_planting_are_one_click_and_dropping_ends_on_the_tray() -> None:
    assert clicks.path_of("pierce B3", table().dump()) == ["channel-B3"]
    assert clicks.path_of("plant 23", table().dump()) == ["well-23"]
    document = stuck(hand=1).dump()
    assert clicks.path_of("drop hand", document) == ["seat-0", "out"]
    assert clicks.path_of("drop 11", document) == ["well-11", "out"]
    assert clicks.path_of("drop A1", document) == ["channel-A1", "out"]


def test_the_strips_of_the_standard_block_are_as_wide_as_a_fingertip_on_a_phone() -> None:
    for name, found in elements(load("baguettes").new(1)).items():
        if name.startswith("channel-"):
            strip = next(part for part in found if "z" in part.get("d", ""))
            sides = re.findall(r"[hv]([\d.]+)", strip.attrib["d"])
            assert min(map(float, sides)) * PHONE / picture.WIDTH >= FINGER


LIGHT = 45_000


@pytest.mark.slow
def test_pictures_of_the_largest_games_are_light() -> None:
    variant = load("baguettes", players=4, size="6x6x6", sticks=16)
    positions = list(random_game(variant, 1))[::6]
    assert max(len(position.svg(0).encode()) for position in positions) <= LIGHT


@pytest.mark.parametrize("size", ["2x2x2", "6x2x3", "2x6x6", "6x6x6"])
def test_everything_stays_inside_the_picture(size: str) -> None:
    variant = load("baguettes", size=size, sticks=16)
    for position in list(random_game(variant, 2))[::9]:
        tree = ET.fromstring(position.svg(0))
        height = float(tree.attrib["height"])
        for name, found in elements(position, 0).items():
            if found.get("transform"):
                x, y = shifted(found)
                assert 0 <= x <= picture.WIDTH, name
                assert 0 <= y <= height, name


def test_the_viewer_sits_first_and_winners_and_those_out_are_shown() -> None:
    position = table("A1:green", "", (1, 0, 0))
    places = [shifted(elements(position, 1)[f"seat-{seat}"]) for seat in (1, 2, 0)]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    position.play("plant 44")
    drawn = elements(position)
    assert "active" in classes(drawn["seat-1"])
    assert "out" in "".join(drawn["seat-0"].itertext())
    assert "Ben won" in position.svg(None, NAMES[:3])


def test_the_tray_counts_the_sticks_out_of_the_game() -> None:
    position = table("A1:green", hands=(2, 2))
    position.play("plant 44")
    told = "".join(elements(position)["out"].itertext())
    assert "out of the game: 1 red, 0 green" in told


def test_the_finale_shows_what_is_left_of_each_colour_and_what_is_gone() -> None:
    last = list(random_game(load("baguettes", players=4, teams=True), 4))[-1].dump()
    drawing = finale.draw(last, NAMES, words_of("matchwood.games.baguettes", "de"))
    told = "".join(ET.fromstring(drawing).itertext())
    for colour, out in last["out"].items():
        assert f"{out} aus dem Spiel" in told
        left = paths(drawing, "head")
        assert len(left) >= block.on_block(last, colour) + block.in_hands(last, colour)
    gone = [each for each in ET.fromstring(drawing).iter() if "gone" in each.get("class", "")]
    pale = sum(
        path.attrib["d"].count("M") for group in gone for path in group if "z" in path.attrib["d"]
    )
    assert pale == sum(last["out"].values())
    assert drawing.count("panel active") == 1
    assert re.search('aria-label="Baguettes: .* (hat|haben) gewonnen[.]"', drawing)


@pytest.mark.parametrize(
    "options",
    [{"size": "6x6x6", "sticks": 16}, {"players": 4, "teams": True}, {"size": "2x3x5"}],
    ids=str,
)
def test_the_sketch_fits_80_columns_and_shows_every_piece(options: dict[str, object]) -> None:
    for position in list(random_game(load("baguettes", **options), 4))[::5]:
        document = position.dump()
        names = ["a name that is much too long for its column"] * position.players
        console = Console(width=80, color_system=None)
        with console.capture() as capture:
            console.print(sketch.sketch(document, None, names))
        text = capture.get()
        assert max(map(len, text.splitlines())) <= 80
        standing = sum(text.count(f"({letter})") for letter in "RGBY")
        assert standing == len(document["sticks"])
        assert text.count("▮") == sum(document["hands"])
