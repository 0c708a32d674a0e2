"""Perspectives: everything that determines what a viewer is sent."""

from __future__ import annotations

from dataclasses import dataclass

from matchwood.engine.language import Words
from matchwood.engine.position import Position
from matchwood.engine.view import veiled
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.state import Table
from matchwood.server.views.move_log import Reader
from matchwood.server.views.names import server_words


@dataclass(frozen=True)
class Presence:
    """Presence of the players by seat, which the log does not say."""

    here: tuple[bool, ...]
    late: tuple[bool, ...]
    """True for those in whose place the others may ask for a bot."""
    emotes: tuple[EmoteName | None, ...] = ()


@dataclass(frozen=True)
class Perspective:
    """All watchers of one language, or the holder of certain seats: they are sent the same view."""

    language: str
    seats: tuple[int, ...] = ()
    at_screen: int | None = None
    """The one of several who share a screen who has said that they sit before it."""
    site: str = ""
    """URL of the server as players reach it, for links to give away."""
    invite: str | None = None
    """Invitation that a viewer without a seat came with."""
    steps: int = 0
    """Number of seats that the viewer has moved on around the table, if they may."""
    is_maker: bool = False
    """True for who set the table up."""
    may_invite: bool = False
    """True for a screen that has no seat and may still show the invitation."""

    @property
    def reader(self) -> int | None:
        """Seat that is addressed as “you”; nobody where several share a screen."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def words(self) -> Words:
        """Words of the pages in the viewer's language."""
        return server_words(self.language).to(self.reader)


def viewpoint(table: Table, perspective: Perspective) -> tuple[int | None, int | None]:
    """Seat through whose eyes the table is shown, and the seat that has to take the screen first.

    Where several share a screen and do not all see the same, only the player to move sees what is
    theirs, and only after they have said that they are there.
    """
    position, mine = table.position, perspective.seats
    if position is None or len(mine) < 2:
        return (mine[0] if mine else None), None
    if table.over or _all_see_the_same(table, position):
        return (position.to_move if position.to_move in mine else mine[0]), None
    if position.to_move not in mine:
        return None, None
    if perspective.at_screen == position.to_move:
        return position.to_move, None
    return None, position.to_move


def _all_see_the_same(table: Table, position: Position) -> bool:
    """True if no player knows, or is shown, anything that another is not."""
    anyone, aids = position.observe(None), table.agreement.aids
    shown = veiled(anyone, 0, aids)
    return all(
        position.observe(seat) == anyone and veiled(anyone, seat, aids) == shown
        for seat in table.chairs
    )


def reader_of(table: Table, perspective: Perspective) -> Reader:
    """Reader of the move log whose words a perspective is sent."""
    viewer, _ = viewpoint(table, perspective)
    has_own_words = table.game.aids and not table.over
    return Reader(perspective.language, perspective.reader, viewer if has_own_words else None)
