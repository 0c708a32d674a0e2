"""The picture of Matches: what it shows, what it must not show, and where it can be clicked."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations
from math import dist

import pytest

from matchwood import MatchwoodError, Position, load
from matchwood.engine.game import SPECTATOR, Document
from matchwood.engine.generators import new_generator
from matchwood.engine.svg import HEADER, TOKENS, with_style
from matchwood.engine.words import ENGLISH
from matchwood.games.piecepack_matches import clicks, finale, picture
from matchwood.games.piecepack_matches.pieces import SPOTS, SUITS
from matchwood.games.piecepack_matches.text import NAMES, SIDES
from matchwood.testing import random_game

rule = pytest.mark.rule
PLAYERS = (2, 3, 4, 6)
SVG = "{http://www.w3.org/2000/svg}"
PHONE = 360
FINGERTIP = 40
DIGIT = (0.6, 0.7)
"""Width and height of a digit of size 1."""
ROUNDING = 0.2
"""How far a tile can be off because numbers in the picture are short."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

every_table = pytest.mark.parametrize(
    ("players", "flaming"), [(players, flaming) for players in PLAYERS for flaming in (False, True)]
)


@cache
def positions(players: int, flaming: bool) -> list[Position]:
    """Some positions of a random game, the first, the last and all phases among them."""
    game = list(random_game(load("piecepack-matches", players=players, flaming=flaming), seed=5))
    return [*game[:4], *game[4:-1:51], game[-1]]


def place_phase() -> Position:
    """A position with a turned coin to be placed, and free spots."""
    return next(
        position for position in reversed(positions(4, True)) if position.dump()["phase"] == "place"
    )


def tree(position: Position, viewer: int | None = None) -> ET.Element:
    return ET.fromstring(position.svg(viewer))


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {name: element for element in root.iter() if (name := element.get("id"))}


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def numbers(element: ET.Element, transform: str) -> list[float]:
    found = re.search(rf"{transform}\(([^)]*)\)", element.get("transform", ""))
    return [float(number) for number in found[1].split()] if found else []


def centre(element: ET.Element) -> tuple[float, float]:
    x, y = numbers(element, "translate")
    return x, y


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title", "")


def drawn(document: Document) -> str:
    """The picture for a spectator without the ids of coins, which nobody sees."""
    return re.sub(r' id="coin-\w\w"', "", picture.draw(document, None))


@every_table
def test_every_spot_tile_and_seat_is_there_all_game_long(players: int, flaming: bool) -> None:
    names = {f"spot-{number}" for number in range(1, SPOTS + 1)}
    names |= {f"tile-{name}" for name in NAMES} | {f"seat-{seat}" for seat in range(players)}
    for position in positions(players, flaming):
        for viewer in (None, players - 1):
            found = [name for e in tree(position, viewer).iter() if (name := e.get("id"))]
            assert len(found) == len(set(found))
            assert names == {name for name in found if not name.startswith("coin-")}


@every_table
def test_exactly_the_legal_moves_can_be_clicked_each_at_a_place_of_its_own(
    players: int, flaming: bool
) -> None:
    phases = set()
    for position in positions(players, flaming):
        document = position.observe(None)
        phases.add(document["phase"])
        paths = [clicks.path_of(move, document) for move in position.legal()]
        assert all(len(path) == 1 for path in paths)
        targets = [path[0] for path in paths]
        clickable = [element.get("id") for element in with_class(tree(position), "click")]
        assert sorted(targets) == sorted(name for name in clickable if name)
        assert len(set(targets)) == len(targets)
    assert phases == ({"flip", "place", "over"} if flaming else {"flip", "over"})


def test_a_move_is_a_click_on_the_spot_it_names() -> None:
    document = {"turned": 9}
    assert clicks.path_of("flip 7", document) == ["spot-7"]
    assert clicks.path_of("move 12", document) == ["spot-12"]
    assert clicks.path_of("stay", document) == ["spot-9"]


@rule("PM-12")
@every_table
def test_the_picture_does_not_change_when_undersides_never_seen_do(
    players: int, flaming: bool
) -> None:
    for seed, position in enumerate(positions(players, flaming)):
        other = position.seen_by(None)
        other.variant.game.rules.guess(other.state, SPECTATOR, new_generator(seed))
        for viewer in (None, players - 1):
            assert other.svg(viewer) == position.svg(viewer)
            drawn = with_style(picture.draw(other.dump(), viewer), picture.STYLE)
            assert drawn == position.svg(viewer)


