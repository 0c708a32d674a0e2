"""The picture of Matches: what it shows, what it must not show, and where it can be clicked."""

from __future__ import annotations

import gzip
import re
from functools import cache
from itertools import combinations, pairwise

import pytest

from matchwood import MatchwoodError, Position, load
from matchwood.drawing.layout import Arrangement
from matchwood.drawing.picture import BOARD, HAND, Drawing, Picture, seat_part
from matchwood.drawing.style import TOKENS
from matchwood.engine.language import ENGLISH
from matchwood.engine.rng import new_generator
from matchwood.engine.view import shown_to
from matchwood.games.piecepack_matches import picture, text
from matchwood.games.piecepack_matches.picture import finale
from matchwood.games.piecepack_matches.pieces import FLAMING_SPOTS, SPOTS, SUITS
from matchwood.games.piecepack_matches.text import NAMES, SIDES
from matchwood.games.piecepack_matches.words import SIDES as SIDE_WORDS
from matchwood.testing import random_game
from tests.support.pictures import by_id, title, tree, with_class

rule = pytest.mark.rule
PLAYERS = (2, 3, 4, 6)
PEOPLE = ["Anna", "Ben", "Chloé", "Dora", "Emil", "Fleur"]
BOARDS = {"wide": (918, 480), "tall": (390, 560)}
"""The smallest boards that a page makes room for on a desktop, and on a phone."""
COIN_ON_PAGE = {
    "usual": {"wide": 85, "tall": 56},
    "flaming": {"wide": 74, "tall": 56},
}
PACKED = 6_000

every_table = pytest.mark.parametrize(
    ("players", "flaming"), [(players, flaming) for players in PLAYERS for flaming in (False, True)]
)


every_board = pytest.mark.parametrize(
    ("kind", "spots"), [("usual", SPOTS), ("flaming", FLAMING_SPOTS)]
)


@cache
def positions(players: int, flaming: bool) -> list[Position]:
    """Some positions of a random game, the first, the last and all phases among them."""
    game = list(random_game(load("piecepack-matches", players=players, flaming=flaming), seed=5))
    return [*game[:4], *game[4:-1:51], game[-1]]


def place_phase() -> Position:
    """A position with a turned coin to be placed, and free spots."""
    return next(
        position
        for position in reversed(positions(4, True))
        if position.document["phase"] == "place"
    )


def drawn(position: Position, viewer: int | None = None) -> Picture:
    names = PEOPLE[: position.players]
    return picture.draw(position.observe(viewer).document, viewer, names, ENGLISH.to(viewer))


@every_table
def test_every_spot_and_tile_is_there_all_game_long(players: int, flaming: bool) -> None:
    spots = FLAMING_SPOTS if flaming else SPOTS
    expected = {f"spot-{number}" for number in range(1, spots + 1)}
    expected |= {f"tile-{name}" for name in NAMES}
    for position in positions(players, flaming):
        for viewer in (None, players - 1):
            found = by_id(tree(drawn(position, viewer).drawings))
            assert expected == {name for name in found if not name.startswith("coin-")}


