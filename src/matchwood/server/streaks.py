"""How someone does against bots, so that stronger ones are suggested to who wins again and again.

It follows from the logs of their finished games, whichever game it was: the level is one choice for
all. How a game ended never changes, so it is found out once.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from matchwood.engine.errors import MatchwoodError
from matchwood.lab.compiling import RULES
from matchwood.lab.workshop import Workshop
from matchwood.server.preferences import CHOICES, LEVEL
from matchwood.server.store import Held, Store
from matchwood.server.table import Table

WINS_IN_A_ROW = 2
MOST_LOOKED_AT = 8
"""How many of the last tables are looked at for games that count."""
MOST_KEPT = 2000


@dataclass(frozen=True)
class Outcome:
    """How a game against bots ended."""

    level: str
    won: bool


class Streaks:
    def __init__(self, store: Store, workshop: Workshop) -> None:
        self._store = store
        self._workshop = workshop
        self._known: dict[str, Outcome | None] = {}
        """How games ended, by their tables; none if a game says nothing. The latest last."""

    async def next_level(self, holder: str) -> str | None:
        """The level that is next for someone who has just won often enough in a row."""
        outcomes: list[Outcome] = []
        for held in await self._store.held_by(holder, MOST_LOOKED_AT):
            outcome = await self._outcome(held, holder) if _counts(held) else None
            if outcome is not None:
                outcomes.append(outcome)
            if len(outcomes) == WINS_IN_A_ROW:
                return _next(outcomes)
        return None

    async def _outcome(self, held: Held, holder: str) -> Outcome | None:
        if held.table not in self._known:
            if not self._workshop.ready(held.opened.agreement.game, RULES):
                return None
            self._known[held.table] = await self._found(held.table, holder)
            if len(self._known) > MOST_KEPT:
                del self._known[next(iter(self._known))]
        return self._known[held.table]

    async def _found(self, name: str, holder: str) -> Outcome | None:
        try:
            log = await self._store.log(name)
            table = await asyncio.to_thread(Table, name, log)
        except MatchwoodError:  # Of other rules.
            return None
        if not table.is_practice or table.goes_on_from is not None:
            return None
        [level] = set(table.agreement.bots.values())
        shared = table.variant.tied(table.winners)
        return Outcome(level, not shared and set(table.seats_of(holder)) <= set(table.winners))


def _counts(held: Held) -> bool:
    """Whether one person has played to the end against bots of one level."""
    levels = set(held.opened.agreement.bots.values())
    return held.phase == "over" and len(held.names) == 1 and len(levels) == 1


def _next(outcomes: list[Outcome]) -> str | None:
    levels = CHOICES[LEVEL]
    [level, *others] = {outcome.level for outcome in outcomes}
    if others or level not in levels[:-1] or not all(outcome.won for outcome in outcomes):
        return None
    return levels[levels.index(level) + 1]
