"""The moves of Colorfox as clicks: a card and its cell, a stick for a stick, or a button."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine.game import Document


def path_of(move: str, document: Document) -> list[str]:
    """A card and its cell, or a stick of the player to move and one of an opponent, or a button."""
    mover = document["to_move"]
    if "@" in move:
        card, cell = move.split("@")
        slot = document["hands"][mover].index(card)
        return [f"hand-{slot}", f"cell-{cell.replace(',', '_')}"]
    if ">" in move:
        give, seat, take = move[0], move[2], move[4]
        return [f"sticks-{mover}-{give}", f"sticks-{seat}-{take}"]
    return [move]


def attempt(path: Sequence[str], document: Document) -> str | None:
    """The other way round: the move, allowed or not, that someone wants who clicks like this."""
    mover = str(document["to_move"])
    cards = {str(slot): card for slot, card in enumerate(document["hands"][document["to_move"]])}
    match [_parts(step) for step in path]:
        case [["hand", slot], ["cell", cell]] if slot in cards:
            return f"{cards[slot]}@{cell.replace('_', ',')}"
        case [["sticks", seat, take], ["sticks", own, give]] if own == mover != seat:
            return f"{give}>{seat}:{take}"
        case [["sticks", _, give], ["sticks", seat, take]]:
            return f"{give}>{seat}:{take}"
        case [["keep" | "pass" as button]]:
            return button
        case [["sticks", *_]] if document["phase"] == "place":
            return "keep"
        case [["hand" | "cell", _]] if document["phase"] == "swap":
            return "pass"
    return None


def _parts(step: str) -> list[str]:
    """What an id is made of; the cell `2_-1` has a hyphen of its own."""
    return step.split("-", 1 if step.startswith("cell-") else 2)
