"""A game being played: the state, and the moves that led to it."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine import game as games
from matchwood.engine.errors import (
    BadDocument,
    BadOption,
    IllegalMove,
    MatchwoodError,
    NothingToUndo,
    NotTold,
    OtherRules,
    Refusal,
    UnknownSeat,
    nearest,
    quoted,
)
from matchwood.engine.fairness import Proof, Seed, seed_bytes
from matchwood.engine.game import SPECTATOR, Document, Game, State, Variant
from matchwood.engine.language import ENGLISH
from matchwood.engine.options import player_names
from matchwood.engine.record import GameRecord
from matchwood.engine.rng import CHANCE_FIELDS, new_generator, start_chance, wipe_chance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


HIDDEN_PIECE = " None"
"""End of the name of a piece that is not known."""


class TextModule(Protocol):
    """`text.py`: moves and positions in the words of the rulebook. Works on hidden records too."""

    def say(self, s: State, actions: Sequence[int]) -> list[str]:
        """The texts of legal actions, in the same order."""

    def read(self, s: State, text: str) -> int | None:
        """The action that a text names, legal or not; none if it names none."""

    def explain(self, s: State, text: str) -> Refusal:
        """Why a text that is not legal is not."""

    def dump(self, s: State) -> Document:
        """The position as plain data, what is hidden as null."""

    def pieces(self, document: Document) -> Counter[str]:
        """All the pieces of the game, wherever they lie: the same from the deal to the end. The
        name of one that is hidden ends in “ None”."""


class AidsModule(Protocol):
    """`aids.py`: what is known but not shown, unless an aid was agreed; for games that have any.

    What a record no longer has after this reaches no picture, sketch or sentence.
    """

    def veil(self, s: State, viewer: int | None, aids: Collection[str]) -> None:
        """Wipe what a table with these aids does not show to a viewer who may know the record."""


class RestoringModule(Protocol):
    """`restoring.py`: a position from its document; may be left out. It needs the schema of the
    documents, `document.schema.json`, which they are held to before."""

    def options(self, document: Document) -> Mapping[str, object]:
        """The options that a document tells, as they are given."""

    def restore(self, s: State, document: Document) -> None:
        """Write a position into a blank record. What is hidden in the document is hidden there.

        Every value is of the type and in the range that the schema says. Values that do not go
        together raise `ValueError`, or what Python raises of itself; it is enough to look for those
        with which the kernels could not play on."""


class Position:
    """Where a game stands. Moves are texts, seats count from 0, everyone else is `None`.

    >>> position = matchwood.load("piecepack-matches").new(seed=7)
    >>> position.to_move, position.over
    (0, False)
    >>> position.legal()[:3]
    ['flip 1', 'flip 2', 'flip 3']
    >>> position.play("flip 2")
    >>> position.moves
    ['flip 2']
    >>> sorted(position.observe(None))[:3]  # what anyone may know, as plain data
    ['coins', 'flaming', 'game']

    A position is a value: copied, deep-copied or pickled it is another one, which the moves of the
    first do not touch. Where it tells only what some viewers may know (`seen_by`), it answers what
    follows from that, and refuses the rest with `NotTold`.
    """

    def __init__(
        self,
        variant: Variant,
        seed: bytes,
        states: np.ndarray,
        moves: Iterable[str],
        start: bytes | None = None,
        known_to: frozenset[int | None] | None = None,
    ):
        self.variant = variant
        self.seed = seed
        self.moves = list(moves)
        self._states = states
        self._start = start
        """The record that the moves began with, where no seed tells it."""
        self._known_to = known_to
        """The viewers who may know just what is told here; None: it is the whole truth."""
        self.state: State = states[0]
        """The record itself, for kernels: the whole truth, and no copy."""

    @classmethod
    def deal(cls, variant: Variant, seed: Seed = None) -> Position:
        """A new game; see `Variant.new`."""
        key = seed_bytes(seed)
        states = variant.blank.copy()
        states[0].key[:] = np.frombuffer(key, "<u4")
        variant.game.rules.setup(states[0])
        return cls(variant, key, states, [])

    @classmethod
    def of(cls, variant: Variant, state: bytes) -> Position:
        """A game from the bytes of its record; how it came to stand there is not known."""
        states = np.frombuffer(bytearray(state), variant.blank.dtype)
        return cls(variant, b"", states, [], start=bytes(state))

    @classmethod
    def from_document(cls, document: Document, seed: Seed = None, **options: object) -> Position:
        """A position as a document tells it, the whole truth or what one viewer may know.

        `options` are those that the document does not tell; left out they are as usual. What is
        hidden stays so: `guessed` fills it in. The luck to come is that of the seed. A document
        that breaks the schema of the game, or tells what no viewer can know, is refused with
        `BadDocument`.

        >>> document = matchwood.load("baguettes").new(seed=7).dump()
        >>> matchwood.Position.from_document(document | {"to_move": 1})
        <baguettes after 0 moves, seat 1 to move>
        """
        game = games.find_game(str(document.get("game")))
        if game.restoring is None or game.schema is None:
            raise BadDocument("{game} cannot be set up from a document.", game=game.title)
        document = _with_whole_numbers(document)
        try:
            game.check_document(document)
            variant = game.variant({**game.restoring.options(document), **options})
            states = variant.blank.copy()
            states[0].key[:] = np.frombuffer(seed_bytes(seed), "<u4")
            start_chance(states[0])
            game.restoring.restore(states[0], document)
            return cls.of(variant, states.tobytes())._checked(document)
        except BadOption as bad:
            if options:
                raise
            raise _no_position(game, str(bad).rstrip(".")) from bad
        except MatchwoodError:
            raise
        except Exception as error:
            reason = str(error) if type(error) is ValueError else f"{type(error).__name__} {error}"
            raise _no_position(game, reason) from error

    def _checked(self, document: Document) -> Position:
        """This position, if it is what a document tells, and what somebody may know in a game."""
        game = self.variant.game
        if self.to_move not in range(self.players):
            raise _no_position(game, f"there is no seat {self.to_move}")
        if (wrong := _differing(self.dump(), document)) is not None:
            raise BadDocument(
                "The document tells no position of {game}: {field} does not fit the rest.",
                game=game.title,
                field=quoted(wrong),
            )
        pieces = game.text.pieces
        there, box = pieces(document), pieces(self.variant.new(0).dump())
        hidden = {piece for piece in there if piece.endswith(HIDDEN_PIECE)}
        if surplus := {piece for piece in there - box if piece not in hidden}:
            raise _bad_pieces(game, surplus)
        truth = self
        if hidden:
            viewers = [None, *range(self.players)]
            knowing = [viewer for viewer in viewers if self.observe(viewer) == document]
            if not knowing:
                raise _no_position(game, "nobody may know just that")
            truth = self.guessed(knowing[0], new_generator(0))
            if truth.observe(knowing[0]) != document:
                raise _bad_pieces(game, hidden)
            self._known_to = frozenset(knowing)
        there = pieces(truth.dump())
        if there != box:
            raise _bad_pieces(game, there - box or box - there)
        if not truth.over and not len(truth.actions()):
            raise _no_position(game, "the game goes on, and no move is legal")
        if truth.over and not truth.winners:
            raise _no_position(game, "the game is over, and nobody has won")
        return self

    def guessed(self, viewer: int | None, generator: np.ndarray) -> Position:
        """A position that looks the same to a viewer, with the rest as likely as it may be."""
        other = self.seen_by(viewer)
        dispatch.guess(other.state, SPECTATOR if viewer is None else viewer, generator)
        other._known_to = None
        return other

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

    def actions(self) -> np.ndarray:
        """The legal moves as the kernels number them."""
        if not self.over:
            self._check_known_to(self.to_move)
        rules = self.variant.game.rules
        found = np.empty(rules.MOST_ACTIONS, np.int32)
        return found[: rules.legal(self.state, found)]

    def legal(self) -> list[str]:
        """The legal moves.

        What the others may know (`seen_by`) does not tell them where anything is hidden.
        """
        return self.variant.game.text.say(self.state, self.actions().tolist())

    def play(self, text: str) -> None:
        """Make a move. One that the rules forbid raises `IllegalMove` and changes nothing.

        In what the player to move may know (`seen_by`), those moves can be played that reveal
        nothing; the others raise `NotTold`.
        """
        action = self._action(text)
        if action is None:
            raise self._illegal(text)
        self._make(action, text)

    def play_and_reveal(self, text: str) -> bool:
        """Make a move, and say whether it showed someone something new: see `reveals`."""
        action = self._action(text)
        if action is None:
            raise self._illegal(text)
        hidden = self.seen_by(self.to_move)
        revealed = bool(hidden._which_reveal(np.array([action], np.int32))[0])
        self._make(action, text)
        return revealed

    def play_action(self, action: int) -> None:
        """Make a legal move given as the kernels number it."""
        [text] = self.variant.game.text.say(self.state, [action])
        self._make(action, text)

    def _make(self, action: int, text: str) -> None:
        if self._known_to is not None:
            self._check_known_to(self.to_move)
            if self._is_hidden_what_follows(action):
                raise NotTold("What {move} reveals is hidden in this position.", move=quoted(text))
        self.variant.game.rules.apply(self.state, action)
        self.moves.append(text)

    def undo(self) -> str:
        """Take the last move back; which it was.

        >>> position = matchwood.load("baguettes").new(seed=7)
        >>> position.play("pierce B3")
        >>> position.undo()
        'pierce B3'
        """
        if not self.moves:
            raise NothingToUndo("No move was made that could be taken back.")
        if not self.seed and self._start is None:
            raise NothingToUndo(
                "What is seen of a game does not tell how it came about, so no move is taken back."
            )
        *kept, last = self.moves
        begun = Position.deal if self.seed else Position.of
        before = begun(self.variant, self.seed or self._start or b"")
        for move in kept:
            before.play(move)
        self._states, self.state, self.moves = before._states, before.state, kept
        return last

    def why_not(self, text: str) -> Refusal | None:
        """The rule that forbids a move now, or nothing if it is legal."""
        return None if self._action(text) is not None else self._refusal(text)

    def reveals(self, text: str) -> bool:
        """Whether a legal move, once made, cannot be taken back: it shows someone something new.

        The answer rests on what the player to move may know, so asking tells nothing.
        """
        action = self._action(text)
        if action is None:
            raise self._illegal(text)
        hidden = self.seen_by(self.to_move)
        return bool(hidden._which_reveal(np.array([action], np.int32))[0])

    def choices(self, aids: Collection[str] | None = None) -> list[tuple[str, bool]]:
        """The legal moves, each with whether it reveals something.

        With `aids`, by what a table that agreed on these shows to the player to move; a move may
        then reveal something although it is not among those that are told to.
        """
        mover = self.to_move
        looks = self.seen_by(mover) if aids is None else self.shown_to(mover, aids)
        return self.choices_by(looks)

    def choices_by(self, looks: Position) -> list[tuple[str, bool]]:
        """What `choices` tells, by a copy with what the player to move knows or is shown."""
        actions = self.actions()
        texts = self.variant.game.text.say(self.state, actions.tolist())
        return list(zip(texts, looks._which_reveal(actions).tolist(), strict=True))

    def _is_hidden_what_follows(self, action: int) -> bool:
        """True if a legal move draws on chance, or shows what is not known to everyone here."""
        if self._known_to != self._everyone():
            return bool(self._which_reveal(np.array([action], np.int32))[0])
        after = self.copy()
        self.variant.game.rules.apply(after.state, action)
        chance = [name for name, *_ in CHANCE_FIELDS]
        return any(np.any(after.state[name] != self.state[name]) for name in chance)

    def _check_known_to(self, viewer: int) -> None:
        if self._known_to is not None and viewer not in self._known_to:
            raise NotTold("What seat {seat} may know is hidden in this position.", seat=viewer)

    def _everyone(self) -> frozenset[int | None]:
        return frozenset({None, *range(self.players)})

    def _which_reveal(self, actions: np.ndarray) -> np.ndarray:
        found = np.empty(len(actions), np.bool_)
        dispatch.which_reveal(self.state, actions, found)
        return found

    def _action(self, text: str) -> int | None:
        action = self.variant.game.text.read(self.state, str(text))
        return action if action is not None and action in self.actions().tolist() else None

    def _refusal(self, text: str) -> Refusal:
        return self.variant.game.text.explain(self.seen_by(self.to_move).state, str(text))

    def _illegal(self, text: str) -> IllegalMove:
        return IllegalMove(text, self._refusal(text), nearest(text, self.legal()))

    def seen_by(self, viewer: int | None) -> Position:
        """A copy with all that this viewer may not know wiped out of it.

        A seat’s legal moves follow from what it may know, and so do the moves that reveal nothing;
        what else is asked of the copy is refused with `NotTold`. Where nothing is hidden but the
        chance to come, as in Baguettes, anyone’s copy can be played on until a move draws on it.
        """
        if viewer is not None and viewer not in range(self.players):
            raise UnknownSeat(
                "There is no seat {seat}; the seats are 0 to {last}, "
                "and None for someone who only watches.",
                seat=quoted(viewer),
                last=self.players - 1,
            )
        if viewer is not None:
            self._check_known_to(viewer)
        hidden = self.copy()
        wipe_chance(hidden.state)
        told = hidden._states.tobytes()
        self.variant.game.rules.hide(hidden.state, SPECTATOR if viewer is None else viewer)
        if hidden._states.tobytes() != told:
            hidden._known_to = frozenset({viewer})
        elif hidden._known_to is None:
            hidden._known_to = self._everyone()
        hidden.seed, hidden._start = b"", None
        return hidden

    def veiled(self, viewer: int | None, aids: Collection[str] = ()) -> Position:
        """A copy without what a table that agreed on these aids does not show to a viewer."""
        return self.copy()._veil(viewer, aids)

    def _veil(self, viewer: int | None, aids: Collection[str]) -> Position:
        game = self.variant.game
        if game.aids:
            game.veils.veil(self.state, viewer, aids)
            self._known_to = self._known_to or frozenset({viewer})
        return self

    def shown_to(self, viewer: int | None, aids: Collection[str] = ()) -> Position:
        """What a page shows to a viewer: what they may know, without what they are to remember."""
        return self.seen_by(viewer)._veil(viewer, aids)

    def dump(self) -> Document:
        """The whole truth as plain data."""
        return self.variant.game.text.dump(self.state)

    def observe(self, viewer: int | None) -> Document:
        """What a seat, or anyone (`None`), may know, as plain data."""
        return self.seen_by(viewer).dump()

    def svg(
        self,
        viewer: int | None = None,
        names: Sequence[str] | None = None,
        theme: str = "light",
    ) -> str:
        """The picture of what a seat, or anyone, may know, as one drawing that stands alone."""
        from matchwood.drawing.layout import composed

        game, document = self.variant.game, self.observe(viewer)
        called = player_names(names, self.players)
        picture = game.picture.draw(document, viewer, called)
        return composed(
            picture,
            game.picture.ARRANGEMENTS[picture.kind].wide,
            game.picture.STYLE,
            called,
            game.words.tally(ENGLISH, document),
            theme,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """The record as bytes, which only the same rules read."""
        states, version = self._states.tobytes(), self.variant.version
        rest = self.seed, states, self.moves, self._start, self._known_to
        return _unpickled, (self.variant, version, _layout(self._states.dtype), *rest)

    def copy(self) -> Position:
        # As bytes: NumPy copies a record field by field, which takes twenty times as long.
        states = np.frombuffer(bytearray(self._states.tobytes()), self._states.dtype)
        return Position(self.variant, self.seed, states, self.moves, self._start, self._known_to)

    def record(
        self, players: Sequence[str] | None = None, proof: Proof | None = None, **ending: Any
    ) -> GameRecord:
        """The game so far, to be saved and replayed.

        `ending` is how a game ended other than by its rules, as fields of the record. A position
        that was set up from a document, or that a viewer sees, has no seed and so no record.
        """
        game = self.variant.game
        if not self.seed:
            raise NotTold("This position has no seed, so it has no record to be replayed.")
        ending.setdefault("winners", tuple(self.winners) if self.over else None)
        return GameRecord(
            game=game.name,
            version=self.variant.version,
            options=dict(self.variant.options),
            players=tuple(player_names(players, self.players)),
            seed=self.seed,
            moves=tuple(self.moves),
            proof=proof,
            **ending,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state.tobytes() == other.state.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a position changes as it is played

    def __repr__(self) -> str:
        name, moves = self.variant.game.name, len(self.moves)
        turn = f"won by {self.winners}" if self.over else f"seat {self.to_move} to move"
        return f"<{name} after {moves} moves, {turn}>"


def _unpickled(
    variant: Variant,
    version: int,
    layout: int,
    seed: bytes,
    states: bytes,
    moves: list[str],
    start: bytes | None,
    known_to: frozenset[int | None] | None,
) -> Position:
    game = variant.game
    if version != variant.version or layout != _layout(game.rules.STATE):
        raise OtherRules(
            "This position was pickled by version {theirs} of the rules of {game}; this is version "
            "{ours}, or its fields are others.",
            theirs=version,
            game=game.title,
            ours=variant.version,
        )
    records = np.frombuffer(bytearray(states), game.rules.STATE)
    return Position(variant, seed, records, moves, start, known_to)


def _layout(state: np.dtype[Any]) -> int:
    """A number that tells records of other fields apart."""
    return zlib.crc32(repr(state.descr).encode())


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
