"""What a coach says of two pushes is true: each sentence is held against what the rules make of it.

The cubes have few symbols and the players build lines, so that there is something to say.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import pytest

from matchwood import Position, find_game, load
from matchwood.engine.language import ENGLISH
from matchwood.engine.view import shown_to
from matchwood.games.top_trumps_match.pieces import SYMBOLS, look_at
from matchwood.games.top_trumps_match.words import FIVE, FOUR
from matchwood.learning.reasons import Line, Reason
from tests.games.top_trumps_match.positions import LINES, about_to_match, give, opposite, turn

pytestmark = pytest.mark.compiled  # of documents; no kernel has a part in it
rule = pytest.mark.rule
GAME = find_game("top-trumps-match")
NAMES = ("Anna", "Ben")
SIX = "ABCDEF"
CUBES = "-".join(SIX[turn:] + SIX[:turn] for turn in range(5) for _ in range(5))
CELL = r"([a-e][1-5])"
GAMES, FIRST_TURN, TURNS, CASES = 16, 4, 12, 3
PLURALS = {str(phrase): symbol for symbol, phrase in [*FIVE.items(), *FOUR.items()]}


class Case:
    """Two lines of play from a position."""

    def __init__(self, position: Position, played: list[str], better: list[str]) -> None:
        self.position, self.played, self.better = position, played, better
        self.me = position.to_move
        self.rival = 1 - self.me
        self.before = position.observe(self.me).document
        self.after_played, self.after_better = (self.after(played[:1]), self.after(better[:1]))

    def after(self, moves: list[str]) -> Position:
        position = self.position.copy()
        for move in moves:
            position.play(move)
        return position

    def reasons(self) -> list[Reason]:
        assert GAME.coach is not None
        lines = [
            Line(
                moves,
                [self.after(moves[:n]).observe(self.me).document for n in range(1, len(moves) + 1)],
            )
            for moves in (self.played, self.better)
        ]
        played, better = lines
        return GAME.coach.reasons(ENGLISH.to(self.me), self.before, played, better, NAMES)


def fours(position: Position, side: int, symbol: str) -> set[tuple[str, ...]]:
    """The lines of a side with four of a symbol."""
    return {line for line, shown in _lines(position, side) if shown.count(symbol) == 4}


def gaps(position: Position, side: int) -> set[str]:
    """The cells that all lines of four lack."""
    return {
        cell
        for line, shown in _lines(position, side)
        for cell, symbol in zip(line, shown, strict=True)
        if shown.count(symbol) == 1 and len(set(shown)) == 2
    }


def _lines(position: Position, side: int) -> list[tuple[tuple[str, ...], list[str | None]]]:
    grid = position.document["grid"]
    shown = {name: cell and cell["faces"][side] for name, cell in grid.items()}
    return [(tuple(line), [shown[cell] for cell in line]) for line in LINES]


class Match(NamedTuple):
    """Who calls which symbol, and what that scores."""

    caller: int
    symbol: str
    scored: list[int]


def called(position: Position, action: int) -> Match | None:
    """The match that an action makes."""
    after = position.copy()
    after.play_action(action)
    state = after.state
    if state.match_round < position.state.round_number:
        return None
    return Match(state.match_caller, SYMBOLS[state.match_symbol], state.match_scored.tolist())


def pays(position: Position, move: str, caller: int, symbol: str) -> list[int]:
    """What the match of a move scores, if it is the one that was said."""
    match = called(position, actions(position)[move])
    assert match
    assert match[:2] == (caller, symbol)
    return match.scored


def actions(position: Position) -> dict[str, int]:
    return dict(zip(position.legal_moves(), position.legal_actions().tolist(), strict=True))


def with_each_hand(case: Case) -> Iterator[Position]:
    """The position with every hand that the rival may have."""
    own = [card for card in case.before["cards"][case.me] if card]
    for hand in combinations((symbol for symbol in SYMBOLS if symbol not in own), 2):
        position = case.position.copy()
        position.state.cards[case.rival] = [SYMBOLS.index(symbol) for symbol in hand]
        yield position


def pays_2_to(case: Case, caller: int, symbol: str, cell: str) -> bool:
    move = case.better[0]
    return move.startswith(cell) and pays(case.position, move, caller, symbol)[case.me] == 2


def pays_1_unless(case: Case, symbol: str, cell: str) -> bool:
    """Some points to the player in every case, but those in which the rival has the card."""
    move = f"{cell}={symbol}"
    assert move == case.better[0]
    for position in with_each_hand(case):
        theirs = SYMBOLS.index(symbol) in position.state.cards[case.rival]
        if pays(position, move, case.me, symbol)[case.me] != (0 if theirs else 1):
            return False
    return True


def is_risked(case: Case, symbol: str, cards: int, unseen: int, points: int) -> bool:
    move = case.played[0]
    scored = [pays(each, move, case.me, symbol)[case.rival] for each in with_each_hand(case)]
    often = Fraction(sum(each > 0 for each in scored), len(scored))
    return set(scored) == {0, points} and often == Fraction(cards, unseen)


def completions(case: Case, position: Position) -> set[str]:
    """The rival's moves that make them a match, and not for a card of the player's."""
    found = ((move, called(position, action)) for move, action in actions(position).items())
    return {
        move
        for move, match in found
        if match and match.caller == case.rival
        if match.symbol not in case.before["cards"][case.me]
    }


def is_handed_over(case: Case, symbol: str, cell: str) -> bool:
    possible = completions(case, case.after_played), completions(case, case.after_better)
    return f"{cell}={symbol}" in possible[0] and not possible[1]


def is_broken_up(case: Case, symbol: str, cell: str) -> bool:
    left = fours(case.position, case.rival, symbol) & fours(case.after_played, case.rival, symbol)
    broken = left - fours(case.after_better, case.rival, symbol)
    return cell == case.better[0][:2] and any(cell in line for line in broken)


def is_closed(case: Case, symbol: str, cell: str) -> bool:
    left = fours(case.after_played, case.rival, symbol) & fours(
        case.after_better, case.rival, symbol
    )
    may = [move[:2] for move in case.after_better.legal_moves()]
    return cell not in may and any(cell in line for line in left)


def is_given(case: Case, symbol: str) -> bool:
    made = fours(case.after_played, case.rival, symbol) - fours(case.position, case.rival, symbol)
    return any(case.played[0][:2] in line for line in made)


def is_lost(case: Case, symbol: str) -> bool:
    had = fours(case.position, case.me, symbol) & fours(case.after_better, case.me, symbol)
    return bool(had - fours(case.after_played, case.me, symbol))


def is_made(case: Case, symbol: str, cell: str) -> bool:
    made = fours(case.after_better, case.me, symbol) - fours(case.position, case.me, symbol)
    return case.better[0] == f"{cell}={symbol}" and any(cell in line for line in made)


def are_threatened(case: Case, cell: str, said: str) -> bool:
    cells = re.findall(CELL, said)
    few = gaps(case.after_played, case.me)
    return gaps(case.after_better, case.me) == set(cells) and len(few) < 2 <= len(cells)


def follows(case: Case, symbol: str, cell: str, answer: str) -> bool:
    assert case.better[1].startswith(answer)
    return pays(case.after(case.better[:2]), f"{cell}={symbol}", case.me, symbol) is not None


def holds_card(case: Case, symbol: str) -> bool:
    return symbol in case.before["cards"][case.me]


Check = Callable[..., bool]
CHECKS: dict[str, Check] = {
    rf"(Five .+) with {CELL}: a match, and the card is yours: 2 points\.": (
        lambda case, symbol, cell: pays_2_to(case, case.me, symbol, cell)
    ),
    rf"(Five .+) for NAME with {CELL}, but the card is yours: 2 points for you\.": (
        lambda case, symbol, cell: pays_2_to(case, case.rival, symbol, cell)
    ),
    rf"(Five .+) with {CELL}: a match for 1 point, unless NAME has the card\.": pays_1_unless,
    rf"(Five .+) with {CELL}: a match, and it wins unless NAME has the card\.": pays_1_unless,
    r"(Five .+): in (\d+) cases of (\d+) the card is NAME’s, who scores 2 then\.": (
        lambda case, symbol, cards, unseen: is_risked(case, symbol, int(cards), int(unseen), 2)
    ),
    r"(Five .+): in (\d+) cases of (\d+) the card is NAME’s, who wins then\.": (
        lambda case, symbol, cards, unseen: is_risked(case, symbol, int(cards), int(unseen), 1)
    ),
    r"(Five .+) for NAME: the back of your cube completed their line\.": (
        lambda case, symbol: (
            not pays(case.position, case.played[0], case.rival, symbol)[case.me]
            or case.before["mode"] == "five-minute"
        )
    ),
    rf"(Five .+) for NAME: you pushed out the cube that completes them in {CELL}\.": is_handed_over,
    rf"(Four .+) of NAME’s: a push into {CELL} breaks them up\.": is_broken_up,
    rf"(Four .+) of NAME’s: a cube in {CELL} closes the gap for a turn\.": is_closed,
    r"(Four .+) for NAME: the back of your cube is one of them\.": is_given,
    r"(Four .+) of yours: your push broke them up\.": is_lost,
    rf"After {CELL} you threaten five in a line at once in (.+)\.": are_threatened,
    rf"(Four .+) in a line with {CELL}, and the card is yours\.": (
        lambda case, symbol, cell: is_made(case, symbol, cell) and holds_card(case, symbol)
    ),
    rf"(Four .+) in a line with {CELL}\.": is_made,
    rf"(Five .+) can follow in {CELL}, if NAME pushes into {CELL}\.": follows,
}
"""What is said, and whether it is so."""


def check(case: Case, text: str) -> str:
    """Hold a sentence against the position; which kind it is."""
    for pattern, is_so in CHECKS.items():
        found = re.fullmatch(pattern.replace("NAME", NAMES[case.rival]), text)
        if found:
            assert is_so(case, *(PLURALS.get(each, each) for each in found.groups())), (
                f"{text} {case.position.history}, {case.played} or {case.better}"
            )
            return pattern
    raise AssertionError(f"nobody has checked {text!r}")


def built(mode: str, seed: int) -> Iterator[Position]:
    """A game of players who build lines, and do not complete them."""
    choose = random.Random(seed)
    position = load("top-trumps-match", cubes=CUBES, mode=mode).new(seed)
    give(position, ["".join(choose.sample(SIX, 2)), "GH"][:: choose.choice((1, -1))])
    for number in range(TURNS):
        if number >= FIRST_TURN:
            yield position.copy()
        grown, possible = joined(position), actions(position)
        moves = choose.sample(list(possible), 20)
        moves = [move for move in moves if called(position, possible[move]) is None]
        position.play(max(moves, key=lambda move: grown[move]))


def joined(position: Position) -> dict[str, int]:
    """How long a line each push makes on the side of who moves."""
    found = look_at(position.observe(None).document, position.to_move).joined
    return {move: found[move[:2]].get(move[3], 0) for move in position.legal_moves()}


def cases(position: Position, choose: random.Random) -> Iterator[Case]:
    """Pushes that make lines, such as touch lines of four, and any, against each other."""
    grown, touched = joined(position), gaps(position, 0) | gaps(position, 1)
    legal = list(grown)
    lines = [move for move in legal if grown[move] >= 4] or legal
    near = [move for move in legal if move[:2] in touched] or legal
    for _ in range(CASES):
        played, better = (
            [choose.choice(moves)] for moves in choose.sample([legal, lines, near], 2)
        )
        case = Case(position, played, better)
        for moves in (played, better):
            _go_on(case, moves, choose)
        yield case


def _go_on(case: Case, moves: list[str], choose: random.Random) -> None:
    """A rival's answer, and a push that completes a line, if there is one: often they follow."""
    after = case.after(moves)
    if after.over or after.to_move != case.rival:
        return
    moves.append(choose.choice(after.legal_moves()))
    after = case.after(moves)
    if after.to_move == case.me and not after.over:
        completing = look_at(after.observe(case.me).document, case.me).completing
        legal = after.legal_moves()
        moves.append(next((move for move in legal if move[3] in completing[move[:2]]), legal[0]))