@rule("PM-12")
def test_a_coin_that_was_seen_looks_like_any_other() -> None:
    document = positions(4, False)[-2].dump()
    seen, unseen = (
        {**document, "coins": [coin and {**coin, "seen": seen} for coin in document["coins"]]}
        for seen in (True, False)
    )
    assert drawn(seen) == drawn(unseen)


@rule("PM-12")
@every_table
def test_a_coin_has_an_id_only_when_everyone_has_seen_both_its_sides(
    players: int, flaming: bool
) -> None:
    for position in positions(players, flaming):
        document = position.dump()
        known = {coin["coin"] for coin in document["coins"] if coin and coin["seen"]}
        known.update(*document["marked"])
        named = {name for name in by_id(tree(position)) if name.startswith("coin-")}
        assert named == {f"coin-{name}" for name in known}


@rule("PM-5")
def test_a_spot_says_what_its_coin_shows() -> None:
    document = positions(2, False)[0].dump()
    spots = by_id(ET.fromstring(picture.draw(document, None)))
    words = dict(
        zip(SIDES, ["a sun", "a moon", "a crown", "arms", "a null", "an ace"], strict=False)
    )
    for number, coin in enumerate(document["coins"], start=1):
        shown = words.get(coin["up"], f"a {coin['up']}")
        assert title(spots[f"spot-{number}"]) == f"spot {number}: shows {shown}"


def test_every_side_is_drawn_in_a_shape_of_its_own() -> None:
    assert list(picture.SIDES) == list(SIDES)
    assert list(picture.SUITS) == list(SIDES[:SUITS])
    shapes = {re.sub(r' class="[^"]*"', "", side.sign) for side in picture.SIDES.values()}
    assert len(shapes) == len(SIDES)


@rule("PM-3")
def test_coins_never_overlap_each_other_nor_the_edge_of_the_middle() -> None:
    root = tree(positions(2, False)[0])
    coins = [centre(spot) for spot in with_class(root, "spot")]
    (radius,) = {float(face.get("r", 0)) for face in with_class(root, "face")}
    board = with_class(root, "board")[0]
    width, height = float(board.get("width", 0)), float(board.get("height", 0))
    reach, held = radius + picture.COIN_EDGE / 2, radius + picture.HELD_EDGE / 2
    assert len(coins) == SPOTS
    assert all(dist(one, other) >= reach + held for one, other in combinations(coins, 2))
    assert all(held <= x <= width - held and held <= y <= height - held for x, y in coins)


def test_coins_are_as_wide_as_a_fingertip_on_a_small_phone() -> None:
    root = tree(positions(6, False)[0])
    width = float(root.get("viewBox", "").split()[2])
    radius = float(with_class(root, "face")[0].get("r", 0))
    assert 2 * radius * PHONE / width >= FINGERTIP


def test_every_spot_has_its_number_where_no_coin_covers_it() -> None:
    root = tree(positions(2, False)[0])
    coins = [centre(spot) for spot in with_class(root, "spot")]
    for number, spot in enumerate(with_class(root, "spot"), start=1):
        (text,) = with_class(spot, "number")
        assert text.text == str(number)
        x, y = (centre(spot)[axis] + float(text.get("xy"[axis], 0)) for axis in (0, 1))
        half_width, half_height = (
            size * picture.NUMBER_SIZE / 2 for size in (DIGIT[0] * len(str(number)), DIGIT[1])
        )
        for coin_x, coin_y in coins:
            nearest = (
                min(max(coin_x, x - half_width), x + half_width),
                min(max(coin_y, y - half_height), y + half_height),
            )
            assert dist(nearest, (coin_x, coin_y)) >= picture.COIN


def panel_box(panel: ET.Element) -> Box:
    x, y = centre(panel)
    card = with_class(panel, "card")[0]
    return x, y, x + float(card.get("width", 0)), y + float(card.get("height", 0))


def tile_box(tile: ET.Element) -> Box:
    (x, y), scale = centre(tile), (numbers(tile, "scale") or [1.0])[0]
    half = picture.TILE * scale / 2
    return x - half, y - half, x + half, y + half


def contains(outer: Box, inner: Box) -> bool:
    left, top, right, bottom = (a - b for a, b in zip(outer, inner, strict=True))
    return max(left, top, -right, -bottom) <= ROUNDING


