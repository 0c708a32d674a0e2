"""Errors of the server: a status for programs and one sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.errors import MatchwoodError
from matchwood.server.table.events import Event


class Refused(MatchwoodError):
    """The request cannot be carried out, and nothing was changed."""

    status = 422
    retry_after = 1
    """In how many seconds to ask again, where that helps."""


class BadRequest(Refused):
    """The body is not what the request needs."""

    status = 400


class Forbidden(Refused):
    """The one who asks does not hold that seat, or is not let in."""

    status = 403


class TableNotFound(Refused):
    status = 404

    def __init__(self) -> None:
        super().__init__("There is no such table; perhaps the link was cut off.")


class Conflict(Refused):
    """The table is no longer as it was when the request was made."""

    status = 409


class DuplicateMove(Conflict):
    """The move was made when it came for the first time."""

    def __init__(self) -> None:
        super().__init__("This move has already been made.")


class UnreadableTable(Refused):
    """The table cannot be replayed: it is of another version of Matchwood, or of its game."""

    status = 410
    log: Sequence[Event] = ()
    """Log of the table, if at least that can be read."""


class DamagedTable(UnreadableTable):
    """The rows of the table in the store make no sense."""

    def __init__(self) -> None:
        super().__init__("What was kept of this table is damaged, so it cannot be shown.")


class TooManyRequests(Refused):
    """More than one visitor may ask for."""

    status = 429


class StoreError(Refused):
    """The disk did not do what was asked of it."""

    status = 503


class WriteFailed(StoreError):
    """The store could not write it down."""

    def __init__(self) -> None:
        super().__init__(
            "That could not be saved (is the disk full?), so it did not happen; "
            "please try again in a moment."
        )


class WriteUncertain(StoreError):
    """The store went out of reach while it wrote it down."""

    def __init__(self) -> None:
        super().__init__(
            "One moment: we cannot say yet whether that was saved; please look at the table again."
        )


class StoreUnreachable(StoreError):
    """Nobody answers where the games are kept."""

    def __init__(self) -> None:
        super().__init__(
            "One moment: the games cannot be reached right now, and nothing was changed."
        )


class ReadFailed(StoreError):
    """The store could not look it up."""

    def __init__(self) -> None:
        super().__init__("That could not be read from the disk; please try again in a moment.")


class Unavailable(Refused):
    """It can be done in a moment."""

    status = 503


class Overloaded(Unavailable):
    """Too many wait for the same kind of work."""

    retry_after = 5

    def __init__(self) -> None:
        super().__init__("Too many are waiting for this; please try again in a moment.")


class ShuttingDown(Unavailable):
    """The server is about to end, and another begins in its place."""

    def __init__(self) -> None:
        super().__init__("The server is being restarted; please try again in a moment.")


class BrokenGame(Refused):
    """The rules of a game do not compile; the log of the server says where."""

    def __init__(self, title: str) -> None:
        super().__init__("{game} cannot be played: its rules do not compile.", game=title)


class GameNotReady(Unavailable):
    """The game is still being compiled."""

    def __init__(self, title: str, share: float) -> None:
        super().__init__(
            "{game} is getting ready, just this once: {percent} % done.",
            game=title,
            percent=round(100 * share),
        )
