"""Commands of those at a table, and the decisions on them.

A command is a value; pages and programs send the same ones. `decide` returns the events that carry
it out, or raises what forbids it. `Table.after` checks moves against the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from hmac import compare_digest
from typing import Annotated

from msgspec import Meta, Struct

from matchwood.engine import fairness
from matchwood.engine.errors import Refusal
from matchwood.engine.fairness import PART_BYTES, draw
from matchwood.server.table.errors import Conflict, DuplicateMove, Forbidden, Refused
from matchwood.server.table.events import (
    Contributed,
    Dealt,
    Ended,
    Event,
    GaveUp,
    GotUp,
    Moved,
    Pledged,
    Returned,
    Sat,
    StoodIn,
    TookBack,
    WentOn,
    Withheld,
    WouldEnd,
)
from matchwood.server.table.player_names import checked_name
from matchwood.server.table.presence import Absences, is_late, is_waited_for
from matchwood.server.table.state import LONGEST_GAME, MOST_COMINGS, Table

LONGEST_MOVE = 200
LONGEST_TEXT = 1000
"""Bytes of other texts; a shorter one that is still too long is refused in a sentence."""

MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE)]
Seq = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Digits = Annotated[str, Meta(pattern=rf"^([0-9a-f]{{{2 * PART_BYTES}}})?$")]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]


class Sit(Struct, frozen=True):
    """Take an empty chair that you were invited to."""

    name: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    invite: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    seat: SeatNumber | None = None


class GetUp(Struct, frozen=True):
    """Leave your chair before the deal. Whoever set the table up may free any; whoever is put out
    needs a new invitation."""

    seat: SeatNumber | None = None


class Deal(Struct, frozen=True):
    """Add your part of the deal: first its digest, and itself when everyone is bound to theirs.

    Sent at once, or drawn by the server if there is neither, it counts as both; then you have to
    trust that the server showed it to nobody.
    """

    contribution: Digits = ""
    """64 hexadecimal digits."""
    digest: Digits = ""
    """The SHA-256 of the text “matchwood part”, a line end, the table's name, a line end, and the
    bytes of the contribution."""


class Move(Struct, frozen=True):
    """Make a move. The answer comes when it is written down."""

    move: MoveText
    after: Seq
    """The `seq` of the view in which the move was chosen."""


class TakeBack(Struct, frozen=True):
    """Take back your last move and the bots' answers to it, if nothing new has been shown and no
    other person has moved since."""

    after: Seq


class StandIn(Struct, frozen=True):
    """Ask for a bot in the place of a player who is gone for longer than was agreed."""

    seat: SeatNumber


class GiveUp(Struct, frozen=True):
    """With two sides the other one wins; with more a bot keeps your chair."""

    seat: SeatNumber | None = None


class EndGame(Struct, frozen=True):
    """Agree to end the game without a winner. It ends when all who play do; who is gone for longer
    than was agreed is not asked."""


Command = Sit | GetUp | Deal | Move | TakeBack | StandIn | GiveUp | EndGame


@singledispatch
def decide(command: Command, table: Table, holder: str, gone: Absences) -> list[Event]:
    """Events that carry out a command of the holder of some seats, or of none."""
    raise NotImplementedError(type(command))


@decide.register
def _sit(command: Sit, table: Table, holder: str, gone: Absences) -> list[Event]:
    """Someone comes by a link and takes a chair; if they do not mind which, the first."""
    name = checked_name(command.name)
    if not compare_digest(command.invite.encode(), table.invite.encode()):
        raise Forbidden("You need the invitation link to sit down here.")
    mine = table.seats_of(holder)
    if mine and command.seat in (None, *mine):
        return []  # The same wish came twice.
    if mine:
        raise Conflict("You already have a seat at this table.")
    if not table.empty:
        raise Conflict("All seats at this table are taken.")
    if table.seq >= MOST_COMINGS:
        raise Conflict("Too many have come and gone at this table; please set up another.")
    chosen = table.empty[0] if command.seat is None else command.seat
    if chosen not in table.chairs:
        raise Refused(
            "There is no seat {seat} at this table; the seats are 0 to {last}.",
            seat=chosen,
            last=table.chairs[-1],
        )
    if chosen not in table.empty:
        raise Conflict("This seat is taken.")
    return [Sat(chosen, name, holder)]


@decide.register
def _get_up(command: GetUp, table: Table, holder: str, gone: Absences) -> list[Event]:
    """Once all are bound to their parts, a new one could be chosen with knowledge of others."""
    mine = table.seats_of(holder)
    seats = mine if command.seat is None else [command.seat]
    if not seats or not (set(seats) <= set(mine) or compare_digest(holder, table.maker)):
        raise Forbidden("You can only leave your own seat.")
    if table.position is not None or table.all_pledged:
        raise Conflict("The game has already been dealt.")
    return [GotUp(seat, put_out=seat not in mine) for seat in seats if seat in table.players]


@decide.register
def _deal(command: Deal, table: Table, holder: str, gone: Absences) -> list[Event]:
    """A player binds themselves to a part of the deal, or opens it; with the last one the game
    begins."""
    mine = _seats(table, holder)
    if _has_added(table, mine, command):
        return []
    if table.position is not None:
        raise Conflict("The game has already been dealt.")
    if table.empty:
        raise Conflict("A seat is still empty, so the game cannot be dealt.")
    unbound = [seat for seat in mine if seat not in table.pledges]
    sealed = [seat for seat in mine if seat in table.pledges and not table.pledges[seat].part]
    if unbound:
        return _with_deal(table, [_pledge(table, seat, command) for seat in unbound])
    if table.all_pledged and sealed and command.contribution:
        return _with_deal(table, [_opened(table, seat, command) for seat in sealed])
    raise Conflict("You have added your part; the others are not ready yet.")


def _has_added(table: Table, mine: Sequence[int], command: Deal) -> bool:
    """True if this very part, or its digest, is there: a slow client has sent it again."""
    if command.contribution:
        found = (table.contributions.get(seat) for seat in mine)
        return all(made is not None and made.part == command.contribution for made in found)
    pledges = (table.pledges.get(seat) for seat in mine)
    return bool(command.digest) and all(
        made is not None and made.digest == command.digest for made in pledges
    )


def _pledge(table: Table, seat: int, command: Deal) -> Event:
    if command.digest and not command.contribution:
        return Pledged(seat, command.digest)
    part = bytes.fromhex(command.contribution) or draw()
    digest = fairness.pledge(table.name, part)
    return Pledged(seat, digest, part.hex(), drawn=not command.contribution)


def _opened(table: Table, seat: int, command: Deal) -> Event:
    part = bytes.fromhex(command.contribution)
    if fairness.pledge(table.name, part) != table.pledges[seat].digest:
        raise Refused("These are not the digits whose fingerprint you sent before.")
    return Contributed(seat, command.contribution, drawn=False)


def _with_deal(table: Table, events: list[Event]) -> list[Event]:
    """Add what these events of a deal lead to.

    When all have pledged, the parts that the server has are opened; when all parts are open or
    withheld, the game is dealt.
    """
    pledges = table.pledges | {each.seat: each for each in events if isinstance(each, Pledged)}
    if table.empty or pledges.keys() != table.players.keys():
        return events
    added = {each.seat for each in events if isinstance(each, Contributed | Withheld)}
    settled = table.contributions.keys() | table.withheld | added
    opened: list[Event] = [
        Contributed(seat, pledge.part, pledge.drawn)
        for seat, pledge in sorted(pledges.items())
        if pledge.part and seat not in settled
    ]
    is_complete = len(settled) + len(opened) == len(table.players)
    return [*events, *opened, *([Dealt()] if is_complete else [])]


def deal_without_missing(table: Table) -> list[Event]:
    """Deal without the parts that were not opened in time."""
    if table.position is not None or not table.all_pledged:
        return []
    missing = table.pledges.keys() - table.contributions.keys()
    return _with_deal(table, [Withheld(seat) for seat in sorted(missing)])


@decide.register
def _move(command: Move, table: Table, holder: str, gone: Absences) -> list[Event]:
    mine = _playing(table, holder)
    _check_fresh(table, command.after, mine, command.move)  # Also the last move may come again.
    _check_being_played(table)
    seat = table.to_move
    if seat not in mine:
        raise Forbidden("It’s not your turn.")
    _check_room(table)
    back: list[Event] = [Returned(seat)] if seat in table.standing_in else []
    return [*back, Moved(seat, command.move)]


def why_forbidden(table: Table, holder: str | None, move: str) -> Refusal | None:
    """The rule that forbids a move to someone whose turn it is."""
    _check_being_played(table)
    if table.position is None or table.to_move not in table.seats_of(holder):
        raise Forbidden("It’s not your turn.")
    return table.position.why_not(move)


def decide_bot_move(table: Table, after: int, move: str) -> list[Event]:
    """A bot moves, unless the table has gone on while it thought."""
    _check_being_played(table)
    assert table.to_move is not None
    if after < table.moved_at or table.bot_at(table.to_move) is None:
        raise Conflict("The game has moved on.")
    return [Moved(table.to_move, move)]


@decide.register
def _take_back(command: TakeBack, table: Table, holder: str, gone: Absences) -> list[Event]:
    mine = _playing(table, holder)
    _check_being_played(table)
    _check_fresh(table, command.after, mine, None)
    _check_room(table)
    moves = table.moves_to_take_back(mine)
    if not moves:
        raise Refused(
            "The last move cannot be taken back: it is not yours, or it drew on chance "
            "or showed something hidden."
        )
    return [TookBack(table.turns[-moves].seat, moves)]


@decide.register
def _stand_in(command: StandIn, table: Table, holder: str, gone: Absences) -> list[Event]:
    _playing(table, holder)
    _check_being_played(table)
    if command.seat in table.standing_in:
        return []
    if not is_late(table, command.seat, gone):
        raise Forbidden("That player is here, or has not been away for long enough.")
    return [StoodIn(command.seat)]


@decide.register
def _give_up(command: GiveUp, table: Table, holder: str, gone: Absences) -> list[Event]:
    mine = _playing(table, holder)
    _check_being_played(table)
    if command.seat not in (None, *mine):
        raise Forbidden("You can only give up for yourself.")
    return [GaveUp(table.seat_giving_up(mine) if command.seat is None else command.seat)]


@decide.register
def _end_game(command: EndGame, table: Table, holder: str, gone: Absences) -> list[Event]:
    mine = _playing(table, holder)
    _check_being_played(table)
    agreed: list[Event] = [WouldEnd(seat) for seat in mine if seat not in table.would_end]
    willing = {table.players[seat].holder for seat in table.would_end} | {holder}
    asked = {other for other in table.people if is_waited_for(table, other, gone)}
    return [*agreed, *([Ended()] if asked <= willing else [])]


def decide_rematch(table: Table, holder: str, following: str) -> list[Event]:
    """The same players have a new table."""
    _seats(table, holder)
    if not table.over:
        raise Refused("You can play again once this game is over.")
    return [] if table.again else [WentOn(following)]


def check_delete(table: Table, holder: str | None) -> None:
    """Refuse to delete a table that is not one's own, or also belongs to those who played."""
    if holder is None or holder != table.maker:
        raise not_the_maker()
    if table.position is None:
        return
    if table.phase == "playing" and table.people - {holder}:
        raise Refused("Others are playing here: end the game first, then delete the table.")
    if any(player.holder != holder for player in table.players.values()):
        raise others_played()


