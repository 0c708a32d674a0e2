"""Fields: what a position of a declared game is made of.

Each says how it lies in the record, what it is in a document and of which type there, and
which planes programs see of it. For kernels it writes statements (`matchwood.engine.derived`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

if TYPE_CHECKING:
    from matchwood.engine.encoding import Plane
    from matchwood.engine.options import Value

EMPTY, UNKNOWN = -1, -2
"""A cell without a piece, and a number that is hidden from the viewer."""
NOBODY, OTHERS, ALL = "nobody", "others", "all"
"""From whom a field is hidden; `OTHERS` than the seat it belongs to."""
SEAT = "seat"
"""As a parameter of a move: a player. As contents of a grid: the players' pieces."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, kw_only=True)
class Field:
    """A part of a position. `hidden_from` must be said in a game that is not `open`."""

    hidden_from: str | None = None

    def layout(self, name: str, seats: int) -> tuple[Any, ...]:
        """The field of the record; raises `OverflowError` for one that is too large."""
        raise NotImplementedError

    def dump(self, value: Any, players: int) -> Any:
        """The value as plain data, what is hidden as null."""
        raise NotImplementedError

    def document_type(self, seats: int) -> Any:
        """The type of the plain data, with its range."""
        raise NotImplementedError

    def restore(self, value: Any, given: Any) -> Any:
        """The plain data as a value of the record; an array is written in place."""
        raise NotImplementedError

    def planes(self, name: str, players: int) -> Plane:
        """The numbers that programs learn from."""
        raise NotImplementedError

    def blank_code(self, name: str) -> list[str]:
        """Statements that set the record's field to its first value."""
        raise NotImplementedError

    def hide_code(self, name: str) -> list[str]:
        """Statements that wipe it in a hidden record, for `seat`, or for all where it is not one
        a seat."""
        raise NotImplementedError

    def encode_code(self, name: str) -> list[str]:
        """Statements that write its planes to `out` from `at` on, for a `viewer`."""
        raise NotImplementedError

    @property
    def by_seat(self) -> bool:
        """True if each seat has one of its own."""
        return False


def array_of(items: Any, least: int, most: int | None = None) -> Any:
    """The type of a list of so many items."""
    most = least if most is None else most
    return Annotated[list[items], Meta(min_length=least, max_length=most)]


def number_type(most: int, least_bytes: int = 1) -> str:
    """The smallest type of a record that holds whole numbers up to this."""
    for size in (1, 2, 4, 8):
        if size >= least_bytes and most < 1 << 8 * size - 1:
            return f"i{size}"
    raise OverflowError(most)


def type_of(values: Sequence[Value]) -> Any:
    """The type of a value that is one of these."""
    return bool if isinstance(values[0], bool) else Literal[tuple(values)]


