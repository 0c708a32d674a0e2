"""Seeds and options: what is taken, and the sentence for what is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from matchwood import BadOption, BadSeed, UnknownGame, find_game, load
from matchwood.engine.fairness import seed_bytes
from matchwood.engine.options import Value, Whole


def test_a_number_its_digits_and_their_hash_are_the_same_seed() -> None:
    assert seed_bytes(7) == seed_bytes("7") == seed_bytes(seed_bytes(7))
    assert seed_bytes(7) == seed_bytes(seed_bytes(7).hex())
    assert len(seed_bytes(7)) == 32


@pytest.mark.parametrize("seed", [np.int64(7), np.uint8(7), np.int32(7)])
def test_a_number_of_numpy_is_a_number(seed: np.integer) -> None:
    assert seed_bytes(seed) == seed_bytes(7)


@pytest.mark.parametrize(
    "text", ["ab " * 21 + "a", " " * 4 + "ab" * 30, "ab" * 31 + "\n ", "ａ" * 64, "0x" + "ab" * 31]
)
def test_digits_with_blanks_are_a_text_like_any_other(text: str) -> None:
    assert len(text) == 64
    assert seed_bytes(text) == seed_bytes(sha256(text.encode()).digest())


def test_without_a_seed_every_game_is_another() -> None:
    assert seed_bytes(None) != seed_bytes(None)


def test_different_seeds_deal_different_games() -> None:
    deals = {
        str(load("piecepack-matches").new(seed).document) for seed in [*range(50), "fox", "Fox"]
    }
    assert len(deals) == 52


@pytest.mark.parametrize(
    "seed", [b"short", b"", "", 1.5, True, [1], object(), np.float64(1), np.True_, np.array([1])]
)
def test_any_other_seed_is_refused_in_one_sentence(seed: object) -> None:
    with pytest.raises(BadSeed, match=r"^A seed .*\.$"):
        load("piecepack-matches").new(seed)  # type: ignore[arg-type]


def test_an_unknown_game_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match=r"piecepack-matches.*Did you mean piecepack-matches\?$"):
        load("piecepack-match")


def test_an_unknown_option_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadOption, match=r"“flamming”.*players, flaming.*Did you mean flaming\?$"):
        load("piecepack-matches", flamming=True)


@pytest.mark.parametrize("players", [1, 5, 7, "5", "three", 2.0, None, True])
def test_a_number_of_players_that_the_game_does_not_take_is_refused(players: object) -> None:
    with pytest.raises(BadOption, match=r"^Option players cannot be .*; it takes 2, 3, 4, 6\.$"):
        load("piecepack-matches", players=players)


def test_options_are_read_from_text_too() -> None:
    variant = load("piecepack-matches", players="6", flaming="TRUE")
    assert variant.options == {"players": 6, "flaming": True}


def test_options_are_read_from_numbers_of_numpy_too() -> None:
    matches = load("piecepack-matches", players=np.int64(6), flaming=np.True_)
    assert matches.options == {"players": 6, "flaming": True}
    assert type(matches.options["players"]) is int
    for size in (np.array([2, 3, 4]), (np.int8(2), np.int64(3), 4), list(np.arange(2, 5))):
        assert load("baguettes", size=size, sticks=np.uint8(3)).options["size"] == (2, 3, 4)
    for wrong in (np.int64(5), np.float64(2), np.True_, np.array([2])):
        with pytest.raises(BadOption, match=r"^Option players cannot be .*; it takes 2, 3, 4, 6"):
            load("piecepack-matches", players=wrong)


def test_options_left_out_take_their_default() -> None:
    assert load("piecepack-matches").options == {"players": 2, "flaming": False}


def test_a_hostile_value_is_quoted_on_one_short_line() -> None:
    with pytest.raises(BadOption) as refused:
        load("piecepack-matches", players="\x1b[31m\n" + "x" * 500)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


def test_a_game_is_found_by_its_name() -> None:
    assert find_game("piecepack-matches").title == "Matches"


STICKS = Whole("sticks", (1, 5, 16), None, "sticks per player")


@pytest.mark.parametrize(
    ("given", "value"), [(1, 1), ("16", 16), (7, 7), (None, None), ("none", None)]
)
def test_a_whole_number_within_its_bounds_is_taken(given: object, value: int | None) -> None:
    assert STICKS.read(given) == value


@pytest.mark.parametrize("given", [0, 17, "-1", "1.5", 2.0, True, "", "five", "9" * 50])
def test_a_number_out_of_bounds_is_refused_with_the_bounds(given: object) -> None:
    with pytest.raises(
        BadOption, match=r"^Option sticks cannot be .*; it takes 1 to 16, or none\.$"
    ):
        STICKS.read(given)


def test_options_that_do_not_go_together_are_refused_by_the_game() -> None:
    def check(options: Mapping[str, Value]) -> str | None:
        return (
            "Teams need four players." if options["flaming"] and options["players"] != 4 else None
        )

    game = replace(find_game("piecepack-matches"), check=check)
    assert game.variant({"flaming": True, "players": 4})
    with pytest.raises(BadOption, match=r"^Teams need four players\.$"):
        game.variant({"flaming": True})
