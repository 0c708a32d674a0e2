"""Top Trumps Match played again by a plain twin: documents, all 24 lines looked at each time.

The kernel looks only at the lines through the cell that changed, and finds out what is wanted
there by bits. The twin knows nothing of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from matchwood import load
from matchwood.engine.jit import config
from tests.games.top_trumps_match.twin import Document, eager_move, moves, play

VOID_AFTER, MAX_VOIDS = 20, 2
MANY = 12
GAMES = 1 if config.DISABLE_JIT else MANY


def steps(seed: int, **options: Any) -> Iterator[tuple[Document, str, Document, list[str]]]:
    """Each move of an eager game: the document before, the move, the one after, what was legal."""
    position, choose = load("top-trumps-match", **options).new(seed), Random(seed)
    while not position.over:
        before, legal = position.document, position.legal_moves()
        into_hole = [move for move in legal if move.startswith(before["hole"])]
        move = into_hole[0] if into_hole else eager_move(before, legal, choose)
        position.play(move)
        yield before, move, position.document, legal


@pytest.mark.slow
@pytest.mark.rule("TT-12")
@pytest.mark.parametrize("mode", ["tournament", "five-minute"])
def test_the_twin_has_the_same_moves_and_comes_to_the_same_positions(mode: str) -> None:
    options = {"mode": mode, "void_after": VOID_AFTER, "max_voids": MAX_VOIDS}
    happened: Counter[str] = Counter()
    for seed in range(GAMES):
        for before, move, after, legal in steps(seed, **options):
            assert set(legal) == moves(before)
            expected = play(before, move, VOID_AFTER, MAX_VOIDS)
            assert {key: after[key] for key in expected} == expected
            happened["void"] += after["voids"] > before["voids"]
            happened["hole"] += move.startswith(before["hole"])
            if after["last_match"] != before["last_match"]:
                match = after["last_match"]
                happened[f"{match['scored'][match['caller']]} for the caller"] += 1
                happened["by the other"] += match["caller"] != before["to_move"]
    points = {"0 for the caller", "1 for the caller", "2 for the caller"}
    if mode == "tournament" and GAMES == MANY:
        assert all(happened[event] for event in ("void", "hole", "by the other", *points)), happened