@dataclass(frozen=True)
class Grid(Field):
    """Cells in rows, each empty or with one piece: of a seat, or of one of several kinds.

    In the record the cells stand row after row as small numbers, a piece or `EMPTY`. A `packed`
    grid of seats is a bitboard for each seat instead: the cell in a row and a column is the bit
    `column * (rows + 1) + rows - 1 - row`, so that a bit that is never set parts the columns, and
    lines are found by shifts. `across` names the columns.
    """

    rows: int
    columns: int
    of: str | Sequence[str] = SEAT
    packed: bool = False
    across: str = LETTERS

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def names(self) -> list[str]:
        """The cells as moves name them: a1 is the upper left one, b1 lies right of it."""
        return [f"{self.across[column]}{row + 1}" for row, column in self.places()]

    def places(self) -> Iterator[tuple[int, int]]:
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def bit(self, row: int, column: int) -> int:
        return column * (self.rows + 1) + self.rows - 1 - row

    def layout(self, name: str, seats: int) -> tuple[Any, ...]:
        if self.packed:
            return name, number_type(self.bits, 8), (seats,)
        return name, number_type(seats if self.of == SEAT else len(self.of)), (self.cells,)

    @property
    def bits(self) -> int:
        """All cells of a packed grid, as a bitboard."""
        return sum(1 << self.bit(*place) for place in self.places())

    def contents(self, value: Any) -> list[int]:
        """The pieces, cell by cell."""
        if not self.packed:
            return [int(piece) for piece in value]
        boards = [int(board) for board in value]
        return [
            next((s for s, b in enumerate(boards) if b >> self.bit(*place) & 1), EMPTY)
            for place in self.places()
        ]

    def dump(self, value: Any, players: int) -> Any:
        told = [self._told(piece) for piece in self.contents(value)]
        return [told[at : at + self.columns] for at in range(0, self.cells, self.columns)]

    def _told(self, piece: int) -> int | str | None:
        if piece == EMPTY:
            return None
        return piece if self.of == SEAT else self.of[piece]

    def document_type(self, seats: int) -> Any:
        seat = Annotated[int, Meta(ge=0, le=seats - 1)]
        piece = seat if self.of == SEAT else type_of(self.of)
        return array_of(array_of(piece | None, self.columns), self.rows)

    def restore(self, value: Any, given: Any) -> Any:
        for row, column in self.places():
            told = given[row][column]
            if self.packed:
                if told is not None:
                    value[told] |= 1 << self.bit(row, column)
                continue
            piece = EMPTY if told is None else told if self.of == SEAT else self.of.index(told)
            value[row * self.columns + column] = piece
        return value

    def planes(self, name: str, players: int) -> Plane:
        from matchwood.engine.encoding import Plane

        kinds = players if self.of == SEAT else len(self.of)
        told = "by seat" if self.of == SEAT else f"by kind: {', '.join(self.of)}"
        return Plane(name, (kinds, self.rows, self.columns), f"{told}: 1 where its pieces are")

    def blank_code(self, name: str) -> list[str]:
        return [f"s.{name}[:] = {0 if self.packed else EMPTY}"]

    def encode_code(self, name: str) -> list[str]:
        if self.of != SEAT:
            kinds, owner = str(len(self.of)), "kind"
        else:
            kinds, owner = "s.players", "seat_at(s, viewer, kind)"
        if self.packed:
            begun = f"    pieces = s.{name}[{owner}]"
            there = f"ONE if pieces & BITS_OF_{name}[cell] else ZERO"
        else:
            begun = f"    piece = {owner}"
            there = f"ONE if s.{name}[cell] == piece else ZERO"
        return [
            f"for kind in range({kinds}):",
            begun,
            f"    for cell in range({self.cells}):",
            f"        out[at + kind * {self.cells} + cell] = {there}",
            f"at += {kinds} * {self.cells}",
        ]


@dataclass(frozen=True)
class Count(Field):
    """A whole number from 0 to `most`, one in all or one `each` seat."""

    most: int
    start: int = 0
    each: bool = False

    @property
    def by_seat(self) -> bool:
        return self.each

    def layout(self, name: str, seats: int) -> tuple[Any, ...]:
        kind = number_type(self.most)
        return (name, kind, (seats,)) if self.each else (name, kind)

    def dump(self, value: Any, players: int) -> Any:
        return [self._told(n) for n in value[:players]] if self.each else self._told(value)

    def _told(self, number: Any) -> int | bool | None:
        return None if number == UNKNOWN else int(number)

    def document_type(self, seats: int) -> Any:
        return array_of(self._type, 1, seats) if self.each else self._type

    @property
    def _type(self) -> Any:
        return Annotated[int, Meta(ge=0, le=self.most)] | None

    def restore(self, value: Any, given: Any) -> Any:
        if not self.each:
            return UNKNOWN if given is None else given
        for seat, number in enumerate(given):
            value[seat] = UNKNOWN if number is None else number
        return value

    def planes(self, name: str, players: int) -> Plane:
        from matchwood.engine.encoding import Plane

        shape = (players,) if self.each else (1,)
        return Plane(name, shape, f"as a share of {self.most}; -1 where it is hidden")

    def blank_code(self, name: str) -> list[str]:
        return [f"s.{name}{'[:]' if self.each else ''} = {int(self.start)}"]

    def hide_code(self, name: str) -> list[str]:
        return [f"s.{name}{'[seat]' if self.each else ''} = {UNKNOWN}"]

    def encode_code(self, name: str) -> list[str]:
        if not self.each:
            return [f"out[at] = max(s.{name} / {self.most}, -1.0)", "at += 1"]
        return [
            "for places in range(s.players):",
            f"    out[at + places] = max(s.{name}[seat_at(s, viewer, places)] / {self.most}, -1.0)",
            "at += s.players",
        ]


@dataclass(frozen=True)
class Flag(Count):
    """True or false, one in all or one `each` seat."""

    most: int = 1

    def _told(self, number: Any) -> int | bool | None:
        return None if number == UNKNOWN else bool(number)

    @property
    def _type(self) -> Any:
        return bool | None


