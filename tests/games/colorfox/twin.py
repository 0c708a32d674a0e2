"""Colorfox once more, plain and slow, on documents: what the kernels are held against."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.games.colorfox.positions import (
    LETTERS,
)

BESIDE = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}


class Twin:
    """The rules once more, written to be plain and not to be fast."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.it = document
        self.table = {(laid["x"], laid["y"]): laid["card"] for laid in document["table"]}

    def touching(self, x: int, y: int) -> dict[int, str]:
        """The colours around a cell, by the side of it that they touch."""
        found = {}
        for side, (right, up) in enumerate(BESIDE.values()):
            if card := self.table.get((x + right, y + up)):
                found[side] = card[(side + 2) % 4]
        return found

    def legal_moves(self) -> set[str]:
        if self.it["phase"] == "over":
            return set()
        return self.swaps() | {"keep"} if self.it["swaps_left"] else self.places() or {"pass"}

    def places(self) -> set[str]:
        reach = [(x + dx, y + dy) for x, y in self.table for dx, dy in BESIDE.values()]
        return {
            f"{card}@{x},{y}"
            for x, y in reach
            if (x, y) not in self.table
            for card in self.it["hands"][self.it["to_move"]]
            if all(card[side] == colour for side, colour in self.touching(x, y).items())
        }

    def swaps(self) -> set[str]:
        mine = self.it["sticks"][self.it["to_move"]]
        return {
            f"{give}>{seat}:{take}"
            for seat, theirs in enumerate(self.it["sticks"])
            for give in LETTERS
            for take in LETTERS
            if seat != self.it["to_move"] and give != take and mine[give] and theirs[take]
        }

    def play(self, text: str) -> None:
        it, mine = self.it, self.it["sticks"][self.it["to_move"]]
        if text == "pass":
            it["passes"] += 1
            return self.go_on(over=it["passes"] == it["players"])
        if "@" in text:
            self.place(*text.split("@"))
        elif text == "keep":
            it["swaps_left"] = 0
        else:
            give, theirs, take = text[0], it["sticks"][int(text[2])], text[4]
            for holding, colour, change in [(mine, give, -1), (theirs, give, 1)]:
                holding[colour] += change
            for holding, colour, change in [(theirs, take, -1), (mine, take, 1)]:
                holding[colour] += change
            it["swaps_left"] -= 1
        self.score()
        if not it["swaps_left"]:
            it["hands"][it["to_move"]] += it["pile"][:1]
            del it["pile"][:1]
            self.go_on(over=it["ending"])
        else:
            it["phase"] = "swap"
        return None

    def after(self, text: str) -> Twin:
        # Several times as fast as a deep copy, and documents are JSON.
        twin = Twin(json.loads(json.dumps(self.it)))
        twin.play(text)
        return twin

    def place(self, card: str, where: str) -> None:
        it, mine = self.it, self.it["sticks"][self.it["to_move"]]
        x, y = map(int, where.split(","))
        it["passes"] = 0
        connected = self.touching(x, y)
        self.table[x, y] = card
        it["table"].append({"x": x, "y": y, "card": card})
        it["hands"][it["to_move"]].remove(card)
        for colour in connected.values():
            if it["reserve"][colour]:
                it["reserve"][colour] -= 1
                mine[colour] += 1
            else:
                it["ending"] = True
        it["swaps_left"] = len(connected) - 1 if self.swaps() else 0

    def go_on(self, over: bool) -> None:
        it = self.it
        it["phase"] = "over" if over else "place"
        if over:
            best = max(it["scores"])
            it["winners"] = [seat for seat, points in enumerate(it["scores"]) if points == best]
        else:
            it["to_move"] = (it["to_move"] + 1) % it["players"]

    def score(self) -> None:
        """Take sets off, each as large as it can be."""
        for seat, sticks in enumerate(self.it["sticks"]):
            left, total = Counter(sticks), 0
            while colours := [colour for colour in left if left[colour] > 0]:
                total += sum(range(1, len(colours) + 1))
                left.subtract(colours)
            self.it["scores"][seat] = total
