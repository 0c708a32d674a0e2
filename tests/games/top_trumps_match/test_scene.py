"""MATCH! as everyone is shown it: the five, the cards that the rules turn up, whose points."""

from __future__ import annotations

import re

import pytest

from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document, find_game
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.engine.position import Position
from matchwood.games.top_trumps_match.picture.scene import CARDS_AT, scene
from matchwood.testing import check_scene
from tests.games.top_trumps_match.positions import about_to_match, give

rule = pytest.mark.rule
NAMES = ["Ada", "Birch"]
CALLER = 1
"""Who moves in `about_to_match`, and has the five."""


def documents(position: Position, move: str = "c3=K") -> tuple[Document, Document]:
    """What anyone may know before and after a move, which is made."""
    before = position.observe(None).document
    position.play(move)
    return before, position.observe(None).document


def shown(position: Position, viewer: int | None = None) -> Scene:
    found = scene(ENGLISH.to(viewer), "c3=K", *documents(position), NAMES, viewer)
    assert found is not None
    return found


def drawn(found: Scene, name: str) -> str:
    assert found.picture is not None
    [inside] = [each.inside for each in found.picture.drawings if each.name == name]
    return str(inside)


def dealt(mine: str, theirs: str, **options: object) -> Position:
    """About to match, with these cards in the hands of the caller and of the rival."""
    position = about_to_match("K", **options)
    give(position, [theirs, mine])
    return position


def cells(found: Scene) -> dict[str, str]:
    """How each cell of the grid is drawn."""
    pieces = re.split(r'(?=<g [^>]*id="cell-)', drawn(found, "grid"))
    drawings = (re.search(r'id="cell-(..)"', piece) for piece in pieces)
    return {match[1]: match.string for match in drawings if match}


@rule("TT-12")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_five_step_forward_one_after_the_other_on_the_side_of_the_match(
    viewer: int | None,
) -> None:
    found = shown(about_to_match("K"), viewer)
    lit = {cell: re.search(r"lit lit-(\d)", inside) for cell, inside in cells(found).items()}
    numbers = {cell: int(match[1]) for cell, match in lit.items() if match}
    assert sorted(numbers) == ["a3", "b3", "c3", "d3", "e3"]
    assert sorted(numbers.values()) == [1, 2, 3, 4, 5]
    assert found.place == CALLER
    assert found.calls == "MATCH!"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_called_is_not_cut(language: str) -> None:
    position = about_to_match("J")
    words = find_game("top-trumps-match").speaking(language)
    found = scene(words, "c3=J", *documents(position, "c3=J"), NAMES, None)
    assert found is not None
    assert "…" not in drawn(found, "call")


@rule("TT-13")
def test_a_card_of_the_caller_decides() -> None:
    found = shown(dealt("AK", "CD"), viewer=0)
    assert found.says[1] == "The key card is Birch’s: 2 points for Birch. (TT-13)"
    assert drawn(found, "cards-of-both").count("decides") == 1


@rule("TT-14")
def test_else_a_card_of_the_rival_decides() -> None:
    found = shown(dealt("AB", "KD"), viewer=0)
    assert found.says[1] == "The key card is yours: 2 points for you. (TT-14)"
    assert "0 → 2" in drawn(found, "cards-of-both")


@rule("TT-15")
def test_else_the_caller_has_a_point() -> None:
    found = shown(dealt("AB", "CD"), viewer=1)
    assert found.says == [
        "Five keys on your side.",
        "Nobody has the key card: 1 point for you. (TT-15)",
    ]
    assert "decides" not in drawn(found, "cards-of-both")


@rule("TT-18")
@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        ("KD", "The key card is Ada’s: 1 point for Ada. (TT-18)"),
        ("CD", "Ada doesn’t have the key card: 1 point for Birch. (TT-18)"),
    ],
)
def test_in_the_five_minute_game_only_the_rival_turns_cards_over(
    theirs: str, sentence: str
) -> None:
    found = shown(dealt("AB", theirs, mode="five-minute"))
    assert found.says[1] == sentence
    both = drawn(found, "cards-of-both")
    assert both.count("flip-face") == len(CARDS_AT), "the caller's stay face down"
    assert not {"anchor", "bolt"} & {*re.findall(r"[a-z]+", both)}
    other = drawn(shown(dealt("EF", theirs, mode="five-minute")), "cards-of-both")
    assert both == other, "what the caller has is not shown"


@rule("TT-7")
def test_a_rival_is_shown_the_five_of_the_other_side_and_no_more_of_it() -> None:
    one, two = about_to_match("K"), about_to_match("K")
    s = two.state
    for cell in range(5):  # another first row, as the caller sees it
        s.shows[CALLER, cell] = (s.shows[CALLER, cell] + 1) % 15
    pictures = [
        [shown(each, viewer).picture for each in (one.copy(), two.copy())] for viewer in (0, 1)
    ]
    assert pictures[0][0] == pictures[0][1]
    assert pictures[1][0] != pictures[1][1], "the comparison would notice"


@rule("TT-12")
def test_most_pushes_bring_nothing_about() -> None:
    position = about_to_match("K")
    move = next(text for text in position.legal_moves() if not position.reveals(text))
    assert scene(ENGLISH, move, *documents(position, move), NAMES, None) is None


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("mode", ["tournament", "five-minute"])
def test_a_match_keeps_the_law_of_scenes(mode: str, viewer: int | None) -> None:
    position = about_to_match("K", mode=mode)
    before = position.copy()
    position.play("c3=K")
    assert check_scene(before, position, viewer)