@dataclass(frozen=True)
class Deck:
    """Cards of several kinds, and how many there are of each: `Deck({"jack": 4, "queen": 4})`."""

    cards: Mapping[str, int]

    @property
    def kinds(self) -> list[str]:
        return list(self.cards)

    @property
    def copies(self) -> list[int]:
        return list(self.cards.values())

    @property
    def size(self) -> int:
        return sum(self.cards.values())


@dataclass(frozen=True)
class Zone(Field):
    """A place for cards of a deck.

    In the record it is the number of cards of each kind, and last the number of those of which the
    viewer does not know the kind. The order of cards nobody knows, so it is not kept: to draw one
    is to draw one of those that are there.
    """

    deck: Deck

    @property
    def kinds(self) -> int:
        return len(self.deck.cards)

    @property
    def _number(self) -> str:
        return number_type(self.deck.size, 2)

    def _cards(self, counts: Any) -> list[str | None]:
        known = [
            n for kind, n in zip(self.deck.kinds, counts[:-1], strict=True) for n in [kind] * n
        ]
        return known + [None] * int(counts[-1])

    @property
    def _type(self) -> Any:
        return array_of(type_of(self.deck.kinds) | None, 0, self.deck.size)

    def _count(self, counts: Any, cards: Sequence[str | None]) -> None:
        kinds = self.deck.kinds
        for card in cards:
            counts[len(kinds) if card is None else kinds.index(card)] += 1

    def _encode(self, row: str, at: str) -> list[str]:
        shares = [f"    out[{at} + kind] = {row}[kind] / SHARES_OF_{{deck}}[kind]"]
        return [f"for kind in range({self.kinds + 1}):", *shares]


@dataclass(frozen=True)
class Hand(Zone):
    """Cards of each seat."""

    @property
    def by_seat(self) -> bool:
        return True

    def layout(self, name: str, seats: int) -> tuple[Any, ...]:
        return name, self._number, (seats, self.kinds + 1)

    def dump(self, value: Any, players: int) -> Any:
        return [self._cards(value[seat].tolist()) for seat in range(players)]

    def document_type(self, seats: int) -> Any:
        return array_of(self._type, 1, seats)

    def restore(self, value: Any, given: Any) -> Any:
        for seat, cards in enumerate(given):
            self._count(value[seat], cards)
        return value

    def planes(self, name: str, players: int) -> Plane:
        from matchwood.engine.encoding import Plane

        return Plane(name, (players, self.kinds + 1), "cards by seat and kind, last the unknown")

    def blank_code(self, name: str) -> list[str]:
        return [f"s.{name}[:] = 0"]

    def hide_code(self, name: str) -> list[str]:
        return [f"wipe_cards(s.{name}[seat])"]

    def encode_code(self, name: str) -> list[str]:
        row, at = f"s.{name}[seat_at(s, viewer, places)]", f"at + places * {self.kinds + 1}"
        inside = [f"    {line}" for line in self._encode(row, at)]
        return ["for places in range(s.players):", *inside, f"at += s.players * {self.kinds + 1}"]


@dataclass(frozen=True)
class Pile(Zone):
    """Cards that lie on the table. A `full` one holds the whole deck when a game is dealt."""

    full: bool = False

    def layout(self, name: str, seats: int) -> tuple[Any, ...]:
        return name, self._number, (self.kinds + 1,)

    def dump(self, value: Any, players: int) -> Any:
        return self._cards(value.tolist())

    def document_type(self, seats: int) -> Any:
        return self._type

    def restore(self, value: Any, given: Any) -> Any:
        self._count(value, given)
        return value

    def planes(self, name: str, players: int) -> Plane:
        from matchwood.engine.encoding import Plane

        return Plane(name, (self.kinds + 1,), "cards by kind, last the unknown")

    def blank_code(self, name: str) -> list[str]:
        filled = [f"s.{name}[{kind}] = {n}" for kind, n in enumerate(self.deck.copies)]
        return [f"s.{name}[:] = 0", *(filled if self.full else [])]

    def hide_code(self, name: str) -> list[str]:
        return [f"wipe_cards(s.{name})"]

    def encode_code(self, name: str) -> list[str]:
        return [*self._encode(f"s.{name}", "at"), f"at += {self.kinds + 1}"]
