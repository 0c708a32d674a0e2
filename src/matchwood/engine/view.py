"""Views: what one seat, or someone who watches, may know of a position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from matchwood.engine import dispatch, piecepack
from matchwood.engine.errors import (
    BadDocument,
    IllegalMove,
    NotTold,
    Refusal,
    UnknownSeat,
    nearest,
    quoted,
)
from matchwood.engine.game import SPECTATOR, Document, State, Variant
from matchwood.engine.options import player_names
from matchwood.engine.packing import packed, unpacked
from matchwood.engine.rng import generator_from, wipe_chance

if TYPE_CHECKING:
    from matchwood.engine.position import Position

KEY_BYTES = 16
Viewers = frozenset[int | None]


class Situation:
    """Common base of positions and views: a variant, one record of it, and past moves."""

    def __init__(self, variant: Variant, states: np.ndarray, history: Iterable[str]) -> None:
        self.variant = variant
        self.history = list(history)
        """The moves so far, as texts."""
        self._states = states
        self.state: State = states[0]
        """The record itself, for kernels, and no copy."""

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def to_move(self) -> int:
        """The seat whose turn it is; when the game is over, the one that moved last."""
        return int(self.state.to_move)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def winners(self) -> list[int]:
        """The winning seats; none before the end."""
        if not self.over:
            return []
        shares = np.zeros(self.players)
        self.variant.game.rules.returns(self.state, shares)
        return [seat for seat, share in enumerate(shares) if share > 0]

    @property
    def document(self) -> Document:
        """It as plain data, what is hidden as null."""
        raise NotImplementedError

    @property
    def key(self) -> bytes:
        """A name for tables of positions: 16 bytes that hang on the variant and on all that is
        here but the chance to come. Positions that a symmetry makes of each other share it."""
        states = self._copied()
        wipe_chance(states[0])
        if dispatch.has_canonical(states.dtype) and not self.over:
            words = np.zeros(dispatch.KEY_ROOM, np.int64)
            dispatch.canonical(states[0], words)
            states = words[: dispatch.KEY_WORDS]
        named = f"{self.variant}\n".encode() + states.tobytes()
        return blake2b(named, digest_size=KEY_BYTES).digest()

    def legal_actions(self) -> np.ndarray:
        """The legal moves as the kernels number them."""
        rules = self.variant.game.rules
        found = np.empty(rules.MOST_ACTIONS, np.int32)
        return found[: rules.legal(self.state, found)]

    def legal_moves(self) -> list[str]:
        """The legal moves, as texts."""
        return self.variant.game.text.say(self.state, self.legal_actions().tolist())

    def why_not(self, text: str) -> Refusal | None:
        """The rule that forbids a move now, or nothing if it is legal."""
        return None if self._action(text) is not None else self._refusal(text)

    def reveals(self, text: str) -> bool:
        """True if a legal move, once made, cannot be taken back: it shows someone something new.

        The answer rests on what the player to move may know, so asking tells nothing.
        """
        action = np.array([self._legal_action(text)], np.int32)
        return self.observe(self.to_move)._which_reveal(action)[0]

    def to_piecepack_table(self) -> str:
        """The pieces on the table as CSV, with the columns that the R packages piecepackr and ppdf
        read; for games of a piecepack."""
        return piecepack.to_table(self.variant.game, self.document)

    def choices(self) -> list[tuple[str, bool]]:
        """The legal moves, each with whether it reveals something (`reveals`)."""
        return choices(self, self.observe(self.to_move))

    def observe(self, viewer: int | None) -> View:
        """The view of a seat, or of someone who watches (`None`)."""
        raise NotImplementedError

    def _observed(self, viewer: int | None, known_to: Viewers | None) -> View:
        """A view of a record that these may know, or that is the whole truth."""
        if viewer is not None and viewer not in range(self.players):
            raise UnknownSeat(
                "There is no seat {seat}; the seats are 0 to {last}, "
                "and None for someone who only watches.",
                seat=quoted(viewer),
                last=self.players - 1,
            )
        states = self._copied()
        wipe_chance(states[0])
        told = states.tobytes()
        self.variant.game.rules.hide(states[0], SPECTATOR if viewer is None else viewer)
        if states.tobytes() != told:
            known_to = frozenset({viewer})
        elif known_to is None:
            known_to = frozenset({None, *range(self.players)})
        return View(self.variant, states, viewer, known_to, self.history)

    def _action(self, text: str) -> int | None:
        action = self.variant.game.text.read(self.state, str(text))
        return action if action is not None and action in self.legal_actions().tolist() else None

    def _legal_action(self, text: str) -> int:
        """The action of a move, or `IllegalMove`."""
        action = self._action(text)
        if action is None:
            raise IllegalMove(text, self._refusal(text), nearest(text, self.legal_moves()))
        return action

    def _refusal(self, text: str) -> Refusal:
        return self.variant.game.text.explain(self.observe(self.to_move).state, str(text))

    def _which_reveal(self, actions: np.ndarray) -> list[bool]:
        found = np.empty(len(actions), np.bool_)
        dispatch.which_reveal(self.state, actions, found)
        return found.tolist()

    def _copied(self) -> np.ndarray:
        # As bytes: NumPy copies a record field by field, which takes twenty times as long.
        return np.frombuffer(bytearray(self._states.tobytes()), self._states.dtype)

    def copy(self) -> Self:
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def to_bytes(self) -> bytes:
        """All of it as bytes, which only the same version of the rules reads (`from_bytes`)."""
        header = {"history": self.history, **self._header()}
        return packed(type(self).__name__, self.variant, header, self._records())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` of the same class wrote. Anything else is refused: `BadDocument`,
        or `OtherRules` if other rules wrote it."""
        return cls._from(*unpacked(cls.__name__, data))

    def _header(self) -> dict[str, object]:
        """Fields to be written beside the record."""
        raise NotImplementedError

    def _records(self) -> bytes:
        return self._states.tobytes()

    @classmethod
    def _from(cls, variant: Variant, header: dict[str, Any], states: np.ndarray) -> Self:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._states.tobytes() == other._states.tobytes()

    def __hash__(self) -> int:
        """The hash of the record; a position that is played on has another one then."""
        return hash(self._states.tobytes())

    def __repr__(self) -> str:
        name, moves = self.variant.game.name, len(self.history)
        turn = f"won by {self.winners}" if self.over else f"seat {self.to_move} to move"
        return f"<{name} after {moves} moves, {turn}>"