def not_the_maker() -> Forbidden:
    return Forbidden("Only the player who set the table up can delete it.")


def others_played() -> Refused:
    return Refused("This game also belongs to those who played with you, so it stays.")


def _seats(table: Table, holder: str) -> list[int]:
    mine = table.seats_of(holder)
    if not mine:
        raise Forbidden("You don’t play at this table, but you can watch.")
    return mine


def _playing(table: Table, holder: str) -> list[int]:
    """The seats for which someone may still decide."""
    playing = [seat for seat in _seats(table, holder) if table.plays(seat)]
    if not playing and not table.over:
        raise Forbidden("You gave up, so you can only watch.")
    return playing


def _check_being_played(table: Table) -> None:
    if table.position is None:
        raise Conflict("The game has not been dealt yet.")
    if table.over:
        raise Conflict("The game is over.")


def _check_room(table: Table) -> None:
    if table.is_full:
        raise Refused(
            "This table has room for {most} moves; you can end the game, or give up.",
            most=LONGEST_GAME,
        )


def _check_fresh(table: Table, after: int, mine: Sequence[int], move: str | None) -> None:
    if after >= table.moved_at:
        return
    for turn in reversed(table.turns):
        if turn.at <= after:
            break
        if turn.after <= after and turn.move == move and turn.seat in mine:
            raise DuplicateMove
    raise Conflict("The game has moved on; look at the table again.")


Decision = Callable[[Table], list[Event]]
"""Events to commit, from the table as it is when the command's turn comes."""
