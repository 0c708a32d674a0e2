"""State of a table, which follows from the log of its events.

A table is a value. `after` returns the table that follows from further events, and the one before
stays as it is; so the next state can be looked at, written, and only then replace the last. What
may happen next is decided in `commands`. Nothing here waits, writes or knows the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from hmac import compare_digest
from hmac import new as hmac

from matchwood.engine import fairness
from matchwood.engine.fairness import Proof, Terms, seed_of
from matchwood.engine.game import Game, Variant, find_game
from matchwood.engine.language import ENGLISH
from matchwood.engine.options import Aid, recall_options
from matchwood.engine.position import Position, play_and_reveal
from matchwood.engine.record import GameRecord
from matchwood.server.table.errors import Refused, UnreadableTable
from matchwood.server.table.events import (
    Agreement,
    Contributed,
    Dealt,
    Ended,
    Event,
    GaveUp,
    GotUp,
    Moved,
    Opened,
    Phase,
    Pledged,
    Returned,
    Sat,
    StoodIn,
    TookBack,
    WentOn,
    Withheld,
    WouldEnd,
)
from matchwood.server.table.turns import Ending, Player, Turn
from matchwood.server.table.versions import check_version

INVITE_DIGITS = 20
MOVES_IN_MEMORY = 32
"""Last moves of a log of which it is found out whether they can be taken back, which takes longer
than to make them."""
LONGEST_GAME = 20_000
"""Moves of a game; some rulebooks allow games that would keep a table for years."""
MOST_COMINGS = 1_000
"""Events before the deal, after which nobody else sits down."""
LONGEST_LOG = 2 * LONGEST_GAME
"""Events after which no move is made or taken back. Both bounds keep a table small enough to be
restored from a backup, however often somebody sits down and gets up, or moves and takes back."""
MUTABLE = (dict, set, list)
"""Types of attributes that change in place; all others are only ever replaced."""
CACHED = ("over", "winners", "phase", "to_move")
"""Cached properties that any event may change."""


class Table:
    """State of a table. It never changes: see `after`."""

    def __init__(self, name: str, log: Iterable[Event] = ()) -> None:
        self.name = name
        self.seq = 0
        """Number of events."""
        self.moved_at = 0
        """The `seq` right after the position last changed."""
        self.agreement: Agreement
        self.secret: bytes
        self.maker = ""
        self.players: dict[int, Player] = {}
        self.pledges: dict[int, Pledged] = {}
        self.contributions: dict[int, Contributed] = {}
        self.withheld: set[int] = set()
        self.put_out = 0
        """Count of those whom the maker has put out."""
        self.position: Position | None = None
        self.turns: list[Turn] = []
        self.standing_in: set[int] = set()
        self.given_up: dict[int, int] = {}
        """The seats of those who gave up, and after how many moves."""
        self.would_end: set[int] = set()
        self.ending: Ending | None = None
        self.again: str | None = None
        self.continued_from: int | None = None
        """After how many moves of another game this one began, if it did."""
        self._bound = False
        self._quiz_move: int | None = None
        self._is_quiz_move_found = False
        self._apply_all(list(log))

    def after(self, events: Sequence[Event]) -> Table:
        """The table when these have happened; raises `IllegalMove` if one is a forbidden move."""
        then = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, MUTABLE):
                setattr(then, name, value.copy())
        if then.position is not None:
            then.position = then.position.copy()
        then._apply_all(events)
        return then

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
    def people(self) -> set[str]:
        """The holders of seats who have not given up."""
        return {who.holder for seat, who in self.players.items() if self.plays(seat)}

    def plays(self, seat: int) -> bool:
        """True if a person holds a seat who has not given up."""
        return seat in self.players and seat not in self.given_up

    @property
    def is_practice(self) -> bool:
        """True if one person plays alone against bots."""
        return len(self.players) == 1 and not self.empty

    @property
    def only_bots(self) -> bool:
        """True if the table was set up to watch bots."""
        return len(self.agreement.bots) == len(self.chairs)

    @property
    def empty(self) -> list[int]:
        """The chairs that wait for someone."""
        taken = self.players.keys() | self.agreement.bots.keys()
        return [seat for seat in self.chairs if seat not in taken]

    @property
    def all_pledged(self) -> bool:
        return not self.empty and self.pledges.keys() == self.players.keys()

    @cached_property
    def over(self) -> bool:
        return self.ending is not None or (self.position is not None and self.position.over)

    @property
    def is_full(self) -> bool:
        """True if no more moves can be made here: some games need never end."""
        return len(self.turns) >= LONGEST_GAME or self.seq >= LONGEST_LOG

    @cached_property
    def winners(self) -> list[int]:
        """The winning seats; none before the end, or if the game was ended by agreement."""
        if self.ending is not None:
            return list(self.ending.winners)
        return [] if self.position is None else self.position.winners

    @cached_property
    def phase(self) -> Phase:
        if self.position is None:
            return "waiting"
        return "over" if self.over else "playing"

    @cached_property
    def to_move(self) -> int | None:
        return None if self.position is None or self.over else self.position.to_move

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that a visitor holds."""
        if holder is None:
            return []
        return [seat for seat in self.chairs if self._is_held(seat, holder)]

    def _is_held(self, seat: int, holder: str) -> bool:
        return seat in self.players and compare_digest(self.players[seat].holder, holder)

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays for a seat now."""
        if seat in self.standing_in or seat in self.given_up:
            return self.agreement.stand_in
        return self.agreement.bots.get(seat)

    def moves_to_take_back(self, mine: Sequence[int]) -> int:
        """Number of the last moves that one of these seats may take back: its own last one and the
        answers of bots, if nothing was revealed and no other person has moved or given up since."""
        if self.over:
            return 0
        decided = max(self.given_up.values(), default=0)
        for moves, turn in enumerate(reversed(self.turns[decided:]), start=1):
            if turn.final:
                return 0
            if not turn.by_bot:
                return moves if turn.seat in mine and self.plays(turn.seat) else 0
        return 0

    def seat_giving_up(self, mine: Sequence[int]) -> int:
        """Seat that gives up: of several at one screen, the one whose turn it is."""
        return next((seat for seat in mine if seat == self.to_move), mine[0])

    def ending_if_given_up(self, seat: int) -> Ending | None:
        """Ending if a seat gives up; none where others play on."""
        given_up = {*self.given_up, seat}
        winners = self.variant.winners_if_given_up(given_up)
        if winners is None and self.players.keys() - given_up:
            return None
        return Ending("gave up", winners or ())

    def position_after(self, moves: int) -> Position:
        """Position after so many moves."""
        assert self.position is not None
        return self.position.after(moves)

    @property
    def quiz_move(self) -> int | None:
        """Number of moves after which most could be remembered in a game that is over, if ever
        anything could."""
        if not self.is_quiz_move_known:
            self.find_quiz_move()
        return self._quiz_move

    @property
    def is_quiz_move_known(self) -> bool:
        """True if `quiz_move` was found, or there is none to find."""
        return self._is_quiz_move_found or not self.over or self.game.recall is None

    def find_quiz_move(self) -> None:
        """Find `quiz_move`, which takes its time and can be done in a thread."""
        assert self.game.recall is not None
        names, most, found = [""] * len(self.chairs), 1, None
        position = self.position_after(0)
        for number, turn in enumerate(self.turns, start=1):
            position.play(turn.move)
            asked = len(self.game.recall.questions(ENGLISH, position.document, names))
            if asked >= most:
                most, found = asked, number
        self._quiz_move, self._is_quiz_move_found = found, True

    @cached_property
    def invite(self) -> str:
        """Invitation of a friend, which tells nothing of the secret; another whenever somebody was
        put out."""
        what = f"invite {self.put_out}" if self.put_out else "invite"
        return hmac(self.secret, what.encode(), "sha256").hexdigest()[:INVITE_DIGITS]

    @cached_property
    def terms(self) -> Terms | None:
        """Terms that the deal is bound to; None in a lesson."""
        if not self._bound:
            return None
        options = " ".join(f"{name}={value}" for name, value in self.agreement.options.items())
        return Terms(self.name, self.agreement.game, self.agreement.version, options)

    @cached_property
    def commitment(self) -> str:
        return fairness.commitment(self.secret, self.terms)

    @property
    def proof(self) -> Proof:
        parts = {seat: bytes.fromhex(made.part) for seat, made in self.contributions.items()}
        drawn = frozenset(seat for seat, made in self.contributions.items() if made.drawn)
        terms, withheld = self.terms, frozenset(self.withheld)
        return Proof(self.commitment, self.secret, parts, terms, drawn, withheld)

    def record(self, names: Sequence[str]) -> GameRecord:
        """The record of a game that is over."""
        if self.position is None or not self.over:
            raise Refused("The record comes after the game: it shows everything that is hidden.")
        if self.continued_from is not None:
            raise Refused("A game that began in the middle of another has no record.")
        winners = tuple(self.winners)
        ended = None if self.ending is None else self.ending.how
        return self.position.record(
            names,
            self.proof,
            winners=None if ended == "agreed" else winners,
            gave_up=self.given_up,
            agreed_to_end=ended == "agreed",
        )

    # Events

    def _apply_all(self, events: Sequence[Event]) -> None:
        """Apply events that were decided just now, or come from the store."""
        moves = sum(isinstance(event, Moved) for event in events)
        for event in events:
            self.seq += 1
            if isinstance(event, Moved):
                self._move(event, is_recent=moves <= MOVES_IN_MEMORY)
                moves -= 1
            else:
                self._apply(event)
        for name in CACHED:
            vars(self).pop(name, None)

    def _apply(self, event: Event) -> None:
        match event:
            case Opened():
                self._open(event)
            case Sat():
                self.players[event.seat] = Player(event.name, event.holder)
            case GotUp():
                self._get_up(event)
            case Pledged():
                self.pledges[event.seat] = event
            case Contributed():
                self.contributions[event.seat] = event
            case Withheld():
                self.withheld.add(event.seat)
            case Dealt():
                self._deal(event)
            case TookBack():
                self._take_back(event.moves)
            case StoodIn():
                self.standing_in.add(event.seat)
            case Returned():
                self.standing_in.discard(event.seat)
            case GaveUp():
                self._give_up(event.seat)
            case WouldEnd():
                self.would_end.add(event.seat)
            case Ended():
                self.ending = Ending("agreed")
            case WentOn():
                self.again = event.table

    def _open(self, event: Opened) -> None:
        self.agreement = event.agreement
        check_version(self.agreement)
        self.secret = bytes.fromhex(event.secret)
        self.maker, self._bound = event.maker, event.bound

    def _get_up(self, event: GotUp) -> None:
        del self.players[event.seat]
        self.pledges.pop(event.seat, None)
        if event.put_out:
            self.put_out += 1
            vars(self).pop("invite", None)

    def _deal(self, event: Dealt) -> None:
        if event.start:
            start = bytes.fromhex(event.start)
            if len(start) != self.variant.blank.itemsize:
                raise UnreadableTable(
                    "This table begins in the middle of a game that was kept in another form, so "
                    "it cannot be played on."
                )
            self.position = Position.from_state(self.variant, start)
            self.continued_from = event.moves
        else:
            seed = seed_of(self.secret, self.proof.contributions, self.terms)
            self.position = self.variant.new(seed)
        self.moved_at = self.seq

    def _move(self, event: Moved, is_recent: bool) -> None:
        assert self.position is not None
        final = True
        if is_recent:
            final = play_and_reveal(self.position, event.move)
        else:
            self.position.play(event.move)
        by_bot = self.bot_at(event.seat) is not None
        turn = Turn(event.seat, event.move, final, by_bot, self.moved_at, self.seq)
        self.turns.append(turn)
        self.moved_at = self.seq
        self.would_end.clear()

    def _take_back(self, moves: int) -> None:
        del self.turns[-moves:]
        self.position = self.position_after(len(self.turns))
        self.given_up = {seat: min(at, len(self.turns)) for seat, at in self.given_up.items()}
        self.moved_at = self.seq

    def _give_up(self, seat: int) -> None:
        self.ending = self.ending_if_given_up(seat)
        self.given_up[seat] = len(self.turns)
        self.standing_in.discard(seat)
