"""Baguettes told to people: every move is told apart, and what is told is what happened."""

from __future__ import annotations

from itertools import pairwise

import pytest

from matchwood import Position, Variant, load
from matchwood.engine.language import ENGLISH, words_of
from matchwood.games.baguettes import pieces, words
from matchwood.testing import random_game, variants
from tests.games.baguettes.positions import stuck, table

rule = pytest.mark.rule
ONE_LINE = 70
NAMES = ["Anna", "Ben", "Chloé", "Dora"]
GERMAN = words_of("matchwood.games.baguettes", "de")
FRENCH = words_of("matchwood.games.baguettes", "fr")


def told(position: Position, move: str, language: words.Words = ENGLISH) -> str:
    before, names = position.document, NAMES[: position.players]
    position.play(move)
    return words.tell(language, move, before, position.document, names)


def offered(position: Position, move: str) -> str:
    assert move in position.legal_moves()
    [text] = words.offers(ENGLISH, [move], position.document, NAMES[: position.players])
    return text


@pytest.mark.parametrize("variant", variants("baguettes"), ids=str)
def test_offers_are_unique_and_the_standing_counts_every_stick(variant: Variant) -> None:
    positions = list(random_game(variant, 5))
    for before, after in list(pairwise(positions))[:: max(1, len(positions) // 8)]:
        document, names = before.document, NAMES[: before.players]
        legal = before.legal_moves()
        offers = set(words.offers(GERMAN, legal, document, names))
        assert len(offers) == len(legal)
        assert words.tell(GERMAN, after.history[-1], document, after.document, names)
        for seat, standing in enumerate(words.standing(ENGLISH, document)):
            colour = document["colours"][seat]
            hand, lying = document["hands"][seat], pieces.on_block(document, colour)
            expected = f"{hand} in hand, {lying} on the block"
            if document["teams"]:
                partner = pieces.in_hands(document, colour) - hand
                expected = f"{hand} in hand, partner {partner}, {lying} on the block"
                left, _ = words.tally(ENGLISH, document)[seat]
                assert int(left) == hand + partner + lying, "what is told adds up"
            assert standing == ("no sticks left" if pieces.is_out(document, seat) else expected)


@rule("BG-14")
@pytest.mark.parametrize("variant", variants("baguettes"), ids=str)
def test_the_task_names_what_can_be_done_and_nothing_else(variant: Variant) -> None:
    for position in list(random_game(variant, 6))[::3]:
        kinds = {move.split()[0] for move in position.legal_moves()}
        words_to_mover = ENGLISH.to(position.to_move)
        task = words.task(words_to_mover, position.document, NAMES)
        from_hand, pull = bool(kinds & {"pierce", "plant"}), "pull" in kinds
        assert ("take one of your sticks out" in task) == ("drop" in kinds)
        assert task.startswith("Pierce") == from_hand
        assert ("ull a rod" in task) == pull


@rule("BG-14")
@pytest.mark.parametrize("language", [ENGLISH, FRENCH, GERMAN], ids=["en", "fr", "de"])
def test_the_task_fits_into_one_line(language: words.Words) -> None:
    for position in (
        table(),
        table("A1:red", "11:red 21:red"),
        table("A1:red", "11:red 21:red", (0, 1)),
        stuck(),
    ):
        task = words.task(language.to(position.to_move), position.document, NAMES)
        assert len(task) <= ONE_LINE


def prompted(position: Position, *path: str) -> str:
    names = NAMES[: position.players]
    [text] = words.prompts(ENGLISH.to(position.to_move), [path], position.document, names)
    return text


@rule("BG-11")
@rule("BG-12")
@rule("BG-13")
def test_a_half_made_pull_says_what_sinks_and_where_the_rod_goes() -> None:
    own = table("A1:red C1:green A2:green", "11:green 12:red 22:red")
    assert prompted(own, "channel-A1") == (
        "Pull A1? The green stick in 11 sinks to C. The rod comes back to your hand."
    )
    assert prompted(own, "channel-A2") == (
        "Pull A2? 2 sticks go down, 2 lost. The rod goes to Ben."
    )
    swap = table("A1:green C1:green", "11:red 21:red")
    assert prompted(swap, "channel-A1") == (
        "Pull A1? 2 sticks sink. Choose your stick whose place the rod takes."
    )


@rule("BG-14")
def test_taking_a_stick_out_is_asked_for_once_more() -> None:
    position = stuck(hand=1)
    for path in ("rack", "well-11", "channel-A1"):
        assert prompted(position, path).endswith("out of the game?")


@rule("BG-7")
def test_planting_without_a_rod_below_is_warned_of() -> None:
    position = table("B2:red C1:red", "21:red")
    told = words.effects(
        ENGLISH, ["plant 11", "plant 22", "plant 44"], position.document, NAMES[:2]
    )
    assert [effect.text for effect in told] == ["on C1", "on B2", "you would lose it"]
    assert [effect.warns for effect in told] == [False, False, True]


@rule("BG-9")
def test_a_pull_says_how_deep_sticks_sink_or_that_some_are_lost() -> None:
    position = table("A1:red C1:green A2:red B1:green", "11:green 21:red 12:red 22:red")
    told = words.effects(ENGLISH, ["pull A1", "pull A2"], position.document, NAMES[:2])
    assert [effect.text for effect in told] == ["sinks to C", "1 lost"]


def test_the_tally_counts_what_is_not_out() -> None:
    team = table("A1:red", "11:green 21:green", (2, 1, 3, 0), teams=True)
    assert words.tally(ENGLISH, team.document) == [("6", "left"), ("3", "left")] * 2


@rule("BG-5")
def test_the_opening_says_that_the_lot_decided() -> None:
    position = table(to_move=1)
    assert words.opening(ENGLISH, position.document, NAMES[:2], {}) == (
        "Ben starts, drawn by lot (BG-5)."
    )


def test_a_stick_that_is_planted_is_told_with_where_it_stands() -> None:
    assert offered(table("B2:red"), "plant 21") == "Plant a stick in well 21: it stands on level B"
    assert told(table("B2:red"), "plant 21", GERMAN) == (
        "Anna steckt einen roten Stab in Schacht 21; er steht auf Ebene B."
    )
    assert offered(table(), "plant 21").endswith("no rod is there, it disappears")
    assert told(table(), "plant 21").endswith("it finds no rod and disappears.")
    assert told(table(), "pierce B3", FRENCH) == (
        "Anna pousse une baguette rouge à travers le canal B3."
    )


@rule("BG-12")
def test_a_pull_is_told_with_what_falls_and_where_the_rod_goes() -> None:
    own = "A1:red C1:red A2:green C2:red", "11:red 21:green 12:red"
    assert told(table(*own), "pull A1") == (
        "Anna pulls the red rod A1. The red stick in well 11 sinks to level C. "
        "The green stick in well 21 sinks to level C. Anna takes the rod in hand."
    )
    assert offered(table(*own), "pull A2>12") == (
        "Pull the green rod A2 and put it in the place of your stick in well 12. "
        "The red stick in well 12 sinks to level C."
    )
    assert told(table(*own), "pull A2>12", GERMAN) == (
        "Anna zieht die grüne Stange A2. Der rote Stab in Schacht 12 sinkt auf Ebene C. "
        "Anna setzt die Stange in Schacht 12 und nimmt den roten Stab von dort auf die Hand."
    )


@rule("BG-13")
def test_a_rod_that_goes_back_is_told_with_who_is_handed_it() -> None:
    last = table("A1:blue", "11:red 21:red", (1, 1, 1))
    assert offered(last, "pull A1").startswith("Pull the blue rod A1 and hand it to Chloé. ")
    assert told(last, "pull A1").endswith("The rod goes to Chloé’s hand.")


@rule("BG-14")
def test_a_stick_taken_out_of_the_game_is_told() -> None:
    assert [offered(stuck(hand=1), move) for move in ("drop hand", "drop 11", "drop A1")] == [
        "Take a red stick from your hand out of the game",
        "Take the red stick in well 11 out of the game",
        "Take the red rod A1 out of the game. The red stick in well 11 sinks to level B. "
        "The green stick in well 21 sinks to level B.",
    ]
    told_out = [told(stuck(hand=1), move) for move in ("drop hand", "drop 11", "drop A1")]
    assert all(each.startswith("Anna cannot play and takes ") for each in told_out)
    assert told_out[2].endswith("The green stick in well 21 sinks to level B.")


@rule("BG-16")
def test_the_verdict_says_who_is_left_and_what_of() -> None:
    position = table("A1:green", "", (1, 0, 0))
    assert told(position, "plant 44").endswith("Anna is out.")
    assert words.verdict(ENGLISH, position.document, NAMES[:3]) == [
        "Ben wins: nobody else has a stick left (BG-16).",
        "Anna: 0 in hand, 0 on the block, 1 out of the game.",
        "Ben: 0 in hand, 1 on the block, 0 out of the game.",
        "Chloé: 0 in hand, 0 on the block, 0 out of the game.",
    ]
    assert words.task(ENGLISH, position.document, NAMES[:3]) == "The game is over."


@rule("BG-16")
@pytest.mark.parametrize("teams", [False, True])
def test_the_verdict_says_when_the_last_go_out_together(teams: bool) -> None:
    hands = (0, 0, 0, 0) if teams else (0, 0)
    position = table("A1:red", "11:green", hands, teams=teams, last_played="green")
    position.play("drop A1")
    first = words.verdict(ENGLISH, position.document, NAMES[: position.players])[0]
    won = "Ben and Dora were" if teams else "Ben was"
    assert first.startswith(f"Nobody has a stick left. {won} the last to pierce, plant or pull,")


@rule("BG-15")
def test_partners_win_and_go_out_together() -> None:
    position = table("A1:green", "", (1, 0, 0, 0), teams=True)
    assert told(position, "plant 44", GERMAN).endswith("Anna und Chloé scheiden aus.")
    assert words.verdict(GERMAN, position.document, NAMES)[0] == (
        "Ben und Dora gewinnen: Niemand sonst hat noch einen Stab (BG-16)."
    )


def test_every_option_has_a_label_and_every_unclear_value_words() -> None:
    game = load("baguettes").game
    assert words.LABELS.keys() == {option.name for option in game.options}
    assert {name for name, _ in words.CHOICES} == {"teams", "size", "sticks"}
