"""Pictures made of parts: what can be asked of them, how a page lays them out, what is marked."""

from __future__ import annotations

import re

import pytest

from matchwood.drawing import style, svg
from matchwood.drawing.layout import Arrangement, Arrangements, alone, arranged
from matchwood.drawing.marks import HALO_AWAY, Marks, marked
from matchwood.drawing.picture import BOARD, HAND, Drawing, Emblem, Outline, Picture, seat_part
from matchwood.drawing.svg import Drawn
from tests.support.pictures import tree, with_class

COIN = Outline((40, 30), (20, 20), 10)
CARD = Outline((50, 50), (60, 80), 4)
WIDE = Arrangement((200, 100), {"left": (0, 0, 100, 100), "right": (100, 25, 50, 50)})
TALL = Arrangement((100, 200), {"left": (0, 0, 100, 100), "right": (0, 100, 100, 100)})


def drawing(name: str, part: str, **outlines: Outline) -> Drawing:
    by_id = {id_.replace("_", "-"): outline for id_, outline in outlines.items()}
    return Drawing(name, part, (0, 0, 100, 100), svg.circle(3), f"the {name}", by_id)


PICTURE = Picture(
    "sample",
    "A sample.",
    (
        drawing("left", BOARD, spot_1=COIN, spot_2=CARD),
        drawing("right", BOARD),
        drawing("cards", HAND, card_1=CARD),
        drawing("others", seat_part(1), card_2=CARD),
    ),
)


def box_of(rectangle: dict[str, str]) -> tuple[float, ...]:
    return tuple(float(rectangle[side]) for side in ("x", "y", "width", "height"))


def marks_of(picture: Picture, kind: str) -> dict[str, int]:
    """How often a mark of this kind is drawn, by the names of the drawings."""
    counted = {d.name: len(with_class(tree([d]), kind)) for d in picture.drawings}
    return {name: count for name, count in counted.items() if count}


def test_a_picture_tells_its_parts_in_their_order_and_gives_their_drawings() -> None:
    assert PICTURE.parts == [BOARD, HAND, "seat-1"]
    assert [each.name for each in PICTURE.of(BOARD)] == ["left", "right"]
    assert PICTURE.of("tray") == []


def test_a_hand_of_drawings_that_are_alike_is_in_rows() -> None:
    long, square = (0, 0, 300, 50), (0, 0, 50, 50)
    rows = tuple(Drawing(name, HAND, long, Drawn("")) for name in ("first", "second"))
    cards = tuple(Drawing(name, HAND, square, Drawn("")) for name in ("pile", "card"))
    hands = [(), rows[:1], rows, (*rows, cards[0]), cards]
    assert [Picture("sample", "", hand).hand_is_rows for hand in hands] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_an_outline_knows_its_box() -> None:
    assert COIN.box == (30, 20, 20, 20)


def test_a_drawing_is_an_element_of_a_page_with_its_name_and_its_view() -> None:
    block = Drawing(
        "block", BOARD, (-5, 0.5, 10, 20), Drawn(""), "a <block>", solid=('{"z"', ":1}")
    )
    [element] = tree([block])
    assert element.get("viewBox") == "-5 .5 10 20"
    assert element.get("data-drawing") == "block"
    assert element.get("aria-label") == "a <block>"
    assert element.get("data-solid") == '{"z":1}'
    assert "width" not in element.attrib


@pytest.mark.parametrize("solid", [(), ('{"pieces": [', "]}")])
def test_the_pieces_of_a_drawing_are_its_element_and_stay_the_same(solid: tuple[str, ...]) -> None:
    inside = svg.in_pieces((Drawn("<g/>"), Drawn("<path/>")))
    drawing = Drawing("board", BOARD, (0, 0, 9, 9), inside, solid=solid)
    pieces = drawing.pieces("game")
    assert {"<g/>", "<path/>", *solid} <= set(pieces)
    assert "".join(pieces) == drawing.svg("game")
    assert drawing.pieces("game") is pieces


def test_a_drawing_without_a_label_or_a_body_says_nothing_of_them() -> None:
    [element] = tree([Drawing("plain", HAND, (0, 0, 1, 1), Drawn(""))])
    assert not {"aria-label", "data-solid"} & element.attrib.keys()


def test_only_what_is_drawn_on_the_board_may_reach_beyond_its_box() -> None:
    shown = {d.name: tree([d])[0].get("overflow") for d in PICTURE.drawings}
    assert shown == {"left": "visible", "right": "visible", "cards": None, "others": None}


