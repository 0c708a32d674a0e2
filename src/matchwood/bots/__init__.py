"""Bots: they choose among the legal moves, and see no more than their seat may know.

The names of the levels, and what is asked of bots by everyone else. `registry` has the bots of
others, which `process` and `worker` run apart. `levels` defines ours; `mcts` is their search in
compiled code, `search` runs it, `play` plays whole games, `solver` proves who wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matchwood.engine.errors import MatchwoodError

if TYPE_CHECKING:
    import numpy as np

    from matchwood.engine.view import Situation, View

LEVELS = ("random", "easy", "medium", "hard", "expert")
"""The levels that answer quickly, the weakest first: those of servers, arenas and the ladder."""
MASTER = "master"
"""The level above them: it takes up to two seconds for a move, and all cores."""
BOTS = (*LEVELS, MASTER, "greedy")
"""All bots; `greedy` looks one move ahead and is no level of its own."""
USUAL = "medium"
"""The level for those who do not choose one."""
ADVISER = "expert"
"""The level whose budget advice has if nothing else is said."""
TIME_LIMIT = 10.0
"""Seconds that somebody's bot may take for a move, if nothing else is said."""


class NothingToChoose(MatchwoodError):
    """The game is over, or it is another player's turn."""


class BadBudget(MatchwoodError):
    """A search cannot do with this."""


@dataclass(frozen=True)
class Budget:
    """Limit of a search: so many iterations, or so many milliseconds.

    With iterations the choice follows from the seed of the generator. With milliseconds it does
    not, since nobody knows how many iterations they allow.
    """

    iterations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        given = [amount for amount in (self.iterations, self.milliseconds) if amount is not None]
        if len(given) != 1 or given[0] is True or not given[0] > 0:
            raise BadBudget(
                "A budget is a number of iterations or of milliseconds, one of the two and more "
                "than 0, not iterations={iterations} and milliseconds={milliseconds}.",
                iterations=self.iterations,
                milliseconds=self.milliseconds,
            )

    def part(self, parts: int) -> Budget:
        """One of so many equal parts; of iterations, the last may be a little too large."""
        if self.milliseconds is not None:
            return Budget(milliseconds=self.milliseconds / parts)
        return Budget(iterations=-(-(self.iterations or 0) // parts))


HINT = Budget(iterations=1000)
"""Budget of a bot asked for a hint."""


@dataclass(frozen=True)
class Advice:
    """A move, and the chance of winning after it: the share of the win that may be expected."""

    move: str
    chance: float
    visits: int
    """Number of iterations that looked into it: few mean that the chance is a rough guess."""


def check_level(level: str) -> None:
    """Refuse the name of a bot that does not exist."""
    from matchwood.bots.registry import find_bot

    find_bot(level)


def choose(
    level: str,
    position: Situation,
    generator: np.ndarray,
    budget: Budget | None = None,
    cores: int | None = None,
) -> int:
    """The action that a bot, of this level or registered by this name, chooses for the player to
    move.

    A budget takes the place of the level's own; `random` and `greedy` need none. The solver, too,
    looks into no more positions than a budget has iterations. A bot that goes by the clock takes
    all cores, or as many as `cores`.
    """
    from matchwood.bots import levels
    from matchwood.bots.registry import find_bot

    bot, view = find_bot(level), _seen(position, position.to_move)
    if level not in BOTS:
        return bot.choose(view, generator)
    return levels.choose(level, view, generator, budget, cores)


def advice(
    position: Situation, player: int, budget: Budget | None = None, seed: int = 0
) -> list[Advice]:
    """The moves of a player whose turn it is, the best first, by what this player may know now.

    >>> position = matchwood.load("connect-four").new(seed=1)
    >>> best, *others = matchwood.advice(position, position.to_move)
    >>> best.move
    'drop 4'
    """
    from matchwood.bots import levels

    return levels.advise(_seen(position, player), seed, budget)


def _seen(position: Situation, player: int) -> View:
    """The view of the player who has a move to make."""
    view = position.observe(player)
    if position.over:
        raise NothingToChoose("The game is over: there is no move to choose.")
    if player != position.to_move:
        raise NothingToChoose(
            "It’s seat {turn}’s turn, not seat {player}’s.",
            turn=position.to_move,
            player=player,
        )
    return view
