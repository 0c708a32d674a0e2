"""The rules of Connect Four, the example plug-in."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import matchwood
from matchwood import BadOption, IllegalMove, Position
from matchwood.drawing.default_pieces import seat_piece
from matchwood.engine.language import ENGLISH, LANGUAGES
from matchwood.engine.rng import new_generator
from matchwood.learning.reasons import Line
from matchwood.testing import check_lessons
from matchwood_connect_four import picture, rules
from matchwood_connect_four.teach import reasons
from tests.support.knowledge import writable
from tests.support.pictures import by_id, tree, with_class
from tests.support.project import ROOT

COLUMNS, ROWS, FOUR = 7, 6, 4
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
A_DRAW = "547125662261271266215743771576315353334444"
WON_BY_THE_LAST_DISC = "567555452343641722571334167142211647237366"
FIVE_IN_LINE = "574615243"
TWO_LINES_AT_ONCE = "637667577773534"

GAME = matchwood.find_game("connect-four")
PERFT = ROOT / "tests" / "lab" / "perft" / "connect-four.txt"
MOST_FOR_TWIN = 20_000


def played(columns: str) -> Position:
    """The position after discs were dropped into these columns."""
    position = matchwood.load("connect-four").new(seed=1)
    for column in columns:
        position.play(f"drop {column}")
    return position


def filled(columns: str) -> list[tuple[int, int, int]]:
    """Every disc on the board as row from the top, column from the left, and owner."""
    return [
        (row, column, owner)
        for row, owners in enumerate(played(columns).document["board"])
        for column, owner in enumerate(owners)
        if owner is not None
    ]


def in_line(position: Position) -> list[list[int]]:
    """The cells of all fours in line, as the picture finds them."""
    return [list(cell) for cell in sorted(picture.cells_in_line(position.document["board"]))]


def every_line() -> list[list[tuple[int, int]]]:
    """All fours in line as cells, each its column from the left and its height from the foot."""
    lines = [
        [(column + right * step, height + up * step) for step in range(FOUR)]
        for column in range(COLUMNS)
        for height in range(ROWS)
        for right, up in DIRECTIONS
    ]
    return [
        line
        for line in lines
        if all(column in range(COLUMNS) and height in range(ROWS) for column, height in line)
    ]


LINES = every_line()


class Twin:
    """The rules once more, written to be plain and not to be fast."""

    def __init__(self, columns: str = "") -> None:
        self.stacks: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.to_move, self.over, self.winners = 0, False, list[int]()
        for column in columns:
            self.drop(int(column) - 1)

    def legal_moves(self) -> list[int]:
        if self.over:
            return []
        return [column for column in range(COLUMNS) if len(self.stacks[column]) < ROWS]

    def drop(self, column: int) -> None:
        self.stacks[column].append(self.to_move)
        if any(self.all_mine(line) for line in LINES):
            self.over, self.winners = True, [self.to_move]
        elif all(len(stack) == ROWS for stack in self.stacks):
            self.over, self.winners = True, [0, 1]
        else:
            self.to_move = 1 - self.to_move

    def all_mine(self, line: list[tuple[int, int]]) -> bool:
        return all(
            height < len(self.stacks[column]) and self.stacks[column][height] == self.to_move
            for column, height in line
        )

    def board(self) -> list[list[int | None]]:
        return [
            [stack[height] if height < len(stack) else None for stack in self.stacks]
            for height in reversed(range(ROWS))
        ]

    def after(self, column: int) -> Twin:
        twin = deepcopy(self)
        twin.drop(column)
        return twin

    def perft(self, depth: int) -> int:
        legal = self.legal_moves()
        if depth == 1:
            return len(legal)
        return sum(self.after(column).perft(depth - 1) for column in legal)


def bits(cells: list[tuple[int, int]]) -> np.int64:
    return np.int64(sum(1 << rules.COLUMN_BITS * column + height for column, height in cells))


@pytest.mark.rule("C4-1")
def test_the_board_has_seven_columns_of_six_cells_and_each_player_21_discs() -> None:
    document = played("").document
    assert document["board"] == [[None] * COLUMNS] * ROWS
    assert [A_DRAW.count(column) for column in "1234567"] == [ROWS] * COLUMNS
    assert [sum(disc[2] == seat for disc in filled(A_DRAW)) for seat in (0, 1)] == [21, 21]


@pytest.mark.rule("C4-1")
@pytest.mark.parametrize("players", [1, 3])
def test_only_two_can_play(players: int) -> None:
    with pytest.raises(BadOption, match=r"players cannot be .*; it takes 2\."):
        matchwood.load("connect-four", players=players)


@pytest.mark.rule("C4-2")
def test_the_first_seat_starts_and_then_they_take_turns() -> None:
    assert [played("4435"[:moves]).to_move for moves in range(5)] == [0, 1, 0, 1, 0]


@pytest.mark.rule("C4-3")
def test_a_disc_falls_to_the_lowest_free_cell() -> None:
    assert filled("4") == [(5, 3, 0)]
    assert filled("441") == [(4, 3, 1), (5, 0, 0), (5, 3, 0)]


@pytest.mark.rule("C4-4")
def test_a_full_column_takes_no_more_discs() -> None:
    position = played("111111")
    assert position.legal_moves() == [f"drop {column}" for column in range(2, 8)]
    with pytest.raises(IllegalMove, match=r"Column 1 is full\. \(C4-4\)"):
        position.play("drop 1")
    assert position == played("111111")


@pytest.mark.rule("C4-5")
@pytest.mark.parametrize("text", ["pass", "", "drop", "drop 0", "drop 8", "drop 44", "Drop 4"])
def test_anything_but_a_drop_into_a_column_is_refused(text: str) -> None:
    position = played("4")
    with pytest.raises(IllegalMove, match=r"drop 1 to drop 7\. \(C4-5\)"):
        position.play(text)
    assert position == played("4")


@pytest.mark.rule("C4-6")
@pytest.mark.parametrize(
    ("columns", "winner", "line"),
    [
        ("1213141", 0, [[2, 0], [3, 0], [4, 0], [5, 0]]),
        ("14151627", 1, [[5, 3], [5, 4], [5, 5], [5, 6]]),
        ("12233434464", 0, [[2, 3], [3, 2], [4, 1], [5, 0]]),
        ("76655454424", 0, [[2, 3], [3, 4], [4, 5], [5, 6]]),
    ],
    ids=["up", "across", "rising", "falling"],
)
def test_four_in_line_win_at_once(columns: str, winner: int, line: list[list[int]]) -> None:
    before, after = played(columns[:-1]), played(columns)
    assert not before.over
    assert before.winners == before.document["winners"] == []
    assert after.over
    assert after.winners == after.document["winners"] == [winner]
    assert after.to_move == winner
    assert in_line(before) == []
    assert in_line(after) == line


@pytest.mark.rule("C4-6")
def test_each_of_the_69_lines_wins_and_three_of_its_cells_do_not() -> None:
    assert len(LINES) == 69
    for line in LINES:
        assert rules.has_line(bits(line))
        for missing in line:
            assert not rules.has_line(bits([cell for cell in line if cell != missing]))


@pytest.mark.rule("C4-6")
def test_five_in_line_win_too() -> None:
    assert in_line(played(FIVE_IN_LINE)) == [[5, column] for column in range(5)]


@pytest.mark.rule("C4-6")
def test_two_lines_made_by_one_disc_are_both_shown() -> None:
    assert len(in_line(played(TWO_LINES_AT_ONCE))) == 2 * FOUR - 1


@pytest.mark.rule("C4-6")
def test_nobody_moves_after_a_win() -> None:
    position = played("1213141")
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match=r"The game is over\. \(C4-6\)"):
        position.play("drop 4")


@pytest.mark.rule("C4-6")
def test_the_last_disc_on_a_full_board_can_still_win() -> None:
    position = played(WON_BY_THE_LAST_DISC)
    assert len(position.history) == GAME.rules.MOST_MOVES == COLUMNS * ROWS
    assert position.winners == [1]


@pytest.mark.rule("C4-7")
def test_a_full_board_without_a_line_is_a_win_that_both_share() -> None:
    position = played(A_DRAW)
    shares = np.zeros(2)
    GAME.rules.returns(position.state, shares)
    assert shares.tolist() == [0.5, 0.5]
    assert position.winners == position.document["winners"] == [0, 1]
    assert in_line(position) == []
    with pytest.raises(IllegalMove, match=r"The game is over\. \(C4-7\)"):
        position.play("drop 4")


@pytest.mark.rule("C4-8")
def test_everyone_sees_everything_and_there_is_nothing_to_guess() -> None:
    position = played("443526")
    for viewer in (None, 0, 1):
        assert position.observe(viewer).document == position.document
        hidden = writable(position.observe(viewer))
        GAME.rules.guess(hidden.state, -1 if viewer is None else viewer, new_generator(1))
        assert hidden.document == position.document


@pytest.mark.parametrize("seed", range(30))
def test_the_kernels_and_a_plain_twin_play_the_same_game(seed: int) -> None:
    choose = random.Random(seed)
    position, twin = played(""), Twin()
    while not twin.over:
        assert position.legal_actions().tolist() == twin.legal_moves()
        column = choose.choice(twin.legal_moves())
        position.play_action(column)
        twin.drop(column)
        assert (position.to_move, position.over) == (twin.to_move, twin.over)
        assert position.winners == twin.winners
        assert position.document["board"] == twin.board()


def test_setup_leaves_nothing_of_the_game_before() -> None:
    position = played(A_DRAW)
    GAME.rules.setup(position.state)
    assert position == played("")


def perft_rows() -> list[Any]:
    """The rows of the file that a plain twin counts in a moment: moves, depth and count."""
    lines = PERFT.read_text("utf-8").splitlines()
    rows = [line.split(" | ")[2:] for line in lines if not line.startswith("#")]
    return [
        pytest.param("".join(re.findall(r"\d", moves)), int(depth), int(count))
        for moves, depth, count in rows
        if int(count) <= MOST_FOR_TWIN
    ]


@pytest.mark.compiled
@pytest.mark.parametrize(("moves", "depth", "count"), perft_rows())
def test_a_plain_twin_counts_what_the_perft_file_says(moves: str, depth: int, count: int) -> None:
    assert Twin(moves).perft(depth) == count


def test_the_discs_differ_in_more_than_colour() -> None:
    ring, cross = (re.sub(r' class="[^"]*"', "", seat_piece(owner)) for owner in range(2))
    assert ring != cross


def test_every_disc_lies_on_the_board_and_each_seat_shows_whose_they_are() -> None:
    shown = GAME.picture.draw(played("445").document, None, ["Anna", "Ben"])
    assert shown.parts == ["board", "seat-0", "seat-1"]
    discs = [id_ for id_ in by_id(tree(shown.of("board"))) if id_.startswith("disc-")]
    assert sorted(discs) == ["disc-4-3", "disc-5-3", "disc-5-4"]
    for seat, colour in enumerate(["red", "blue"]):
        assert with_class(tree(shown.of(f"seat-{seat}")), colour)
    assert GAME.words.tally(ENGLISH, played("445").document) == [("", "")] * 2
    assert GAME.words.standing(ENGLISH, played("445").document) == [
        "2 on the board",
        "1 on the board",
    ]


def test_the_mark_of_a_column_surrounds_its_cells() -> None:
    [board] = GAME.picture.draw(played("").document, None).of("board")
    assert board.outlines.keys() == {f"column-{column}" for column in range(1, COLUMNS + 1)}
    first, last = board.outlines["column-1"].box, board.outlines[f"column-{COLUMNS}"].box
    assert first[0] == picture.EDGE
    assert last[0] + last[2] == picture.BOX[2] - picture.EDGE


def test_the_log_shows_whose_disc_fell_into_which_column() -> None:
    before, after = played("4"), played("43")
    icon, text = picture.note("drop 3", before.document, after.document, ENGLISH)
    assert "blue" in icon
    assert text == "column 3"
    said = GAME.words.tell(
        ENGLISH.to(1), "drop 3", before.document, after.document, ["Anna", "Ben"]
    )
    assert said == "You drop a disc into column 3."


def test_the_end_shows_the_four_in_line() -> None:
    position = played("1213141")
    end = GAME.finale.draw(position.document, None, ["Anna", "Ben"], ENGLISH)
    assert len(with_class(tree([end]), "in-line")) == FOUR
    assert not by_id(tree([end]))
    assert end.label == "Anna has four in line and wins. (C4-6)"


def test_the_sketch_numbers_the_columns_as_moves_do() -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(GAME.sketch.sketch(played("1213141").document, None, ["Anna", "Ben"]))
    assert re.findall(r"\d", capture.get().splitlines()[1]) == list("1234567")
    assert (capture.get().count("○"), capture.get().count("×")) == (FOUR + 1, 3 + 1)


def test_the_example_of_the_rulebook_ends_with_four_in_a_column() -> None:
    position = played("1212121")
    assert position.winners == [0]
    assert [row[:2] for row in position.document["board"]][-4:] == [
        [0, None],
        [0, 1],
        [0, 1],
        [0, 1],
    ]


def test_the_lesson_keeps_the_rules_and_ends_with_a_win() -> None:
    check_lessons(GAME)
    *_, last = GAME.lessons["newcomers"].steps
    assert last.outcome(GAME, *last.wanted).winners == [0]


def test_the_lesson_asks_to_stop_a_rival_who_would_win_after_any_other_move() -> None:
    stop = GAME.lessons["newcomers"].steps[1]
    for move in stop.position(GAME).legal_moves():
        position = stop.position(GAME)
        position.play(move)
        position.play("drop 1")
        assert (position.winners == [1]) == (move not in stop.wanted)


def test_the_figure_of_the_rulebook_shows_the_line_before_and_after() -> None:
    before, after = GAME.figures["line"].drawings(GAME, ENGLISH)
    assert [len(with_class(tree([each]), "in-line")) for each in (before, after)] == [0, FOUR]
    for language in LANGUAGES:
        assert re.findall(r"figure:([\w-]+)", GAME.rulebook(language).text) == list(GAME.figures)


def line(columns: str, column: int) -> Line:
    return Line([f"drop {column}"], [played(f"{columns}{column}").document])


def reason(columns: str, dropped: int, better: int) -> list[str]:
    words = ENGLISH.to(played(columns).to_move)
    lines = line(columns, dropped), line(columns, better)
    found = reasons(words, played(columns).document, *lines, ["Anna", "Ben"])
    for each in found:
        assert each.marks == [f"column-{number}" for number in re.findall(r"\d", each.text)]
    return [each.text for each in found]


def test_a_coach_sees_four_in_line_and_what_a_rival_could_make() -> None:
    assert reason("121314", 7, 1) == ["Column 1 makes four in line."]
    assert reason("417141", 4, 1) == ["Ben could make four in line in column 1."]
    assert reason("417141", 1, 4) == reason("4", 1, 7) == []


@pytest.mark.compiled
def test_what_a_coach_says_of_two_columns_is_true() -> None:
    assert {"makes" in text for text in said_in_random_games(6)} == {True, False}


def said_in_random_games(games: int) -> Iterator[str]:
    """What is said of pairs of columns, each sentence held against the twin."""
    for seed in range(games):
        choose, columns, twin = random.Random(seed), "", Twin()
        while len(twin.legal_moves()) > 1:
            one, other = choose.sample(twin.legal_moves(), 2)
            for text in reason(columns, one + 1, other + 1):
                column = int(re.findall(r"\d", text)[0]) - 1
                if "makes" in text:
                    assert twin.after(column).winners == [twin.to_move]
                else:
                    assert column in wins(twin, one)
                    assert not wins(twin, other)
                yield text
            columns += str(one + 1)
            twin.drop(one)


def wins(twin: Twin, column: int) -> list[int]:
    """Where the rival would win after a disc was dropped."""
    after = twin.after(column)
    return [each for each in after.legal_moves() if after.after(each).winners == [after.to_move]]


def test_it_takes_at_most_350_lines() -> None:
    files = (ROOT / "examples/connect_four/src").rglob("*.py")
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 350
