"""Matches once more, plain and slow, on documents: what the kernels are held against."""

from __future__ import annotations

import json
from typing import Any


class Twin:
    """A position of Matches as its document, played by hand."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.at = json.loads(json.dumps(document))  # far quicker than deepcopy

    def legal_moves(self) -> list[str]:
        if self.at["phase"] == "over":
            return []
        if self.at["phase"] == "flip":
            return [f"flip {i}" for i, coin in enumerate(self.at["coins"], start=1) if coin]
        spots = enumerate(self.at["coins"], start=1)
        return ["stay", *(f"move {i}" for i, coin in spots if coin is None)]

    def play(self, text: str) -> None:
        word, _, spot = text.partition(" ")
        {"flip": self.flip, "stay": self.stay, "move": self.move}[word](int(spot or 0) - 1)

    def flip(self, spot: int) -> None:
        coin, seat = self.at["coins"][spot], self.at["to_move"]
        coin["up"] = coin["coin"].replace(coin["up"], "")
        coin["seen"] = True
        if coin["coin"] in self.at["tiles"][seat]:
            self.at["coins"][spot] = None
            tiles = self.at["tiles"][seat]
            marked = {*self.at["marked"][seat], coin["coin"]}
            self.at["marked"][seat] = [tile for tile in tiles if tile in marked]
            if len(marked) == len(tiles):
                self.at["phase"], self.at["winners"] = "over", [seat]
                return
            self.pass_on()
        elif self.at["flaming"]:
            self.at["phase"], self.at["turned"] = "place", spot + 1
        else:
            self.pass_on()

    def stay(self, _: int) -> None:
        self.pass_on()

    def move(self, spot: int) -> None:
        coins, old = self.at["coins"], self.at["turned"] - 1
        coins[spot], coins[old] = coins[old], None
        self.pass_on()

    def pass_on(self) -> None:
        self.at["phase"], self.at["turned"] = "flip", None
        self.at["to_move"] = (self.at["to_move"] + 1) % self.at["players"]

    def after(self, text: str) -> Twin:
        twin = Twin(self.at)
        twin.play(text)
        return twin
