"""Matches is a game of memory: what has been seen shows only where that was agreed (PM-12)."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from rich.console import Console

from matchwood import Position, find_game, load
from matchwood.drawing.picture import BOARD
from matchwood.engine.language import ENGLISH
from matchwood.engine.view import choices, shown_to
from matchwood.games.piecepack_matches.pieces import NONE
from matchwood.testing import random_game
from tests.support.pictures import by_id, title, tree, with_class

pytestmark = pytest.mark.compiled  # of what is shown; no kernel has a part in it
rule = pytest.mark.rule
NAMES = ["Anna", "Ben", "Chloé", "Dora"]
MARKED = ["mark-seen"]
DRAWN = 4
"""Every which position is drawn, sketched and told twice; documents are compared in all."""
every_game = pytest.mark.parametrize("flaming", [False, True])


def positions(flaming: bool) -> list[Position]:
    """A game of four from after its first move on, until before its end."""
    variant = load("piecepack-matches", players=4, flaming=flaming)
    return list(random_game(variant, seed=3))[1:-1]


def with_others_seen(position: Position, seed: int) -> Position:
    """The same coins on the table, but others of them have been turned before."""
    other, lying = position.copy(), position.state.face != NONE
    if position.state.turned != NONE:
        lying[position.state.turned] = False
    spots = np.flatnonzero(lying)
    other.state.seen[spots] = position.state.seen[np.random.default_rng(seed).permutation(spots)]
    return other


def received(position: Position, viewer: int | None, aids: list[str]) -> list[object]:
    """All that a table shows of a position."""
    game, shown = position.variant.game, shown_to(position, viewer, aids)
    return [
        game.picture.draw(shown.document, viewer, NAMES),
        sketched(shown, viewer),
        game.words.offers(ENGLISH, position.legal_moves(), shown.document, NAMES),
        game.words.effects(ENGLISH, position.legal_moves(), shown.document, NAMES),
        game.words.standing(ENGLISH, shown.document),
        game.words.task(ENGLISH.to(viewer), shown.document, NAMES),
        choices(position, shown_to(position, position.to_move, aids)),
    ]


def sketched(shown: Position, viewer: int | None) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as sketch:
        console.print(shown.variant.game.sketch.sketch(shown.document, viewer, NAMES))
    return sketch.get()


def document(position: Position, viewer: int | None) -> str:
    """All that pictures and words are made from, as text, since an order could tell something."""
    return json.dumps(shown_to(position, viewer).document)


@rule("PM-12")
@every_game
def test_nothing_shown_hangs_on_which_coins_have_been_seen(flaming: bool) -> None:
    differs = 0
    for seed, position in enumerate(positions(flaming)):
        other = with_others_seen(position, seed)
        viewers = (None, 0, position.to_move)
        for viewer in viewers:
            assert document(other, viewer) == document(position, viewer)
        if seed % DRAWN == 0:
            viewer = viewers[seed // DRAWN % len(viewers)]
            assert received(other, viewer, []) == received(position, viewer, [])
        differs += other.observe(0).document != position.observe(0).document
    assert differs, "the coins that were seen are not others"


@rule("PM-12")
def test_the_comparison_would_notice_a_mark() -> None:
    assert any(
        received(with_others_seen(position, seed), 0, MARKED) != received(position, 0, MARKED)
        for seed, position in enumerate(positions(flaming=False))
    )


@rule("PM-12")
@every_game
def test_what_may_be_known_stays_known(flaming: bool) -> None:
    for position in positions(flaming):
        before = position.observe(0).document
        shown_to(position, 0)
        assert position.observe(0).document == before
        known = [coin["coin"] for coin in before["coins"] if coin and coin["seen"]]
        assert all(known)


@rule("PM-12")
@every_game
def test_where_it_was_agreed_an_eye_marks_just_the_coins_that_have_been_seen(
    flaming: bool,
) -> None:
    for position in positions(flaming):
        truth = position.document
        seen = {
            spot
            for spot, coin in enumerate(truth["coins"], start=1)
            if coin and coin["seen"] and spot != truth["turned"]
        }
        shown = shown_to(position, 0, MARKED).document
        found = by_id(tree(position.variant.game.picture.draw(shown, 0, NAMES).of(BOARD)))
        spots = {spot: found[f"spot-{spot}"] for spot in range(1, len(truth["coins"]) + 1)}
        eyes = {spot for spot, element in spots.items() if with_class(element, "seen-eye")}
        said = {
            spot for spot, element in spots.items() if title(element).endswith(", has been seen")
        }
        assert eyes == said == seen
        dotted = re.findall(r"(\d+) \([^)]*\)•", sketched(shown_to(position, 0, MARKED), 0))
        assert {int(spot) for spot in dotted} == seen
        assert all(coin is None or not coin["coin"] for coin in _unturned(shown))


def _unturned(document: dict[str, list[object]]) -> list[dict[str, object]]:
    turned = document["turned"]
    return [coin for spot, coin in enumerate(document["coins"], start=1) if spot != turned]


@rule("PM-10")
def test_the_coin_in_hand_is_shown_with_both_its_sides() -> None:
    placing = next(each for each in positions(flaming=True) if each.document["turned"])
    spot, truth = placing.document["turned"], placing.document
    assert shown_to(placing, 1).document["coins"][spot - 1] == truth["coins"][spot - 1]


@rule("PM-12")
def test_after_the_game_everything_is_shown() -> None:
    variant = load("piecepack-matches", players=4)
    *_, last = random_game(variant, seed=3)
    assert shown_to(last, 0).document == last.observe(0).document
    assert last.observe(0).document["rolls"]


def test_the_aid_is_declared_in_every_language() -> None:
    game = find_game("piecepack-matches")
    [aid] = game.aids
    told = {game.speaking(language).tell(aid.label) for language in ("en", "fr", "de")}
    assert len(told) == 3
    assert game.memory
