"""Top Trumps Match told to people: offers, moves, matches and the end in words."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from matchwood import Position, Variant, load
from matchwood.engine.language import ENGLISH, Words, words_of
from matchwood.engine.view import veiled
from matchwood.games.top_trumps_match import picture, words
from matchwood.games.top_trumps_match.pieces import SYMBOLS
from matchwood.testing import random_game, variants
from tests.games.top_trumps_match.positions import (
    LETTER_OF,
    about_to_match,
    give,
    move_hole,
    opposite,
    table,
    turn,
)

rule = pytest.mark.rule
NAMES = ("Anna", "Ben")
LONGEST = 70
"""How long what is to be done may be, in letters: the bar has one line."""
GERMAN = words_of("matchwood.games.top_trumps_match", "de")
FRENCH = words_of("matchwood.games.top_trumps_match", "fr")


def told(
    position: Position, move: str, viewer: int | None = None, language: Words = ENGLISH
) -> str:
    before = position.observe(viewer).document
    position.play(move)
    return words.tell(language, move, before, position.observe(viewer).document, NAMES)


def offered(position: Position, move: str, language: Words = ENGLISH) -> str:
    assert move in position.legal_moves()
    [text] = words.offers(language, [move], position.observe(position.to_move).document, NAMES)
    return text


@pytest.mark.parametrize("variant", variants("top-trumps-match"), ids=str)
def test_offers_are_unique_and_the_standing_has_the_points(variant: Variant) -> None:
    positions = list(random_game(variant, 5))
    for before, after in list(pairwise(positions))[:: max(1, len(positions) // 4)]:
        document, legal = before.observe(before.to_move).document, before.legal_moves()
        assert len(set(words.offers(GERMAN, legal, document, NAMES))) == len(legal)
        standing = words.standing(ENGLISH, after.observe(None).document)
        points = after.document["points"]
        assert [int(each.split()[0]) for each in standing] == points


@rule("TT-6")
@pytest.mark.parametrize(
    ("youngest", "reason"), [(0, "is the youngest and starts"), (None, "starts, drawn by lot")]
)
def test_the_opening_says_who_starts_and_why(youngest: int | None, reason: str) -> None:
    document = table(youngest=youngest).document
    name, other = NAMES[document["starter"]], NAMES[1 - document["starter"]]
    said = words.opening(ENGLISH, document, NAMES, {"youngest": youngest})
    assert said.startswith(f"{name} {reason} ")
    assert "(TT-6)" in said
    assert said.endswith(f"out to {other}.")


@rule("TT-9")
def test_a_move_is_told_with_what_goes_and_what_each_side_sees() -> None:
    position = table(youngest=0)
    document = position.document
    symbol, old = document["cubes"][document["held"]][0], document["grid"]["b2"]["faces"][1]
    new, gone, behind = words.named(ENGLISH, [symbol, old, opposite(position, symbol)])
    assert offered(position, f"b2={symbol}") == (
        f"b2: {gone} out, {new} towards you, {behind} towards Anna"
    )
    assert words.task(ENGLISH.to(1), document, NAMES).endswith("the cell to push into.")
    assert told(position, f"b2={symbol}") == (
        f"Ben pushes a cube into b2: {new} instead of {gone}, and {behind} towards Anna."
    )
    assert words.task(ENGLISH.to(0), position.document, NAMES).endswith("; not b2.")
    assert words.task(ENGLISH, position.document, NAMES) == "Anna is choosing where to push."


@rule("TT-12")
def test_an_offer_says_whose_match_it_makes() -> None:
    assert offered(about_to_match("K"), "c3=K").endswith(": your match!")
    assert offered(about_to_match("K"), "c3=K", FRENCH).endswith(
        "\u00a0: un match pour vous\u202f!"
    )
    position = about_to_match("K", side=0)
    symbol = opposite(position, "K")
    assert offered(position, f"c3={symbol}").endswith(": a match for Anna!")


@rule("TT-11")
def test_filling_the_hole_is_offered_and_told_as_such() -> None:
    position = about_to_match("K")
    move_hole(position, "c3")
    assert offered(position, "c3=K").startswith("Fill the hole c3: key towards you, ")
    assert told(position, "c3=K").startswith("Ben fills the hole c3: key, and ")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param(
            ["AB", "CK"], "the card is Ben’s: 2 points for Ben; Ben has 2 of 5.", id="TT-13"
        ),
        pytest.param(
            ["AK", "CD"], "the card is Anna’s: 2 points for Anna; Anna has 2 of 5.", id="TT-14"
        ),
        pytest.param(
            ["AB", "CD"], "nobody has the card: 1 point for Ben; Ben has 1 of 5.", id="TT-15"
        ),
    ],
)
@rule("TT-13")
@rule("TT-14")
@rule("TT-15")
def test_a_match_is_told_with_the_cards_and_why_who_scores(cards: list[str], points: str) -> None:
    position = about_to_match("K")
    give(position, cards)
    said = told(position, "c3=K")
    hands = [" and ".join(words.named(ENGLISH, hand)) for hand in cards]
    shown = f"Anna had the cards {hands[0]}. Ben had the cards {hands[1]}."
    expected = f" Match! Five keys on Ben’s side; {points} {shown} Round 2: Anna pushes "
    assert expected in said
    assert "is dealt" not in said


@rule("TT-5")
def test_a_new_round_tells_a_viewer_their_own_cards_only() -> None:
    for viewer, name in enumerate(NAMES):
        position = about_to_match("K")
        said = told(position, "c3=K", viewer, GERMAN)
        hand = " und ".join(words.named(GERMAN, position.document["cards"][viewer]))
        assert said.endswith(f"{name} bekommt die Karten {hand}.")
        assert said.count("bekommt die Karten") == 1


@rule("TT-18")
@pytest.mark.parametrize(("hand", "winner"), [("KB", "Anna"), ("AB", "Ben")])
def test_the_verdict_of_a_five_minute_game_asks_the_others_cards(hand: str, winner: str) -> None:
    position = about_to_match("K", mode="five-minute")
    give(position, [hand, "CK" if hand == "AB" else "CD"])
    position.play("c3=K")
    said = words.verdict(ENGLISH, position.document, NAMES)
    assert said[-1] == f"{winner} wins (TT-18)."
    assert any("the card is Anna’s" in each for each in said) == (winner == "Anna")
    assert words.task(ENGLISH, position.document, NAMES) == "The game is over."


@rule("TT-16")
def test_the_verdict_of_a_tournament_tells_the_last_match_and_the_points() -> None:
    position = about_to_match("K")
    position.state.points[:] = [3, 4]
    position.play("c3=K")
    said = words.verdict(GERMAN, position.document, NAMES)
    assert said[0] == (
        "Match! Fünf Schlüssel auf der Seite von Ben; "
        "die Karte hat niemand: 1 Punkt für Ben; Ben hat 5 Punkte und gewinnt."
    )
    assert said[-1] == "Ben gewinnt mit 5 zu 3 Punkten (TT-16)."


@rule("TT-17")
@pytest.mark.parametrize(
    ("points", "result"),
    [
        ([1, 1], "Anna and Ben have the same points and share the win (TT-17)."),
        ([2, 1], "Anna wins by 2 points to 1 (TT-17)."),
    ],
)
def test_the_verdict_says_when_void_rounds_ended_the_game(points: list[int], result: str) -> None:
    position = table(void_after=20, max_voids=2)
    position.state.points[:] = points
    position.state.voids, position.state.pushes = 1, 19
    fresh_symbols = position.document["cubes"][position.document["held"]]
    said = told(position, f"b2={fresh_symbols[0]}")
    assert said.endswith("The round is void after 20 pushes without a match.")
    assert words.verdict(ENGLISH, position.document, NAMES) == [
        "2 void rounds in a row ended the game (TT-17).",
        result,
    ]


@rule("TT-1")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_symbols_are_named_as_in_the_rulebook(language: str) -> None:
    game = load("top-trumps-match").game
    names = words.named(game.speaking(language), SYMBOLS)
    told = [f"{letter} {name}" for letter, name in zip(SYMBOLS, names, strict=True)]
    assert ", ".join(told) in game.rulebook(language).text


@rule("TT-9")
def test_half_a_move_asks_for_the_cube_to_push_out() -> None:
    document = table(youngest=0).document
    for language, asked in (
        (ENGLISH, "Fish faces you; choose the cube to push out."),
        (FRENCH, "Poisson face à vous\u202f; choisissez le cube à pousser dehors."),
        (GERMAN, "Fisch zeigt zu dir; wähl den Würfel, der hinaus soll."),
    ):
        assert words.prompts(language, [("face-F",)], document, NAMES) == [asked]


@pytest.mark.parametrize("language", [ENGLISH, FRENCH, GERMAN], ids=["en", "fr", "de"])
def test_what_is_asked_of_a_player_is_short(language: Words) -> None:
    position = table(youngest=0)
    position.play(position.legal_moves()[-1])
    document, paths = position.document, [(f"face-{symbol}",) for symbol in SYMBOLS]
    asked = words.prompts(language, paths, document, NAMES)
    task = words.task(language.to(position.to_move), document, NAMES)
    assert max(map(len, [task, *asked])) <= LONGEST


@rule("TT-16")
@pytest.mark.parametrize(("mode", "needed"), [("tournament", "of 6"), ("five-minute", "")])
def test_the_tally_has_the_points_and_how_many_win(mode: str, needed: str) -> None:
    position = table(mode=mode, target=6)
    position.state.points[1] = 1
    assert words.tally(ENGLISH, position.document) == [("0", needed), ("1", needed)]


@rule("TT-12")
def test_a_move_says_how_long_its_line_would_be() -> None:
    position = about_to_match("K")
    [five, other] = words.effects(
        ENGLISH, ["c3=K", f"c3={opposite(position, 'K')}"], position.observe(1).document, NAMES
    )
    assert five == ("five in a line!", False)
    assert "five in a line!" not in other.text
    turn(position, "a3", 1, next(each for each in faces_in(position, "a3") if each != "K"))
    [four] = words.effects(ENGLISH, ["c3=K"], position.observe(1).document, NAMES)
    assert four.text.startswith("4 of five")


def faces_in(position: Position, cell: str) -> list[str]:
    document = position.document
    return list(document["cubes"][document["grid"][cell]["cube"]])


@rule("TT-14")
@pytest.mark.parametrize(
    ("hand", "effect"),
    [("CD", ("a match for Anna!", True)), ("CK", ("Anna matches, your card: +2", False))],
)
def test_a_match_of_the_rival_is_warned_of_unless_one_has_its_card(
    hand: str, effect: tuple[str, bool]
) -> None:
    position = about_to_match("K", side=0)
    give(position, ["AB", hand])
    move = f"c3={opposite(position, 'K')}"
    assert words.effects(ENGLISH, [move], position.observe(1).document, NAMES) == [effect]


@rule("TT-7")
def test_the_log_shows_the_symbol_that_its_reader_saw_come() -> None:
    position = table(youngest=0)
    symbol = position.document["cubes"][position.document["held"]][0]
    before, move = position.copy(), f"b2={symbol}"
    position.play(move)
    for reader, seen in ((1, symbol), (0, opposite(before, symbol)), (None, symbol)):
        shown = (veiled(each.observe(None), reader).document for each in (before, position))
        icon, text = picture.note(move, *shown, ENGLISH.to(reader))
        assert drawn_symbols(icon) == seen
        assert text == "into b2"


def drawn_symbols(drawn: str) -> str:
    return "".join(LETTER_OF[name] for name in re.findall(r'class="symbol (\w+)', drawn))


@rule("TT-13")
@rule("TT-14")
@rule("TT-15")
@pytest.mark.parametrize(
    ("cards", "scored"),
    [
        (["AB", "CK"], ["your rival’s card: +2", "your card: +2", "+2"]),
        (["AK", "CD"], ["your card: +2", "your rival’s card: +2", "+2"]),
        (["AB", "CD"], ["+1 for your rival", "+1 for you", "+1"]),
    ],
)
def test_the_log_shows_a_match_and_whose_card_it_was(cards: list[str], scored: list[str]) -> None:
    position = about_to_match("K")
    give(position, cards)
    before = position.document
    position.play("c3=K")
    for reader, text in zip((0, 1, None), scored, strict=True):
        told = picture.note("c3=K", before, position.document, ENGLISH.to(reader))
        assert drawn_symbols(told[2]) == "K"
        assert told[1::2] == ["into c3", text]
