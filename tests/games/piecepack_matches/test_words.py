"""Matches told to people: who starts, what a coin shows, why it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from matchwood import Position, find_game, load
from matchwood.engine.language import ENGLISH, Effect
from matchwood.engine.view import shown_to, veiled
from matchwood.games.piecepack_matches import words as telling
from matchwood.testing import random_game

NAMES = ["Anna", "Ben", "Chloé", "Dora"]
rule = pytest.mark.rule


def moves(flaming: bool) -> Iterator[tuple[str, Position, Position]]:
    """The moves of a game of four, each with the positions before and after."""
    variant = load("piecepack-matches", players=4, flaming=flaming)
    for before, after in pairwise(random_game(variant, seed=3)):
        yield after.history[-1], before, after


def told(move: str, before: Position, after: Position) -> str:
    return telling.tell(
        ENGLISH, move, before.observe(None).document, after.observe(None).document, NAMES
    )


@rule("PM-4")
def test_the_opening_tells_every_roll_and_who_starts() -> None:
    document = {"to_move": 2, "rolls": [[3, 5, 5, 2], [None, 1, 4, None]]}
    assert telling.opening(ENGLISH, document, NAMES, {}) == (
        "Chloé has the highest roll and starts: "
        "Anna: 3, Ben: 5, Chloé: 5, Dora: 2; again Ben: 1, Chloé: 4. (PM-4)"
    )


@rule("PM-6")
@rule("PM-7")
def test_a_turned_coin_is_named_and_whether_it_marks_a_tile() -> None:
    for move, before, after in moves(flaming=False):
        spot, mover = int(move.split()[1]), before.to_move
        coin = before.document["coins"][spot - 1]["coin"]
        value = {"n": "null", "a": "ace"}.get(coin[1], coin[1])
        suit = {"S": "suns", "M": "moons", "C": "crowns", "A": "arms"}[coin[0]]
        text = told(move, before, after)
        assert text.startswith(
            f"{NAMES[mover]} turns the coin on spot {spot}: the {value} of {suit}."
        )
        matches = coin in before.document["tiles"][mover]
        assert ("none of their tiles" in text) != matches
    assert text.endswith("It marks their last tile.")


@rule("PM-12")
def test_an_offer_tells_only_the_side_that_is_up() -> None:
    """What was seen before is for the players to remember."""
    for _, before, _ in moves(flaming=False):
        shown = shown_to(before, 0).document
        offered = telling.offers(ENGLISH, before.legal_moves(), shown, NAMES)
        assert offered == telling.offers(
            ENGLISH, before.legal_moves(), before.observe(0).document, NAMES
        )
        assert not [text for text in offered if "seen" in text]
    assert offered[0].startswith("Turn the coin on spot ")


@rule("PM-12")
def test_where_it_was_agreed_an_offer_tells_that_a_coin_has_been_seen() -> None:
    for _, before, _ in moves(flaming=False):
        coins = before.document["coins"]
        seen = [f"flip {spot}" for spot, coin in enumerate(coins, 1) if coin and coin["seen"]]
        shown = shown_to(before, 0, ["mark-seen"]).document
        offered = telling.offers(ENGLISH, before.legal_moves(), shown, NAMES)
        told = [
            move for move, text in zip(before.legal_moves(), offered, strict=True) if "seen" in text
        ]
        assert told == seen
    assert seen


@rule("PM-12")
def test_a_turn_is_told_alike_whatever_else_was_seen() -> None:
    for move, before, after in moves(flaming=True):
        shown = [veiled(each.observe(None), 0).document for each in (before, after)]
        assert telling.tell(ENGLISH, move, *shown, NAMES) == told(move, before, after)


@rule("PM-11")
def test_where_a_coin_goes_is_offered_and_told_by_its_spots() -> None:
    kinds = set()
    for move, before, after in moves(flaming=True):
        kind, _, spot = move.partition(" ")
        [offered] = telling.offers(ENGLISH, [move], before.observe(None).document, NAMES)
        if kind == "move":
            assert offered == f"Put the coin on spot {spot}."
            turned = before.document["turned"]
            assert f"the coin from spot {turned} on spot {spot}." in told(move, before, after)
        elif kind == "stay":
            assert told(move, before, after).endswith(f"on spot {before.document['turned']}.")
        kinds.add(kind)
        assert telling.effects(ENGLISH, [move], before.observe(None).document, NAMES) == [Effect()]
    assert kinds == {"flip", "move", "stay"}


def test_the_tally_counts_the_marked_tiles() -> None:
    *_, (_, _, last) = moves(flaming=False)
    numbers = [(str(len(marked)), "of 6") for marked in last.document["marked"]]
    assert telling.tally(ENGLISH, last.document) == numbers


def test_the_standing_counts_the_marked_tiles() -> None:
    for _, _, after in moves(flaming=False):
        document = after.document
        numbers = [re.findall(r"\d+", line) for line in telling.standing(ENGLISH, document)]
        assert numbers == [[str(len(marked)), "6"] for marked in document["marked"]]


@rule("PM-9")
def test_the_verdict_names_who_marked_all_their_tiles_then_the_others() -> None:
    *_, (_, _, last) = moves(flaming=False)
    [winner] = last.winners
    first, *others = telling.verdict(ENGLISH, last.document, NAMES)
    assert first == f"{NAMES[winner]} has marked all 6 tiles and wins. (PM-9)"
    assert [line.partition(":")[0] for line in others] == [n for n in NAMES if n != NAMES[winner]]


def test_a_piece_is_named_as_in_the_rulebook_of_the_language() -> None:
    speaking = find_game("piecepack-matches").speaking
    assert telling.piece(speaking("fr"), "Aa") == "as de blason"
    assert telling.piece(speaking("de"), "S3") == "Sonnen-3"
    assert telling.piece(ENGLISH, "Mn") == "null of moons"
