"""Games of a piecepack in the notations that its players share: PPN, and a table for R.

Portable Piecepack Notation (PPN) is written as version 0.14.0 and its default parser have it, with
three kinds of moves: a piece is dropped (`cbS3@a4`), turned over (`+a4`) or moved (`a4-i5`). The
table has the columns that the R packages piecepackr and ppdf read. Coordinates are inches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from matchwood.engine.errors import BadDocument, MatchwoodError, UnknownGame, quoted
from matchwood.engine.game import Document, Game, find_game, game_names

if TYPE_CHECKING:
    from typing import Self

SUITS, RANKS = "SMCA", "na2345"
KINDS = {"t": "tile", "c": "coin"}
SIDES = {"f": "face", "b": "back"}
COLUMNS = "piece_side,suit,rank,x,y,angle,cfg"
NOT_KNOWN = "NA"
GAME, RESULT, UNFINISHED = "GameType", "Result", "*"
SETUP = "setup."
"""The MoveNumber under which the pieces are dropped."""
WIDTH = 78

_DROP = re.compile(r"([tc])([fb])([SMCA]?)([na2345]?)@([a-z])([1-9]\d?)")
_COMMENT = re.compile(r"\{[^{}]*\}")


class NoPiecepack(MatchwoodError):
    """The game is not played with a piecepack."""


class Piece(NamedTuple):
    """A tile or a coin on the table. The face of a coin shows its rank, the back its suit."""

    kind: str
    side: str
    suit: str | None
    rank: str | None
    """None, if it is not known."""
    x: int
    y: int

    @property
    def place(self) -> str:
        return place(self.x, self.y)

    def dropped(self) -> str:
        """The move that puts it there."""
        return f"{self.kind[0]}{self.side[0]}{self.suit or ''}{self.rank or ''}@{self.place}"

    @classmethod
    def read(cls, token: str) -> Self:
        """The piece that a move drops."""
        found = _DROP.fullmatch(token)
        if found is None:
            raise _unreadable(token)
        kind, side, suit, rank, column, y = found.groups()
        x = ord(column) - ord("a") + 1
        return cls(KINDS[kind], SIDES[side], suit or None, rank or None, x, int(y))

    def row(self) -> str:
        """The piece in a table."""
        suit = NOT_KNOWN if self.suit is None else SUITS.index(self.suit) + 1
        rank = NOT_KNOWN if self.rank is None else RANKS.index(self.rank) + 1
        return f"{self.kind}_{self.side},{suit},{rank},{self.x},{self.y},0,piecepack"


class PiecepackModule(Protocol):
    """`piecepack.py`: a game played with a piecepack, as others write it; may be left out."""

    def pieces(self, document: Document) -> Sequence[Piece]:
        """All that lies on the table, what is above after what is below."""

    def metadata(self, document: Document) -> Mapping[str, Any]:
        """The game (`GameType`, with its title as `Name`), and what the pieces do not tell."""

    def tokens(self, move: str, before: Document, after: Document) -> Sequence[str]:
        """A move as PPN: pieces turned over and moved."""

    def document(self, metadata: Mapping[str, Any], pieces: Sequence[Piece]) -> Document:
        """The position as it was before it was written. Anything may be raised if it is none."""

    def move(self, tokens: Sequence[str], metadata: Mapping[str, Any]) -> str:
        """The text of the move that was written so, if it is one. Anything may be raised else."""


def place(x: int, y: int) -> str:
    """Coordinates as in chess: d2 is four inches to the right and two up."""
    return f"{chr(ord('a') + x - 1)}{y}"


def module_of(game: Game) -> PiecepackModule:
    """The module of a game; a game of other pieces raises `NoPiecepack`."""
    if game.piecepack is None:
        raise NoPiecepack(
            "{game} is not played with a piecepack, so its notation cannot tell it.",
            game=game.title,
        )
    return game.piecepack


def to_table(game: Game, document: Document) -> str:
    """A position as CSV, a line for each piece."""
    lines = [piece.row() for piece in module_of(game).pieces(document)]
    return "\n".join([COLUMNS, *lines]) + "\n"


def to_ppn(
    game: Game, documents: Sequence[Document], moves: Sequence[str], names: Sequence[str]
) -> str:
    """A game as PPN: the documents of its start and after every move."""
    module, first, last = module_of(game), documents[0], documents[-1]
    winners = last["winners"]
    result = "-".join(str(int(seat in winners)) for seat in range(len(names)))
    metadata = {
        **module.metadata(first),
        "SetUp": "None",  # The pieces are dropped; ppn knows no set-up of this name.
        "Players": [_printable(name) for name in names],
        RESULT: result if winners else UNFINISHED,
    }
    drops = [piece.dropped() for piece in module.pieces(first)]
    played = [
        " ".join(module.tokens(move, before, after)) or f"{{{move}}}"
        for move, before, after in zip(moves, documents[:-1], documents[1:], strict=True)
    ]
    lines = [
        "---",
        *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in metadata.items()),
        "...",
        SETUP,
        *_lines(drops),
        *_lines(f"{number}. {tokens}" for number, tokens in enumerate(played, start=1)),
    ]
    return "\n".join(lines) + "\n"


def _lines(parts: Iterable[str]) -> list[str]:
    """Parts in lines of text; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def read_ppn(text: str) -> tuple[Document, list[tuple[str, Sequence[str]]]]:
    """The document with which a game that `to_ppn` wrote begins, and its moves: each as its text,
    and as it is written."""
    lines = text.removeprefix("\ufeff").splitlines()
    header, body = _parted(lines)
    metadata = dict(map(_entry, header))
    module = module_of(_game_of(metadata))
    drops, moves = _moves(body)
    pieces = [Piece.read(token) for token in drops]
    try:
        document = module.document(metadata, pieces)
        return document, [(module.move(tokens, metadata), tokens) for tokens in moves]
    except BadDocument:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadDocument(
            "This notation tells no position of the game: {reason}.", reason=str(error)
        ) from error


def _parted(lines: Sequence[str]) -> tuple[Sequence[str], str]:
    """The lines of the metadata, and the movetext without its comments."""
    if "---" not in lines[:1] or "..." not in lines:
        raise _unreadable(" ".join(lines[:1]))
    end = lines.index("...")
    return lines[1:end], _COMMENT.sub(" ", " ".join(lines[end + 1 :]))


def _entry(line: str) -> tuple[str, Any]:
    key, _, value = line.partition(": ")
    try:
        return key, json.loads(value)
    except ValueError:
        raise _unreadable(line) from None


def _game_of(metadata: Mapping[str, Any]) -> Game:
    found = metadata.get(GAME)
    title = found.get("Name") if isinstance(found, dict) else found
    games = {game.title: game for game in map(find_game, game_names())}
    if title not in games:
        raise UnknownGame.unknown(
            "There is no game {name}; the games are {names}.", str(title), list(games)
        )
    return games[title]


def _moves(body: str) -> tuple[list[str], list[list[str]]]:
    """The pieces that are dropped, and the tokens of each move."""
    drops: list[str] = []
    moves: list[list[str]] = []
    tokens = body.split()
    if tokens[:1] != [SETUP]:
        raise _unreadable(" ".join(tokens[:1]))
    current = drops
    for token in tokens[1:]:
        if token == f"{len(moves) + 1}.":
            current = []
            moves.append(current)
        elif token.endswith("."):
            raise _unreadable(token)
        else:
            current.append(token)
    return drops, moves


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _unreadable(text: str) -> BadDocument:
    return BadDocument("{text} is not written as Matchwood writes it.", text=quoted(text))
