"""Colorfox in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.engine.language import Phrase
from matchwood.games.colorfox.pieces import HIDDEN, LETTERS, NONE, SIDES, STANDARD, cards_of
from matchwood.games.colorfox.rules import (
    HAND_OF_MORE,
    HAND_OF_TWO,
    KEEP,
    MOST_ACTIONS,
    PASS,
    PLACE,
    STATE,
    close,
    colour_on,
    face_of,
    fits,
    lay,
    legal,
    place_action,
    place_of,
    score,
    swap_action,
    swap_of,
)
from matchwood.games.colorfox.words import COLOURS
from matchwood.games.colorfox.words import SIDES as SIDE_WORDS

DECKS_KEPT = 64
_WHOLE = r"(0|-?[1-9]\d?)"
_PLACE = re.compile(rf"([{LETTERS}]{{{SIDES}}})@{_WHOLE},{_WHOLE}")
_SWAP = re.compile(rf"([{LETTERS}])>(\d):([{LETTERS}])")


def say(s: State, actions: Sequence[int]) -> list[str]:
    hand, cells = _hand(s, int(s.to_move)), _open_cells(s)
    return [_say(action, hand, cells) for action in actions]


def _say(action: int, hand: list[str | None], cells: list[tuple[int, int]]) -> str:
    if action == PASS:
        return "pass"
    if action == KEEP:
        return "keep"
    if action < PLACE:
        give, seat, take = swap_of(action)
        return f"{LETTERS[give]}>{seat}:{LETTERS[take]}"
    slot, cell = place_of(action)
    x, y = cells[cell]
    return f"{hand[slot]}@{x},{y}"


def read(s: State, text: str) -> int | None:
    if text == "pass":
        return PASS
    if text == "keep":
        return KEEP
    if match := _SWAP.fullmatch(text):
        give, seat, take = match.groups()
        return _swap(s, LETTERS.index(give), int(seat), LETTERS.index(take))
    if match := _PLACE.fullmatch(text):
        card, x, y = match.groups()
        slot, cell = _slot_of(s, card), _open_cell(s, int(x), int(y))
        return None if slot is None or cell is None else int(place_action(slot, cell))
    return None


def _swap(s: State, give: int, seat: int, take: int) -> int | None:
    return int(swap_action(give, seat, take)) if seat < s.players else None


def _slot_of(s: State, card: str) -> int | None:
    """The first slot of the hand to play from that holds such a card."""
    hand = _hand(s, int(s.to_move))
    return hand.index(card) if card in hand else None


def _open_cells(s: State) -> list[tuple[int, int]]:
    number = s.open
    return list(zip(s.open_x[:number].tolist(), s.open_y[:number].tolist(), strict=True))


def _open_cell(s: State, x: int, y: int) -> int | None:
    cells = _open_cells(s)
    return cells.index((x, y)) if (x, y) in cells else None


def explain(s: State, text: str) -> Refusal:
    if s.over and s.passes == s.players:
        return Refusal("CF-14", "The game is over: everyone had to skip.")
    if s.over:
        return Refusal("CF-13", "The game is over: a stick was missing from the reserve.")
    if s.swaps_left:
        return _explain_swap(s, text)
    if match := _PLACE.fullmatch(text):
        card, x, y = match.groups()
        return _explain_place(s, card, int(x), int(y))
    return _explain_other(s, text)


def _explain_other(s: State, text: str) -> Refusal:
    """The refusal of anything but a placement when a card is to be placed."""
    if text == "pass":
        return Refusal("CF-8", "You may not skip: one of your cards fits somewhere.")
    if text == "keep" or _SWAP.fullmatch(text):
        return Refusal("CF-10", "You may swap only after connecting two matchsticks or more.")
    if not _any_card_fits(s):
        return Refusal("CF-8", "None of your cards fits anywhere: the only move here is pass.")
    return Refusal("CF-7", "Place a card: write it such as RGBY@2,-1.")


def _any_card_fits(s: State) -> bool:
    actions = np.empty(MOST_ACTIONS, np.int32)
    legal(s, actions)
    return int(actions[0]) != PASS


def _explain_place(s: State, card: str, x: int, y: int) -> Refusal:
    """CF-7 has several parts: whose card, which cell, which colours."""
    cell = _open_cell(s, x, y)
    where = {"card": card, "x": x, "y": y}
    if _slot_of(s, card) is None:
        return Refusal("CF-7", "You have no card {card}.", where)
    if any((laid["x"], laid["y"]) == (x, y) for laid in _table(s)):
        return Refusal("CF-7", "A card lies at {x},{y} already.", where)
    if cell is None:
        return Refusal("CF-7", "No card lies next to {x},{y}.", where)
    side = next(side for side in range(SIDES) if _clashes(s, card, cell, side))
    wanted = COLOURS[LETTERS[colour_on(s.wanted[cell], side)]]
    return Refusal(
        "CF-7",
        "There the {side} of this card would touch {wanted}, and it is {own}.",
        {"side": SIDE_WORDS[side], "wanted": wanted, "own": COLOURS[card[side]]},
    )


def _clashes(s: State, card: str, cell: int, side: int) -> bool:
    """True if a side would touch a matchstick of another colour."""
    touches = int(colour_on(s.touched[cell], side)) != 0
    return touches and int(colour_on(s.wanted[cell], side)) != LETTERS.index(card[side])


def _explain_swap(s: State, text: str) -> Refusal:
    match = _SWAP.fullmatch(text)
    if match is None:
        return Refusal(
            "CF-11", "Swap with someone, written such as R>1:G (1 is player 2), or keep."
        )
    give, take = (LETTERS.index(letter) for letter in (match[1], match[3]))
    seat, mover = int(match[2]), int(s.to_move)
    names = {"give": COLOURS[match[1]], "take": COLOURS[match[3]], "number": seat + 1}
    if seat == mover or seat >= s.players:
        opponents: list[object] = [other + 1 for other in range(s.players) if other != mover]
        return Refusal(
            "CF-10",
            "You swap with an opponent: player {opponents}, not player {number}.",
            {**names, "opponents": reduce(_either, opponents)},
        )
    if not s.sticks[mover, give]:
        return Refusal("CF-10", "You have no {give} stick to give.", names)
    if not s.sticks[seat, take]:
        return Refusal("CF-10", "Player {number} has no {take} stick to take.", names)
    return Refusal("CF-11", "A swap exchanges two different colours, not {give} for {take}.", names)


def _either(one: object, other: object) -> Phrase:
    return Phrase("{one} or {other}", {"one": one, "other": other})


def dump(s: State) -> Document:
    players = int(s.players)
    scores, over = [int(score(s, seat)) for seat in range(players)], bool(s.over)
    pile = s.pile[: s.in_pile].tolist()
    names = _all_names(s.face.tobytes())
    return {
        "game": "colorfox",
        "players": players,
        "to_move": int(s.to_move),
        "phase": "over" if over else "swap" if s.swaps_left else "place",
        "swaps_left": int(s.swaps_left),
        "table": _table(s),
        "hands": [
            [names[card] for card in hand if card != NONE] for hand in s.hands[:players].tolist()
        ],
        "pile": [names[card] for card in reversed(pile)],
        "reserve": _by_letter(s.reserve),
        "sticks": [_by_letter(sticks) for sticks in s.sticks[:players]],
        "passes": int(s.passes),
        "ending": bool(s.ending),
        "scores": scores,
        "winners": [seat for seat in range(players) if over and scores[seat] == max(scores)],
    }


def pieces(document: Document) -> Counter[str]:
    on_the_table = (laid["card"] for laid in document["table"])
    in_hands = (card for hand in document["hands"] for card in hand)
    box = Counter(f"card {card}" for card in [*on_the_table, *in_hands, *document["pile"]])
    for holding in (document["reserve"], *document["sticks"]):
        box.update({f"stick {colour}": number for colour, number in holding.items()})
    return box


def _table(s: State) -> list[Document]:
    laid = int(s.laid)
    cards = _names(s, s.laid_card[:laid].tolist())
    cells = zip(s.laid_x[:laid].tolist(), s.laid_y[:laid].tolist(), cards, strict=True)
    return [{"x": x, "y": y, "card": card} for x, y, card in cells]


def _hand(s: State, seat: int) -> list[str | None]:
    return _names(s, (card for card in s.hands[seat].tolist() if card != NONE))


def _names(s: State, cards: Iterable[int]) -> list[str | None]:
    """The colours of each card, top, right, bottom, left; nothing for one that is hidden."""
    names = _all_names(s.face.tobytes())
    return [names[card] for card in cards]


@lru_cache(DECKS_KEPT)
def _all_names(faces: bytes) -> dict[int, str | None]:
    """The names of a deck's cards by number, and of one that is hidden."""
    numbers = np.frombuffer(faces, STATE["face"].base).tolist()
    return {HIDDEN: None} | {card: _letters(face) for card, face in enumerate(numbers)}


