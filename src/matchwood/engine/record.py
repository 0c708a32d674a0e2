"""The record of a game: a text file that a person can read and a program can replay.

game: piecepack-matches
rules: 1
options: players=2 flaming=false
player 0: Anna
player 1: Ben
seed: 4f0c…                       (64 hexadecimal digits)
result: 1                         (the winning seats, or "unfinished")
gave up 0: 2                      (seat 0 gave up after move 2)
ended: agreed                     (the players agreed to leave it unfinished)
table: k3mzq8rt2vwp               (of a game at a live table: how its seed came to be,
commitment: 9a41…                  see `matchwood.engine.fairness`)
secret: 77c0…
contribution 0: 5d2e…
drawn: 0                          (the seats whose part the server drew)
withheld: 1                       (the seats that did not open their part)
key: d75a…                        (of the server that signed the record,
signature: e556…                   see `matchwood.engine.fairness`)

1. flip 7
2. flip 12
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from matchwood.engine.errors import (
    BadRecord,
    IllegalMove,
    MatchwoodError,
    listed,
    nearest,
    quoted,
)
from matchwood.engine.fairness import (
    KEY_BYTES,
    PART_BYTES,
    SEED_BYTES,
    SIGNATURE,
    SIGNATURE_BYTES,
    Proof,
    Signature,
    Terms,
    message_of,
)
from matchwood.engine.game import find_game
from matchwood.engine.options import Value, recall_options, written

if TYPE_CHECKING:
    from matchwood.engine.game import Variant
    from matchwood.engine.position import Position

UNFINISHED = "unfinished"
FIELDS = ("game", "rules", "options", "seed", "result")

PROOF_FIELDS = ("commitment", "secret")
PROOF_ONLY = ("table", "drawn", "withheld")
"""Lines that mean nothing without a proof."""
SIGNATURE_FIELDS = ("key", "signature")

AGREED = "agreed"

_SEAT = r"(?:\d|[1-9]\d)"
_FIELD = re.compile(
    rf"(game|rules|options|player {_SEAT}|seed|result|gave up {_SEAT}|ended"
    rf"|table|commitment|secret|contribution {_SEAT}|drawn|withheld|key|signature): *(.*)"
)
_SEATS = re.compile(rf"{_SEAT}( {_SEAT})*")
_MOVE = re.compile(r"(\d+)\. +(.+)")


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: enough to deal and play it again.

    >>> position = matchwood.load("connect-four").new(seed=1)
    >>> position.play("drop 4")
    >>> record = position.record(players=["Anna", "Ben"])
    >>> record.moves, record.winners
    (('drop 4',), None)
    >>> print(record.write().splitlines()[-1])
    1. drop 4
    """

    game: str
    version: int
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: bytes
    winners: tuple[int, ...] | None
    """The winning seats, or nothing if the game was left unfinished."""
    moves: tuple[str, ...]
    proof: Proof | None = None
    """How the seed came to be, if the game was dealt at a live table."""
    gave_up: Mapping[int, int] = field(default_factory=dict)
    """The seats that gave up, and after how many moves."""
    agreed_to_end: bool = False
    """Whether the players agreed to leave the game unfinished."""
    signature: Signature | None = None
    """Signature of the server where the game was played, if it comes from one."""

    def write(self) -> str:
        """The text of the record."""
        lines = [
            f"game: {self.game}",
            f"rules: {self.version}",
            "options: " + " ".join(f"{name}={written(v)}" for name, v in self.options.items()),
            *(f"player {seat}: {_one_line(name)}" for seat, name in enumerate(self.players)),
            f"seed: {self.seed.hex()}",
            f"result: {_result(self.winners)}",
            *(f"gave up {seat}: {moves}" for seat, moves in self.gave_up.items()),
            *([f"ended: {AGREED}"] if self.agreed_to_end else []),
            *_proof_lines(self.proof),
            *_signature_lines(self.signature),
            "",
            *(f"{number}. {move}" for number, move in enumerate(self.moves, start=1)),
        ]
        return "\n".join(lines) + "\n"

    def replay(self) -> Iterator[Position]:
        """The position at the start, then the same one after every move; copy what you keep.

        Stops with `BadRecord` at the first move that the rules forbid, or at the end, if the game
        cannot have ended as the record says.
        """
        variant = find_game(self.game).variant(self.options)
        if self.version != variant.version:
            raise BadRecord(
                "This record was played by version {theirs} of the rules of {game}; "
                "this is version {ours}, so it cannot be replayed.",
                theirs=self.version,
                game=self.game,
                ours=variant.version,
            )
        position = variant.new(self.seed)
        if len(self.players) != position.players:
            raise BadRecord(
                "This record names {named} players for a game of {players}.",
                named=len(self.players),
                players=position.players,
            )
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                position.play(move)
            except IllegalMove as illegal:
                raise BadRecord(
                    "Move {number} breaks the rules: {reason}", number=number, reason=illegal.phrase
                ) from illegal
            yield position
        self._check_end(position)

    def _repr_html_(self) -> str:
        from matchwood.drawing.notebook import html_of_record

        return html_of_record(self)

    def _check_end(self, position: Position) -> None:
        """Refuse an ending that the moves or the rules exclude."""
        is_given_up = self._is_given_up(position.variant)
        found: tuple[int, ...] | None = None
        if position.over:
            self._check_nobody_ended_it()
            found = tuple(position.winners)
        elif is_given_up and not self.agreed_to_end:
            found = position.variant.winners_if_given_up(self.gave_up) or ()
        elif is_given_up:
            raise BadRecord("The players cannot have agreed to end the game: it was over.")
        elif self.proof is not None and not self.agreed_to_end:
            raise BadRecord(
                "A game at a live table has a record once it is over, and this one is not."
            )
        if _result(self.winners) != _result(found):
            raise BadRecord(
                "The result is given as {given}, but the moves lead to {found}.",
                given=_result(self.winners),
                found=_result(found),
            )

    def _check_nobody_ended_it(self) -> None:
        """Refuse other endings of a game that the last move has ended."""
        if self.agreed_to_end:
            raise BadRecord("The players cannot have agreed to end the game: it was over.")
        for seat, after in self.gave_up.items():
            if after == len(self.moves):
                raise _cannot_give_up(seat, after)

    def _is_given_up(self, variant: Variant) -> bool:
        """True if the game ended because players gave up, in the order in which they did."""
        given_up: list[int] = []
        for seat, after in sorted(self.gave_up.items(), key=itemgetter(1)):
            if self._ends_with(given_up, variant):
                raise _cannot_give_up(seat, after)
            given_up.append(seat)
            if self._ends_with(given_up, variant) and after < len(self.moves):
                raise BadRecord(
                    "Move {number} cannot have been made: the game was over when seat {seat} "
                    "gave up.",
                    number=after + 1,
                    seat=seat,
                )
        return self._ends_with(given_up, variant)

    def _ends_with(self, given_up: Collection[int], variant: Variant) -> bool:
        """True if one side is left, or only bots are: they have no part in a deal."""
        people = self.proof.people if self.proof is not None else frozenset[int]()
        one_side_left = variant.winners_if_given_up(given_up) is not None
        return one_side_left or (bool(people) and people <= set(given_up))


