"""Baguettes drawn: what the eye must find, and clicks that lead where the sticks go."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from rich.console import Console

from matchwood import Position, load
from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.picture import BOARD, HAND, Drawing, Picture, seat_part
from matchwood.drawing.svg import Drawn
from matchwood.engine.language import ENGLISH, words_of
from matchwood.games.baguettes import picture, pieces, sketch, text
from matchwood.games.baguettes.picture import finale, solid
from matchwood.testing import random_game
from tests.games.baguettes.positions import stuck, table

NAMES = ["Anna", "Ben", "Chloé", "Dora"]
FINGER = 40
WIDE, PHONE = (944, 494), (390, 590)
"""The least room that a board has in a window of 1280 × 720, and on a phone of 390 × 844."""
LIGHT = 6_000


def drawn(position: Position, viewer: int | None = None) -> Picture:
    return picture.draw(position.observe(viewer).document, viewer)


def named(parts: Picture, name: str) -> Drawing:
    return next(drawing for drawing in parts.drawings if drawing.name == name)


def elements(drawing: Drawing) -> dict[str, ET.Element]:
    tree = ET.fromstring(drawing.svg("baguettes"))
    return {found.attrib["id"]: found for found in tree.iter() if "id" in found.attrib}


def count(drawing: Drawing, class_: str) -> int:
    """How many elements of a drawing have a class."""
    tree = ET.fromstring(drawing.svg("baguettes"))
    return sum(class_ in found.get("class", "").split() for found in tree.iter())


def shown(drawing: Drawing, when: str) -> list[str]:
    """What is seen while something is pointed at: what is written, or that it is a ghost."""
    tree = ET.fromstring(drawing.svg("baguettes"))
    previews = (found for found in tree.iter() if found.get("data-when") == when)
    return ["".join(found.itertext()) or found[0].attrib["class"] for found in previews]


def test_a_plan_shows_who_stands_on_a_rod_and_who_passes_through() -> None:
    parts = drawn(table("C2:green", "32:red"))
    assert [count(named(parts, f"plan-{level}"), "ring") for level in "ABCD"] == [0, 0, 1, 0]
    assert [count(named(parts, f"plan-{level}"), "through") for level in "ABCD"] == [1, 1, 0, 0]


def test_every_colour_has_its_own_shape_and_a_letter_for_those_who_ask() -> None:
    assert len(set(solid.SHAPES.values())) == len(solid.COLOURS)
    for colour in solid.COLOURS:
        assert f'class="detail" aria-hidden="true">{colour[0].upper()}<' in solid.badge(colour)


@pytest.mark.parametrize(
    ("rods", "sticks", "falls"),
    [
        ("A1:red C1:green", "11:green", ["↓C"]),
        ("A1:red B2:red", "11:green 21:red", ["✕", "↓B"]),
        ("A1:red B1:red", "", []),
    ],
)
def test_pointing_at_a_rod_shows_what_would_fall_and_where_to(
    rods: str, sticks: str, falls: list[str]
) -> None:
    parts = drawn(table(rods, sticks))
    assert shown(named(parts, "plan-A"), "channel-A1") == falls
    for fall in falls:
        if fall[0] == "↓":
            assert shown(named(parts, f"plan-{fall[1]}"), "channel-A1") == ["ghost"]


def test_a_well_without_a_rod_says_that_the_stick_would_be_lost() -> None:
    assert shown(named(drawn(table("A1:red"), 0), "plan-A"), "well-22") == ["✕"]
    assert shown(named(drawn(table("A1:red"), 1), "plan-A"), "well-22") == []


def test_what_the_picture_says_would_fall_does_fall() -> None:
    pulls = 0
    for seed in range(6):
        *positions, _ = random_game(load("baguettes"), seed)
        for position in positions[::2]:
            for move in position.legal_moves():
                if move.startswith("pull"):
                    rod = move.split()[1].partition(">")[0]
                    expected = pieces.falls(position.document)[rod]
                    after = position.copy()
                    after.play(move)
                    sticks = after.document["sticks"]
                    found = {w: sticks[w]["level"] if w in sticks else None for w in expected}
                    assert found == expected
                    pulls += 1
    assert pulls > 50


def test_a_pull_is_made_at_the_rod() -> None:
    own = table("A1:red C1:red A2:green C2:red", "11:red 21:red 12:red").document
    assert text.path_of("pull A1", own) == ["channel-A1", "pull"]
    assert text.path_of("pull A2>21", own) == ["channel-A2", "well-21"]
    assert text.attempt(["channel-A1"], own) == "pull A1"
    assert text.attempt(["channel-B1"], own) == "pierce B1"


def test_piercing_and_planting_are_one_click_and_taking_out_is_a_button() -> None:
    assert text.path_of("pierce B3", table().document) == ["channel-B3"]
    assert text.path_of("plant 23", table().document) == ["well-23"]
    document = stuck(hand=1).document
    assert text.path_of("drop hand", document) == ["rack", "drop"]
    assert text.path_of("drop 11", document) == ["well-11", "drop"]
    assert text.path_of("drop A1", document) == ["channel-A1", "drop"]
    assert text.attempt(["rack"], document) == "drop hand"


@pytest.mark.parametrize("window", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("size", ["2x2x2", "4x4x4", "6x6x6"])
def test_strips_and_wells_are_as_wide_as_a_fingertip(size: str, window: tuple[int, int]) -> None:
    parts = drawn(load("baguettes", size=size).new(1))
    shapes = picture.ARRANGEMENTS[parts.kind]
    shape = shapes.wide if window == WIDE else shapes.tall
    for plan in parts.of(BOARD)[1:]:
        _, _, across, down = shape.large or shape.places[plan.name]
        room = across / shape.size[0] * window[0], down / shape.size[1] * window[1]
        scale = min(room[0] / plan.box[2], room[1] / plan.box[3])
        for found in elements(plan).values():
            target = found[1]  # after its title
            if target.tag.endswith("circle"):
                side = 2 * float(target.attrib["r"])
            else:
                side = min(float(target.attrib["width"]), float(target.attrib["height"]))
            assert side * scale >= FINGER, f"{found.attrib['id']} is {side * scale:.0f} wide"


def test_small_plans_can_be_hit_too() -> None:
    for shapes in picture.ARRANGEMENTS.values():
        for shape, window in ((shapes.wide, WIDE), (shapes.tall, PHONE)):
            for name in shape.small:
                _, _, across, down = shape.places[name]
                assert across / shape.size[0] * window[0] >= FINGER
                assert down / shape.size[1] * window[1] >= FINGER


@pytest.mark.parametrize("kind", picture.ARRANGEMENTS)
def test_on_paper_and_without_a_script_all_plans_are_of_one_size_and_apart(kind: str) -> None:
    shapes = picture.ARRANGEMENTS[kind]
    for shape in (shapes.wide.unfolded, shapes.tall.unfolded):
        boxes = [box for name, box in shape.places.items() if name.startswith("plan-")]
        assert shape.large is None
        assert len({(round(width), round(height)) for _, _, width, height in boxes}) == 1
        for (x, y, width, height), (other_x, other_y, _, _) in combinations(boxes, 2):
            assert abs(x - other_x) >= width or abs(y - other_y) >= height


def packed(parts: Picture) -> int:
    everything = "".join(drawing.svg("baguettes") for drawing in parts.drawings)
    return len(gzip.compress(everything.encode()))


def test_pictures_are_light() -> None:
    positions = list(random_game(load("baguettes"), 1))
    assert max(packed(drawn(position, position.to_move)) for position in positions[::3]) <= LIGHT


@pytest.mark.slow
def test_pictures_of_the_largest_games_are_light() -> None:
    variant = load("baguettes", players=4, size="6x6x6", sticks=16)
    positions = list(random_game(variant, 1))[::9]
    assert max(packed(drawn(position, position.to_move)) for position in positions) <= 2 * LIGHT


def test_the_rack_has_a_hole_for_every_stick_and_a_place_for_one_that_comes_back() -> None:
    position = table("A1:red C1:red A2:green", "11:red 21:red", hands=(3, 5))
    rack = named(drawn(position, 0), "hand")
    assert rack.part == HAND
    assert (count(rack, "pit"), count(rack, "body"), count(rack, "preview")) == (7, 3, 1)
    assert 'data-when="channel-A1"' in rack.inside
    assert count(named(drawn(position, 1), "hand"), "preview") == 0
    assert not drawn(position, None).of(HAND)


def test_a_place_shows_sticks_in_hand_on_the_block_and_out() -> None:
    position = table("A1:green", hands=(2, 2))
    position.play("plant 44")
    parts = drawn(position)
    [mine], [theirs] = (parts.of(seat_part(seat)) for seat in (0, 1))
    assert (count(mine, "head"), count(mine, "pale"), count(mine, "cross")) == (1, 0, 1)
    assert (count(theirs, "head"), count(theirs, "pale"), count(theirs, "cross")) == (2, 1, 0)
    [tray] = parts.of("tray")
    assert tray.label == "out of the game: 1 red, 0 green"
    assert count(tray, "head") == 1


def test_the_last_move_is_marked_in_the_block_and_on_a_plan() -> None:
    parts = marked(drawn(table("B2:red", "21:red")), Marks(last=["well-21"], initial="A"))
    with_halo = [drawing.name for drawing in parts.drawings if count(drawing, "halo-light")]
    assert with_halo == ["block", "plan-B"]
    assert 'data-mark="well-21"' in named(parts, "block").inside


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("pierce B1", "pierced B1"),
        ("plant 31", "planted in 31"),
        ("plant 44", "planted in 44"),
        ("pull A1", "pulled A1"),
        ("pull A2>21", "pulled A2 → 21"),
    ],
)
def test_a_line_of_the_log_is_an_icon_and_a_few_words(move: str, text: str) -> None:
    position = table("A1:red C1:red A2:green C2:red", "11:red 21:red 12:red")
    before = position.document
    position.play(move)
    note = picture.note(move, before, position.document, ENGLISH)
    assert note[1] == text
    assert (note[-1] == "✕") == (move == "plant 44")


@pytest.mark.rule("BG-9")
@pytest.mark.parametrize(
    ("rods", "sticks", "fell"),
    [
        ("A1:red C1:green", "11:green", ["↓C"]),
        ("A1:red B2:red", "11:green 21:red", ["✕", "↓B"]),
        ("A1:red B1:red", "", []),
    ],
)
@pytest.mark.parametrize("kind", ["pull", "drop"])
def test_a_line_of_the_log_shows_what_fell(
    kind: str, rods: str, sticks: str, fell: list[str]
) -> None:
    before = table(rods, sticks).document
    note = picture.note(f"{kind} A1", before, before, ENGLISH)
    _, _, *rest = note if kind == "pull" else [each for n, each in enumerate(note) if n != 2]
    assert [each for each in rest if not isinstance(each, Drawn)] == fell
    fallen = pieces.block_of(before).falls.get("A1", {})
    assert sum(isinstance(each, Drawn) for each in rest) == len(fallen)


def test_the_finale_shows_what_the_winners_have_left_and_what_is_lost() -> None:
    last = list(random_game(load("baguettes", players=4, teams=True), 4))[-1].document
    drawing = finale.draw(last, None, NAMES, words_of("matchwood.games.baguettes", "de"))
    colour = last["colours"][last["winners"][0]]
    left = pieces.in_hands(last, colour) + pieces.on_block(last, colour)
    assert count(drawing, "head") == left + sum(last["out"].values())
    assert drawing.label.endswith("haben gewonnen.")


def test_who_wins_without_a_stick_left_has_one_pale_one() -> None:
    position = table("A1:red", "11:green", (0, 0), last_played="green")
    position.play("drop A1")
    drawing = finale.draw(position.document, None, NAMES[:2], ENGLISH)
    assert count(drawing, "head") == 1 + 2


@pytest.mark.parametrize(
    "options",
    [{"size": "6x6x6", "sticks": 16}, {"players": 4, "teams": True}, {"size": "2x3x5"}],
    ids=str,
)
def test_the_sketch_fits_80_columns_and_shows_every_piece(options: dict[str, object]) -> None:
    for position in list(random_game(load("baguettes", **options), 4))[::5]:
        document = position.document
        names = ["a name that is much too long for its column"] * position.players
        console = Console(width=80, color_system=None)
        with console.capture() as capture:
            console.print(sketch.sketch(document, None, names))
        text = capture.get()
        assert max(map(len, text.splitlines())) <= 80
        standing = sum(text.count(f"({letter})") for letter in "RGBY")
        assert standing == len(document["sticks"])
        assert text.count("▮") == sum(document["hands"])


def test_players_are_known_by_the_colour_and_shape_of_their_sticks() -> None:
    partners = table(hands=(5, 5, 5, 5), teams=True)
    known = partners.variant.game.emblems(partners.document)
    assert known == partners.document["colours"]
    assert known[:2] == known[2:], "partners share a colour"
    emblems = partners.variant.game.all_emblems
    assert set(emblems) == set(solid.COLOURS)
    looks = {(emblem.colour, emblem.corners) for emblem in emblems.values()}
    assert len(looks) == len(solid.COLOURS)
