"""The story of a table: who starts, and every move in words, as each reader is told it.

A move is played once, and told at once to all readers there are: that is much the cheaper part.
They are told it as anyone may know it; of a game that does not show the same to everyone, by what
each reader is shown. So of the game nothing but the last documents has to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matchwood.engine.game import Document, Scene
from matchwood.engine.position import Position
from matchwood.engine.words import Words
from matchwood.server.table.state import Table, Turn
from matchwood.server.views.model import Note, Told
from matchwood.server.views.names import names_at, server_words

LOOKS_KEPT = 16
"""Of a table: for each of six players what they know and what they are shown, and some more."""
MANY_MOVES = 100
"""To tell more takes so long that others would have to wait: then it is done in a thread."""


class Reader(NamedTuple):
    """Those who are told the same; all who watch are one reader."""

    language: str
    you: int | None = None
    """The seat of who is “you”."""
    eyes: int | None = None
    """Whose eyes show how the moves looked, where that is not the same to everyone."""


@dataclass
class Account:
    """What one reader is told: who starts, and the moves so far."""

    words: Words
    names: list[str]
    opening: str = ""
    told: list[Told] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    scenes: list[Scene | None] = field(default_factory=list)
    """What each of the moves brought about."""


class Look(NamedTuple):
    """What a viewer is shown of a position: a copy without the rest, and what that tells."""

    hidden: Position
    document: Document


class Looks:
    """What a table looks like, as documents. Each is made once, and kept by the hidden record that
    it tells: where nothing is hidden one serves all, and what was shown is where a move began."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Document] = {}
        self._last: dict[int | None, tuple[Position, Look]] = {}
        """What each viewer was shown last, and of which position."""

    def shown(self, table: Table, position: Position, viewer: int | None) -> Look:
        """What a viewer is shown of a position of the table, which is never changed."""
        last = self._last.get(viewer)
        if last is not None and last[0] is position:
            return last[1]
        hidden = position.shown_to(viewer, table.agreement.aids)
        look = Look(hidden, self.of(hidden))
        self._last[viewer] = position, look
        return look

    def of(self, hidden: Position) -> Document:
        """What a hidden position tells; not to be changed, since others see it too."""
        record = hidden.state.tobytes()
        document = self._kept.pop(record, None) or hidden.dump()
        self._kept[record] = document
        if len(self._kept) > LOOKS_KEPT:
            del self._kept[next(iter(self._kept))]
        return document