def read_record(text: str) -> GameRecord:
    """Read a record. Its moves are text until it is replayed.

    >>> position = matchwood.load("connect-four").new(seed=1)
    >>> position.play("drop 4")
    >>> record = matchwood.read_record(position.record().write())
    >>> *_, last = record.replay()
    >>> last.history
    ['drop 4']
    """
    lines = text.replace("\r\n", "\n").strip("\ufeff\n ")
    header, _, body = lines.partition("\n\n")
    fields = _read_fields(header)
    try:
        record = GameRecord(
            game=find_game(fields["game"]).name,
            version=_whole(fields, "rules"),
            options=_options(fields),
            players=_players(fields),
            seed=_bytes(fields, "seed", SEED_BYTES),
            winners=_winners(fields),
            moves=tuple(_moves(body)),
            proof=_proof(fields),
            gave_up=_gave_up(fields),
            agreed_to_end=_agreed_to_end(fields),
            signature=_signature(fields, lines),
        )
    except BadRecord:
        raise
    except MatchwoodError as error:
        raise BadRecord("The record cannot be read: {reason}", reason=error.phrase) from error
    _check_seats(record)
    _check_endings(record)
    return record


def _check_seats(record: GameRecord) -> None:
    """Refuse seats at which nobody sits, and those that lines tell different things of."""
    named: dict[str, Collection[int]] = {
        "result": record.winners or (),
        "gave up": record.gave_up,
    }
    if record.proof is not None:
        named |= {
            "contribution": record.proof.contributions,
            "drawn": record.proof.drawn,
            "withheld": record.proof.withheld,
        }
    for line, seats in named.items():
        for seat in seats:
            if seat >= len(record.players):
                raise BadRecord(
                    "The line {line} names seat {seat}, where nobody sits.",
                    line=quoted(f"{line}: …"),
                    seat=seat,
                )
    if record.proof is not None:
        _check_parts(record.proof, record.gave_up)