def apart(one: Box, other: Box) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.parametrize("players", PLAYERS)
def test_panels_stand_apart_inside_the_picture_and_below_the_middle(players: int) -> None:
    root = tree(positions(players, False)[0])
    _, _, width, height = map(float, root.get("viewBox", "").split())
    panels = [panel_box(panel) for panel in with_class(root, "panel")]
    below = (0.0, picture.MARGIN + picture.MIDDLE_HEIGHT, width, height)
    assert len(panels) == players
    assert all(contains(below, panel) for panel in panels)
    assert all(apart(*pair) for pair in combinations(panels, 2))


@rule("PM-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_players_tiles_lie_apart_from_each_other_inside_the_players_panel(
    players: int,
) -> None:
    for panel in with_class(tree(positions(players, False)[0]), "panel"):
        left, top, right, bottom = panel_box(panel)
        found = (element for element in panel.iter() if element.get("id", "").startswith("tile-"))
        tiles = [tile_box(tile) for tile in found]
        assert len(tiles) == SPOTS // players
        assert all(contains((0, HEADER, right - left, bottom - top), tile) for tile in tiles)
        assert all(apart(*pair) for pair in combinations(tiles, 2))


@pytest.mark.parametrize(
    ("viewer", "order"), [(None, [0, 1, 2, 3]), (0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])]
)
def test_the_viewer_comes_first_and_the_others_clockwise(
    viewer: int | None, order: list[int]
) -> None:
    panels = with_class(tree(positions(4, False)[0], viewer), "panel")
    assert [panel.get("id") for panel in panels] == [f"seat-{seat}" for seat in order]


