"""Move logs: who starts, and every move in words, for each reader.

A move is played once and told to all readers at the same time, since that is much the cheaper
part. Readers are told it as anyone may know it; in a game that does not show the same to everyone,
as each is shown it. So only the last documents of the game have to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document
from matchwood.engine.language import Words
from matchwood.engine.position import Position
from matchwood.engine.view import Situation, View, shown_to, veiled
from matchwood.server.table.state import Table
from matchwood.server.table.turns import Turn
from matchwood.server.views.model import Note, Told
from matchwood.server.views.names import names_at, server_words

DOCUMENTS_KEPT = 16
"""Documents kept of a table: for six players what each knows and is shown, and some more."""
MANY_MOVES = 100
"""Number of moves from which on they are told in a thread, so that other tables need not wait."""


class Reader(NamedTuple):
    """Viewers who are told the same; all watchers are one reader."""

    language: str
    you: int | None = None
    """Seat that is addressed as “you”."""
    eyes: int | None = None
    """Seat whose view of the moves is told, where not all see the same."""


@dataclass
class ReaderLog:
    """Moves as one reader is told them."""

    words: Words
    names: list[str]
    opening: str = ""
    told: list[Told] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    scenes: list[Scene | None] = field(default_factory=list)
    """The scene of each move, if it has one."""


class Look(NamedTuple):
    """A position as a viewer is shown it, and its document."""

    hidden: View
    document: Document


class Documents:
    """Cache of a table's documents by hidden record.

    Where nothing is hidden one document serves all viewers, and the document after a move is the
    one before the next.
    """

    def __init__(self) -> None:
        self._kept: dict[bytes, Document] = {}
        self._last: dict[int | None, tuple[Position, Look]] = {}
        """The position that each viewer was shown last, and how."""

    def shown(self, table: Table, position: Position, viewer: int | None) -> Look:
        """Show a viewer a position of the table, which is never changed."""
        last = self._last.get(viewer)
        if last is not None and last[0] is position:
            return last[1]
        hidden = shown_to(position, viewer, table.agreement.aids)
        look = Look(hidden, self.of(hidden))
        self._last[viewer] = position, look
        return look

    def of(self, hidden: Situation) -> Document:
        """Document of a hidden position; shared, so not to be changed."""
        record = hidden.state.tobytes()
        document = self._kept.pop(record, None) or hidden.document
        self._kept[record] = document
        if len(self._kept) > DOCUMENTS_KEPT:
            del self._kept[next(iter(self._kept))]
        return document


class MoveLog:
    """Moves of a table, told to every reader who has asked."""

    def __init__(self) -> None:
        self.documents = Documents()
        self.last_clicks: Sequence[str] = ()
        """Clicks of the last move."""
        self._turns: list[Turn] = []
        """Turns that have been told."""
        self._position: Position | None = None
        """Position after these turns."""
        self._seen: dict[int | None, Document] = {}
        """Its documents, by the eyes of readers."""
        self._logs: dict[Reader, ReaderLog] = {}

    def missing(self, table: Table, reader: Reader) -> int:
        """Number of moves that a reader has not been told yet."""
        told = self._common(table) if reader in self._logs else 0
        return len(table.turns) - told

    def for_reader(self, table: Table, reader: Reader) -> ReaderLog:
        """Tell a reader all moves; only new ones have to be put into words."""
        if table.position is None:
            return ReaderLog(server_words(reader.language), [])
        if not self._logs:
            self._begin(table, reader)
        elif reader not in self._logs:
            alone = MoveLog()
            alone.for_reader(table, reader)
            self.merge(table, alone)
        self._update(table)
        return self._logs[reader]

    def merge(self, table: Table, other: MoveLog) -> None:
        """Add the readers of another log. If this one is far behind, they replace its own."""
        other._update(table)
        if self._position is None or len(table.turns) - self._common(table) > MANY_MOVES:
            self._turns, self._position = other._turns, other._position
            self._seen, self._logs = other._seen, other._logs
            self.last_clicks = other.last_clicks
        else:
            self._update(table)
            self._seen |= other._seen
            self._logs |= other._logs

    def _begin(self, table: Table, reader: Reader) -> None:
        self._position, self._turns = table.position_after(0), []
        self._seen = self._see(table, (reader.eyes,))
        words = table.game.speaking(reader.language).to(reader.you)
        names = names_at(table)
        document, options = self._seen[reader.eyes], table.variant.options
        if table.continued_from is None:
            opening = table.game.words.opening(words, document, names, options)
        else:
            opening = server_words(reader.language).many(
                "This game goes on from another, after its {n} move.",
                "This game goes on from another, after {n} moves.",
                n=table.continued_from,
            )
        self._logs = {reader: ReaderLog(words, names, opening)}

    def _common(self, table: Table) -> int:
        """Number of moves that were told and have not been taken back since."""
        common = min(len(self._turns), len(table.turns))
        # Moves that happened at the same time are the same, and so are all before them.
        while common and self._turns[common - 1].at != table.turns[common - 1].at:
            common -= 1
        return common

    def _update(self, table: Table) -> None:
        common = self._common(table)
        if common < len(self._turns):
            self._take_back(table, common)
        for turn in table.turns[common:]:
            self._tell(table, turn)

    def _take_back(self, table: Table, moves: int) -> None:
        """Forget all but a number of moves."""
        del self._turns[moves:]
        for log in self._logs.values():
            del log.told[moves:]
            del log.notes[moves:]
            del log.scenes[moves:]
        self._position = table.position_after(moves)
        self.last_clicks = self.clicks_of(table, moves)
        self._seen = self._see(table, self._seen)

    def _tell(self, table: Table, turn: Turn) -> None:
        assert self._position is not None
        before, known_before = self._seen, self._known(table)
        if turn is table.turns[-1] and table.position is not None:
            self.last_clicks = self._clicked(table, self._position, turn)
            self._position = table.position
        else:
            self._position = self._position.copy()  # It may be the table's own.
            self._position.play(turn.move)
        self._turns.append(turn)
        self._seen = self._see(table, before)
        number, game, known = len(self._turns), table.game, self._known(table)
        for reader, log in self._logs.items():
            seen = before[reader.eyes], self._seen[reader.eyes]
            text = game.words.tell(log.words, turn.move, *seen, log.names)
            log.told.append(Told(number, turn.seat, turn.move, text))
            log.notes.append(tuple(game.picture.note(turn.move, *seen, log.words)))
            log.scenes.append(
                game.scene.scene(log.words, turn.move, known_before, known, log.names, reader.eyes)
                if game.scene
                else None
            )

    def _known(self, table: Table) -> Document:
        """Document of what anyone may know; empty where no scene needs it."""
        assert self._position is not None
        return self.documents.of(self._position.observe(None)) if table.game.scene else {}

    def _see(self, table: Table, all_eyes: Iterable[int | None]) -> dict[int | None, Document]:
        """Documents of what anyone may know, as each of some is shown it."""
        assert self._position is not None
        known, aids = self._position.observe(None), table.agreement.aids
        if not table.game.aids:
            return dict.fromkeys(all_eyes, self.documents.of(known))
        return {eyes: self.documents.of(veiled(known, eyes, aids)) for eyes in all_eyes}

    def _clicked(self, table: Table, before: Position, turn: Turn) -> list[str]:
        """Clicks by which a move was made. What lies in a hand is never marked as the last move, so
        others learn from them where it was made and no more."""
        look = self.documents.shown(table, before, turn.seat)
        return table.game.clicks.path_of(turn.move, look.document)

    def clicks_of(self, table: Table, number: int) -> Sequence[str]:
        """Clicks of a move by its number; none for 0."""
        if not number:
            return ()
        return self._clicked(table, table.position_after(number - 1), table.turns[number - 1])