def _check_parts(proof: Proof, gave_up: Collection[int]) -> None:
    """Refuse parts of a deal that somebody both opened and did not, or that a bot had."""
    opened = proof.contributions.keys()
    for seat in sorted(proof.withheld & opened):
        raise BadRecord("Seat {seat} cannot have opened and withheld its part.", seat=seat)
    for seat in sorted(proof.drawn - opened):
        raise _no_line(f"contribution {seat}")
    for seat in gave_up:
        if seat not in proof.people:
            raise BadRecord("Seat {seat} is a bot’s, and bots do not give up.", seat=seat)


def _check_endings(record: GameRecord) -> None:
    """Refuse endings that exclude each other, or come after the last move."""
    for seat, after in record.gave_up.items():
        if after > len(record.moves):
            raise BadRecord(
                "Seat {seat} cannot have given up after move {after}: the record ends with "
                "move {last}.",
                seat=seat,
                after=after,
                last=len(record.moves),
            )
    if record.agreed_to_end and record.winners is not None:
        raise BadRecord(
            "Where the players agreed to end the game, the result is {unfinished}, not {given}.",
            unfinished=UNFINISHED,
            given=quoted(_result(record.winners)),
        )


def _cannot_give_up(seat: int, after: int) -> BadRecord:
    return BadRecord(
        "Seat {seat} cannot have given up after move {after}: the game was over.",
        seat=seat,
        after=after,
    )


