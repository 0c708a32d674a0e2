"""Summary of a table: what the front page, lists and the command line tell of it.

It is kept beside the log and written in the same commit, so nothing has to be replayed to show a
list. It has nothing that is hidden from anyone: no secret of the deal, no holder of a seat, no
hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.table.events import Agreement, Phase

WINS_IN_A_ROW = 2
"""Wins against bots of one level after which the next level is suggested."""
MOST_LOOKED_AT = 8
"""Latest tables of a visitor that are searched for games that count."""


class Summary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    agreement: Agreement
    phase: Phase
    seq: int
    """The number of events that it follows from."""
    names: tuple[str, ...]
    """By seat, of people and of bots; of an empty chair, nothing."""
    moves: int = 0
    to_move: int | None = None
    """The seat whose turn it is."""
    won: tuple[int, ...] = ()
    """The seats that won; none if the victory was shared by those who should not share one."""
    goes_on: bool = False
    """True if it began in the middle of another game."""
    document: dict[str, Any] | None = None
    """The game as anyone may see it, while people play it."""

    def __post_init__(self) -> None:
        """Refuse seats that the table does not have."""
        told = {*self.won, *self.agreement.bots, *filter(None, [self.to_move])}
        if not told <= set(range(len(self.names))):
            raise ValueError("a seat that is not there")

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those who are no bots."""
        seated = enumerate(self.names)
        return tuple(name for seat, name in seated if name and seat not in self.agreement.bots)

    @property
    def is_full(self) -> bool:
        """True if no chair waits for someone."""
        return all(self.names)

    @property
    def practice_level(self) -> str | None:
        """Level of the bots in a finished game of one person, from its beginning, against bots of
        one level; none in other games."""
        levels = set(self.agreement.bots.values())
        is_whole = self.phase == "over" and self.is_full and not self.goes_on
        return levels.pop() if is_whole and len(self.people) == len(levels) == 1 else None


UnreadableSummary = msgspec.DecodeError, UnicodeDecodeError
"""Errors raised by reading a damaged summary."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Summary).decode


def write(summary: Summary) -> bytes:
    return _encode(summary)


def read(data: bytes) -> Summary:
    return _decode(data)


def next_level(played: Iterable[tuple[Summary | None, Collection[int]]]) -> str | None:
    """Level to suggest to someone who has won often enough in a row in the game played last.

    `played` are tables with the seats of that visitor there, the latest first.
    """
    practice = [(each, seats) for each, seats in played if each and each.practice_level]
    last = [each for each in practice if each[0].agreement.game == practice[0][0].agreement.game]
    row = last[:WINS_IN_A_ROW]
    won = all(set(seats) <= set(each.won) for each, seats in row)
    if len(row) < WINS_IN_A_ROW or not won or len({each.practice_level for each, _ in row}) > 1:
        return None
    level, levels = row[0][0].practice_level, CHOICES[LEVEL]
    return levels[levels.index(level) + 1] if level in levels[:-1] else None
