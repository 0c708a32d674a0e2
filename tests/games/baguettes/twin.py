"""Baguettes once more, plain and slow, on documents: what the kernels are held against.

Every stick keeps its own level here and sinks rod by rod, as on the table.
"""

from __future__ import annotations

import json
from typing import Any

COLOURS = ("red", "green", "blue", "yellow")


class Twin:
    """A position of Baguettes as its document, played by hand.

    Who last pierced, planted or pulled is in no document, so the twin remembers the colour.
    """

    def __init__(self, document: dict[str, Any], last_played: str | None = None) -> None:
        self.at = json.loads(json.dumps(document))  # far quicker than deepcopy
        self.last_played = last_played
        self.width, self.depth, levels = self.at["size"]
        self.levels = "ABCDEF"[:levels]

    def wells(self) -> list[str]:
        return [f"{x}{y}" for y in range(1, self.depth + 1) for x in range(1, self.width + 1)]

    def channels(self) -> list[str]:
        return [
            f"{level}{number}"
            for level in self.levels
            for number in range(1, (self.depth if level in "ACE" else self.width) + 1)
        ]

    def crossing(self, level: str, well: str) -> str:
        """The channel of a level that goes through a well."""
        return level + (well[1] if level in "ACE" else well[0])

    def mine(self) -> str:
        return str(self.at["colours"][self.at["to_move"]])

    def uprights(self, colour: str) -> list[str]:
        return [well for well in self.wells() if self.colour_in(well) == colour]

    def colour_in(self, well: str) -> str | None:
        return self.at["sticks"][well]["colour"] if well in self.at["sticks"] else None

    def can_pierce(self, channel: str) -> bool:
        if channel in self.at["rods"]:
            return False
        for well, stick in self.at["sticks"].items():
            if self.crossing(channel[0], well) == channel and stick["level"] > channel[0]:
                return False
        return True

    def would_fall(self, channel: str) -> list[str]:
        return [
            well
            for well, stick in self.at["sticks"].items()
            if stick["level"] == channel[0] and self.crossing(channel[0], well) == channel
        ]

    def legal_moves(self) -> list[str]:
        if self.at["phase"] == "over":
            return []
        moves = []
        if self.at["hands"][self.at["to_move"]]:
            moves += [f"pierce {c}" for c in self.channels() if self.can_pierce(c)]
            moves += [f"plant {w}" for w in self.wells() if w not in self.at["sticks"]]
        if len(self.uprights(self.mine())) >= 2:
            for channel in self.channels():
                if channel in self.at["rods"] and self.would_fall(channel):
                    moves += self.pulls(channel)
        return moves or self.drops()

    def pulls(self, channel: str) -> list[str]:
        after = Twin(self.at)
        colour = after.at["rods"].pop(channel)
        after.let_fall(channel)
        left = after.uprights(self.mine())
        if colour == self.mine() or not left:
            return [f"pull {channel}"]
        return [f"pull {channel}>{well}" for well in left]

    def drops(self) -> list[str]:
        return [
            *(["drop hand"] if self.at["hands"][self.at["to_move"]] else []),
            *(f"drop {well}" for well in self.uprights(self.mine())),
            *(f"drop {c}" for c in self.channels() if self.at["rods"].get(c) == self.mine()),
        ]

    def let_fall(self, channel: str) -> None:
        for well in self.would_fall(channel):
            self.sink(well, channel[0])

    def sink(self, well: str, level: str) -> None:
        """Let the stick in a well down to the first rod below a level, or out of the block."""
        for lower in self.levels:
            if lower > level and self.crossing(lower, well) in self.at["rods"]:
                self.at["sticks"][well]["level"] = lower
                return
        self.at["out"][self.at["sticks"].pop(well)["colour"]] += 1

    def play(self, text: str) -> None:
        word, where = text.split()
        getattr(self, word)(where)
        if word != "drop":
            self.last_played = self.mine()
        # The kernels list wells and channels in order, whenever they were filled.
        self.at["sticks"] = {
            w: self.at["sticks"][w] for w in self.wells() if w in self.at["sticks"]
        }
        self.at["rods"] = {c: self.at["rods"][c] for c in self.channels() if c in self.at["rods"]}
        self.pass_on()

    def pierce(self, channel: str) -> None:
        self.at["hands"][self.at["to_move"]] -= 1
        self.at["rods"][channel] = self.mine()

    def plant(self, well: str) -> None:
        self.at["hands"][self.at["to_move"]] -= 1
        self.at["sticks"][well] = {"colour": self.mine(), "level": None}
        self.sink(well, "")

    def pull(self, where: str) -> None:
        channel, _, well = where.partition(">")
        colour = self.at["rods"].pop(channel)
        self.let_fall(channel)
        seat = self.at["to_move"]
        if well:
            self.at["sticks"][well]["colour"] = colour
        elif colour != self.mine():
            seat = (seat + 3) % 4 if self.at["teams"] else self.at["colours"].index(colour)
        self.at["hands"][seat] += 1

    def drop(self, where: str) -> None:
        self.at["out"][self.mine()] += 1
        if where == "hand":
            self.at["hands"][self.at["to_move"]] -= 1
        elif where in self.at["sticks"]:
            del self.at["sticks"][where]
        else:
            del self.at["rods"][where]
            self.let_fall(where)

    def can_play(self, seat: int) -> bool:
        colour = self.at["colours"][seat]
        on_block = colour in self.at["rods"].values() or self.uprights(colour)
        return bool(self.at["hands"][seat] or on_block)

    def pass_on(self) -> None:
        colours = self.at["colours"]
        seats = range(self.at["players"])
        left = {colours[seat] for seat in seats if self.can_play(seat)}
        if len(left) < 2:
            winner = left.pop() if left else self.last_played
            self.at["phase"] = "over"
            self.at["winners"] = [seat for seat in seats if colours[seat] == winner]
            return
        while True:
            self.at["to_move"] = (self.at["to_move"] + 1) % self.at["players"]
            if self.can_play(self.at["to_move"]):
                return

    def after(self, text: str) -> Twin:
        twin = Twin(self.at, self.last_played)
        twin.play(text)
        return twin
