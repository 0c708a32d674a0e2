"""A game being played: the whole truth, and the moves that led to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from matchwood.engine import piecepack
from matchwood.engine.errors import (
    BadDocument,
    BadOption,
    IllegalMove,
    MatchwoodError,
    NothingToUndo,
    NotTold,
    quoted,
)
from matchwood.engine.fairness import Proof, Seed, seed_bytes
from matchwood.engine.game import Document, Game, State, Variant, find_game
from matchwood.engine.options import player_names
from matchwood.engine.record import GameRecord
from matchwood.engine.rng import new_generator, start_chance
from matchwood.engine.view import Situation, View, Viewers

HIDDEN_PIECE = " None"
"""End of the name of a piece that is not known."""
SNAPSHOT_EVERY = 16
"""After how many moves a position keeps its record, to go back there."""


class Position(Situation):
    """A game being played. Moves are texts, seats count from 0, everyone else is `None`.

    >>> position = matchwood.load("piecepack-matches").new(seed=7)
    >>> position.to_move, position.over
    (0, False)
    >>> position.legal_moves()[:3]
    ['flip 1', 'flip 2', 'flip 3']
    >>> position.play("flip 2")
    >>> position.history
    ['flip 2']
    >>> sorted(position.observe(None).document)[:3]  # what anyone may know, as plain data
    ['coins', 'flaming', 'game']

    A position is a value: copied, pickled or read from its bytes it is another one, which the moves
    of the first do not touch. It knows everything; what one seat may know is a `View` (`observe`).
    """

    def __init__(
        self, variant: Variant, states: np.ndarray, seed: bytes = b"", history: Iterable[str] = ()
    ) -> None:
        super().__init__(variant, states, history)
        self.seed = seed
        """Seed from which all chance flows; empty where a game was not dealt but set up."""
        self._actions: list[int] = []
        """The moves since this position began, as the kernels number them."""
        self._snapshots: dict[int, bytes] = {}
        """Records of the past, by how many moves had been made."""

    @classmethod
    def deal(cls, variant: Variant, seed: Seed = None) -> Position:
        """A new game; see `Variant.new`."""
        key = seed_bytes(seed)
        states = variant.blank.copy()
        states[0].key[:] = np.frombuffer(key, "<u4")
        variant.game.rules.setup(states[0])
        return cls(variant, states, key)

    @classmethod
    def from_state(cls, variant: Variant, state: bytes) -> Position:
        """A game from the bytes of its record; how it came to stand there is not known."""
        return cls(variant, np.frombuffer(bytearray(state), variant.blank.dtype))

    @classmethod
    def from_document(cls, document: Document, seed: Seed = None, **options: object) -> Position:
        """A position as a document tells it that hides nothing; `View.from_document` reads others.

        `options` are those that the document does not tell; left out they are as usual. The luck to
        come is that of the seed. A document that breaks the schema of the game, or tells what
        cannot be, is refused with `BadDocument`.

        >>> document = matchwood.load("baguettes").new(seed=7).document
        >>> matchwood.Position.from_document(document | {"to_move": 1})
        <baguettes after 0 moves, seat 1 to move>
        """
        position, _ = restored(document, seed, options)
        if _hidden(position):
            raise BadDocument("The document hides something: it tells a view, and no position.")
        return position

    @property
    def document(self) -> Document:
        """The whole truth as plain data."""
        return self.variant.game.text.dump(self.state)

    def observe(self, viewer: int | None) -> View:
        """The view of a seat, or of someone who watches (`None`)."""
        return self._observed(viewer, None)

    def play(self, text: str) -> None:
        """Make a move. One that the rules forbid raises `IllegalMove` and changes nothing."""
        self._make(self._legal_action(text), text)

    def play_action(self, action: int) -> None:
        """Make a legal move given as the kernels number it."""
        [text] = self.variant.game.text.say(self.state, [action])
        self._make(action, text)

    def _make(self, action: int, text: str) -> None:
        if len(self._actions) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.history)] = self._states.tobytes()
        self.variant.game.rules.apply(self.state, action)
        self._actions.append(action)
        self.history.append(text)

    def undo(self) -> str:
        """Take the last move back; which it was.

        >>> position = matchwood.load("baguettes").new(seed=7)
        >>> position.play("pierce B3")
        >>> position.undo()
        'pierce B3'
        """
        if not self.history:
            raise NothingToUndo("No move was made that could be taken back.")
        before, last = self.after(len(self.history) - 1), self.history[-1]
        self.__dict__.update(before.__dict__)
        return last

    def after(self, moves: int) -> Position:
        """The game as it was after so many of its moves.

        >>> position = matchwood.load("connect-four").new(seed=7)
        >>> for move in ("drop 4", "drop 3", "drop 4"):
        ...     position.play(move)
        >>> position.after(1).history
        ['drop 4']
        """
        if moves == len(self.history):
            return self.copy()
        first = len(self.history) - len(self._actions)
        if not first <= moves < len(self.history):
            raise NothingToUndo("How the game stood after {moves} moves is not known.", moves=moves)
        kept = [number for number in self._snapshots if number <= moves]
        states = np.frombuffer(bytearray(self._snapshots[kept[-1]]), self._states.dtype)
        for action in self._actions[kept[-1] - first : moves - first]:
            self.variant.game.rules.apply(states[0], action)
        past = Position(self.variant, states, self.seed, self.history[:moves])
        past._actions = self._actions[: moves - first]
        past._snapshots = {number: self._snapshots[number] for number in kept if number < moves}
        return past

    def to_ppn(self, players: Sequence[str] | None = None) -> str:
        """The game from where this position began, in Portable Piecepack Notation.

        It tells everything, what lies face down as well; `observe` a position first to tell what a
        viewer may know. Only games of a piecepack have this notation.

        >>> position = matchwood.new("piecepack-matches", seed=7)
        >>> position.play("flip 2")
        >>> print(position.to_ppn().splitlines()[-1])
        1. +b4
        """
        first = len(self.history) - len(self._actions)
        documents = [self.after(n).document for n in range(first, len(self.history) + 1)]
        names = player_names(players, self.players)
        return piecepack.to_ppn(self.variant.game, documents, self.history[first:], names)

    @classmethod
    def from_ppn(cls, text: str) -> Position:
        """The end of a game that `to_ppn` wrote; `after` has the rest of it."""
        document, moves = piecepack.read_ppn(text)
        position = cls.from_document(document)
        module = piecepack.module_of(position.variant.game)
        for number, (move, tokens) in enumerate(moves, start=1):
            before = position.document
            try:
                position.play(move)
            except IllegalMove as illegal:
                raise BadDocument(
                    "Move {number} breaks the rules: {reason}", number=number, reason=illegal.phrase
                ) from illegal
            if [*module.tokens(move, before, position.document)] != [*tokens]:
                raise BadDocument(
                    "Move {number} is not followed by what the rules say.", number=number
                )
        return position

    def svg(
        self, viewer: int | None = None, names: Sequence[str] | None = None, theme: str = "light"
    ) -> str:
        """The picture of what a seat, or anyone, may know, as one drawing that stands alone."""
        return self.observe(viewer).svg(names, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def copy(self) -> Position:
        copied = Position(self.variant, self._copied(), self.seed, self.history)
        copied._actions, copied._snapshots = self._actions.copy(), self._snapshots.copy()
        return copied

    def _header(self) -> dict[str, object]:
        return {"seed": self.seed.hex(), "actions": self._actions}

    def _records(self) -> bytes:
        """The record, and the one that the moves began with."""
        first = len(self.history) - len(self._actions)
        return self._states.tobytes() + self._snapshots.get(first, b"")

    @classmethod
    def _from(cls, variant: Variant, header: dict[str, Any], states: np.ndarray) -> Position:
        seed, history, actions = bytes.fromhex(header["seed"]), header["history"], header["actions"]
        position = cls(variant, states[:1], seed, history)
        position._actions = actions
        position._snapshots = {len(history) - len(actions): states[1:].tobytes()} if actions else {}
        return position

    def record(
        self, players: Sequence[str] | None = None, proof: Proof | None = None, **ending: Any
    ) -> GameRecord:
        """The game so far, to be saved and replayed.

        `ending` is how a game ended other than by its rules, as fields of the record. A position
        that was set up, from a document or by a guess, has no seed and so no record.
        """
        if not self.seed:
            raise NotTold("This position has no seed, so it has no record to be replayed.")
        ending.setdefault("winners", tuple(self.winners) if self.over else None)
        return GameRecord(
            game=self.variant.game.name,
            version=self.variant.version,
            options=dict(self.variant.options),
            players=tuple(player_names(players, self.players)),
            seed=self.seed,
            moves=tuple(self.history),
            proof=proof,
            **ending,
        )


def play_and_reveal(position: Position, text: str) -> bool:
    """Make a move, and say whether it showed someone something new: see `Situation.reveals`."""
    action = position._legal_action(text)
    view = position.observe(position.to_move)
    [revealed] = view._which_reveal(np.array([action], np.int32))
    position._make(action, text)
    return revealed


# Positions from documents


class RestoringModule(Protocol):
    """`restoring`: a position from its document; may be left out."""

    Schema: type[Struct]
    """Fields of documents, with types and ranges that every document is held to."""

    def options(self, document: Document) -> Mapping[str, object]:
        """The options that a document tells, as they are given."""

    def restore(self, s: State, document: Document) -> None:
        """Write a position into a blank record. What is hidden in the document is hidden there.

        Every value is of the type and in the range that the schema says. Values that do not go
        together raise `ValueError`, or what Python raises of itself; it is enough to look for those
        with which the kernels could not play on."""


def restored(
    document: Document, seed: Seed, options: Mapping[str, object]
) -> tuple[Position, Viewers]:
    """A position as a document tells it, and the viewers who may know just that.

    What is hidden in the document is hidden in its record.
    """
    if not isinstance(document, dict):
        kind = quoted(type(document).__name__)
        raise BadDocument("A document has fields with names; this is a {kind}.", kind=kind)
    game = find_game(str(document.get("game")))
    if game.restoring is None:
        raise BadDocument("{game} cannot be set up from a document.", game=game.title)
    try:
        document = _with_whole_numbers(document)
        game.check_document(document)
        variant = game.variant({**game.restoring.options(document), **options})
        states = variant.blank.copy()
        states[0].key[:] = np.frombuffer(seed_bytes(seed), "<u4")
        start_chance(states[0])
        game.restoring.restore(states[0], document)
        position = Position(variant, states)
        return position, _checked(position, document)
    except BadOption as bad:
        if options:
            raise
        raise _no_position(game, str(bad).rstrip(".")) from bad
    except MatchwoodError:
        raise
    except Exception as error:
        reason = str(error) if type(error) is ValueError else f"{type(error).__name__} {error}"
        raise _no_position(game, reason) from error


def _checked(position: Position, document: Document) -> Viewers:
    """The viewers who may know what a document tells, if that can be at all in a game."""
    game = position.variant.game
    if position.to_move not in range(position.players):
        raise _no_position(game, f"there is no seat {position.to_move}")
    if (wrong := _differing(position.document, document)) is not None:
        raise BadDocument(
            "The document tells no position of {game}: {field} does not fit the rest.",
            game=game.title,
            field=quoted(wrong),
        )
    there, box = (game.text.pieces(each) for each in (document, position.variant.new(0).document))
    hidden = _hidden(position)
    if surplus := {piece for piece in there - box if piece not in hidden}:
        raise _bad_pieces(game, surplus)
    viewers = [None, *range(position.players)]
    knowing = [each for each in viewers if position.observe(each).document == document]
    truth = position
    if hidden:
        if not knowing:
            raise _no_position(game, "nobody may know just that")
        truth = position.observe(knowing[0]).guess(new_generator(0))
        if truth.observe(knowing[0]).document != document:
            raise _bad_pieces(game, hidden)
    there = game.text.pieces(truth.document)
    if there != box:
        raise _bad_pieces(game, there - box or box - there)
    if not truth.over and not len(truth.legal_actions()):
        raise _no_position(game, "the game goes on, and no move is legal")
    if truth.over and not truth.winners:
        raise _no_position(game, "the game is over, and nobody has won")
    return frozenset(knowing)


def _hidden(position: Position) -> set[str]:
    """The pieces that a position does not know."""
    pieces = position.variant.game.text.pieces(position.document)
    return {piece for piece in pieces if piece.endswith(HIDDEN_PIECE)}


def _no_position(game: Game, reason: str) -> BadDocument:
    return BadDocument(
        "The document tells no position of {game}: {reason}.", game=game.title, reason=reason
    )


def _bad_pieces(game: Game, pieces: Collection[str]) -> BadDocument:
    return BadDocument(
        "The document has too few or too many pieces of {game}: {piece}.",
        game=game.title,
        piece=quoted(min(pieces)),
    )


def _with_whole_numbers(value: Any) -> Any:
    """Plain data with 2 instead of 2.0: JSON, and so a schema, does not tell them apart."""
    match value:
        case dict():
            return {key: _with_whole_numbers(each) for key, each in value.items()}
        case list():
            return [_with_whole_numbers(each) for each in value]
        case float() if value.is_integer():
            return int(value)
    return value


def _differing(told: Document, document: Document) -> str | None:
    """The first field in which two documents differ."""
    for field in [*told, *document]:
        if field not in told or field not in document or told[field] != document[field]:
            return str(field)
    return None
