"""Events at a table. Their log is the table; all else follows from it."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from matchwood.bots import USUAL

Phase = Literal["waiting", "playing", "over"]


class Agreement(Struct, frozen=True, kw_only=True):
    """Settings of a table, agreed when it was set up."""

    game: str
    version: int
    """The version of the game's rules."""
    options: dict[str, str]
    """As they stand in a record."""
    bots: dict[int, str]
    """The levels of the bots by seat; people sit on the other chairs."""
    listed: bool = False
    """True if the front page lists the table for anyone to watch."""
    patience: int = 120
    """Seconds that a player may be gone before a bot can stand in; 0: for ever."""
    automatic: bool = True
    """True if the bot then comes by itself, False if another player has to ask for it."""
    stand_in: str = USUAL
    """The level of that bot."""
    breaks_tie: bool = False
    """True if the game is played to break the tie of the one before."""
    aids: tuple[str, ...] = ()
    """The help that was agreed on, by name."""


class Opened(Struct, frozen=True, tag="opened"):
    agreement: Agreement
    secret: str
    """The server's part of the deal, in hexadecimal digits; shown when the game is over."""
    maker: str
    """The hash of the token of who set the table up."""
    bound: bool
    """True if the deal is bound to the table and what was agreed; False in a lesson, where nothing
    is dealt."""


class Sat(Struct, frozen=True, tag="sat"):
    seat: int
    name: str
    holder: str
    """The hash of the token that holds the seat."""


class GotUp(Struct, frozen=True, tag="got up"):
    """A chair is free again, before the deal."""

    seat: int
    put_out: bool = False
    """True if whoever set the table up has freed it; then there is a new invitation."""


class Pledged(Struct, frozen=True, tag="pledged"):
    """A player has bound themselves to a part of the deal, which is opened when all have."""

    seat: int
    digest: str
    part: str = ""
    """The part itself, where the server has it already."""
    drawn: bool = False
    """True if the server drew it, for a browser that cannot."""


class Contributed(Struct, frozen=True, tag="contributed"):
    """A player's part of the deal."""

    seat: int
    part: str
    drawn: bool


class Withheld(Struct, frozen=True, tag="withheld"):
    """A player has not opened their part, so the deal does without it."""

    seat: int


class Dealt(Struct, frozen=True, tag="dealt"):
    """The game begins: with a deal, or where another one was."""

    start: str = ""
    """The position to begin with, as the bytes of its record in hexadecimal digits."""
    moves: int = 0
    """Number of moves of the other game that had led there."""


class Moved(Struct, frozen=True, tag="moved"):
    seat: int
    move: str


class TookBack(Struct, frozen=True, tag="took back"):
    seat: int
    moves: int = 1
    """Number of moves: the player's own, and the answers of bots."""


class StoodIn(Struct, frozen=True, tag="stood in"):
    """A bot plays for someone who is gone."""

    seat: int


class Returned(Struct, frozen=True, tag="returned"):
    seat: int


class GaveUp(Struct, frozen=True, tag="gave up"):
    """With two sides the other one wins; with more a bot keeps the chair for good."""

    seat: int


class WouldEnd(Struct, frozen=True, tag="would end"):
    """A player would like to end the game without a winner; a move takes that back."""

    seat: int


class Ended(Struct, frozen=True, tag="ended"):
    """All who are there have agreed to end the game."""


class WentOn(Struct, frozen=True, tag="went on"):
    """The same players have a new table."""

    table: str


Event = (
    Opened
    | Sat
    | GotUp
    | Pledged
    | Contributed
    | Withheld
    | Dealt
    | Moved
    | TookBack
    | StoodIn
    | Returned
    | GaveUp
    | WouldEnd
    | Ended
    | WentOn
)

UnknownEvent = msgspec.ValidationError
"""Error raised by reading no event, or one that only a newer version knows."""

NoEvent = msgspec.DecodeError, UnicodeDecodeError
"""Errors raised by reading a damaged event, beside the former."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def write(event: Event) -> bytes:
    return _encoder.encode(event)


def read(data: bytes) -> Event:
    return _decoder.decode(data)