def test_every_reason_is_true_and_every_kind_is_given() -> None:
    choose, given = random.Random(1), set()
    for seed in range(GAMES):
        for position in built(("tournament", "five-minute")[seed % 2], seed):
            for case in cases(position, choose):
                given |= {check(case, reason.text) for reason in case.reasons()}
    assert given == set(CHECKS)


MOONS_AND_HEARTS, FISH, BOLTS = (2, "first"), (1, "first"), (5, "first")
FACE_DOWN = (0, "five-minute")
"""Steps of the lessons, by their place."""


@pytest.mark.parametrize(
    ("step", "played", "better", "text"),
    [
        (
            MOONS_AND_HEARTS,
            "e5=H",
            "a3=M",
            "Five moons with a3: a match, and the card is yours: 2 points.",
        ),
        (FISH, "a4=O", "d3=F", "Five fish with d3: a match for 1 point, unless Ben has the card."),
        (FISH, "d3=F", "b1=F", "Five fish: in 2 cases of 13 the card is Ben’s, who scores 2 then."),
        (FISH, "e3=G", "b1=G", "Four fish of yours: your push broke them up."),
        (
            FACE_DOWN,
            "b3=N",
            "a5=F",
            "Five fish with a5: a match, and it wins unless Ben has the card.",
        ),
        (
            FACE_DOWN,
            "a5=F",
            "b3=N",
            "Five fish: in 2 cases of 15 the card is Ben’s, who wins then.",
        ),
        (BOLTS, "d3=D", "a5=B", "Five bolts for Ben: the back of your cube completed their line."),
        (
            BOLTS,
            "a4=C",
            "c4=C",
            "Five bolts for Ben: you pushed out the cube that completes them in d3.",
        ),
        (BOLTS, "a5=G", "e3=B", "Four bolts of Ben’s: a push into e3 breaks them up."),
        (
            BOLTS,
            "c4=C",
            "d3=G",
            "Four bolts of Ben’s: a cube in d3 closes the gap for a turn.",
        ),
        (BOLTS, "a5=G", "c4=C", "Four crowns in a line with c4, and the card is yours."),
        ((0, "first"), "e2=M", "d3=F", "Four fish in a line with d3."),
        (
            MOONS_AND_HEARTS,
            "c5=I",
            "a1=H",
            "After a1 you threaten five in a line at once in a3 and e5.",
        ),
    ],
)
def test_a_reason_tells_what_differs_on_the_board(
    step: tuple[int, str], played: str, better: str, text: str
) -> None:
    place, lesson = step
    position = GAME.lessons[lesson].steps[place].position(GAME)
    case = Case(position, [played], [better])
    reasons = case.reasons()
    told = [reason.text for reason in reasons]
    assert text in told
    assert {reason.rule for reason in reasons} <= {*GAME.rulebook("en").rules}
    for each in told:
        check(case, each)


