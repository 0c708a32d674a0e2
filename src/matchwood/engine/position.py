"""A game being played: the state, and the moves that led to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from matchwood.engine import game as games
from matchwood.engine import rules, secret_chance
from matchwood.engine.composing import composed
from matchwood.engine.deals import Proof
from matchwood.engine.errors import (
    BadDocument,
    IllegalMove,
    MatchwoodError,
    NothingToUndo,
    Refusal,
    UnknownSeat,
    nearest,
    quoted,
)
from matchwood.engine.game import SPECTATOR, Document, State, Variant
from matchwood.engine.names import player_names
from matchwood.engine.records import GameRecord
from matchwood.engine.seeds import Seed, seed_bytes
from matchwood.engine.svg import THEMES
from matchwood.engine.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Advice(Protocol):
    """A move, and the chance of winning after it: the share of the win that may be expected."""

    move: str
    chance: float


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
    """

    def __init__(
        self,
        variant: Variant,
        seed: bytes,
        states: np.ndarray,
        moves: Iterable[str],
        start: bytes | None = None,
    ):
        self.variant = variant
        self.seed = seed
        self.moves = list(moves)
        self._states = states
        self._start = start
        """The record that the moves began with, where no seed tells it."""
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
        hidden stays so: `guessed` fills it in. The luck to come is that of the seed.

        >>> document = matchwood.load("baguettes").new(seed=7).dump()
        >>> matchwood.Position.from_document(document | {"to_move": 1})
        <baguettes after 0 moves, seat 1 to move>
        """
        game = games.find_game(str(document.get("game")))
        if game.restoring is None:
            raise BadDocument("{game} cannot be set up from a document.", game=game.title)
        try:
            variant = game.variant({**game.restoring.options(document), **options})
            states = variant.blank.copy()
            states[0].key[:] = np.frombuffer(seed_bytes(seed), "<u4")
            secret_chance.start(states[0])
            game.restoring.restore(states[0], document)
            restored = cls.of(variant, states.tobytes())
            wrong = _differing(restored.dump(), document)
        except MatchwoodError:
            raise
        except Exception as error:
            raise BadDocument(
                "The document tells no position of {game}: {reason}.",
                game=game.title,
                reason=f"{type(error).__name__} {error}",
            ) from error
        if wrong:
            raise BadDocument(
                "The document tells no position of {game}: {field} does not fit the rest.",
                game=game.title,
                field=quoted(wrong),
            )
        restored._check_pieces()
        return restored

    def _check_pieces(self) -> None:
        """Refuse a position that has too many pieces, or too few beside those that are hidden."""
        pieces = self.variant.game.text.pieces
        there, box = pieces(self.dump()), pieces(self.variant.new(0).dump())
        hidden = {piece: number for piece, number in there.items() if piece.endswith(" None")}
        too_many, missing = there - box - Counter(hidden), box - there
        if too_many or missing.total() > sum(hidden.values()):
            raise BadDocument(
                "The document has too few or too many pieces of {game}: {piece}.",
                game=self.variant.game.title,
                piece=quoted(min(too_many or missing)),
            )

    def guessed(self, viewer: int | None, generator: np.ndarray) -> Position:
        """A position that looks the same to a viewer, with the rest as likely as it may be."""
        other = self.seen_by(viewer)
        rules.guess(other.state, SPECTATOR if viewer is None else viewer, generator)
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
        rules = self.variant.game.rules
        found = np.empty(rules.MOST_ACTIONS, np.int32)
        return found[: rules.legal(self.state, found)]

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.variant.game.text.say(self.state, self.actions().tolist())

    def play(self, text: str) -> None:
        """Make a move. One that the rules forbid raises `IllegalMove` and changes nothing."""
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

    def _which_reveal(self, actions: np.ndarray) -> np.ndarray:
        found = np.empty(len(actions), np.bool_)
        rules.which_reveal(self.state, actions, found)
        return found

    def _action(self, text: str) -> int | None:
        action = self.variant.game.text.read(self.state, str(text))
        return action if action is not None and action in self.actions().tolist() else None

    def _refusal(self, text: str) -> Refusal:
        return self.variant.game.text.explain(self.seen_by(self.to_move).state, str(text))

    def _illegal(self, text: str) -> IllegalMove:
        return IllegalMove(text, self._refusal(text), nearest(text, self.legal()))

    def seen_by(self, viewer: int | None) -> Position:
        """A copy with all that this viewer may not know wiped out of it."""
        if viewer is not None and viewer not in range(self.players):
            raise UnknownSeat(
                "There is no seat {seat}; the seats are 0 to {last}, "
                "and None for someone who only watches.",
                seat=quoted(viewer),
                last=self.players - 1,
            )
        hidden = self.copy()
        self.variant.game.rules.hide(hidden.state, SPECTATOR if viewer is None else viewer)
        hidden.seed, hidden._start = b"", None
        return hidden

    def veiled(self, viewer: int | None, aids: Collection[str] = ()) -> Position:
        """A copy without what a table that agreed on these aids does not show to a viewer."""
        return self.copy()._veil(viewer, aids)

    def _veil(self, viewer: int | None, aids: Collection[str]) -> Position:
        game = self.variant.game
        if game.aids:
            game.veils.veil(self.state, viewer, aids)
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
        theme: str = THEMES[0],
    ) -> str:
        """The picture of what a seat, or anyone, may know, as one drawing that stands alone."""
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

    def advice(self, player: int, **how: Any) -> list[Advice]:
        """The moves of a player whose turn it is, each with its chance of winning, the best first.

        It rests on what this player may know now. `how` is passed on to `matchwood.bots.advice`.
        """
        assert games.adviser, "importing the package sets it"
        return cast("list[Advice]", games.adviser(self, player, **how))

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def copy(self) -> Position:
        # As bytes: NumPy copies a record field by field, which takes twenty times as long.
        states = np.frombuffer(bytearray(self._states.tobytes()), self._states.dtype)
        return Position(self.variant, self.seed, states, self.moves, self._start)

    def record(
        self, players: Sequence[str] | None = None, proof: Proof | None = None, **ending: Any
    ) -> GameRecord:
        """The game so far, to be saved and replayed.

        `ending` is how a game ended other than by its rules, as fields of the record.
        """
        game = self.variant.game
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


def _differing(told: Document, document: Document) -> str | None:
    """The first field in which two documents differ."""
    for field in [*told, *document]:
        if field not in told or field not in document or told[field] != document[field]:
            return str(field)
    return None
