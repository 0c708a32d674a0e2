"""Checking a record: that nobody chose the deal, that every move follows the rules, and who signed.

Moves that keep the rules can be invented, and so can an ending that they allow. That a game was
played as its record tells it is said by the server where it was played, by its signature.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from rich.console import Console
from rich.text import Text

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.fairness import KEY_BYTES
from matchwood.engine.record import GameRecord
from matchwood.terminal.files import read_record_file

KEY_ADDRESS = "/api/record-key"
"""Path of a server’s public key."""
SECONDS_TO_ANSWER = 20
LONGEST_ANSWER = 1000
_KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")


class NotFair(MatchwoodError):
    """Something about a record is not as it was promised."""


class NoKey(MatchwoodError):
    """A server does not tell by which key it signs."""


def verify(
    console: Console,
    file: Path,
    commitment: str | None = None,
    contribution: str | None = None,
    server: str | None = None,
) -> None:
    """Say what was checked; the first thing that is wrong is raised.

    A record alone can be invented as a whole. So a player gives the commitment that they were
    shown before the deal, the contribution that they made, and the address of the server.
    """
    record = read_record_file(file)
    lines = _checked_promises(record, commitment, contribution)
    for line in [*lines, *_checked(record), _checked_signature(record, server)]:
        console.print(Text(line))


def _checked_promises(
    record: GameRecord, commitment: str | None, contribution: str | None
) -> list[str]:
    """Check that what a player remembers of the deal is what the record says."""
    proof = record.proof
    if proof is None and (commitment or contribution):
        raise NotFair("The record says nothing of how its seed was drawn.")
    lines = []
    if proof is not None and commitment is not None:
        if proof.commitment != commitment.lower():
            raise NotFair("The commitment is not the one that was shown before the deal.")
        lines.append("The commitment is the one that was shown before the deal.")
    if proof is not None and contribution is not None:
        if contribution.lower() not in {part.hex() for part in proof.contributions.values()}:
            raise NotFair("This contribution is not among those of the record.")
        lines.append("Your contribution is among those that the seed was made from.")
    return lines


def _checked(record: GameRecord) -> list[str]:
    lines = _checked_deal(record)
    for position in record.replay():
        moves = len(position.history)
    lines.append(f"All moves, {moves} of them, follow the rules of {record.game}.")
    lines += [
        f"Seat {seat} is said to have given up after move {after}, which fits them."
        for seat, after in record.gave_up.items()
    ]
    if record.winners is not None:
        lines.append("The result is the one that they lead to.")
    return lines


def _checked_deal(record: GameRecord) -> list[str]:
    proof = record.proof
    if proof is None:
        return [
            "The record says nothing of how its seed was drawn, as the game was not dealt at a "
            "live table; so only the moves are checked."
        ]
    if not proof.is_committed():
        raise NotFair("The secret is not the one that was committed to before the deal.")
    if not proof.leads_to(record.seed):
        raise NotFair("The seed does not follow from the secret and the contributions.")
    lines = [
        "The secret is the one that the commitment in the record was made from.",
        "The seed follows from it and what the players added "
        f"(seats: {_listed(proof.contributions)}).",
    ]
    if proof.drawn:
        lines.append(f"For some the server drew it (seats: {_listed(proof.drawn)}).")
    if proof.withheld:
        lines.append(f"Some did not open theirs (seats: {_listed(proof.withheld)}).")
    return lines


def _checked_signature(record: GameRecord, server: str | None) -> str:
    """Sentence about what the signature proves, and what it does not."""
    signature = record.signature
    if signature is None:
        if server is not None:
            raise NotFair("The record is not signed, so no server says that it is true.")
        return (
            "The record is not signed: that these players made these moves, and that the game "
            "ended so, is said by the record alone."
        )
    if not signature.is_valid():
        raise NotFair("The signature does not fit: the record was changed after it was signed.")
    if server is None:
        return (
            f"Nothing was changed since the record was signed by the holder of its key, "
            f"{signature.key.hex()}; whose key that is, only a server can say (--server URL)."
        )
    if signature.key != _key_of(server):
        raise NotFair(f"The record is signed by another key than that of {server}.")
    return (
        f"The signature is that of {server}: it says that the game was played there by these "
        "players, move by move, and ended so."
    )


def _key_of(server: str) -> bytes:
    """The public key of a server, as it tells it itself."""
    if urlsplit(server).scheme not in ("http", "https"):
        raise NoKey(f"{server} is no address of a server; one looks like https://games.example.")
    try:
        with urlopen(server.rstrip("/") + KEY_ADDRESS, timeout=SECONDS_TO_ANSWER) as answer:
            told = json.loads(answer.read(LONGEST_ANSWER))
    except URLError as error:
        raise NoKey(f"The key of {server} cannot be asked for: {error.reason}.") from error
    except (OSError, ValueError) as error:
        raise NoKey(f"The answer of {server} tells no key: {error}.") from error
    key = told.get("key") if isinstance(told, dict) else None
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise NoKey(f"The answer of {server} tells no key.")
    return bytes.fromhex(key)


def _listed(seats: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(seats))) or "none"
