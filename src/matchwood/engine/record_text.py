"""Reading the text of a record: every line is checked, and what contradicts itself is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from matchwood.engine.errors import (
    BadRecord,
    MatchwoodError,
    listed,
    nearest,
    quoted,
)
from matchwood.engine.fairness import (
    KEY_BYTES,
    PART_BYTES,
    SEED_BYTES,
    SIGNATURE_BYTES,
    Proof,
    Signature,
    Terms,
    message_of,
)
from matchwood.engine.game import find_game
from matchwood.engine.options import Value, recall_options
from matchwood.engine.record import (
    AGREED,
    UNFINISHED,
    GameRecord,
    joined,
    result_line,
)

FIELDS = ("game", "rules", "options", "seed", "result")

PROOF_FIELDS = ("commitment", "secret")
PROOF_ONLY = ("table", "drawn", "withheld")
"""Lines that mean nothing without a proof."""
SIGNATURE_FIELDS = ("key", "signature")

_SEAT = r"(?:\d|[1-9]\d)"
_FIELD = re.compile(
    rf"(game|rules|options|player {_SEAT}|seed|result|gave up {_SEAT}|ended"
    rf"|table|commitment|secret|contribution {_SEAT}|drawn|withheld|key|signature): *(.*)"
)
_SEATS = re.compile(rf"{_SEAT}( {_SEAT})*")
_MOVE = re.compile(r"(\d+)\. +(.+)")


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
            given=quoted(result_line(record.winners)),
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
    return text == joined(set(seats))


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
