"""Records that contradict themselves: refused, each in a sentence that says what does not fit."""

from __future__ import annotations

import pytest

from matchwood import BadRecord, load, read_record
from matchwood.engine.fairness import PART_BYTES, Proof, Terms, commitment, seed_of

TABLE = "k3mzq8rt2vwp"
SECRET = bytes(range(PART_BYTES))
PART = bytes([7]) * PART_BYTES
NAMES = ("Anna", "Ben", "Chloé")


def record(
    *endings: str, moves: int | None = None, players: int = 2, people: int = 2, result: str = ""
) -> str:
    """The text of a game at a live table, whole or cut, with lines that tell of its end."""
    variant = load("baguettes", players=players, size="2x2x2", sticks=3)
    game, _, options = str(variant).partition(" ")
    terms = Terms(TABLE, game, variant.version, options)
    parts = dict.fromkeys(range(people), PART)
    position = variant.new(seed_of(SECRET, parts, terms))
    while not position.over and len(position.history) != moves:
        position.play(position.legal_moves()[0])
    proof = Proof(commitment(SECRET, terms), SECRET, parts, terms)
    lines = position.record(NAMES[:players], proof).write().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("result: "))
    if not position.over or result:
        lines[at] = f"result: {result}"
    return "\n".join([*lines[: at + 1], *endings, *lines[at + 1 :]])


WHOLE = record()
PLAYED = read_record(WHOLE)
LAST = len(PLAYED.moves)
assert PLAYED.winners is not None
[WINNER] = PLAYED.winners
LOSER = 1 - WINNER


def replay(text: str) -> None:
    for _ in read_record(text).replay():
        pass


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        record("gave up 1: 4", moves=4, result="0"),
        record("gave up 0: 0", moves=0, result="1"),
        record("ended: agreed", moves=4, result="unfinished"),
        record("gave up 1: 2", players=3, people=3),
        record("gave up 1: 2", "gave up 0: 2", moves=2, players=3, people=3, result="2"),
        record("gave up 1: 1", "ended: agreed", moves=2, players=3, people=3, result="unfinished"),
        record("gave up 0: 3", moves=3, players=3, people=1, result=" "),
    ],
)
def test_games_end_by_their_rules_by_giving_up_or_by_agreement(text: str) -> None:
    replay(text)
    assert read_record(read_record(text).write()) == read_record(text)


REFUSED = {
    "gave up in a finished game": (
        record(f"gave up {LOSER}: {LAST}"),
        f"Seat {LOSER} cannot have given up after move {LAST}: the game was over.",
    ),
    "gave up after the last move": (
        record("gave up 0: 999", moves=6, result="1"),
        "Seat 0 cannot have given up after move 999: the record ends with move 6.",
    ),
    "moves after one of two gave up": (
        record("gave up 1: 3", moves=6, result="0"),
        "Move 4 cannot have been made: the game was over when seat 1 gave up.",
    ),
    "moves after all people gave up": (
        record("gave up 0: 2", moves=3, players=3, people=1, result=" "),
        "Move 3 cannot have been made: the game was over when seat 0 gave up.",
    ),
    "both of two gave up": (
        record("gave up 0: 4", "gave up 1: 4", moves=4, result="1"),
        "Seat 1 cannot have given up after move 4: the game was over.",
    ),
    "whoever gave up won": (
        record("gave up 0: 6", moves=6, result="0"),
        "The result is given as 0, but the moves lead to 1.",
    ),
    "the wrong one won": (
        record(result=str(LOSER)),
        f"The result is given as {LOSER}, but the moves lead to {WINNER}.",
    ),
    "nobody sits there": (
        record("gave up 2: 4", moves=4, result="0"),
        "The line “gave up: …” names seat 2, where nobody sits.",
    ),
    "a winner who does not sit there": (
        record("gave up 1: 4", moves=4, result="7"),
        "The line “result: …” names seat 7, where nobody sits.",
    ),
    "a bot gave up": (
        record("gave up 2: 1", players=3, people=2),
        "Seat 2 is a bot’s, and bots do not give up.",
    ),
    "agreed with a winner": (
        record("ended: agreed", moves=4, result="0"),
        "Where the players agreed to end the game, the result is unfinished, not “0”.",
    ),
    "agreed after the end": (
        record("ended: agreed", result="unfinished"),
        "The players cannot have agreed to end the game: it was over.",
    ),
    "agreed when one of two had given up": (
        record("gave up 1: 4", "ended: agreed", moves=4, result="unfinished"),
        "The players cannot have agreed to end the game: it was over.",
    ),
    "cut, of a live table": (
        record(moves=6, result="unfinished"),
        "A game at a live table has a record once it is over, and this one is not.",
    ),
    "of three, one gave up, and then nothing": (
        record("gave up 1: 4", moves=4, players=3, people=3, result="unfinished"),
        "A game at a live table has a record once it is over, and this one is not.",
    ),
    "opened and withheld": (
        WHOLE.replace("secret: ", "withheld: 1\nsecret: "),
        "Seat 1 cannot have opened and withheld its part.",
    ),
    "drawn, and not there": (
        record(people=1).replace("secret: ", "drawn: 1\nsecret: "),
        "The record has no line “contribution 1: …”.",
    ),
    "a part of nobody": (
        WHOLE.replace("contribution 1", "contribution 2"),
        "The line “contribution: …” names seat 2, where nobody sits.",
    ),
    "a seat written in two ways": (
        record("gave up 1: 4", "gave up 01: 3", moves=4, result="0"),
        "“gave up 01: 3”, is none of",
    ),
    "a seat named twice": (
        WHOLE.replace("secret: ", "withheld: 1 1\nsecret: "),
        "withheld in a record is a list of seats, such as 0 or 0 2, not “1 1”.",
    ),
    "winners out of order": (record(result="1 0"), "The result of a record is the winning seats"),
    "an option given twice": (
        WHOLE.replace("teams=false", "teams=false teams=false"),
        "The record gives the option teams twice.",
    ),
    "a signature of nobody": (
        record(f"signature: {'ab' * 64}"),
        "The record has no line “key: …”.",
    ),
    "a key without a signature": (
        record(f"key: {'ab' * 32}"),
        "The record has no line “signature: …”.",
    ),
    "half a signature": (
        record(f"key: {'ab' * 32}", "signature: ab"),
        "The signature of a record is 128 hexadecimal digits, not “ab”.",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_what_contradicts_itself_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        replay(text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("line", ["table: k3mzq8rt2vwp", "drawn: 0", "withheld: 0"])
def test_lines_of_a_deal_need_the_deal(line: str) -> None:
    local = load("baguettes", size="2x2x2").new(seed=1).record().write()
    with pytest.raises(BadRecord, match="no line “commitment: …”"):
        read_record(local.replace("seed: ", f"{line}\nseed: "))


def test_a_game_of_ones_own_may_be_saved_in_its_midst() -> None:
    position = load("baguettes").new(seed=1)
    position.play("pierce A1")
    replay(position.record().write())