@cache
def _letters(face: int) -> str:
    return "".join(LETTERS[colour_on(face, side)] for side in range(SIDES))


def _by_letter(sticks: State) -> dict[str, int]:
    return dict(zip(LETTERS, sticks.tolist(), strict=True))


# The moves of Colorfox as clicks: a card and its cell, a stick for a stick, or a button.


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
    """The parts of an id; the cell `2_-1` has a hyphen of its own."""
    return step.split("-", 1 if step.startswith("cell-") else 2)


# A position of Colorfox from its document.

Card = Annotated[str, Meta(pattern="^[ROYGBP]{4}$")]
Seat = Annotated[int, Meta(ge=0, le=3)]
Column = Annotated[int, Meta(ge=-49, le=49)]
Sticks = Annotated[int, Meta(ge=0, le=8)]


class Laid(Struct, forbid_unknown_fields=True):
    """A card on the table."""

    x: Column
    y: Column
    card: Card


class Holding(Struct, forbid_unknown_fields=True):
    """Sticks by colour."""

    R: Sticks
    O: Sticks  # noqa: E741
    Y: Sticks
    G: Sticks
    B: Sticks
    P: Sticks


class Schema(Struct, forbid_unknown_fields=True):
    """A position, or what a viewer may know of one; what is hidden is null."""

    game: Literal["colorfox"]
    players: Literal[2, 3, 4]
    to_move: Annotated[Seat, Meta(description="at the end, who moved last")]
    phase: Literal["place", "swap", "over"]
    swaps_left: Annotated[int, Meta(ge=0, le=3)]
    table: Annotated[list[Laid], Meta(min_length=1, max_length=50, description="in the order laid")]
    hands: Annotated[
        list[Annotated[list[Card | None], Meta(max_length=4)]],
        Meta(min_length=2, max_length=4, description="by seat"),
    ]
    pile: Annotated[list[Card | None], Meta(max_length=108, description="the next card first")]
    reserve: Holding
    sticks: Annotated[list[Holding], Meta(min_length=2, max_length=4, description="by seat")]
    passes: Annotated[int, Meta(ge=0, le=4, description="skips in a row")]
    ending: Annotated[
        bool, Meta(description="true if a stick was missing, so that the turn is the last")
    ]
    scores: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(min_length=2, max_length=4)]
    winners: Annotated[list[Seat], Meta(max_length=4, description="none before the end")]


