"""A table: the replay of its log, and what may happen at it next.

Nothing here waits, writes or knows the time. The methods that are named for what someone wants
to do give the events that would do it, or raise what forbids it; `apply` lets an event happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hmac import compare_digest
from hmac import new as hmac

from matchwood.engine.aids import Aid
from matchwood.engine.deals import Proof, commitment, draw, seed_of
from matchwood.engine.errors import IllegalMove, Refusal, quoted
from matchwood.engine.game import Game, Variant, find_game
from matchwood.engine.options import recall_options
from matchwood.engine.position import Position
from matchwood.engine.records import GameRecord
from matchwood.server.events import (
    Agreement,
    Contributed,
    Dealt,
    Event,
    Moved,
    Opened,
    Returned,
    Sat,
    StoodIn,
    TookBack,
    WentOn,
)
from matchwood.server.refusals import NotYours, OtherRules, Refused, Stale
from matchwood.server.views import Phase

LONGEST_NAME = 24
INVITE_DIGITS = 20


@dataclass(frozen=True)
class Player:
    """A person on a chair."""

    name: str
    holder: str


@dataclass(frozen=True)
class Turn:
    """A move that was made."""

    seat: int
    move: str
    final: bool
    """Whether it cannot be taken back."""


class Table:
    """Where a table stands after all that happened at it."""

    def __init__(self, name: str, log: Iterable[Event] = ()) -> None:
        self.name = name
        self.seq = 0
        """How many events there were."""
        self.moved_at = 0
        """The `seq` right after the position last changed."""
        self.agreement: Agreement
        self.secret: bytes
        self.players: dict[int, Player] = {}
        self.contributions: dict[int, Contributed] = {}
        self.position: Position | None = None
        self.turns: list[Turn] = []
        self.standing_in: set[int] = set()
        self.again: str | None = None
        for event in log:
            self.apply(event)

    # What follows from the log

    @cached_property
    def game(self) -> Game:
        return find_game(self.agreement.game)

    @cached_property
    def variant(self) -> Variant:
        return self.game.variant(recall_options(self.game.options, self.agreement.options))

    @cached_property
    def chairs(self) -> range:
        """The seats by number."""
        return range(self.variant.players)

    @cached_property
    def aids(self) -> tuple[Aid, ...]:
        """The help that was agreed on, of what there is now."""
        return tuple(aid for aid in self.game.all_aids if aid.name in self.agreement.aids)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays alone against bots."""
        return len(self.players) == 1 and not self.empty

    @property
    def empty(self) -> list[int]:
        """The chairs that wait for someone."""
        taken = self.players.keys() | self.agreement.bots.keys()
        return [seat for seat in self.chairs if seat not in taken]

    @property
    def over(self) -> bool:
        return self.position is not None and self.position.over

    @property
    def phase(self) -> Phase:
        if self.position is None:
            return "waiting"
        return "over" if self.position.over else "playing"

    @property
    def to_move(self) -> int | None:
        return None if self.position is None or self.position.over else self.position.to_move

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that a visitor holds."""
        if holder is None:
            return []
        return [seat for seat in self.chairs if self._is_held(seat, holder)]

    def _is_held(self, seat: int, holder: str) -> bool:
        return seat in self.players and compare_digest(self.players[seat].holder, holder)

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays for a seat now."""
        if seat in self.standing_in:
            return self.agreement.stand_in
        return self.agreement.bots.get(seat)

    @property
    def invite(self) -> str:
        """What a friend must know to sit down; tells nothing of the secret it is made from."""
        return hmac(self.secret, b"invite", "sha256").hexdigest()[:INVITE_DIGITS]

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def proof(self) -> Proof:
        parts = {seat: bytes.fromhex(made.part) for seat, made in self.contributions.items()}
        return Proof(self.commitment, self.secret, parts)

    def record(self, names: Sequence[str]) -> GameRecord:
        """The record of a game that is over."""
        if self.position is None or not self.position.over:
            raise Refused("The record comes after the game: it shows everything that is hidden.")
        return self.position.record(names, self.proof)

    # What may happen next

    def sit(self, holder: str, seat: int | None, name: str, invite: str) -> list[Event]:
        """Someone comes by a link and takes a chair; if they do not mind which, the first."""
        if not compare_digest(invite.encode(), self.invite.encode()):
            raise NotYours("You need the invitation link to sit down here.")
        if not self.empty:
            raise Stale("All seats at this table are taken.")
        chosen = self.empty[0] if seat is None else seat
        if chosen not in self.chairs:
            raise Refused(
                "There is no seat {seat} at this table; the seats are 0 to {last}.",
                seat=chosen,
                last=self.chairs[-1],
            )
        if chosen not in self.empty:
            raise Stale("This seat is taken.")
        return [Sat(chosen, checked_name(name), holder)]

    def deal(self, holder: str, part: bytes | None) -> list[Event]:
        """A player adds their part of the deal; with the last one the game begins."""
        mine = self._mine(holder)
        if self.position is not None:
            raise Stale("The game has already been dealt.")
        if self.empty:
            raise Stale("A seat is still empty, so the game cannot be dealt.")
        waited_for = [seat for seat in mine if seat not in self.contributions]
        if not waited_for:
            raise Stale("You have added your part; the others are not ready yet.")
        events: list[Event] = [
            Contributed(seat, (part or draw()).hex(), drawn=part is None) for seat in waited_for
        ]
        if len(self.contributions) + len(waited_for) == len(self.players):
            events.append(Dealt())
        return events

    def move(self, holder: str, after: int, move: str) -> list[Event]:
        """A player moves; `after` is the `seq` at which they chose to."""
        mine = self._mine(holder)
        self._check_fresh(after, mine, move)  # Also the last move may be sent again.
        position = self._being_played()
        seat = position.to_move
        if seat not in mine:
            raise NotYours("It’s not your turn.")
        refusal = position.why_not(move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        return [*self._back(seat), Moved(seat, move)]

    def why_not(self, holder: str | None, move: str) -> Refusal | None:
        """The rule that forbids a move to someone whose turn it is."""
        position = self._being_played()
        if position.to_move not in self.seats_of(holder):
            raise NotYours("It’s not your turn.")
        return position.why_not(move)

    def bot_move(self, after: int, move: str) -> list[Event]:
        """A bot moves, unless the table has gone on while it thought."""
        position = self._being_played()
        if after < self.moved_at or self.bot_at(position.to_move) is None:
            raise Stale("The game has moved on.")
        return [Moved(position.to_move, move)]

    def take_back(self, holder: str, after: int) -> list[Event]:
        mine = self._mine(holder)
        self._being_played()
        self._check_fresh(after, mine, None)
        seat = self.may_take_back(mine)
        if seat is None:
            raise Refused(
                "The last move cannot be taken back: it is not yours, or it drew on chance "
                "or showed something hidden."
            )
        return [TookBack(seat)]

    def may_take_back(self, mine: Sequence[int]) -> int | None:
        """The seat among these that may take the last move back."""
        if not self.turns or self.over:
            return None
        last = self.turns[-1]
        return last.seat if last.seat in mine and not last.final else None

    def stand_in(self, seat: int) -> list[Event]:
        """A bot takes the place of someone who is gone."""
        self._being_played()
        return [] if seat not in self.players or seat in self.standing_in else [StoodIn(seat)]

    def come_back(self, holder: str) -> list[Event]:
        return [event for seat in self.seats_of(holder) for event in self._back(seat)]

    def go_on(self, holder: str, table: str) -> list[Event]:
        """The same players have a new table."""
        self._mine(holder)
        if not self.over:
            raise Refused("You can play again once this game is over.")
        return [] if self.again else [WentOn(table)]

    def _back(self, seat: int) -> list[Event]:
        return [Returned(seat)] if seat in self.standing_in else []

    def _mine(self, holder: str) -> list[int]:
        mine = self.seats_of(holder)
        if not mine:
            raise NotYours("You don’t play at this table, but you can watch.")
        return mine

    def _being_played(self) -> Position:
        if self.position is None:
            raise Stale("The game has not been dealt yet.")
        if self.position.over:
            raise Stale("The game is over.")
        return self.position

    def _check_fresh(self, after: int, mine: Sequence[int], move: str | None) -> None:
        if after >= self.moved_at:
            return
        last = self.turns[-1] if self.turns else None
        if last and last.move == move and last.seat in mine and after == self.moved_at - 1:
            raise Stale("This move has already been made.")
        raise Stale("The game has moved on; look at the table again.")

    def phase_after(self, events: Sequence[Event]) -> Phase:
        """Whether the table will wait, play or be over when these have happened."""
        match events[-1]:
            case Dealt():
                return "playing"
            case Moved(move=move) if self.position is not None:
                ahead = self.position.copy()
                ahead.play(move)
                return "over" if ahead.over else "playing"
        return self.phase

    # What happens

    def apply(self, event: Event) -> None:
        """Let it happen. It was decided here, or comes from the store."""
        self.seq += 1
        match event:
            case Opened():
                _check_rules(event.agreement)
                self.agreement = event.agreement
                self.secret = bytes.fromhex(event.secret)
            case Sat():
                self.players[event.seat] = Player(event.name, event.holder)
            case Contributed():
                self.contributions[event.seat] = event
            case Dealt():
                self.position = self._dealt()
                self.moved_at = self.seq
            case Moved():
                self._make(event)
            case TookBack():
                self._unmake()
            case StoodIn():
                self.standing_in.add(event.seat)
            case Returned():
                self.standing_in.discard(event.seat)
            case WentOn():
                self.again = event.table

    def _dealt(self) -> Position:
        return self.variant.new(seed_of(self.secret, self.proof.contributions))

    def _make(self, event: Moved) -> None:
        assert self.position is not None
        final = self.position.reveals(event.move)
        self.position.play(event.move)
        self.turns.append(Turn(event.seat, event.move, final))
        self.moved_at = self.seq

    def _unmake(self) -> None:
        self.turns.pop()
        self.position = self._dealt()
        for turn in self.turns:
            self.position.play(turn.move)
        self.moved_at = self.seq


def _check_rules(agreement: Agreement) -> None:
    """Refuse a log of other rules: replayed by ours it would silently be another game."""
    game = find_game(agreement.game)
    if agreement.version != game.version:
        raise OtherRules(
            "This table was set up by version {theirs} of the rules of {game}; "
            "this is version {ours}, so it can be neither shown nor played on.",
            theirs=agreement.version,
            game=game.title,
            ours=game.version,
        )


def checked_name(name: str) -> str:
    """A name fit to be shown: one line, not empty, not too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not line:
        raise Refused("Please enter your name.")
    if len(line) > LONGEST_NAME:
        raise Refused(
            "A name can have up to {most} letters; {name} has {letters}.",
            most=LONGEST_NAME,
            name=quoted(line),
            letters=len(line),
        )
    return line
