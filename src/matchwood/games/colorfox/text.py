"""Colorfox in words: its moves, its refusals, its positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce

import numpy as np

from matchwood.engine.errors import Refusal
from matchwood.engine.game import Document, State
from matchwood.engine.language import Phrase
from matchwood.games.colorfox.pieces import HIDDEN, LETTERS, NONE, SIDES
from matchwood.games.colorfox.rules import (
    KEEP,
    MOST_ACTIONS,
    PASS,
    PLACE,
    STATE,
    colour_on,
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
    """What is wrong with anything but a placement when a card is to be placed."""
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
    """Whether a side would touch a matchstick of another colour."""
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