def test_a_match_for_the_rival_is_welcome_to_who_has_its_card() -> None:
    position = about_to_match("K", side=0)
    give(position, ["AB", "KD"])
    better = f"c3={opposite(position, 'K')}"
    case = Case(position, ["b1" + better[2:]], [better])
    [reason] = case.reasons()
    assert reason.text == "Five keys for Anna with c3, but the card is yours: 2 points for you."
    assert check(case, reason.text)


def test_the_back_of_a_cube_may_lengthen_the_rivals_line() -> None:
    position = about_to_match("K", side=0)
    turn(position, "a3", 0, next(each for each in faces_at(position, "a3") if each != "K"))
    case = Case(position, [f"c3={opposite(position, 'K')}"], ["e5=K"])
    [reason] = case.reasons()
    assert reason.text == "Four keys for Anna: the back of your cube is one of them."
    assert reason.rule == "TT-3"
    assert reason.marks == [f"cell-{column}3" for column in "abcde"]


def faces_at(position: Position, cell: str) -> list[str]:
    document = position.document
    faces: list[str] = document["cubes"][document["grid"][cell]["cube"]]
    return faces


def test_the_players_next_match_is_told_with_the_answer_that_lets_it_be() -> None:
    position = GAME.lessons["first"].steps[0].position(GAME)
    case = Case(position, ["d5=M", "a2=D", "a1=B"], ["c3=F", "a5=B", "d3=F"])
    told = [reason.text for reason in case.reasons()]
    assert told[-1] == "Five fish can follow in d3, if Ben pushes into a5."


def test_nothing_is_said_of_pushes_that_do_not_differ() -> None:
    position = GAME.lessons["first"].steps[0].position(GAME)
    assert Case(position, ["c3=F"], ["c3=F"]).reasons() == []
    assert Case(position, ["e5=M"], ["a2=M"]).reasons() == []


@rule("TT-7")
def test_of_a_side_that_is_not_shown_nothing_is_said() -> None:
    position = GAME.lessons["first"].steps[5].position(GAME)
    documents = [
        shown_to(Case(position, [move], [move]).after([move]), 0).document
        for move in ("a4=C", "c4=C")
    ]
    played, better = (
        Line([move], [document]) for move, document in zip(("a4=C", "c4=C"), documents, strict=True)
    )
    assert GAME.coach is not None
    assert GAME.coach.reasons(ENGLISH, shown_to(position, 0).document, played, better, NAMES) == []
