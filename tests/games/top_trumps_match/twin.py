"""Top Trumps Match once more, plain and slow, on documents: what the kernels are held against.

All 24 lines are looked at each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

COLUMNS, ROWS = "abcde", "12345"
LINES = [
    *([column + row for column in COLUMNS] for row in ROWS),
    *([column + row for row in ROWS] for column in COLUMNS),
    [column + row for column, row in zip(COLUMNS, ROWS, strict=True)],
    [column + row for column, row in zip(COLUMNS, reversed(ROWS), strict=True)],
]

Document = dict[str, Any]


def five_equal(document: Document, side: int) -> str | None:
    """The symbol of a line of five equal ones on a side."""
    for line in LINES:
        cells = [document["grid"][name] for name in line]
        symbols = {cell["faces"][side] if cell else None for cell in cells}
        if len(symbols) == 1:
            return str(symbols.pop())
    return None


def put(document: Document, move: str) -> Document:
    """The table after the held cube went to its cell; nobody has looked for matches yet."""
    name, symbol = move.split("=")
    mover, cube = document["to_move"], document["cubes"][document["held"]]
    behind = cube[cube.index(symbol) ^ 1]
    faces = [symbol, behind] if mover == 0 else [behind, symbol]
    pushed_out = document["grid"][name]
    return {
        **document,
        "grid": {**document["grid"], name: {"cube": document["held"], "faces": faces}},
        "held": pushed_out and pushed_out["cube"],
        "fresh": name,
        "pushes": document["pushes"] + (pushed_out is not None),
    }


def moves(document: Document) -> set[str]:
    mover = document["to_move"]
    legal = set()
    for name in document["grid"]:
        for symbol in document["cubes"][document["held"]]:
            into_hole = name == document["hole"]
            if into_hole and five_equal(put(document, f"{name}={symbol}"), mover) is None:
                continue
            if name != document["fresh"]:
                legal.add(f"{name}={symbol}")
    return legal


def score(document: Document, caller: int, symbol: str) -> list[int]:
    scored, other = [0, 0], 1 - caller
    if document["mode"] == "five-minute":
        scored[other if symbol in document["cards"][other] else caller] = 1
    elif symbol in document["cards"][caller]:
        scored[caller] = 2
    elif symbol in document["cards"][other]:
        scored[other] = 2
    else:
        scored[caller] = 1
    return scored


def play(document: Document, move: str, void_after: int, max_voids: int) -> Document:
    """The document after a move; of a new round only what is certain."""
    after = put(document, move)
    mover = document["to_move"]
    for caller in (mover, 1 - mover):
        symbol = five_equal(after, caller)
        if symbol:
            scored = score(document, caller, symbol)
            match = {key: document[key] for key in ("round", "cards")}
            match |= {"caller": caller, "symbol": symbol, "scored": scored}
            points = [a + b for a, b in zip(document["points"], scored, strict=True)]
            after |= {"last_match": match, "points": points, "voids": 0}
            over = document["mode"] == "five-minute" or max(points) >= document["target"]
            return end_of_round(after, over)
    if after["pushes"] == void_after:
        after["voids"] += 1
        return end_of_round(after, after["voids"] == max_voids)
    return {**after, "to_move": 1 - mover}


def end_of_round(after: Document, over: bool) -> Document:
    if over:
        best = max(after["points"])
        winners = [seat for seat in (0, 1) if after["points"][seat] == best]
        return {**after, "phase": "over", "held": None, "winners": winners}
    known = ("points", "voids", "last_match", "winners", "phase", "mode")
    fresh_round = {"round": after["round"] + 1, "pushes": 0, "fresh": None}
    return {key: after[key] for key in known} | fresh_round


@dataclass(frozen=True)
class Twin:
    """A position as its document, with the options that no document has."""

    at: Document
    void_after: int
    max_voids: int

    def legal_moves(self) -> set[str]:
        return set() if self.at["phase"] == "over" else moves(self.at)

    def after(self, move: str) -> Twin:
        """The position after a move within the round; a new one is dealt by chance."""
        after = play(self.at, move, self.void_after, self.max_voids)
        assert "grid" in after, f"{move} ends the round, and the game goes on"
        return replace(self, at=after)


def eager_move(document: Document, legal: list[str], choose: Random) -> str:
    """A move that brings many equal symbols into a line, on one side or the other."""
    side = choose.randrange(2)

    def equal(move: str) -> int:
        grid, cell = put(document, move)["grid"], move.split("=")[0]
        lines = ([grid[name] for name in line] for line in LINES if cell in line)
        symbol = grid[cell]["faces"][side]
        return max(sum(bool(c) and c["faces"][side] == symbol for c in line) for line in lines)

    return max(choose.sample(legal, min(len(legal), 60)), key=equal)