class MoveLog:
    """The moves of a table, told to everyone who has asked."""

    def __init__(self) -> None:
        self.looks = Looks()
        self._turns: list[Turn] = []
        """What has been told."""
        self._position: Position | None = None
        """Where that led to."""
        self._documents: dict[int | None, Document] = {}
        """What it looks like, by whose eyes."""
        self._accounts: dict[Reader, Account] = {}
        self.last: Sequence[str] = ()
        """The clicks of the last move."""

    def missing(self, table: Table, reader: Reader) -> int:
        """How many moves have to be put into words before a reader is told all."""
        told = self._common(table) if reader in self._accounts else 0
        return len(table.turns) - told

    def of(self, table: Table, reader: Reader) -> Account:
        """All that a reader is told; only what is new has to be put into words."""
        if table.position is None:
            return Account(server_words(reader.language), [])
        if not self._accounts:
            self._begin(table, reader)
        elif reader not in self._accounts:
            alone = MoveLog()
            alone.of(table, reader)
            self.merge(table, alone)
        self._keep_up(table)
        return self._accounts[reader]

    def merge(self, table: Table, other: MoveLog) -> None:
        """Tell the readers of another story too; if this one is far behind, only those."""
        other._keep_up(table)
        if self._position is None or len(table.turns) - self._common(table) > MANY_MOVES:
            self._turns, self._position = other._turns, other._position
            self._documents, self._accounts = other._documents, other._accounts
            self.last = other.last
        else:
            self._keep_up(table)
            self._documents |= other._documents
            self._accounts |= other._accounts

    def _begin(self, table: Table, reader: Reader) -> None:
        self._position, self._turns = table.position_after(0), []
        self._documents = self._looked_at(table, (reader.eyes,))
        words = table.game.speaking(reader.language).to(reader.you)
        names = names_at(table)
        document, options = self._documents[reader.eyes], table.variant.options
        if table.continued_from is None:
            opening = table.game.words.opening(words, document, names, options)
        else:
            opening = server_words(reader.language).many(
                "This game goes on from another, after its {n} move.",
                "This game goes on from another, after {n} moves.",
                n=table.continued_from,
            )
        self._accounts = {reader: Account(words, names, opening)}

    def _common(self, table: Table) -> int:
        """How many of the moves that were told are still how the table came to stand."""
        common = min(len(self._turns), len(table.turns))
        # Moves that happened at the same time are the same, and so are all before them.
        while common and self._turns[common - 1].at != table.turns[common - 1].at:
            common -= 1
        return common

    def _keep_up(self, table: Table) -> None:
        common = self._common(table)
        if common < len(self._turns):
            self._take_back(table, common)
        for turn in table.turns[common:]:
            self._go_on(table, turn)

    def _take_back(self, table: Table, moves: int) -> None:
        """Forget all but so many moves."""
        del self._turns[moves:]
        for account in self._accounts.values():
            del account.told[moves:]
            del account.notes[moves:]
            del account.scenes[moves:]
        self._position = table.position_after(moves)
        self.last = self.last_clicks(table, moves)
        self._documents = self._looked_at(table, self._documents)

    def _go_on(self, table: Table, turn: Turn) -> None:
        assert self._position is not None
        before, known_before = self._documents, self._known(table)
        if turn is table.turns[-1] and table.position is not None:
            self.last = self._clicked(table, self._position, turn)
            self._position = table.position
        else:
            self._position = self._position.copy()  # It may be the table's own.
            self._position.play(turn.move)
        self._turns.append(turn)
        self._documents = self._looked_at(table, before)
        number, game, known = len(self._turns), table.game, self._known(table)
        for reader, account in self._accounts.items():
            seen = before[reader.eyes], self._documents[reader.eyes]
            text = game.words.tell(account.words, turn.move, *seen, account.names)
            account.told.append(Told(number, turn.seat, turn.move, text))
            account.notes.append(tuple(game.picture.note(turn.move, *seen, account.words)))
            account.scenes.append(
                game.scene.scene(
                    account.words, turn.move, known_before, known, account.names, reader.eyes
                )
                if game.scene
                else None
            )

    def _known(self, table: Table) -> Document:
        """What anyone may know; where a game has no scenes, nobody asks for it."""
        assert self._position is not None
        return self.looks.of(self._position.seen_by(None)) if table.game.scene else {}

    def _looked_at(
        self, table: Table, all_eyes: Iterable[int | None]
    ) -> dict[int | None, Document]:
        """What anyone may know, as each of some is shown it."""
        assert self._position is not None
        known, aids = self._position.seen_by(None), table.agreement.aids
        if not table.game.aids:
            return dict.fromkeys(all_eyes, self.looks.of(known))
        return {eyes: self.looks.of(known.veiled(eyes, aids)) for eyes in all_eyes}

    def _clicked(self, table: Table, before: Position, turn: Turn) -> list[str]:
        """A move as its player clicked it. What lies in a hand is never marked as the last move, so
        this tells others where it was made and no more."""
        look = self.looks.shown(table, before, turn.seat)
        return table.game.clicks.path_of(turn.move, look.document)

    def last_clicks(self, table: Table, moves: int) -> Sequence[str]:
        """The clicks of the last of so many moves; of none, nothing."""
        if not moves:
            return ()
        return self._clicked(table, table.position_after(moves - 1), table.turns[moves - 1])