class View(Situation):
    """Knowledge of one seat, or of someone who watches: all else of a position is wiped out.

    >>> position = matchwood.load("colorfox").new(seed=7)
    >>> view = position.observe(0)
    >>> view.document["hands"][1][0] is None
    True
    >>> view.guess(7).observe(0) == view
    True

    A view is a value. It has no seed and cannot be played on; the legal moves follow from it if it
    is its seat's turn, or nothing is hidden. What else cannot be known is refused with `NotTold`.
    Two views are equal if they tell the same, whoever sees them. Their record is read-only.
    """

    def __init__(
        self,
        variant: Variant,
        states: np.ndarray,
        seat: int | None,
        known_to: Viewers,
        history: Iterable[str] = (),
    ) -> None:
        states.flags.writeable = False
        super().__init__(variant, states, history)
        self.seat = seat
        """Seat of the viewer; None for someone who watches."""
        self._known_to = known_to
        """The viewers who may know just what is told here."""

    @classmethod
    def from_document(cls, document: Document, **options: object) -> View:
        """A view as a document tells it; see `Position.from_document`.

        >>> document = matchwood.load("colorfox").new(seed=7).observe(0).document
        >>> matchwood.View.from_document(document).seat
        0
        """
        from matchwood.engine.position import restored

        position, known_to = restored(document, None, options)
        if not known_to:
            raise BadDocument("The document tells more than anyone may know.")
        first = position.to_move if position.to_move in known_to else None
        seat = first if first in known_to else min(seat for seat in known_to if seat is not None)
        return position._observed(seat, known_to)

    @cached_property
    def document(self) -> Document:
        """The view as plain data; not to be changed."""
        return self.variant.game.text.dump(self.state)

    def observe(self, viewer: int | None) -> View:
        """The view that a viewer has of what is known here."""
        if viewer is not None:
            self._check_known_to(viewer)
        return self._observed(viewer, self._known_to)

    def legal_actions(self) -> np.ndarray:
        """The legal moves as the kernels number them."""
        if not self.over:
            self._check_known_to(self.to_move)
        return super().legal_actions()

    def guess(self, rng: Any) -> Position:
        """A position that looks just like this, with the rest drawn as likely as it may be.

        `rng` is a seed, a generator of NumPy or of Python, or one of `matchwood.engine.rng`.
        """
        from matchwood.engine.position import Position

        states = self._copied()
        seat = SPECTATOR if self.seat is None else self.seat
        dispatch.guess(states[0], seat, generator_from(rng))
        return Position(self.variant, states, history=self.history)

    def to_ppn(self, players: Sequence[str] | None = None) -> str:
        """The table as far as it is known, in Portable Piecepack Notation."""
        names = player_names(players, self.players)
        return piecepack.to_ppn(self.variant.game, [self.document], [], names)

    @classmethod
    def from_ppn(cls, text: str) -> View:
        """A view that `to_ppn` wrote.

        >>> view = matchwood.new("piecepack-matches", seed=7).observe(None)
        >>> matchwood.View.from_ppn(view.to_ppn()) == view
        True
        """
        document, moves = piecepack.read_ppn(text)
        if moves:
            raise BadDocument("This notation tells a game with its moves, and no view.")
        return cls.from_document(document)

    def svg(self, names: Sequence[str] | None = None, theme: str = "light") -> str:
        """The picture of it, as one drawing that stands alone."""
        from matchwood.drawing.layout import drawn_whole

        game = self.variant.game
        called = player_names(names, self.players)
        return drawn_whole(game, self.document, self.seat, called, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def copy(self) -> View:
        return View(self.variant, self._copied(), self.seat, self._known_to, self.history)

    def _header(self) -> dict[str, object]:
        return {"seat": self.seat, "known_to": [*self._known_to]}

    @classmethod
    def _from(cls, variant: Variant, header: dict[str, Any], states: np.ndarray) -> View:
        return View(
            variant, states, header["seat"], frozenset(header["known_to"]), header["history"]
        )

    def _check_known_to(self, viewer: int) -> None:
        if viewer not in self._known_to:
            raise NotTold("What seat {seat} may know is hidden in this view.", seat=viewer)


def veiled(view: View, viewer: int | None, aids: Collection[str] = ()) -> View:
    """A copy without what a table that agreed on these aids does not show to a viewer."""
    game = view.variant.game
    if not game.aids:
        return view.copy()
    return altered(view, game.veils.veil, viewer, aids)


def altered(view: View, change: Callable[..., object], *given: object) -> View:
    """A copy of a view, after a function has changed its record; what is given follows it."""
    states = view._copied()
    change(states[0], *given)
    return View(view.variant, states, view.seat, view._known_to, view.history)


def shown_to(position: Situation, viewer: int | None, aids: Collection[str] = ()) -> View:
    """The view that a page shows to a viewer: what they may know, without what they are to
    remember."""
    return veiled(position.observe(viewer), viewer, aids)


def choices(position: Situation, looks: View) -> list[tuple[str, bool]]:
    """The legal moves, each with whether it reveals something, by what its player knows or is
    shown. By what is shown, a move may reveal something although its player could know that."""
    actions = position.legal_actions()
    texts = position.variant.game.text.say(position.state, actions.tolist())
    return list(zip(texts, looks._which_reveal(actions), strict=True))
