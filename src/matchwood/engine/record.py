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

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from matchwood.engine.errors import (
    BadRecord,
    IllegalMove,
)
from matchwood.engine.fairness import (
    SIGNATURE,
    Proof,
    Signature,
)
from matchwood.engine.game import find_game
from matchwood.engine.options import Value, written

if TYPE_CHECKING:
    from matchwood.engine.game import Variant
    from matchwood.engine.position import Position

UNFINISHED = "unfinished"
AGREED = "agreed"


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
    """Proof of how the seed came to be, if the game was dealt at a live table."""
    gave_up: Mapping[int, int] = field(default_factory=dict)
    """The seats that gave up, and after how many moves."""
    agreed_to_end: bool = False
    """True if the players agreed to leave the game unfinished."""
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
            f"result: {result_line(self.winners)}",
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
        if result_line(self.winners) != result_line(found):
            raise BadRecord(
                "The result is given as {given}, but the moves lead to {found}.",
                given=result_line(self.winners),
                found=result_line(found),
            )

    def _check_nobody_ended_it(self) -> None:
        """Refuse other endings of a game that the last move has ended."""
        if self.agreed_to_end:
            raise BadRecord("The players cannot have agreed to end the game: it was over.")
        for seat, after in self.gave_up.items():
            if after == len(self.moves):
                raise cannot_give_up(seat, after)

    def _is_given_up(self, variant: Variant) -> bool:
        """True if the game ended because players gave up, in the order in which they did."""
        given_up: list[int] = []
        for seat, after in sorted(self.gave_up.items(), key=itemgetter(1)):
            if self._ends_with(given_up, variant):
                raise cannot_give_up(seat, after)
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


def cannot_give_up(seat: int, after: int) -> BadRecord:
    return BadRecord(
        "Seat {seat} cannot have given up after move {after}: the game was over.",
        seat=seat,
        after=after,
    )


def _proof_lines(proof: Proof | None) -> list[str]:
    if proof is None:
        return []
    contributions = sorted(proof.contributions.items())
    return [
        *([] if proof.terms is None else [f"table: {proof.terms.table}"]),
        f"commitment: {proof.commitment}",
        f"secret: {proof.secret.hex()}",
        *(f"contribution {seat}: {part.hex()}" for seat, part in contributions),
        *([f"drawn: {joined(proof.drawn)}"] if proof.drawn else []),
        *([f"withheld: {joined(proof.withheld)}"] if proof.withheld else []),
    ]


def _signature_lines(signature: Signature | None) -> list[str]:
    if signature is None:
        return []
    return [f"key: {signature.key.hex()}", f"{SIGNATURE}{signature.value.hex()}"]


def result_line(winners: tuple[int, ...] | None) -> str:
    return UNFINISHED if winners is None else " ".join(map(str, winners))


def joined(seats: Iterable[int]) -> str:
    return " ".join(map(str, sorted(seats)))


def _one_line(name: str) -> str:
    return " ".join(name.split())
