"""The grid stands upright between the players: each is shown their own side (TT-7)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from rich.console import Console

from matchwood import Position, load
from matchwood.engine.language import ENGLISH
from matchwood.engine.view import choices, shown_to, veiled
from matchwood.games.top_trumps_match import words
from matchwood.games.top_trumps_match.pieces import look_at
from matchwood.testing import random_game
from tests.games.top_trumps_match.positions import about_to_match, move_hole, opposite, table

pytestmark = pytest.mark.compiled  # of what is shown; no kernel has a part in it
rule = pytest.mark.rule
NAMES = ("Anna", "Ben")
LOOKING = ["other-side"]
SYMBOLS = 15


def positions() -> list[Position]:
    variant = load("top-trumps-match", void_after=40, max_voids=1)
    return list(random_game(variant, seed=1))[:-1:4]


def with_another_side(position: Position, side: int, seed: int) -> Position:
    """The same grid, but for the symbols that it shows to one side; five of a kind among them."""
    other, lying = position.copy(), position.state.cube >= 0
    symbols = np.random.default_rng(seed).integers(SYMBOLS, size=lying.sum())
    symbols[:20] = seed % SYMBOLS
    other.state.shows[side, lying] = symbols
    return other


def received(position: Position, viewer: int | None, aids: list[str]) -> list[object]:
    """All that a table shows of a position."""
    game, document = position.variant.game, shown_to(position, viewer, aids).document
    console = Console(width=100, color_system=None)
    with console.capture() as sketch:
        console.print(game.sketch.sketch(document, viewer, NAMES))
    mine = viewer == position.to_move
    return [
        game.picture.draw(document, viewer, NAMES),
        sketch.get(),
        game.words.standing(ENGLISH, document),
        game.words.task(ENGLISH.to(viewer), document, NAMES),
        game.words.offers(ENGLISH, position.legal_moves(), document, NAMES) if mine else [],
        game.words.effects(ENGLISH, position.legal_moves(), document, NAMES) if mine else [],
        choices(position, shown_to(position, viewer, aids)) if mine else [],
    ]


@rule("TT-7")
@pytest.mark.parametrize("viewer", [0, 1])
def test_nothing_that_a_player_is_shown_hangs_on_the_other_side(viewer: int) -> None:
    for seed, position in enumerate(positions()):
        other = with_another_side(position, 1 - viewer, seed)
        assert received(other, viewer, []) == received(position, viewer, [])
    assert received(other, viewer, LOOKING) != received(position, viewer, LOOKING)
    assert received(other, None, []) != received(position, None, [])


@rule("TT-7")
def test_that_a_push_would_make_the_rivals_match_is_told_only_where_looking_was_agreed() -> None:
    position = about_to_match("K", side=0)
    move = f"c3={opposite(position, 'K')}"
    for aids, told in (([], False), (LOOKING, True)):
        document = shown_to(position, position.to_move, aids).document
        [offer] = words.offers(ENGLISH, [move], document, NAMES)
        assert offer.endswith("a match for Anna!") == told
        [effect] = words.effects(ENGLISH, [move], document, NAMES)
        assert effect == (("a match for Anna!", True) if told else ("", False))
        assert dict(choices(position, shown_to(position, position.to_move, aids)))[move] == told
    assert position.reveals(move), "it ends the round all the same"


@rule("TT-7")
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_player_sees_no_panel_title_or_line_of_the_other_side(viewer: int) -> None:
    for position in positions():
        document = shown_to(position, viewer).document
        picture = position.variant.game.picture.draw(document, viewer, NAMES)
        assert picture.kind == "own"
        assert "other-side" not in [drawing.name for drawing in picture.drawings]
        drawn = "".join(drawing.svg(picture.game) for drawing in picture.drawings)
        assert "other side" not in drawn
        titles = re.findall(r"<title>([a-e][1-5]): ([^<,;]+)", drawn)
        own = look_at(document, viewer)
        for cell, told in titles:
            symbol = own.shows[cell]
            assert told == ("the hole" if symbol is None else words.named(ENGLISH, [symbol])[0])
        assert len(titles) == 25
        assert not look_at(document, 1 - viewer).is_shown
        assert look_at(document, 1 - viewer).growing == []


@rule("TT-7")
def test_a_watcher_walks_around_the_table_and_at_the_end_everyone_does() -> None:
    position = positions()[3]
    assert shown_to(position, None).document == position.observe(None).document
    while not position.over:
        position.play(position.legal_moves()[0])
    assert shown_to(position, 0).document == position.observe(0).document


@rule("TT-7")
@rule("TT-9")
def test_a_push_is_told_to_each_player_by_what_they_see_of_it() -> None:
    position = table(youngest=0)
    document = position.document
    symbol, (theirs, mine) = document["cubes"][document["held"]][0], _faces(document, "b2")
    new, behind = words.named(ENGLISH, [symbol, opposite(position, symbol)])
    gone_here, gone_there = words.named(ENGLISH, [mine, theirs])
    after = position.copy()
    after.play(f"b2={symbol}")
    told = [
        words.tell(
            ENGLISH,
            f"b2={symbol}",
            *(veiled(each.observe(None), reader).document for each in (position, after)),
            NAMES,
        )
        for reader in (1, 0, None)
    ]
    mover = f"Ben pushes a cube into b2: {new} instead of {gone_here}, and {behind} towards Anna."
    rival = f"Ben pushes a cube into b2: {behind} instead of {gone_there} on your side."
    assert told == [mover, rival, mover]


def _faces(document: dict[str, dict[str, dict[str, list[str]]]], cell: str) -> list[str]:
    return document["grid"][cell]["faces"]


@rule("TT-11")
def test_a_filled_hole_is_told_to_the_rival_by_their_side() -> None:
    position = about_to_match("K")
    move_hole(position, "c3")
    before = veiled(position.observe(None), 0).document
    [behind] = words.named(ENGLISH, [opposite(position, "K")])
    position.play("c3=K")
    after = veiled(position.observe(None), 0).document
    told = words.tell(ENGLISH, "c3=K", before, after, NAMES)
    assert told.startswith(f"Ben fills the hole c3: {behind} on your side. Match!")


@rule("TT-9")
def test_a_face_is_named_with_the_one_that_will_look_at_the_rival() -> None:
    position = table()
    held = position.document["cubes"][position.document["held"]]
    drawn = position.svg(position.to_move)
    for symbol in held:
        front, back = words.named(ENGLISH, [symbol, opposite(position, symbol)])
        assert f"<title>face {symbol}, {front}; on its back {back}</title>" in drawn


@rule("TT-7")
def test_the_sketch_shows_the_other_side_only_where_looking_was_agreed() -> None:
    position = table()
    for aids, sides in (([], 1), (LOOKING, 2)):
        _, sketch, *_ = received(position, 0, aids)
        assert str(sketch).splitlines()[1].count("c") == sides