@rule("PM-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_rolls_are_shown_until_the_first_coin_is_turned(players: int) -> None:
    start, turned = positions(players, False)[:2]
    panels = by_id(tree(start))
    for seat in range(players):
        rolls = [row[seat] for row in start.dump()["rolls"] if row[seat] is not None]
        dice = with_class(panels[f"seat-{seat}"], "die")
        assert len(dice) == len(rolls)
        assert len(with_class(panels[f"seat-{seat}"], "pip")) == sum(rolls)
        assert any(
            title(element) == f"rolled {', then '.join(map(str, rolls))}"
            for element in panels[f"seat-{seat}"].iter()
        )
    assert not with_class(tree(turned), "die")


@rule("PM-4")
def test_many_rolls_still_fit_beside_the_name() -> None:
    document = positions(6, False)[0].dump() | {"rolls": [[6] * 6] * 12}
    panel = by_id(ET.fromstring(picture.draw(document, None)))["seat-0"]
    dice = next(element for element in panel.iter() if title(element).startswith("rolled"))
    (scale,) = numbers(dice, "scale")
    right = max(centre(die)[0] for die in dice.iter() if numbers(die, "translate") and die != dice)
    end = centre(dice)[0] + scale * (right + picture.DIE / 2)
    assert centre(dice)[0] > picture.WIDTH / 4
    assert end <= float(with_class(panel, "card")[0].get("width", 0))


@rule("PM-6")
def test_a_marked_tile_is_covered_by_its_coin_which_shows_suit_and_value() -> None:
    position = positions(3, False)[-1]
    ids = by_id(tree(position))
    marked = {name for names in position.dump()["marked"] for name in names}
    assert 0 < len(marked) < len(NAMES)
    for name in NAMES:
        tile = ids[f"tile-{name}"]
        coins = with_class(tile, "coin")
        assert [coin.get("id") for coin in coins] == ([f"coin-{name}"] if name in marked else [])
        shown = coins[0] if coins else tile
        assert len(with_class(shown, picture.SUITS[name[0]].name)) == 1
        assert len(with_class(tile, "suit")) == 1
        values = with_class(tile, "value") or with_class(tile, "null")
        assert [value.text for value in values] == [{"a": "A", "n": None}.get(name[1], name[1])]
        assert title(tile).endswith(", marked") == (name in marked)


@rule("PM-10")
def test_the_coin_in_hand_is_marked_and_free_spots_are_targets() -> None:
    position = place_phase()
    document, ids = position.dump(), by_id(tree(position))
    (held,) = with_class(tree(position), "held")
    own = ids[f"spot-{document['turned']}"]
    assert held.get("id") in {element.get("id") for element in own.iter()}
    assert title(own).endswith(", just turned")
    for number, coin in enumerate(document["coins"], start=1):
        targets = with_class(ids[f"spot-{number}"], "free")
        assert len(targets) == (0 if coin else 1)


@rule("PM-5")
def test_while_a_coin_is_to_be_turned_free_spots_are_left_blank() -> None:
    for position in positions(4, True):
        if position.dump()["phase"] != "place":
            assert not with_class(tree(position), "free")
            assert not with_class(tree(position), "held")


@rule("PM-9")
@every_table
def test_one_panel_stands_out_the_one_to_move_and_at_the_end_the_winners(
    players: int, flaming: bool
) -> None:
    for position in positions(players, flaming):
        (panel,) = with_class(tree(position), "active")
        seat = position.winners[0] if position.over else position.to_move
        assert panel.get("id") == f"seat-{seat}"
        assert title(panel).endswith(", won" if position.over else ", to move")
        assert len(with_class(panel, "badge")) == 1


def test_the_label_says_who_has_to_do_what() -> None:
    first, last = positions(3, False)[0], positions(3, False)[-1]
    names = ["Anna", "Ben", "Chloé"]
    labels = [
        ET.fromstring(position.svg(None, names)).get("aria-label") for position in (first, last)
    ]
    assert labels == [
        f"Matches: {names[first.to_move]} is choosing a coin.",
        f"Matches: {names[last.to_move]} won.",
    ]
    placing = place_phase()
    turned = placing.dump()["turned"]
    assert f"turned the coin on spot {turned}." in placing.svg()


def test_names_are_escaped() -> None:
    names = ["<script>alert(1)</script>", "\"'&", "]]>", "</svg>"]
    root = ET.fromstring(positions(4, False)[0].svg(0, names))
    assert not list(root.iter(f"{SVG}script"))
    for seat, name in enumerate(names):
        assert title(by_id(root)[f"seat-{seat}"]).startswith(f"{name}: 0 of 6 tiles marked")


def test_a_name_for_every_player_is_asked_for() -> None:
    with pytest.raises(MatchwoodError, match="2 names were given for 4 players; give one each"):
        positions(4, False)[0].svg(0, ["Anna", "Ben"])


def contrast(one: str, other: str) -> float:
    """How far two colours are apart in brightness, as the web's accessibility rules count it."""

    def brightness(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("what", "where", "least"),
    [
        ("ink", "card", 4.5),
        ("ink", "paper", 4.5),
        ("quiet", "card", 4.5),
        ("quiet", "paper", 4.5),
        ("dark-wood", "light-wood", 4.5),
        ("mark", "coin", 4.5),
        ("mark", "tile", 4.5),
        ("mark", "suns", 3),
        ("brass", "coin", 3),
        ("held", "light-wood", 3),
        ("click", "card", 3),
        ("click", "paper", 3),
    ],
)
def test_text_and_shapes_stand_out_from_what_they_are_drawn_on(
    what: str, where: str, least: float, theme: int
) -> None:
    colours = TOKENS | picture.COLOURS
    assert contrast(colours[what][theme], colours[where][theme]) >= least


def test_every_suit_is_outlined_and_every_colour_has_a_name() -> None:
    used = {
        name
        for style in picture.LOOKS.values()
        for name in re.findall(r"var\(--([a-z-]+)\)", style)
    }
    assert picture.COLOURS.keys() <= used
    assert used <= (TOKENS | picture.COLOURS).keys()
    assert picture.LOOKS[".suit"].startswith("stroke:var(--mark)")


@rule("PM-9")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_is_explained_by_the_marked_tiles_without_ids_that_the_table_has(
    players: int,
) -> None:
    last = positions(players, False)[-1]
    names = [f"Player {seat}" for seat in range(players)]
    root = ET.fromstring(finale.draw(last.dump(), names, ENGLISH))
    assert not by_id(root)
    panels = with_class(root, "panel")
    assert title(panels[0]) == (
        f"{names[last.winners[0]]}: {SPOTS // players} of {SPOTS // players} tiles marked, won"
    )
    marked = [len(with_class(panel, "coin")) for panel in panels]
    assert marked == sorted(map(len, last.dump()["marked"]), reverse=True)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert all(contains((0, 0, width, height), panel_box(panel)) for panel in panels)
    assert all(apart(*pair) for pair in combinations(map(panel_box, panels), 2))


@every_table
def test_no_picture_is_large(players: int, flaming: bool) -> None:
    for position in positions(players, flaming):
        assert len(position.svg(0).encode()) <= 45_000
