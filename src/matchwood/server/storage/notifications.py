"""Notifications between servers that share a store.

A notice says where something is new, and never what: whoever hears it reads the store, so that a
notice which is lost loses nothing. One goes out with each commit, since the database lets only one
commit with a notice through at a time. Only what no store has is in the notice itself: what people
say to each other, which nobody misses after five seconds, and a hint, which can be asked for again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from matchwood.server.table.emotes import EmoteName

CHANNEL = "matchwood"
LONGEST = 7_900
"""Bytes of a notice; the database takes fewer than 8,000."""


DELETED = 0
"""Number of events that stands for a deleted table."""


class EmoteSent(Struct, frozen=True, array_like=True):
    """Someone says something to the others at a table."""

    table: str
    seat: int
    emote: EmoteName


class HintShared(Struct, frozen=True, array_like=True):
    """The move that a bot would make."""

    table: str
    after: int
    """The `seq` right after the position came to be."""
    move: str
    step: int
    """Up to which step it is told."""


class Notification(Struct, frozen=True, omit_defaults=True):
    sender: str
    """The server that tells it."""
    logs: Mapping[str, int] = {}
    """The tables at which something has happened, and how many events they have now."""
    presence: Sequence[str] = ()
    """The tables where someone has come or gone."""
    said: Sequence[EmoteSent] = ()
    hints: Sequence[HintShared] = ()
    leaves: bool = False
    """True if the server ends."""
    many: bool = False
    """True if there is more news than fits: receivers look at all their tables."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Notification)


def write(notice: Notification) -> str:
    text = _encoder.encode(notice)
    if len(text) > LONGEST:
        text = _encoder.encode(Notification(notice.sender, leaves=notice.leaves, many=True))
    return text.decode()


def read(text: str) -> Notification | None:
    """A notice; none if it is of a version that tells other things."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        return None
