"""Colorfox told to people: who starts, what a move brings, why it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from matchwood import Position, find_game, load
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.games.colorfox import words as telling
from matchwood.testing import half_made, random_game
from tests.games.colorfox.positions import arranged

NAMES = ["Anna", "Ben", "Chloé"]
rule = pytest.mark.rule


def moves(seed: int = 7) -> Iterator[tuple[str, Position, Position]]:
    """The moves of a game of three, each with the positions before and after."""
    for before, after in pairwise(random_game(load("colorfox", players=3), seed)):
        yield after.history[-1], before, after


def told(move: str, before: Position, after: Position, viewer: int | None) -> str:
    return telling.tell(
        ENGLISH, move, before.observe(viewer).document, after.observe(viewer).document, NAMES
    )


@rule("CF-6")
def test_the_opening_says_whether_the_youngest_starts_or_the_lot_decided() -> None:
    position = load("colorfox", players=3, youngest=1).new(1)
    by_age = telling.opening(ENGLISH, position.document, NAMES, position.variant.options)
    assert by_age == "Ben is the youngest and starts. (CF-6)"
    position = load("colorfox", players=3).new(1)
    by_lot = telling.opening(ENGLISH, position.document, NAMES, position.variant.options)
    assert by_lot == f"{NAMES[position.to_move]} starts, drawn by lot. (CF-6)"


@rule("CF-7")
def test_a_place_is_told_by_the_card_beside_it() -> None:
    sides = {"below": (0, -1), "above": (0, 1), "left of": (-1, 0), "right of": (1, 0)}
    told_as = set()
    for move, before, after in moves():
        if "@" not in move:
            continue
        x, y = map(int, move.partition("@")[2].split(","))
        [offered] = telling.offers(ENGLISH, [move], before.observe(before.to_move).document, NAMES)
        for sentence in (offered, told(move, before, after, None)):
            found = re.search(
                r" (below|above|left of|right of) the card ([a-z, ]+?)(:| and c)", sentence
            )
            assert found, sentence
            assert "column" not in sentence
            right, up = sides[found[1]]
            [card] = [
                laid["card"]
                for laid in before.document["table"]
                if (laid["x"], laid["y"]) == (x - right, y - up)
            ]
            assert found[2] == telling.card_told(ENGLISH, card)
            told_as.add(found[1])
    assert told_as == sides.keys()


@rule("CF-7")
def test_places_beside_cards_that_look_alike_are_offered_apart() -> None:
    deck = ",".join(["RGRG"] * 30)
    for position in random_game(load("colorfox", deck=deck), seed=1):
        if not position.over:
            document, legal = position.observe(position.to_move).document, position.legal_moves()
            offers = telling.offers(ENGLISH, legal, document, NAMES[:2])
            assert len({*offers}) == len(legal)


@rule("CF-9")
def test_a_placement_is_offered_and_told_with_the_sticks_it_wins() -> None:
    for move, before, after in moves():
        if "@" in move and not after.document["ending"]:
            mover = before.to_move
            [offered] = telling.offers(ENGLISH, [move], before.observe(mover).document, NAMES)
            matches = offered.partition(": connects ")[2].rstrip(".")
            numbers = [int(number) for number in re.findall(r"\d+", matches)]
            sticks = [sum(p.document["sticks"][mover].values()) for p in (before, after)]
            assert sum(numbers) == sticks[1] - sticks[0]
            assert f"connects {matches}. {NAMES[mover]} wins the " in told(
                move, before, after, None
            )


@rule("CF-13")
def test_what_the_reserve_lacks_is_not_said_to_be_won() -> None:
    seen = set()
    for seed in range(8):
        for move, before, after in moves(seed):
            if after.document["ending"] and not before.document["ending"]:
                text = told(move, before, after, None)
                assert "this is the last turn. (CF-13)" in text
                assert "wins only" in text or "wins no stick" in text
                seen.add("only" if "wins only" in text else "none")
    assert seen


@rule("CF-12")
def test_only_who_draws_a_card_is_told_which_one() -> None:
    drawn = 0
    for move, before, after in moves():
        if len(after.document["pile"]) < len(before.document["pile"]):
            mover, drawn = before.to_move, drawn + 1
            card = telling.card_told(ENGLISH, after.document["hands"][mover][-1])
            assert told(move, before, after, mover).endswith(f"draws the card {card}.")
            for viewer in {None, 0, 1, 2} - {mover}:
                assert told(move, before, after, viewer).endswith("draws a card.")
    assert drawn > 10


@rule("CF-10")
def test_a_swap_names_both_players_and_both_colours() -> None:
    document = {"to_move": 0, "ending": False, "pile": [], "table": []}
    assert telling.tell(ENGLISH, "R>2:O", document, document, NAMES) == (
        "Anna gives Chloé a red stick and takes an orange stick."
    )
    french = find_game("colorfox").speaking("fr")
    assert telling.offers(french, ["R>2:O"], document, NAMES) == [
        "Donner un bâtonnet rouge à Chloé et prendre un bâtonnet orange."
    ]


def test_the_standing_counts_points_and_sticks() -> None:
    for _, _, after in moves():
        document = after.document
        numbers = [
            [int(number) for number in re.findall(r"\d+", line)]
            for line in telling.standing(ENGLISH, document)
        ]
        sticks = [sum(holding.values()) for holding in document["sticks"]]
        assert numbers == [list(pair) for pair in zip(document["scores"], sticks, strict=True)]


@rule("CF-15")
@rule("CF-16")
def test_the_verdict_sums_up_the_sets_and_names_who_won() -> None:
    *_, (_, _, last) = moves()
    document = last.document
    document["sticks"][0] = {"R": 3, "O": 1, "Y": 1, "G": 2, "B": 1, "P": 1}
    document["scores"], document["winners"] = [25, 1, 25], [0, 2]
    document["sticks"][1] = {**dict.fromkeys("ROYGBP", 0), "R": 1}
    why, anna, ben, _, winners = telling.verdict(ENGLISH, document, NAMES)
    assert why.endswith("(CF-13)")
    assert anna == "Anna: 21 + 3 + 1 = 25 points. (CF-15)"
    assert ben == "Ben: 1 point."
    assert winners.startswith("Anna and Chloé share the highest score")


@rule("CF-14")
def test_the_verdict_says_when_everyone_had_to_skip() -> None:
    *_, (_, _, last) = moves()
    document = last.document | {"passes": 3}
    assert telling.verdict(ENGLISH, document, NAMES)[0].endswith("(CF-14)")


@rule("CF-8")
def test_who_has_no_card_that_fits_is_told_to_skip() -> None:
    position = load("colorfox", players=3).new(1)
    document = position.observe(position.to_move).document
    mover = ENGLISH.to(position.to_move)
    assert telling.task(mover, document, NAMES) == "Choose a card, then its place."
    card = document["table"][0]["card"]
    other = next(letter for letter in "ROYGBP" if letter not in card)
    document["hands"][position.to_move] = [other * 4]
    assert telling.task(mover, document, NAMES).endswith("skip your turn.")
    waiting = telling.task(ENGLISH, position.observe(None).document, NAMES)
    assert waiting == f"{NAMES[position.to_move]} is choosing a card."


LONGEST_TASK = 70


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_fits_a_line(language: str) -> None:
    speaking = find_game("colorfox").speaking(language)
    tasks = set()
    for _, position, _ in moves():
        words, document = speaking.to(position.to_move), position.observe(position.to_move).document
        paths = half_made(position.variant.game, position.legal_moves(), document)
        tasks |= {telling.task(words, document, NAMES)}
        tasks |= set(telling.prompts(words, paths, document, NAMES))
    assert max(map(len, tasks)) <= LONGEST_TASK


@rule("CF-9")
@rule("CF-15")
def test_what_a_move_would_do_to_the_score_is_what_it_does() -> None:
    ends = 0
    for seed in range(3):
        for move, before, after in moves(seed):
            mover = before.to_move
            [effect] = telling.effects(ENGLISH, [move], before.observe(mover).document, NAMES)
            scores = [position.document["scores"][mover] for position in (before, after)]
            sticks = [sum(p.document["sticks"][mover].values()) for p in (before, after)]
            points = "1 point" if scores[1] == 1 else f"{scores[1]} points"
            won, end = sticks[1] - sticks[0], after.document["ending"]
            if "@" in move:
                told = f"{won} stick{'' if won == 1 else 's'}, {points}"
                assert effect.text == (f"{told} · the end" if end else told)
                ends += end
            else:
                assert effect.text == (points if ">" in move else "")
    assert ends


@rule("CF-13")
def test_who_would_end_the_game_and_lose_is_asked_again() -> None:
    table = [("YOGB", 0, 0)]
    hands = [["BYGO"], ["PPPR"]]
    for own, rival, warned in (("R", "ROY", True), ("ROY", "R", False), ("RG", "RP", False)):
        position = arranged(table, hands, sticks={0: own, 1: rival}, gone="O")
        effects = telling.effects(ENGLISH, ["BYGO@1,0"], position.observe(0).document, NAMES[:2])
        assert effects[0].text.endswith("the end")
        assert effects[0].warns == warned
        assert "BYGO@1,0" in position.legal_moves()
