"""The positions of a golden game as a text: the deal in full, then what each move changed.

    0. the deal
    to_move = 0
    hands = [["RGBY", "OOPP"], ["BYRG", "PGPG"]]
    …
    1. RGBY@0,1
    to_move = 1
    hands[0][0:1] = []
    table[1:1] = [{"x": 0, "y": 1, "card": "RGBY"}]
    winners gone

A line is an assignment to a part of the document, with the slices of Python; values are JSON. How
many moves are legal stands among them, so that a change of what is allowed shows at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from matchwood import GameRecord, Position, find_game

SUFFIX = ".positions"
DEAL = "the deal"
LEGAL = "legal moves"
GONE = " gone"
ABSENT = object()
_HEADING = re.compile(r"(\d+)\. (.+)")
_STEP = re.compile(r"\[(\d+)(?::(\d+))?\]|([^.\[\]]+)")

Document = dict[str, Any]


class Parted(AssertionError):
    """A golden game no longer goes as it did."""


def seen(position: Position) -> Document:
    """All that is kept of a position."""
    return {LEGAL: len(position.legal_moves()), **position.document}


def write(record: GameRecord) -> str:
    """The positions of a game, as they are now."""
    lines: list[str] = []
    before: Document = {}
    for number, (move, position) in enumerate(
        zip((DEAL, *record.moves), record.replay(), strict=True)
    ):
        after = seen(position)
        lines += [f"{number}. {move}", *changes(before, after)]
        before = after
    return "\n".join(lines) + "\n"


def read(text: str) -> Iterator[tuple[str, Document]]:
    """The moves of a game, the deal first, and the position after each."""
    document: Document = {}
    move = ""
    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            if move:
                yield move, json.loads(json.dumps(document))
            move = heading[2]
        else:
            assign(document, line)
    yield move, document


def check(path: Path, record: GameRecord) -> None:
    """Replay a record beside the positions that are kept in a file.

    Says at which move they part, and in what.
    """
    game = find_game(record.game)
    version = game.variant(record.options).version
    if record.version != version:
        raise Parted(
            f"{path.name} was played by version {record.version} of the rules of {game.title}, "
            f"which are now of version {version}; "
            f"python -m tests.games.golden.make --renew {game.name} plays it anew"
        )
    kept = list(read(path.read_text(encoding="utf-8")))
    if [move for move, _ in kept] != [DEAL, *record.moves]:
        raise Parted(f"{path.name} has other moves than its record")
    for number, ((move, expected), position) in enumerate(zip(kept, record.replay(), strict=True)):
        found = seen(position)
        if found != expected:
            differences = [
                *(f"  expected: {line}" for line in changes(found, expected)),
                *(f"  found:    {line}" for line in changes(expected, found)),
            ]
            told = "\n".join(differences)
            raise Parted(f"{path.name} parts from the rules at move {number}, {move}:\n{told}")


def changes(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """What makes one document another, a line each."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _changed_fields(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _changed_items(before, after, path)
    elif after is ABSENT:
        yield path + GONE
    else:
        yield f"{path} = {json.dumps(after, ensure_ascii=False)}"


def _changed_fields(before: Document, after: Document, path: str) -> Iterator[str]:
    for key in (*after, *(key for key in before if key not in after)):
        inner = f"{path}.{key}" if path else key
        yield from changes(before.get(key, ABSENT), after.get(key, ABSENT), inner)


def _changed_items(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[str]:
    """Items that were changed where they are, or a slice that was put in place of another."""
    nested = any(isinstance(item, dict | list) for item in (*before, *after))
    differing = [i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    if len(before) == len(after) and (nested or len(differing) == 1):
        for index in differing:
            yield from changes(before[index], after[index], f"{path}[{index}]")
        return
    least = min(len(before), len(after))
    start = differing[0] if differing else least
    same = 0
    while same < least - start and before[-1 - same] == after[-1 - same]:
        same += 1
    whole = start == same == 0
    place = path if whole else f"{path}[{start}:{len(before) - same}]"
    yield f"{place} = {json.dumps(after[start : len(after) - same], ensure_ascii=False)}"


def assign(document: Document, line: str) -> None:
    """Let a line change a document."""
    path, given, value = line.partition(" = ")
    place: Any = document
    *way, last = _STEP.findall(path.removesuffix(GONE) if not given else path)
    for first, _, key in way:
        place = place[key or int(first)]
    first, end, key = last
    if not given:
        del place[key]
    elif end:
        place[int(first) : int(end)] = json.loads(value)
    else:
        place[key or int(first)] = json.loads(value)
