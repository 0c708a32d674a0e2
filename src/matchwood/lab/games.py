"""One game between bots: how it is dealt and played, and what is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from matchwood import bots
from matchwood.bots.levels import Players
from matchwood.engine import dispatch
from matchwood.engine.fairness import seed_bytes
from matchwood.engine.game import State, Variant
from matchwood.engine.options import Value
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generators
from matchwood.lab.parallel import HERE, Place, cores_of

RANDOM = "random"
LUCK_BYTES = 8
NOTICED = 1e-6
"""By how much a seat must stand better to be in the lead."""
NOBODY = -1
ACCOUNT_COLUMNS = (
    *("shares", "starter", "plies", "ended"),
    *("choices", "leads", "decided", "opening", "habits"),
)
UNTOLD = [""] * 5
"""Last columns of a game of which it is not told what happened in it."""


class StudyModule(Protocol):
    """`study`: what those who play many games count in this one; may be left out."""

    def scores(self, states: np.ndarray) -> np.ndarray:
        """The points of each seat in many positions: a row for each record, a column for each
        seat."""

    COMPARED: Sequence[Mapping[str, Value]]
    """Other ways to play that a study holds against the one it is about, as options."""

    def kind(self, s: State, move: str) -> str:
        """Kind of a legal move, in a few words for people, before it is made: such that it tells
        how good players play."""


def deal_seed(seed: str, deal: int) -> str:
    """The seed from which a deal is dealt."""
    return f"{seed} deal {deal}"


def generators_of(seed: str, game: int, seats: int) -> np.ndarray:
    """A generator for the bot at each seat: none hangs on what the others at the table draw."""
    drawn = [seed_bytes(f"{seed} game {game} seat {seat}")[:LUCK_BYTES] for seat in range(seats)]
    return new_generators(np.array([int.from_bytes(luck) for luck in drawn], np.uint64))


def shares_of(position: Position) -> tuple[float, ...]:
    """Shares of the win of every seat; where nobody did, or the game found no end, all share it."""
    shares = np.zeros(position.players)
    if position.over:
        position.variant.game.rules.returns(position.state, shares)
    if not shares.sum():
        shares[:] = 1 / position.players
    return tuple(shares.tolist())


def room_for(names: Iterable[str], place: Place) -> tuple[Place, int | None]:
    """Place where games of these bots are played, and on how many cores a bot by the clock may
    think.

    With such a bot one game is played after the other, or it would think the less the more games
    are played; it has all the cores of the place. On a cluster every game has one core.
    """
    if bots.MASTER not in names:
        return place, None
    return (HERE, cores_of(place)) if place.ray is None else (place, 1)


@dataclass(frozen=True)
class Account:
    """Account of a game; of some games no more than what came of it."""

    shares: tuple[float, ...]
    starter: int
    plies: int
    ended: bool
    """True if the game came to its end, and was not broken off as too long."""
    choices: float = 0.0
    """Number of moves a player had to choose from, on average."""
    leads: int = 0
    """Number of times the lead went to another side."""
    decided: float = 1.0
    """The part of the game after which the winner was in the lead for good; 1 where nobody won
    alone, or where the last move turned it."""
    opening: str = ""
    """Kind of the first move."""
    habits_told: str = ""
    """Number of moves of each kind by each bot, as a text; `habits` reads it."""

    @property
    def is_told(self) -> bool:
        """True if it is told what happened on the way."""
        return bool(self.opening)

    def in_short(self) -> Account:
        """The same game, and only what came of it."""
        return Account(self.shares, self.starter, self.plies, self.ended)

    @property
    def habits(self) -> dict[tuple[str, str], int]:
        """By bot and kind. Few want it of the many games of a study."""
        habits = {}
        for habit in filter(None, self.habits_told.split("|")):
            bot, rest = habit.split(":", 1)
            kind, times = rest.rsplit(":", 1)
            habits[bot, kind] = int(times)
        return habits

    def is_shared(self, variant: Variant) -> bool:
        """True if rivals share the win, or all of them where nobody won."""
        return variant.tied([seat for seat, share in enumerate(self.shares) if share > 0])

    def cells(self) -> list[str]:
        """The account as a folder keeps it, in `ACCOUNT_COLUMNS`."""
        told = [
            f"{self.choices:.2f}",
            str(self.leads),
            f"{self.decided:.3f}",
            self.opening,
            self.habits_told,
        ]
        shares = " ".join(f"{share:.12g}" for share in self.shares)
        came = [shares, str(self.starter), str(self.plies), str(int(self.ended))]
        return [*came, *(told if self.is_told else UNTOLD)]

    @classmethod
    def read(cls, cells: Sequence[str]) -> Account:
        """The account that was kept in these cells."""
        shares, starter, plies, ended, choices, leads, decided, opening, habits = cells
        came = tuple(map(float, shares.split())), int(starter), int(plies), bool(int(ended))
        if not opening:
            return cls(*came)
        return cls(*came, float(choices), int(leads), float(decided), opening, habits)


def kinds_of(games: Iterable[Account]) -> Counter[str]:
    """Number of moves of each kind, by all bots together."""
    counts: Counter[str] = Counter()
    for game in games:
        for (_, kind), times in game.habits.items():
            counts[kind] += times
    return counts


def play(
    variant: Variant,
    seats: Sequence[str],
    deal: str,
    seed: str,
    game: int,
    cores: int | None = None,
) -> Account:
    """Play a game and tell of it. It follows from the seeds, if no bot goes by the clock; one that
    does takes so many cores, or all."""
    position = variant.new(deal)
    players = Players(variant, seats, cores)
    generators = generators_of(seed, game, position.players)
    starter, plies, choices, opening = position.to_move, 0, 0, ""
    habits: Counter[tuple[str, str]] = Counter()
    leaders = [NOBODY]
    while not position.over and plies < variant.longest:
        seat = position.to_move
        choices += len(position.legal_actions())
        action = players.choose(position, generators)
        [move] = variant.game.text.say(position.state, [action])
        kind = kind_of(variant, position.state, move)
        opening = opening or kind
        habits[seats[seat], kind] += 1
        variant.game.rules.apply(position.state, action)
        plies += 1
        leaders.append(leader(variant, position.state, leaders[-1]))
    shares = shares_of(position)
    return Account(
        shares,
        starter,
        plies,
        position.over,
        choices / max(1, plies),
        _changes(leaders),
        _decided(leaders, _winner(variant, shares)),
        opening,
        "|".join(f"{bot}:{kind}:{times}" for (bot, kind), times in habits.items()),
    )


def kind_of(variant: Variant, s: State, move: str) -> str:
    """Kind of a move, as the game has it; else its first word."""
    hooks = variant.game.study
    return move.split()[0] if hooks is None else hooks.kind(s, move)


def leader(variant: Variant, s: State, before: int) -> int:
    """The side that stands best, by the game's own opinion; where none does, who did before."""
    shares = np.zeros(variant.players)
    dispatch.appraise(s, shares)
    order = np.argsort(shares)
    best, second = shares[order[-1]], _best_other(variant, shares, int(order[-1]))
    return variant.side(int(order[-1])) if best > second + NOTICED else before


def _best_other(variant: Variant, shares: np.ndarray, best: int) -> float:
    others = [
        share for seat, share in enumerate(shares) if variant.side(seat) != variant.side(best)
    ]
    return float(max(others))


def _winner(variant: Variant, shares: Sequence[float]) -> int:
    """The side that won alone, or NOBODY."""
    sides = {variant.side(seat) for seat, share in enumerate(shares) if share > 0}
    return sides.pop() if len(sides) == 1 else NOBODY


def _changes(leaders: Sequence[int]) -> int:
    led = [side for side in leaders if side != NOBODY]
    return sum(side != before for before, side in pairwise(led))


def _decided(leaders: Sequence[int], winner: int) -> float:
    """After which part of the moves the winner led and was never overtaken."""
    last = len(leaders) - 1
    if winner == NOBODY or last < 1:
        return 1.0
    behind = [ply for ply, side in enumerate(leaders) if side != winner]
    return min(1.0, (behind[-1] + 1) / last)