@rule("PM-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_tiles_lie_in_the_viewers_hand_and_at_the_seats_of_the_others(players: int) -> None:
    position = positions(players, False)[0]
    for viewer in (None, 1):
        shown = drawn(position, viewer)
        for seat, tiles in enumerate(position.document["tiles"]):
            part = HAND if seat == viewer else seat_part(seat)
            ids = by_id(tree(shown.of(part)))
            assert list(ids) == [f"tile-{name}" for name in tiles]
        assert (HAND in shown.parts) == (viewer is not None)


@pytest.mark.parametrize(("players", "rows"), [(2, 2), (3, 2), (4, 1), (6, 1)])
def test_a_hand_of_many_tiles_is_two_rows(players: int, rows: int) -> None:
    shown = drawn(positions(players, False)[0], 0)
    assert len(shown.of(HAND)) == rows
    assert shown.hand_is_rows == (rows > 1)


def test_a_move_is_a_click_on_the_spot_it_names_or_on_the_button() -> None:
    document = {"turned": 9, "phase": "place"}
    assert text.path_of("flip 7", document) == ["spot-7"]
    assert text.path_of("move 12", document) == ["spot-12"]
    assert text.path_of("stay", document) == ["stay"]


@rule("PM-10")
def test_to_leave_a_coin_one_presses_the_button_or_clicks_it_again() -> None:
    document = {"turned": 9, "phase": "place"}
    assert text.attempt(["stay"], document) == "stay"
    assert text.attempt(["spot-9"], document) == "stay"
    assert text.attempt(["spot-8"], document) == "move 8"


@rule("PM-12")
@every_table
def test_the_picture_does_not_change_when_undersides_never_seen_do(
    players: int, flaming: bool
) -> None:
    for seed, position in enumerate(positions(players, flaming)):
        other = position.observe(None).guess(new_generator(seed))
        for viewer in (None, players - 1):
            assert drawn(other, viewer) == drawn(position, viewer)
            assert picture.draw(other.document, viewer) == picture.draw(position.document, viewer)


@rule("PM-12")
def test_a_coin_that_was_seen_looks_like_any_other() -> None:
    document = positions(4, False)[-2].document
    seen, unseen = (
        {**document, "coins": [coin and {**coin, "seen": seen} for coin in document["coins"]]}
        for seen in (True, False)
    )
    boards = (
        "".join(d.inside for d in picture.draw(each, None).of(BOARD)) for each in (seen, unseen)
    )
    without_ids = [re.sub(r' id="coin-\w\w"', "", board) for board in boards]
    assert without_ids[0] == without_ids[1]


@rule("PM-12")
@every_table
def test_a_coin_has_an_id_only_when_everyone_has_seen_both_its_sides(
    players: int, flaming: bool
) -> None:
    for position in positions(players, flaming):
        document = position.document
        known = {coin["coin"] for coin in document["coins"] if coin and coin["seen"]}
        known.update(*document["marked"])
        found = by_id(tree(drawn(position).drawings))
        assert {name for name in found if name.startswith("coin-")} == {f"coin-{n}" for n in known}


@rule("PM-5")
def test_a_replay_that_reveals_everything_shows_the_underside_of_every_coin() -> None:
    for position in positions(2, False):
        truth = position.document
        revealed = picture.draw(picture.revealed(truth), None, PEOPLE[:2])
        spots = [each for each in revealed.drawings if each.name.startswith("spot-")]
        for spot, coin in zip(spots, truth["coins"], strict=True):
            sides = [ENGLISH.tell(SIDE_WORDS[side]) for side in (coin["coin"] if coin else "")]
            assert all(side in spot.inside for side in sides)
            assert ("underneath" in spot.inside) == bool(coin)


@rule("PM-12")
def test_no_other_picture_shows_an_underside() -> None:
    for position in positions(2, False):
        for document in (
            position.document,
            position.observe(0).document,
            shown_to(position, 0).document,
        ):
            plain = picture.draw(document, None, PEOPLE[:2])
            assert not any("underneath" in each.inside for each in plain.drawings)


def test_a_spot_says_what_its_coin_shows() -> None:
    position = positions(2, False)[0]
    spots = by_id(tree(drawn(position).of(BOARD)))
    words = dict(
        zip(SIDES, ["a sun", "a moon", "a crown", "arms", "a null", "an ace"], strict=False)
    )
    for number, coin in enumerate(position.document["coins"], start=1):
        shown = words.get(coin["up"], f"a {coin['up']}")
        assert title(spots[f"spot-{number}"]) == f"spot {number}: shows {shown}"


def test_every_side_is_drawn_in_a_shape_of_its_own() -> None:
    assert list(picture.SIDES) == list(SIDES)
    assert list(picture.SUITS) == list(SIDES[:SUITS])
    shapes = {re.sub(r' class="[^"]*"', "", side.sign) for side in picture.SIDES.values()}
    assert len(shapes) == len(SIDES)


def on_page(arrangement: Arrangement, board: tuple[int, int]) -> list[tuple[float, ...]]:
    """Where each spot lies on a board of that size: left, top, right and bottom."""
    across, down = (room / own for room, own in zip(board, arrangement.size, strict=True))
    return [
        (left * across, top * down, (left + width) * across, (top + height) * down)
        for left, top, width, height in arrangement.places.values()
    ]


@rule("PM-3")
@every_board
@pytest.mark.parametrize("shape", BOARDS)
def test_spots_never_overlap_each_other_nor_the_edge_of_the_board(
    shape: str, kind: str, spots: int
) -> None:
    boxes = on_page(getattr(picture.ARRANGEMENTS[kind], shape), BOARDS[shape])
    width, height = BOARDS[shape]
    assert len(boxes) == spots
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert all(min(box[:2]) > 0 and box[2] < width and box[3] < height for box in boxes)


@pytest.mark.parametrize(
    ("kind", "spots", "shape", "abreast"),
    [
        ("usual", SPOTS, "wide", 6),
        ("usual", SPOTS, "tall", 4),
        ("flaming", FLAMING_SPOTS, "wide", 6),
        ("flaming", FLAMING_SPOTS, "tall", 5),
    ],
)
def test_the_spots_lie_in_their_order_row_by_row(
    kind: str, spots: int, shape: str, abreast: int
) -> None:
    places = list(getattr(picture.ARRANGEMENTS[kind], shape).places.items())
    assert [name for name, _ in places] == [f"spot-{number}" for number in range(1, spots + 1)]
    rows = [places[first : first + abreast] for first in range(0, spots, abreast)]
    for row in rows:
        lefts = [box[0] for _, box in row]
        assert lefts == sorted(lefts)
    for above, below in pairwise(rows):
        lowest = max(box[1] + box[3] for _, box in above)
        assert lowest <= min(box[1] for _, box in below)


@every_board
@pytest.mark.parametrize("shape", BOARDS)
def test_coins_are_wider_than_a_thumb_on_the_smallest_page(
    shape: str, kind: str, spots: int
) -> None:
    boxes = on_page(getattr(picture.ARRANGEMENTS[kind], shape), BOARDS[shape])
    fits = min(min(right - left, bottom - top) for left, top, right, bottom in boxes)
    assert fits * 2 * picture.COIN / picture.SPOT_ROOM >= COIN_ON_PAGE[kind][shape]


def test_a_coin_stays_inside_its_spot_and_the_mark_of_a_spot_surrounds_it() -> None:
    for spot in drawn(positions(2, False)[0]).of(BOARD):
        left, top, width, height = spot.box
        [outline] = spot.outlines.values()
        assert spot.outlines.keys() == {spot.name}
        assert outline.size == (2 * picture.COIN, 2 * picture.COIN)
        assert (left, top) == (-width / 2, -height / 2)
        assert min(width, height) > 2 * picture.COIN


@pytest.mark.parametrize("flaming", [False, True])
def test_every_spot_has_its_number_for_those_who_ask_and_where_moves_name_it(flaming: bool) -> None:
    for position in (positions(2, flaming)[0], positions(2, flaming)[-1]):
        for number, spot in enumerate(drawn(position).of(BOARD), start=1):
            [text] = with_class(tree([spot]), "number")
            assert text.text == str(number)
            is_named = flaming and position.document["coins"][number - 1] is None
            assert ("detail" in text.get("class", "")) is not is_named


def test_drawings_of_tiles_are_tight() -> None:
    for players in PLAYERS:
        for viewer in (None, 0):
            for drawing in drawn(positions(players, False)[0], viewer).drawings:
                if any(id_.startswith("tile-") for id_ in drawing.outlines):
                    assert tight(drawing)


def tight(drawing: Drawing) -> bool:
    """Whether what is drawn reaches to within a few units of each side."""
    boxes = [outline.box for outline in drawing.outlines.values()]
    left, top, width, height = drawing.box
    ends = (
        min(box[0] for box in boxes) - left,
        min(box[1] for box in boxes) - top,
        left + width - max(box[0] + box[2] for box in boxes),
        top + height - max(box[1] + box[3] for box in boxes),
    )
    return min(ends) >= 0 and max(ends) <= 2 * picture.TILE_GAP


@rule("PM-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_rolls_are_shown_until_the_first_coin_is_turned(players: int) -> None:
    start, turned = positions(players, False)[:2]
    [rolls] = drawn(start, 1).of("rolls")
    groups = [each for each in tree([rolls]).iter() if "rolled" in title(each)]
    assert len(groups) == players
    for seat, element in enumerate(groups):
        own = [row[seat] for row in start.document["rolls"] if row[seat] is not None]
        name = "You" if seat == 1 else PEOPLE[seat]
        assert title(element) == f"{name} rolled {', then '.join(map(str, own))}."
        assert len(with_class(element, "die")) == len(own)
        assert len(with_class(element, "pip")) == sum(own)
    assert "rolls" not in drawn(turned, 1).parts


@rule("PM-4")
def test_however_often_they_roll_all_dice_are_in_the_drawing() -> None:
    document = positions(6, False)[0].document | {"rolls": [[6] * 6] * 12}
    [rolls] = picture.draw(document, None).of("rolls")
    dice = 12 * (picture.DIE + picture.DIE_GAP)
    assert rolls.box[2] > 6 * dice
    assert len(with_class(tree([rolls]), "die")) == 6 * 12


@rule("PM-6")
def test_a_marked_tile_is_covered_by_its_coin_which_shows_suit_and_value() -> None:
    position = positions(3, False)[-1]
    ids = by_id(tree(drawn(position, 0).drawings))
    marked = {name for names in position.document["marked"] for name in names}
    assert 0 < len(marked) < len(NAMES)
    for name in NAMES:
        tile = ids[f"tile-{name}"]
        coins = with_class(tile, "coin")
        assert [coin.get("id") for coin in coins] == ([f"coin-{name}"] if name in marked else [])
        shown = coins[0] if coins else tile
        assert len(with_class(shown, picture.SUITS[name[0]].name)) == 1
        assert len(with_class(tile, "suit")) == 1
        [value] = with_class(tile, "value")
        assert f'd="{value.get("d")}"' in picture.VALUES[name[1]].sign
        assert title(tile).endswith(", marked") == (name in marked)


@rule("PM-10")
def test_the_coin_that_was_just_turned_is_marked_and_free_spots_are_as_large_as_coins() -> None:
    position = place_phase()
    document, board = position.document, tree(drawn(position).of(BOARD))
    ids, [held] = by_id(board), with_class(board, "held")
    own = ids[f"spot-{document['turned']}"]
    assert held in list(own.iter())
    assert title(own).endswith(", just turned")
    for number, coin in enumerate(document["coins"], start=1):
        targets = with_class(ids[f"spot-{number}"], "target")
        assert [target.get("r") for target in targets] == ([] if coin else [str(picture.COIN)])


def test_the_label_says_who_has_to_do_what() -> None:
    first, last = positions(3, False)[0], positions(3, False)[-1]
    assert [drawn(position).label for position in (first, last)] == [
        f"Matches: {PEOPLE[first.to_move]} is choosing a coin.",
        f"Matches: {PEOPLE[last.to_move]} won.",
    ]
    placing = place_phase()
    turned = placing.document["turned"]
    assert drawn(placing).label.endswith(f"turned the coin on spot {turned}.")


def test_a_seat_is_told_in_words() -> None:
    [seat] = drawn(positions(4, False)[0], 0).of(seat_part(1))
    assert seat.label == "Ben: 0 of 6 tiles marked"


def test_a_name_for_every_player_is_asked_for() -> None:
    with pytest.raises(MatchwoodError, match="2 names were given for 4 players; give one each"):
        positions(4, False)[0].svg(0, ["Anna", "Ben"])


@rule("PM-6")
@rule("PM-7")
def test_the_log_shows_both_sides_of_a_coin_on_tiles_if_it_marks_one() -> None:
    game = list(random_game(load("piecepack-matches", players=4), seed=5))
    kinds = set()
    for before, after in pairwise(game):
        *icons, text = picture.note(after.history[-1], before.document, after.document, ENGLISH)
        marks = sum(map(len, after.document["marked"])) > sum(map(len, before.document["marked"]))
        assert len(icons) == 2
        assert [("tile" in icon, text) for icon in icons] == [
            (True, "marked") if marks else (False, "stays")
        ] * 2
        kinds.add(marks)
    assert kinds == {True, False}


@rule("PM-11")
def test_the_log_shows_what_became_of_a_coin_that_may_be_put_elsewhere() -> None:
    position = place_phase()
    document = position.document
    noted = [picture.note(move, document, document, ENGLISH) for move in ("stay", "move 12")]
    assert noted == [["stays"], ["to spot 12"]]
    before = load("piecepack-matches", flaming=True).new(seed=1)
    for spot in (spot for spot, coin in enumerate(before.document["coins"], start=1) if coin):
        after = before.copy()
        after.play(f"flip {spot}")
        if after.document["phase"] == "place":
            assert len(picture.note(f"flip {spot}", before.document, after.document, ENGLISH)) == 2


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
        ("board-label", "light-wood", 4.5),
        ("mark", "coin", 4.5),
        ("mark", "tile", 4.5),
        ("mark", "yellow", 3),
        ("brass", "coin", 3),
        ("piece-ink", "coin", 3),
        ("mark-ink", "light-wood", 4.5),
        ("mark-ink", "card", 4.5),
        ("mark-ink", "paper", 4.5),
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
def test_the_end_shows_the_winners_tiles_all_marked(players: int) -> None:
    last = positions(players, False)[-1]
    [winner] = last.winners
    end = finale.draw(last.document, None, PEOPLE[:players], ENGLISH)
    root = tree([end])
    assert not by_id(root)
    assert end.label.startswith(f"{PEOPLE[winner]} has marked all")
    shown = with_class(root, "covered")
    assert len(shown) == SPOTS // players
    suits = [with_class(tile, "suit")[0].get("class") for tile in shown]
    assert suits == [
        f"suit {picture.SUITS[name[0]].name}" for name in last.document["tiles"][winner]
    ]
    assert end.box[2] > end.box[3]


@every_table
def test_no_picture_is_large(players: int, flaming: bool) -> None:
    for position in positions(players, flaming):
        shown = "".join(drawing.svg("piecepack-matches") for drawing in drawn(position, 0).drawings)
        assert len(gzip.compress(shown.encode())) <= PACKED