def test_a_board_of_one_drawing_fills_every_window() -> None:
    shapes = alone((300, 200))
    assert shapes.wide == shapes.tall == Arrangement((300, 200), {BOARD: (0, 0, 300, 200)})


def test_a_page_lays_drawings_out_in_shares_of_the_board() -> None:
    sheet = arranged("sample", {"usual": Arrangements(WIDE, WIDE)})
    assert sheet == (
        ".board-sample.kind-usual>[data-drawing=left]{left:0%;top:0%;width:50%;height:100%}"
        ".board-sample.kind-usual>[data-drawing=right]{left:50%;top:25%;width:25%;height:50%}"
    )


def test_a_board_that_is_higher_than_wide_has_its_own_layout() -> None:
    sheet = arranged("sample", {"usual": Arrangements(WIDE, TALL)})
    wide, container, tall = sheet.partition("@container board (max-aspect-ratio:6/5){")
    assert container
    assert wide == arranged("sample", {"usual": Arrangements(WIDE, WIDE)})
    assert tall == arranged("sample", {"usual": Arrangements(TALL, TALL)}) + "}"


def test_each_kind_of_board_is_laid_out_apart() -> None:
    sheet = arranged("sample", {"small": alone((1, 1)), "large": alone((2, 1))})
    assert set(re.findall(r"kind-(\w+)", sheet)) == {"small", "large"}


def test_without_marks_a_picture_stays_as_it_is() -> None:
    assert marked(PICTURE, Marks()) == PICTURE
    assert marked(PICTURE, Marks(last=["gone"], hint=["gone"])) == PICTURE


def test_the_last_move_has_a_halo_around_each_place_and_one_tag_with_the_movers_initial() -> None:
    shown = marked(PICTURE, Marks(last=["spot-1", "spot-2"], mover=3, initial="E"))
    assert marks_of(shown, "halo-light") == marks_of(shown, "halo-dark") == {"left": 2}
    [tag] = with_class(tree(shown.drawings), "last-tag")
    assert tag.get("class") == "last-tag seat-3"
    assert "".join(tag.itertext()) == "E"


def test_the_tag_of_a_mover_with_an_emblem_has_its_colour_and_shape_and_no_letter() -> None:
    emblems = {
        "circle": Emblem("#123456", "#FFF"),
        "polygon": Emblem("#654", "#FFF", "0 0,9% 0,9% 9%"),
    }
    for shape, emblem in emblems.items():
        shown = marked(PICTURE, Marks(last=["spot-1"], initial="E", emblem=emblem))
        [tag] = with_class(tree(shown.drawings), "last-tag")
        [drawn] = tag
        assert drawn.tag.endswith(shape)
        assert drawn.get("fill") == emblem.colour
        assert not "".join(tag.itertext())


def test_a_halo_surrounds_what_it_marks_and_is_as_round() -> None:
    shown = marked(PICTURE, Marks(last=["spot-1"]))
    [halo] = with_class(tree(shown.drawings), "halo-light")
    assert box_of(halo.attrib) == (27, 17, 26, 26)
    assert float(halo.attrib["rx"]) == COIN.corner + HALO_AWAY


def test_a_hand_shows_no_last_move_but_a_seat_does() -> None:
    shown = marked(PICTURE, Marks(last=["card-1", "card-2"]))
    assert marks_of(shown, "halo-light") == {"others": 1}


def test_a_hint_is_marked_wherever_it_leads_each_time_with_a_bulb() -> None:
    shown = marked(PICTURE, Marks(hint=["card-1", "spot-2"]))
    assert marks_of(shown, "hint-line") == marks_of(shown, "hint-tag") == {"left": 1, "cards": 1}


def test_marks_lie_over_what_is_drawn_and_are_not_read_aloud() -> None:
    shown = marked(PICTURE, Marks(last=["spot-1"], hint=["spot-2"]))
    [board, *_] = shown.drawings
    assert board.inside.startswith(PICTURE.drawings[0].inside)
    [layer] = with_class(tree([board]), "marks")
    assert layer.get("aria-hidden") == "true"
    assert "pointer-events:none" in style.LOOKS[".marks"]


@pytest.mark.parametrize("kind", ["halo-soft", "halo-dark", "halo-light", "hint-line"])
def test_every_mark_has_a_look(kind: str) -> None:
    shown = marked(PICTURE, Marks(last=["spot-1"], hint=["spot-2"]))
    assert marks_of(shown, kind) == {"left": 1}
    assert "stroke:" in style.LOOKS[f".{kind}"]
