"""Which games the browser tests play: all of ours, and a short one of each kind."""

from __future__ import annotations

from matchwood.engine.game import Variant, find_game, game_names
from matchwood.engine.options import written
from matchwood.games.colorfox import SMALL_DECK
from matchwood.testing import variants

SOON_VOID = {"void_after": 20, "max_voids": 1}
"""A round of Top Trumps Match in which nobody makes a line takes long to be void."""

FEW_STICKS = 4
"""Enough for every kind of move, in a block of any size."""

WELLS_ON_A_PHONE = 4
"""How many wells in a row of a block are as large as fingertips there."""

SHORT = {
    "baguettes": find_game("baguettes").variant({"size": (2, 2, 2), "sticks": 3}),
    "colorfox": find_game("colorfox").variant({"deck": SMALL_DECK}),
    "piecepack-matches": find_game("piecepack-matches").variant(),
    "top-trumps-match": find_game("top-trumps-match").variant({"mode": "five-minute", **SOON_VOID}),
}
"""Of each kind a game that is soon over."""


def all_variants() -> list[Variant]:
    """Ours, as the conformance kit tries them, but sooner over."""
    names = [name for name in game_names() if find_game(name).module.startswith("matchwood.")]
    return [_sooner(variant) for name in names for variant in variants(name)]


def _sooner(variant: Variant) -> Variant:
    """The same with fewer moves; the usual game stays as it is."""
    game, options = variant.game, variant.options
    if game.name == "top-trumps-match":
        return game.variant({**options, **SOON_VOID})
    if game.name == "baguettes" and variant != game.variant():
        return game.variant({**options, "sticks": min(options["sticks"] or FEW_STICKS, FEW_STICKS)})
    return variant


def fields(variant: Variant) -> dict[str, str]:
    """The fields of a set-up form that ask for it; a box that is not ticked sends nothing."""
    written_down = {f"option-{name}": written(value) for name, value in variant.options.items()}
    return {name: text for name, text in written_down.items() if text not in ("none", "false")}


def against_bots(variant: Variant) -> list[str]:
    """The seats of one person among bots; in Matches, quick ones, or it would take for ever."""
    level = "greedy" if variant.game.name == "piecepack-matches" else "random"
    return ["me", *[f"bot:{level}"] * (variant.players - 1)]


def cramped(variant: Variant) -> set[str]:
    """The kinds of elements for which a small phone may have too little room.

    Whoever plays there can spread two fingers to enlarge the picture, or choose a move in words.
    """
    if variant.game.name == "colorfox":
        return {"cell"}  # A table may grow as wide as there are cards.
    if variant.game.name == "baguettes" and max(variant.options["size"][:2]) > WELLS_ON_A_PHONE:
        return {"well", "channel"}
    return set()