def _read_fields(header: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, line in enumerate(header.split("\n"), start=1):
        match = _FIELD.fullmatch(line.strip())
        if match is None:
            raise BadRecord(
                "Line {number} of the record, {line}, is none of {lines}.",
                nearest(line.partition(":")[0], FIELDS),
                number=number,
                line=quoted(line),
                lines=listed(f"{name}: …" for name in (*FIELDS, "player 0")),
            )
        name, value = match.groups()
        if name in fields:
            raise BadRecord(
                "Line {number} of the record gives {name} a second time.", number=number, name=name
            )
        fields[name] = value
    for name in FIELDS:
        if name not in fields:
            raise _no_line(name)
    return fields


def _no_line(name: str) -> BadRecord:
    return BadRecord("The record has no line {line}.", line=quoted(f"{name}: …"))


def _options(fields: Mapping[str, str]) -> dict[str, Value]:
    game = find_game(fields["game"])
    pairs = [pair.partition("=") for pair in fields["options"].split()]
    twice = [name for name, times in Counter(name for name, _, _ in pairs).items() if times > 1]
    if twice:
        raise BadRecord("The record gives the option {name} twice.", name=twice[0])
    recalled = recall_options(game.options, {name: value for name, _, value in pairs})
    return dict(game.variant(recalled).options)


def _players(fields: Mapping[str, str]) -> tuple[str, ...]:
    names = {name: value for name, value in fields.items() if name.startswith("player ")}
    for seat in range(len(names)):
        if f"player {seat}" not in names:
            raise _no_line(f"player {seat}")
    return tuple(names[f"player {seat}"] for seat in range(len(names)))


def _bytes(fields: Mapping[str, str], name: str, length: int) -> bytes:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", fields[name]):
        raise BadRecord(
            "The {field} of a record is {digits} hexadecimal digits, not {given}.",
            field=name,
            digits=2 * length,
            given=quoted(fields[name]),
        )
    return bytes.fromhex(fields[name])


def _proof_lines(proof: Proof | None) -> list[str]:
    if proof is None:
        return []
    contributions = sorted(proof.contributions.items())
    return [
        *([] if proof.terms is None else [f"table: {proof.terms.table}"]),
        f"commitment: {proof.commitment}",
        f"secret: {proof.secret.hex()}",
        *(f"contribution {seat}: {part.hex()}" for seat, part in contributions),
        *([f"drawn: {_listed(proof.drawn)}"] if proof.drawn else []),
        *([f"withheld: {_listed(proof.withheld)}"] if proof.withheld else []),
    ]


def _proof(fields: Mapping[str, str]) -> Proof | None:
    contributions = [name for name in fields if name.startswith("contribution ")]
    if not contributions and not any(name in fields for name in (*PROOF_FIELDS, *PROOF_ONLY)):
        return None
    for name in PROOF_FIELDS:
        if name not in fields:
            raise _no_line(name)
    return Proof(
        commitment=_bytes(fields, "commitment", PART_BYTES).hex(),
        secret=_bytes(fields, "secret", PART_BYTES),
        contributions={
            int(name.split()[1]): _bytes(fields, name, PART_BYTES) for name in contributions
        },
        terms=_terms(fields),
        drawn=frozenset(_seats(fields, "drawn")),
        withheld=frozenset(_seats(fields, "withheld")),
    )


def _terms(fields: Mapping[str, str]) -> Terms | None:
    """Terms that the deal was bound to; in records of old games, nothing."""
    if "table" not in fields:
        return None
    return Terms(fields["table"], fields["game"], _whole(fields, "rules"), fields["options"])


def _signature_lines(signature: Signature | None) -> list[str]:
    if signature is None:
        return []
    return [f"key: {signature.key.hex()}", f"{SIGNATURE}{signature.value.hex()}"]


def _signature(fields: Mapping[str, str], text: str) -> Signature | None:
    if not any(name in fields for name in SIGNATURE_FIELDS):
        return None
    for name in SIGNATURE_FIELDS:
        if name not in fields:
            raise _no_line(name)
    return Signature(
        key=_bytes(fields, "key", KEY_BYTES),
        value=_bytes(fields, "signature", SIGNATURE_BYTES),
        message=message_of(text),
    )


def _gave_up(fields: Mapping[str, str]) -> dict[int, int]:
    names = [name for name in fields if name.startswith("gave up ")]
    return {int(name.split()[2]): _whole(fields, name) for name in names}


def _agreed_to_end(fields: Mapping[str, str]) -> bool:
    if fields.get("ended", AGREED) != AGREED:
        raise BadRecord(
            "A game can have ended {agreed}, not {given}.",
            agreed=quoted(AGREED),
            given=quoted(fields["ended"]),
        )
    return "ended" in fields


def _seats(fields: Mapping[str, str], name: str) -> list[int]:
    """The seats that a line names; it may be missing."""
    seats = fields.get(name, "")
    if not _are_seats(seats):
        raise BadRecord(
            "{name} in a record is a list of seats, such as 0 or 0 2, not {given}.",
            name=name,
            given=quoted(seats),
        )
    return [int(seat) for seat in seats.split()]


def _are_seats(text: str) -> bool:
    """True if a text lists seats, each once and in order, or none."""
    seats = [int(seat) for seat in text.split()] if _SEATS.fullmatch(text) else []
    return text == _listed(set(seats))


def _winners(fields: Mapping[str, str]) -> tuple[int, ...] | None:
    result = fields["result"]
    if result == UNFINISHED:
        return None
    if not _are_seats(result):
        raise BadRecord(
            "The result of a record is the winning seats, such as 0 or 0 2, or {unfinished}, "
            "not {result}.",
            unfinished=UNFINISHED,
            result=quoted(result),
        )
    return tuple(int(seat) for seat in result.split())


def _whole(fields: Mapping[str, str], name: str) -> int:
    if not re.fullmatch(r"\d{1,9}", fields[name]):
        raise BadRecord(
            "{name} in a record is a whole number, not {value}.",
            name=name,
            value=quoted(fields[name]),
        )
    return int(fields[name])


def _moves(body: str) -> Iterator[str]:
    lines = [line.strip() for line in body.split("\n") if line.strip()]
    for number, line in enumerate(lines, start=1):
        match = _MOVE.fullmatch(line)
        if match is None or match[1] != str(number):
            raise BadRecord(
                "Move {number} of the record should be written {wanted}, not {line}.",
                number=number,
                wanted=quoted(f"{number}. …"),
                line=quoted(line),
            )
        yield match[2]


def _result(winners: tuple[int, ...] | None) -> str:
    return UNFINISHED if winners is None else " ".join(map(str, winners))


def _listed(seats: Iterable[int]) -> str:
    return " ".join(map(str, sorted(seats)))


def _one_line(name: str) -> str:
    return " ".join(name.split())
