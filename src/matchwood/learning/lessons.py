"""Lessons: a game learnt on its own board, step by step.

A lesson is data: each step is a position that real moves lead to from a seed, a sentence or two,
and one thing to do. The page shows it as it shows a table; `matchwood.testing.check_lesson` plays
it by the rules, so that what a lesson says cannot become untrue unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from matchwood.engine.language import Phrase

if TYPE_CHECKING:
    from matchwood.engine.game import Game
    from matchwood.engine.position import Position

Seed = int | str


@dataclass(frozen=True)
class Step:
    """A position and what there is to learn from it."""

    says: Phrase
    """Text of the step: the thing to learn and to do; it has to fit the bar of a table."""
    moves: Sequence[str] = ()
    """Moves played before."""
    wanted: Sequence[str] = ()
    """The moves of which one is to be made; none: there is only something to look at."""
    options: Mapping[str, object] = field(default_factory=dict)
    seed: Seed = 1
    seat: int = 0
    """Seat of the learner."""
    marks: Sequence[str] = ()
    """The elements of the picture that are pointed at, by id."""
    instead: Phrase | None = None
    """Reply to any other move; without it, one that says that it is not the move wanted."""
    then: Phrase | None = None
    """Reply to a move that was wanted."""
    rule: str = ""
    """The number of the rule that it is about."""
    answer: Sequence[str] = ()
    """Moves played then, by rivals, and for the learner until the point is plain."""

    def position(self, game: Game) -> Position:
        """Position at which the step begins."""
        position = game.variant(self.options).new(self.seed)
        for move in self.moves:
            position.play(move)
        return position

    def outcome(self, game: Game, move: str | None) -> Position:
        """Position at which it ends, with one of the moves that were wanted, or with none."""
        position = self.position(game)
        for played in [] if move is None else [move, *self.answer]:
            position.play(played)
        return position


@dataclass(frozen=True)
class Lesson:
    """A lesson for newcomers, and short ones for those who try a variant."""

    steps: tuple[Step, ...]
    title: Phrase | None = None
    """Title of a variant's lesson; that of the game has no name but the game's."""
    play: Mapping[str, object] = field(default_factory=dict)
    """The options of the game to be played afterwards."""


class LessonModule(Protocol):
    """`lesson`: how the game is learnt on its board; may be left out."""

    LESSONS: Mapping[str, Lesson]
    """By a short name: the first for newcomers, then those of variants."""
