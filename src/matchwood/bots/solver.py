"""The solver: who wins when both sides play perfectly, proved.

For games of two seats that move in turn, with nothing hidden and no draw, that say which of
their positions are alike (`canonical` in `matchwood.engine.dispatch`) and in which no position
comes again. Depth-first proof-number search (Nagai's df-pn): every position has two numbers,
how many positions must at least be looked into to prove that the mover wins, and that the mover
loses; the search always goes where the fewest are. Zero is a proof.

What was found is kept in a table of fixed size. An entry holds the position's whole name, so
two positions are never mixed up. Where all the places that an entry can have are taken, the one
that took the least work is forgotten; it may be searched again, and the answer is exact all the
same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.dispatch import KEY_ROOM, KEY_WORDS
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Variant
from matchwood.engine.jit import kernel
from matchwood.engine.options import Value
from matchwood.engine.position import Position
from matchwood.engine.rng import stir_in
from matchwood.engine.view import Situation

_NUMBERS = [("key", "<i8", (KEY_WORDS,)), ("win", "<u4"), ("loss", "<u4")]
"""`win`, `loss`: what is left to be proved that the mover wins, or loses."""
ENTRY = np.dtype((np.record, np.dtype([*_NUMBERS, ("work", "<u4")], align=True)))
"""One without `work` is empty."""
FRAME = np.dtype(
    (
        np.record,
        [
            ("key", "<i8", (KEY_WORDS,)),
            ("win", "<i8"),
            ("loss", "<i8"),
            ("children", "<i8"),
            ("began", "<i8"),
        ],
    )
)
"""A position on the line being searched, and the bounds at which the search leaves it."""
CHILD = np.dtype((np.record, np.dtype([*_NUMBERS, ("action", "<i4")], align=True)))
PLACES = 4
"""Number of table entries that a position can be in."""
MEGABYTE = 2**20
DEFAULT_MEGABYTES = 256

PROVED, NEVER = 0, 2**31 - 1
MANY = NEVER - 1
"""As much as is counted; a sum beyond is not told apart."""

NODES, LIMIT = 0, 1
"""The two words of `budget`: positions searched, and how many may be before the search pauses."""
SLICE = 200_000
"""Number of positions searched between two looks at the clock and the keyboard."""
GENEROUS = 4
"""A branch is left when it looks worse than the next by more than a quarter, not at once."""


@kernel
def _slot(table, key):
    """The first of the places that an entry of this name can be in."""
    mixed = np.uint64(0)
    for word in range(KEY_WORDS):
        mixed = stir_in(mixed, key[word])
    return np.int64(mixed % np.uint64(len(table) // PLACES)) * PLACES


@kernel
def _is(entry, key):
    for word in range(KEY_WORDS):
        if entry.key[word] != key[word]:
            return False
    return entry.work > 0


@kernel
def _look_up(table, child):
    """Bring what is known of a position up to date; false if nothing is known."""
    slot = _slot(table, child.key)
    for place in range(slot, slot + PLACES):
        if _is(table[place], child.key):
            child.win, child.loss = table[place].win, table[place].loss
            return True
    return False


@kernel
def _keep(table, key, win, loss, work):
    slot = _slot(table, key)
    chosen = slot
    for place in range(slot, slot + PLACES):
        if _is(table[place], key):
            chosen = place
            work += np.int64(table[place].work)
            break
        if table[place].work < table[chosen].work:
            chosen = place
    entry = table[chosen]
    for word in range(KEY_WORDS):
        entry.key[word] = key[word]
    entry.win, entry.loss, entry.work = win, loss, min(max(work, 1), MANY)


@kernel
def _expand(states, actions, shares, room, children, table, ply):
    """Write down the positions that can be played to; how many there are.

    Moves that lose at once, and those that come to the same, are left out. If one wins at once,
    it is the only one written down.
    """
    s, after = states[ply], states[ply + 1]
    n = 0
    for choice in range(dispatch.legal(s, actions[ply])):
        states[ply + 1] = s
        dispatch.apply(after, actions[ply, choice])
        child = children[ply, n]
        if after.over:
            dispatch.returns(after, shares)
            if shares[s.to_move] > 0:
                children[ply, 0].win, children[ply, 0].loss = NEVER, PROVED
                return 1
            continue
        dispatch.canonical(after, room)
        for word in range(KEY_WORDS):
            child.key[word] = room[word]
        if _is_new(children[ply], n):
            child.action = actions[ply, choice]
            child.win, child.loss = 1, dispatch.legal(after, actions[ply + 1])
            _look_up(table, child)
            n += 1
    return n


@kernel
def _is_new(children, n):
    for earlier in range(n):
        same = True
        for word in range(KEY_WORDS):
            same = same and children[earlier].key[word] == children[n].key[word]
        if same:
            return False
    return True


@kernel
def _search(states, actions, shares, room, children, frames, table, budget):
    """Search the first state until it is proved, or the budget is used up.

    The line that is being looked into lies in `states` and `frames`, the first state in the
    first. (A function that calls itself would be simpler; Numba cannot cache one of this kind.)
    """
    ply = 0
    _enter(states, actions, shares, room, children, frames, table, ply, budget)
    while ply >= 0:
        frame = frames[ply]
        best, win, second, loss = _weigh(children[ply], frame.children)
        if win < frame.win and loss < frame.loss and budget[NODES] < budget[LIMIT]:
            child, below = children[ply, best], frames[ply + 1]
            for word in range(KEY_WORDS):
                below.key[word] = child.key[word]
            # What is the mover's win is the other side's loss, so the bounds change places.
            below.win = min(frame.loss - loss + np.int64(child.win), NEVER)
            below.loss = min(frame.win, second + second // GENEROUS + 1)
            states[ply + 1] = states[ply]
            dispatch.apply(states[ply + 1], child.action)
            ply += 1
            _enter(states, actions, shares, room, children, frames, table, ply, budget)
        else:
            _keep(table, frame.key, win, loss, budget[NODES] - frame.began)
            ply -= 1
            for i in range(frames[ply].children if ply >= 0 else 0):
                _look_up(table, children[ply, i])


@kernel
def _enter(states, actions, shares, room, children, frames, table, ply, budget):
    frames[ply].began = budget[NODES]
    budget[NODES] += 1
    frames[ply].children = _expand(states, actions, shares, room, children, table, ply)


@kernel
def _weigh(children, n):
    """The child nearest to a win and how near it is, how near the next is, and the sum to a loss.

    A position without a move left to try is lost.
    """
    best, win, second, loss = 0, np.int64(NEVER), np.int64(NEVER), np.int64(PROVED)
    for i in range(n):
        near = np.int64(children[i].loss)
        if near < win:
            best, second, win = i, win, near
        elif near < second:
            second = near
        loss += np.int64(children[i].win)
    if win == PROVED:
        return best, win, second, np.int64(NEVER)
    if win == NEVER:
        return best, win, second, np.int64(PROVED)
    return best, win, second, min(loss, np.int64(MANY))


class CannotSolve(MatchwoodError):
    """The game is not of the kind that the solver proves."""


@dataclass
class Answer:
    """Result of a search that has ended, or was ended."""

    first_wins: bool | None = None
    """True if the player to move wins, false if they lose; None if neither is proved."""
    moves: dict[str, bool | None] = field(default_factory=dict)
    """By move, whether it wins, as far as that is proved."""
    nodes: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    """True if someone stopped the search."""

    @property
    def complete(self) -> bool:
        return self.first_wins is not None and None not in self.moves.values()

    @property
    def winning(self) -> list[str]:
        return [move for move, wins in self.moves.items() if wins]


Progress = Callable[[Answer], None]


def can_solve(variant: Variant) -> bool:
    """True if the game is of the kind that the solver proves."""
    return dispatch.has_canonical(variant.blank.dtype) and variant.players == 2


def check_solvable(position: Situation) -> None:
    """Refuse a game that has more than two seats or does not say which positions are alike."""
    name = position.variant.game.name
    if not dispatch.has_canonical(position.state.dtype):
        raise CannotSolve(
            "{game} cannot be solved: chance, secrets or draws are part of it.", game=name
        )
    if position.players != 2:
        raise CannotSolve(
            "Only games of 2 players are solved, not of {players}.", players=position.players
        )


class Solver:
    """The table, and room to search in; both are kept from one question to the next.

    Ask one solver only about positions whose names mean the same: in Baguettes, those of one
    size of block, whatever the number of sticks.
    """

    def __init__(self, position: Situation, megabytes: int = DEFAULT_MEGABYTES) -> None:
        check_solvable(position)
        most = position.variant.game.rules
        self._table = np.zeros(megabytes * MEGABYTE // ENTRY.itemsize, ENTRY)
        plies = most.MOST_MOVES + 1
        self._states = np.zeros(plies, position.state.dtype)
        self._actions = np.empty((plies, most.MOST_ACTIONS), np.int32)
        self._children = np.zeros((plies, most.MOST_ACTIONS), CHILD)
        self._frames = np.zeros(plies, FRAME)
        self._shares = np.zeros(position.players)
        self._room = np.zeros(KEY_ROOM, np.int64)
        self._budget = np.zeros(2, np.int64)

    def solve(
        self,
        position: Position,
        seconds: float = float("inf"),
        progress: Progress = lambda answer: None,
    ) -> Answer:
        """Prove who wins and which moves do. Ctrl-C or the time limit ends it, with what is known.

        `progress` is called every so often.
        """
        answer = Answer(moves=dict.fromkeys(position.legal_moves()))
        began, searched = time.perf_counter(), int(self._budget[NODES])

        def go_on() -> bool:
            answer.seconds = time.perf_counter() - began
            answer.nodes = int(self._budget[NODES]) - searched
            progress(answer)
            return answer.seconds < seconds

        try:
            answer.first_wins = self._prove(position, go_on)
            for move in answer.moves if answer.first_wins is not None else ():
                answer.moves[move] = answer.first_wins and self._wins(position, move, go_on)
            go_on()
        except KeyboardInterrupt:
            answer.interrupted = True
        return answer

    def winning_action(self, view: Situation, nodes: int) -> int | None:
        """An action that wins, if that is proved within so many positions."""
        slices = iter((True,))
        if not self._prove(view, lambda: next(slices, False), nodes):
            return None
        for action in view.legal_actions().tolist():
            # Games that are solved hide nothing, so a view has all of the position.
            after = Position.from_state(view.variant, view.state.tobytes())
            after.play_action(action)
            if after.over:
                wins = view.to_move in after.winners
            else:  # the proof left what it needs in the table
                wins = self._prove(after, lambda: False) is False
            if wins:
                return int(action)
        return None

    def _wins(self, position: Position, move: str, go_on: Callable[[], bool]) -> bool | None:
        after = position.copy()
        after.play(move)
        if after.over:
            return position.to_move in after.winners
        theirs = self._prove(after, go_on)
        return None if theirs is None else not theirs

    def _prove(
        self, position: Situation, go_on: Callable[[], bool], nodes: int | None = None
    ) -> bool | None:
        """True if the player to move wins; nothing if told to stop before that is known.

        Before each slice, of so many positions or else of SLICE, it is asked whether to go on.
        """
        root = np.zeros(1, CHILD)[0]
        dispatch.canonical(position.state, self._room)
        root.key[:] = self._frames[0].key[:] = self._room[:KEY_WORDS]
        self._frames[0].win = self._frames[0].loss = NEVER
        while True:
            if _look_up(self._table, root) and PROVED in (root.win, root.loss):
                return bool(root.win == PROVED)
            if not go_on():
                return None
            self._budget[LIMIT] = self._budget[NODES] + (nodes or SLICE)
            self._states[0] = position.state
            _search(
                self._states,
                self._actions,
                self._shares,
                self._room,
                self._children,
                self._frames,
                self._table,
                self._budget,
            )


class SolvedModule(Protocol):
    """`solved`: the starts of a table that `matchwood solve --table` proves; may be left out."""

    INTRODUCTION: str
    """Text above the table, with places for `version`, `findings`, `rows` and `minutes`; it says
    “by version {version} of the rules”."""
    COLUMNS: Sequence[str]
    """Headings of the cells that name a start."""

    def groups(self) -> Sequence[Sequence[Mapping[str, Value]]]:
        """The starts in the order of the table, as options; a group of them is proved until one
        takes too long, and its positions have the same names (`canonical`)."""

    def cells(self, options: Mapping[str, Value]) -> tuple[str, ...]:
        """A start as the table names it."""

    def kind(self, move: str) -> str:
        """A first move as the table names it: moves that a symmetry makes alike have one name."""

    def findings(self, proved: Sequence[tuple[tuple[str, ...], str, str]]) -> str:
        """Conclusions from all rows, in words: each is its cells, who wins, and by which moves."""
