"""Summary of a table: what the front page, lists and the command line tell of it.

It is kept beside the log and written in the same commit, so nothing has to be replayed to show a
list. It has nothing that is hidden from anyone: no secret of the deal, no holder of a seat, no
hand.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from matchwood.server.table.events import Agreement, Phase


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

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those who are no bots."""
        seated = enumerate(self.names)
        return tuple(name for seat, name in seated if name and seat not in self.agreement.bots)

    @property
    def is_full(self) -> bool:
        """True if no chair waits for someone."""
        return all(self.names)


UnreadableSummary = msgspec.DecodeError, UnicodeDecodeError
"""Errors raised by reading a damaged summary."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Summary).decode


def write(summary: Summary) -> bytes:
    return _encode(summary)


def read(data: bytes) -> Summary:
    return _decode(data)