def options(document: Document) -> dict[str, object]:
    """The deck is the standard one, unless all cards are told and it is not."""
    hands = [card for hand in document["hands"] for card in hand]
    cards = [*(laid["card"] for laid in document["table"]), *hands, *document["pile"]]
    told = {"players": document["players"]}
    if None in cards or Counter(cards) == Counter(cards_of(STANDARD)):
        return told
    return told | {"deck": ",".join(sorted(cards))}


def restore(s: State, document: Document) -> None:
    kinds = {face: kind for kind, face in enumerate(s.face[: s.kinds].tolist())}

    def kind_of(card: str | None) -> int:
        return HIDDEN if card is None else kinds[face_of(card)]

    s.to_move, s.over = document["to_move"], document["phase"] == "over"
    s.swaps_left, s.passes = document["swaps_left"], document["passes"]
    s.ending = document["ending"]
    s.unlaid[:] = s.copies
    first, *later = document["table"]
    if (first["x"], first["y"]) != (0, 0):
        raise ValueError("the first card lies at 0, 0")
    lay(s, kind_of(first["card"]), 0, 0)
    for laid in later:
        cells = zip(s.open_x[: s.open].tolist(), s.open_y[: s.open].tolist(), strict=True)
        cell = list(cells).index((laid["x"], laid["y"]))
        if not fits(face_of(laid["card"]), s.wanted[cell], s.touched[cell]):
            raise ValueError("a card does not fit to those beside it")  # CF-7
        close(s, cell)
        lay(s, kind_of(laid["card"]), laid["x"], laid["y"])
    s.hands[:] = NONE
    s.pile[:] = NONE
    for seat, hand in enumerate(document["hands"]):
        for slot, card in enumerate(hand):
            s.hands[seat, slot] = kind_of(card)
    s.in_pile = len(document["pile"])
    for place, card in enumerate(reversed(document["pile"])):
        s.pile[place] = kind_of(card)
    for colour, letter in enumerate(LETTERS):
        s.reserve[colour] = document["reserve"][letter]
        for seat, sticks in enumerate(document["sticks"]):
            s.sticks[seat, colour] = sticks[letter]
    _check_turn(s)


def _check_turn(s: State) -> None:
    """CF-4, CF-12: hands are full while there is a pile, but that of who just placed a card."""
    full = HAND_OF_TWO if s.players == 2 else HAND_OF_MORE
    for seat, hand in enumerate(s.hands[: s.players].tolist()):
        most = full - bool(s.swaps_left and seat == s.to_move)
        held = len(hand) - hand.count(NONE)
        if held > most or (s.in_pile and held < most):
            raise ValueError(f"seat {seat} holds {held} cards")
    if s.passes > s.players or (s.passes == s.players and not s.over):  # CF-14
        raise ValueError("the game is over when everyone has skipped")
