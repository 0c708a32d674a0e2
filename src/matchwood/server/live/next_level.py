"""How someone does against bots, so that stronger ones are suggested to who wins again and again.

It follows from the summaries of their last games: two wins in a row in the game that they played
last, though the level is one choice for all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.storage.store import OVER, Held

WINS_IN_A_ROW = 2
MOST_LOOKED_AT = 8
"""Latest tables of someone that are searched for games that count."""


@dataclass(frozen=True)
class Outcome:
    """How a game against bots ended."""

    game: str
    level: str
    won: bool


def next_level(tables: Iterable[Held]) -> str | None:
    """The level that is next for someone who has just won often enough in a row. The tables at
    which they sit come liveliest first."""
    outcomes = list(filter(None, map(_outcome, tables)))
    last = [each for each in outcomes if each.game == outcomes[0].game][:WINS_IN_A_ROW]
    return _next(last) if len(last) == WINS_IN_A_ROW else None


def _outcome(held: Held) -> Outcome | None:
    """Outcome of a game of one person, from its beginning, against bots of one level."""
    summary = held.summary
    if summary is None or held.phase != OVER or summary.goes_on or not summary.is_full:
        return None
    levels = set(summary.agreement.bots.values())
    if len(summary.people) != 1 or len(levels) != 1:
        return None
    return Outcome(summary.agreement.game, levels.pop(), won=set(held.seats) <= set(summary.won))


def _next(outcomes: list[Outcome]) -> str | None:
    levels = CHOICES[LEVEL]
    [level, *others] = {outcome.level for outcome in outcomes}
    if others or level not in levels[:-1] or not all(outcome.won for outcome in outcomes):
        return None
    return levels[levels.index(level) + 1]
