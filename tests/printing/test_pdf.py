"""The PDFs themselves: how many pieces, how large, what is on each side, and backs on fronts."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pytest
import segno

from matchwood.engine.game import find_game
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.games.baguettes.prints import APART, BOX, PLAY
from matchwood.games.baguettes.rules import DEALT
from matchwood.games.colorfox.pieces import LETTERS, OF_EACH, STANDARD, STICKS, cards_of
from matchwood.games.colorfox.words import card_told
from matchwood.games.piecepack_matches.text import NAMES
from matchwood.games.piecepack_matches.words import piece
from matchwood.games.top_trumps_match.pieces import SYMBOLS, cubes_of
from matchwood.printing.book import blocks
from matchwood.printing.document import pdf
from matchwood.printing.figures import drawn_figures
from matchwood.printing.nets import FLAP
from matchwood.printing.papers import BACKS, CUTS, FOLDED, LONG, MARKS, PAPERS, SHORT, order
from matchwood.printing.pieces import BLEED
from tests.support.pdfs import Drawn, Sheet, box_of, sheets

Choices = tuple[tuple[str, str], ...]

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
TWO_SIDED = ("colorfox", "piecepack-matches", "top-trumps-match")
REGISTER = 0.5
"""How far a back may lie from its front, in millimetres."""
EXACT = 0.05
INSTRUCTIONS = 1
"""Pages before the first sheet."""
MOST_BYTES = 2_000_000


USUAL = {"paper": "a4", "cut": "lines", "backs": LONG}


def printed(game: str, options: Choices = (), **choices: str) -> list[Sheet]:
    return _printed(game, options, tuple(sorted((USUAL | choices).items())))


@cache
def _printed(game: str, options: Choices, choices: Choices) -> list[Sheet]:
    """Each PDF is made and read once for all tests: to read one takes seconds. Pages that are empty
    are left out."""
    variant = find_game(game).variant(dict(options))
    pages = sheets(pdf(order(variant, **dict(choices))))
    return [page for page in pages if page.drawn or page.text]


def fronts_of(pages: list[Sheet]) -> list[Drawn]:
    return [
        drawn for page in pages[INSTRUCTIONS:] if "backs" not in foot(page) for drawn in page.drawn
    ]


def foot(page: Sheet) -> str:
    return page.text.splitlines()[-1] if page.text else ""


def edge(drawn: Drawn) -> tuple[float, float]:
    left, top, right, bottom = drawn.box
    return right - left, bottom - top


# How many, and what is on them


@pytest.mark.rule("CF-1", "CF-3")
def test_colorfox_has_every_card_of_its_deck_once_with_its_four_colours() -> None:
    cards = [each for each in fronts_of(printed("colorfox")) if each.name.count(",") == 3]
    expected = {card_told(ENGLISH, card): card for card in cards_of(STANDARD)}
    assert len(expected) == 54
    assert Counter(card.name for card in cards) == Counter(expected.keys())
    for card in cards:
        assert sorted(card.letters) == sorted(expected[card.name])


@pytest.mark.rule("CF-2")
def test_colorfox_has_eight_sticks_of_each_colour_to_cut() -> None:
    sticks = [each for each in fronts_of(printed("colorfox")) if each.name.endswith("stick")]
    assert len(sticks) == STICKS == 48
    assert Counter(stick.letters for stick in sticks) == dict.fromkeys(LETTERS, OF_EACH)


@pytest.mark.rule("CF-3")
def test_a_deck_of_ones_own_is_printed_card_by_card() -> None:
    own = ["RROO", "OOYY", "YYGG", "GGBB", "BBPP"] * 5
    pages = printed("colorfox", (("deck", ",".join(own)),), size="mini")
    cards = [each for each in fronts_of(pages) if each.name.count(",") == 3]
    assert Counter(card.name for card in cards) == Counter(card_told(ENGLISH, card) for card in own)


OWN_CUBES = ["ABCDEF", "OGHIJK"] * 12 + ["LMNOAB"]


@pytest.mark.rule("TT-1", "TT-2")
@pytest.mark.parametrize("own", [None, OWN_CUBES])
def test_top_trumps_has_a_net_for_each_cube_with_its_six_symbols(own: list[str] | None) -> None:
    options = (("cubes", "-".join(own)),) if own else ()
    pages = printed("top-trumps-match", options)
    nets = [each for each in fronts_of(pages) if len(each.letters) == 6]
    cubes = own or cubes_of(STANDARD)
    assert len(nets) == 25
    assert Counter("".join(sorted(net.letters)) for net in nets) == Counter(
        "".join(sorted(cube)) for cube in cubes
    )


def test_a_net_is_four_edges_and_a_flap_long_and_three_wide() -> None:
    for size, cube in (("poker", 28), ("mini", 22)):
        for net in fronts_of(printed("top-trumps-match", size=size)):
            if len(net.letters) == 6:
                lengths = sorted(edge(net))
                assert lengths == pytest.approx([3 * cube, (4 + FLAP) * cube], abs=EXACT)


@pytest.mark.rule("TT-1")
def test_top_trumps_has_a_card_for_each_symbol_and_a_grid_of_five_by_five() -> None:
    drawn = fronts_of(printed("top-trumps-match"))
    cards = [each.letters for each in drawn if len(each.letters) == 1]
    names = Counter(each.name for each in drawn)
    assert sorted(cards) == sorted(SYMBOLS)
    assert len(cards) == 15
    assert names["a strip of the grid"] == 2 * (5 + 1)
    frames = [each.letters for each in drawn if each.name.startswith("the frame")]
    assert sorted(map(sorted, frames)) == [sorted("abcde12345")] * 2


@pytest.mark.rule("PM-1")
def test_matches_has_a_tile_and_a_coin_of_each_suit_and_value() -> None:
    names = Counter(each.name for each in fronts_of(printed("piecepack-matches")))
    for kind in ("tile", "coin"):
        told = [name for name in names.elements() if name.startswith(kind)]
        assert sorted(told) == sorted(f"{kind}: {piece(ENGLISH, name)}" for name in NAMES)
        assert len(told) == 24


@pytest.mark.rule("PM-1")
def test_a_coin_has_its_suit_in_front_and_its_value_behind() -> None:
    suits = {"suns": "#E9B914", "moons": "#2E6DB4", "crowns": "#D6432F", "arms": "#2F9B5C"}
    colours = {
        suit: tuple(round(int(code[at : at + 2], 16) / 255, 4) for at in (1, 3, 5))
        for suit, code in suits.items()
    }
    for page in printed("piecepack-matches")[INSTRUCTIONS:]:
        is_back = "backs" in foot(page)
        for coin in page.drawn:
            if coin.name.startswith("coin"):
                seen = {tuple(round(part, 4) for part in colour) for colour in coin.colours}
                suit = coin.name.rpartition(" ")[2]
                shown = {name for name, colour in colours.items() if colour in seen}
                assert shown == (set() if is_back else {suit})


@pytest.mark.rule("PM-4")
def test_matches_has_an_ordinary_die_and_the_four_of_a_piecepack() -> None:
    names = Counter(each.name for each in fronts_of(printed("piecepack-matches")))
    assert names["A die"] == 1
    assert sum(count for name, count in names.items() if name.startswith("die: ")) == 4
    [die] = [each for each in fronts_of(printed("piecepack-matches")) if each.name == "A die"]
    pips = [shape for shape in die.shapes if shape["fill"] and box_width(shape) < 4]
    assert len(pips) == 1 + 2 + 3 + 4 + 5 + 6


def box_width(shape: dict[str, float]) -> float:
    left, _, right, _ = box_of(shape)
    return right - left


@pytest.mark.rule("BG-1")
def test_baguettes_has_a_strip_for_every_stick_of_the_box() -> None:
    names = Counter(each.name for each in fronts_of(printed("baguettes")))
    strips = {colour: names[f"a strip for a {colour} stick"] for colour in BOX}
    assert strips == {"red": 10, "green": 10, "blue": 7, "yellow": 5}
    assert list(strips.values()) == [DEALT[2], DEALT[2], DEALT[3], DEALT[4]]


@pytest.mark.rule("BG-2")
@pytest.mark.parametrize(("across", "deep", "levels"), [(4, 4, 4), (2, 2, 2), (5, 3, 2), (3, 6, 6)])
@pytest.mark.parametrize("thick", [6, 8])
def test_a_block_is_drilled_in_real_millimetres(
    across: int, deep: int, levels: int, thick: int
) -> None:
    options = (("size", f"{across}x{deep}x{levels}"),)
    drawn = {
        each.name.partition(":")[0]: each
        for each in fronts_of(printed("baguettes", options, size=f"{thick}mm"))
    }
    along_x, along_y = (levels + 1) // 2, levels // 2
    step = APART * thick
    for side, holes, wide, high in (
        ("top", across * deep, across, deep),
        ("front", along_y * across, across, levels),
        ("right", along_x * deep, deep, levels),
    ):
        bores = [
            box_of(shape)
            for shape in drawn[side].shapes
            if shape["stroke"] and not shape["fill"] and len(shape["pts"]) > 4
        ]
        assert len(bores) == holes
        sides = sorted(((wide + 1) * step, (high + 1) * step))
        assert sorted(edge(drawn[side])) == pytest.approx(sides, abs=EXACT)
        for left, top, right, bottom in bores:
            assert (right - left, bottom - top) == pytest.approx([thick + PLAY] * 2, abs=EXACT)
            for start, low, high_end in (
                (drawn[side].box[0], left, right),
                (drawn[side].box[1], top, bottom),
            ):
                away = ((low + high_end) / 2 - start) / step
                assert away == pytest.approx(round(away), abs=EXACT)
                assert round(away) >= 1


def has_ruler(page: Sheet, length: float) -> bool:
    """Upright, in the lower half; a line that is drawn mirrored would end left of its start."""
    return any(
        line[2] - line[0] == pytest.approx(length, abs=EXACT) and line[1] > page.height / 2
        for line in page.lines
    )


@pytest.mark.parametrize("backs", BACKS)
def test_every_page_that_tells_of_a_ruler_has_one(backs: str) -> None:
    first, *others = printed("piecepack-matches", backs=backs)
    assert has_ruler(first, 100)
    told = [page for page in others if "The ruler is 5 cm long." in page.text]
    assert len(told) == len([page for page in others if page.drawn and "Match" in foot(page)])
    assert all(has_ruler(page, 50) for page in told)


@pytest.mark.parametrize("cut", CUTS)
def test_a_disc_has_a_line_to_cut_along_however_the_rest_is_cut(cut: str) -> None:
    pages = printed("piecepack-matches", cut=cut)
    coins = [
        each
        for page in pages
        for each in page.drawn
        if each.name.startswith("coin") and "fronts" in foot(page)
    ]
    assert len(coins) == 24
    rings = [ring for page in pages for ring in page.rings]
    for coin in coins:
        assert any(
            ring[2] - ring[0] == pytest.approx(19.05, abs=EXACT)
            and (ring[0] + ring[2]) / 2 == pytest.approx(coin.middle[0], abs=EXACT)
            and (ring[1] + ring[3]) / 2 == pytest.approx(coin.middle[1], abs=EXACT)
            for ring in rings
        )


@pytest.mark.parametrize(("language", "told"), [("en", "1.5 mm"), ("fr", "1,5 mm"), ("de", "1,5")])
def test_measures_are_written_as_the_language_writes_them(language: str, told: str) -> None:
    for game in ("top-trumps-match", "baguettes"):
        text = printed(game, language=language)[0].text
        assert re.search(told if game == "top-trumps-match" else told.replace("1", "6"), text)
        assert not re.search(r"\d\.\d" if language != "en" else r"\d,\d", text)


# How large, and where


@pytest.mark.parametrize("size", ["square", "poker", "mini"])
@pytest.mark.parametrize("cut", CUTS)
def test_cards_are_as_large_as_was_asked_for(size: str, cut: str) -> None:
    """With crop marks, the picture goes on beyond the cut on every side."""
    wanted = {"square": (60, 60), "poker": (63, 88), "mini": (44, 63)}[size]
    page = printed("colorfox", size=size, cut=cut)[INSTRUCTIONS]
    upright = [sorted((line[0], line[2])) for line in page.lines if line[0] == line[2]]
    assert upright
    xs = sorted({round(line[0], 1) for line in page.lines if line[2] - line[0] < EXACT})
    ys = sorted({round(line[1], 1) for line in page.lines if line[3] - line[1] < EXACT})
    for card in page.drawn:
        if card.name.count(",") != 3:
            continue
        x, y = card.middle
        width, height = wanted if edge(card)[0] <= edge(card)[1] else wanted[::-1]
        for place, ends in ((x, (xs, width)), (y, (ys, height))):
            lines, length = ends
            for end in (place - length / 2, place + length / 2):
                assert min(abs(end - line) for line in lines) < 2 * EXACT
        if cut == MARKS:
            assert edge(card)[0] >= width + 2 * BLEED
            assert edge(card)[1] >= height + 2 * BLEED


@pytest.mark.slow
@pytest.mark.parametrize("game", TWO_SIDED)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("backs", BACKS)
def test_every_back_lies_behind_its_front(game: str, paper: str, cut: str, backs: str) -> None:
    pages = printed(game, paper=paper, cut=cut, backs=backs)
    found = 0
    for page, behind in pairwise(pages[INSTRUCTIONS:]):
        if backs == FOLDED:
            found += check_fold(page)
        elif "fronts" in foot(page):
            mirrored = [(each.name, turned_over(each, behind, backs)) for each in behind.drawn]
            check_register([(each.name, each.middle) for each in page.drawn], mirrored)
            found += len(page.drawn)
    assert found == {"colorfox": 54 + 48, "piecepack-matches": 48, "top-trumps-match": 15}[game]


def turned_over(back: Drawn, page: Sheet, backs: str) -> tuple[float, float]:
    """Where a back is, seen through the paper from in front."""
    x, y = back.middle
    return {LONG: (page.width - x, y), SHORT: (x, page.height - y)}[backs]


def check_fold(page: Sheet) -> int:
    """How many backs lie behind their fronts once a sheet is folded; none, if it has no backs."""
    fold = page.width / 2
    fronts = [(each.name, each.middle) for each in page.drawn if each.middle[0] < fold]
    backs = [
        (each.name, (page.width - each.middle[0], each.middle[1]))
        for each in page.drawn
        if each.middle[0] > fold
    ]
    if {name for name, _ in fronts} != {name for name, _ in backs}:
        return 0
    check_register(fronts, backs)
    return len(fronts)


Place = tuple[str, tuple[float, float]]


def check_register(fronts: list[Place], backs: list[Place]) -> None:
    """A back is called what its front is, and lies there."""
    assert len(fronts) == len(backs)
    for name, (x, y) in fronts:
        nearest = min(backs, key=lambda back: abs(back[1][0] - x) + abs(back[1][1] - y))
        assert nearest[0] == name
        assert abs(nearest[1][0] - x) < REGISTER
        assert abs(nearest[1][1] - y) < REGISTER
        backs.remove(nearest)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("cut", CUTS)
def test_every_piece_lies_on_the_paper_and_on_no_other(game: str, paper: str, cut: str) -> None:
    for page in printed(game, paper=paper, cut=cut)[INSTRUCTIONS:]:
        middles = [each.middle for each in page.drawn]
        assert len({(round(x), round(y)) for x, y in middles}) == len(middles)
        for x, y in middles:
            assert 0 < x < page.width
            assert 0 < y < page.height
        assert (page.width, page.height) == pytest.approx(PAPERS[paper][1:], abs=EXACT)


# What they are made of


def test_a_rule_begins_with_its_number_and_no_space() -> None:
    """Markdown has an empty text before what is strong."""
    [item] = blocks("# Title\n\n- **PM-1** one\n  two\n", {})[1:]
    assert item == {"kind": "item", "text": [["strong", ["PM-1"]], " one", " ", "two"]}


@pytest.mark.parametrize("game", GAMES)
def test_text_stays_text_in_the_fonts_of_the_project(game: str) -> None:
    pages = printed(game)
    fonts = frozenset[str]().union(*(page.fonts for page in pages))
    assert fonts <= {"BricolageGrotesque-Regular", "BricolageGrotesque-Bold"}
    assert find_game(game).title in pages[0].text
    assert not any("\ufffd" in page.text or "(cid:" in page.text for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_letters_of_all_languages_are_in_the_fonts(game: str, language: str) -> None:
    for page in printed(game, language=language):
        assert "\ufffd" not in page.text
        assert "(cid:" not in page.text


@cache
def figures_of(game: str, language: str) -> dict[str, list[str]]:
    return drawn_figures(find_game(game), language)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_set_with_its_figures_is_small_and_its_rulebook_two_pages_at_most(
    game: str, language: str
) -> None:
    for paper in PAPERS:
        wanted = order(find_game(game).variant(), paper=paper, cut=MARKS, language=language)
        made = pdf(wanted, figures_of(game, language))
        assert len(made) < MOST_BYTES
        first_chapter = find_game(game).rulebook(language).text.split("\n## ")[1].splitlines()[0]
        with pdfplumber.open(BytesIO(made)) as opened:
            assert any(first_chapter in page.extract_text() for page in opened.pages[-2:])


@pytest.mark.parametrize("game", GAMES)
def test_sheets_follow_from_what_is_agreed_and_not_from_a_game_that_runs(game: str) -> None:
    """An order has no position, and the same order is the same bytes."""
    variant = find_game(game).variant()
    before = pdf(order(variant, site="https://games.example"), figures_of(game, "en"))
    position = variant.new(seed=7)
    position.play(position.legal_moves()[0])
    again = order(position.variant, site="https://games.example")
    assert pdf(again, drawn_figures(find_game(game), "en")) == before
    assert not any("seed" in name or "state" in name for name in vars(again))


def matrix_of(code: Drawn) -> list[list[int]]:
    """The dark and light modules of a code, from the lines that it is drawn with."""
    left, top, right, _ = code.box
    bars = [box_of(shape) for shape in code.shapes]
    module = min(end - start for start, _, end, _ in bars)
    size = round((right - left) / module)
    matrix = [[0] * size for _ in range(size)]
    for start, y, end, _ in bars:
        for column in range(round((start - left) / module), round((end - left) / module)):
            matrix[round((y - top) / module)][column] = 1
    return matrix


def test_a_code_leads_to_the_lesson_only_where_there_is_a_server() -> None:
    with_code = sheets(
        pdf(order(find_game("colorfox").variant(), site="https://games.example/club/"))
    )
    address = "https://games.example/club/learn/colorfox"
    [code] = [each for each in with_code[0].drawn if each.name == address]
    assert matrix_of(code) == [list(row) for row in segno.make(address, error="m").matrix]
    assert address.removeprefix("https://") in with_code[0].text
    without = printed("colorfox")[0]
    assert "://" not in without.text
    assert [each.name for each in without.drawn] == ["Colorfox"]
