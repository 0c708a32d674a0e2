"""Games in files of their own: found by name, and refused in a sentence that says where."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import matchwood
from matchwood import MatchwoodError, testing
from matchwood.engine import editions, game_files
from matchwood.engine import game as games
from matchwood.engine.fields import OTHERS, Count, Deck, Field, Grid, Hand, Pile
from matchwood.engine.game import Game
from matchwood.engine.jit import edition_of_file
from matchwood.engine.spec import BadGame, Move, Spec
from matchwood.lab.results import code_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"
TIC_TAC_TOE = EXAMPLE.read_text("utf-8")
NAME = "a-small-game"
DECLARED, _, KERNELS = TIC_TAC_TOE.partition("\n\n@kernel\n")
OVER_BY_ITSELF = (
    KERNELS.replace("win(s, s.to_move)", "s.over = 1")
    + """

@kernel
def returns(s, out):
    for seat in range(s.players):
        out[seat] = 0.5
    if has_line(s.board, s.to_move):
        for seat in range(s.players):
            out[seat] = 1.0 if seat == s.to_move else 0.0
"""
)
PACKED = """
BOARD = Grid(3, 3, packed=True)
FULL = BOARD.bits
LINE_BITS = tuple(sum(1 << BOARD.bit(*divmod(cell, 3)) for cell in line) for line in LINES)
BITS = tuple(1 << BOARD.bit(*place) for place in BOARD.places())


@kernel
def can_mark(s, cell):
    return (s.board[0] | s.board[1]) & BITS[cell] == 0


@kernel
def do_mark(s, cell):
    s.board[s.to_move] |= BITS[cell]
    won = False
    for line in LINE_BITS:
        won |= s.board[s.to_move] & line == line
    if won:
        win(s, s.to_move)
    elif is_full(s.board, FULL):
        draw(s)
    else:
        pass_turn(s)
"""
"""Tic-tac-toe played in other ways: its own `returns`, and bitboards."""


@pytest.fixture(autouse=True)
def nothing_stays_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(game_files.VARIABLE, "")
    before = dict(games._registered)
    yield
    games._registered.clear()
    games._registered.update(before)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in a file, which is no other game's name."""
    path = tmp_path / "small.py"
    path.write_text(TIC_TAC_TOE.replace('"tic-tac-toe"', f'"{NAME}"'), "utf-8")
    return path


def edited(file: Path, old: str, new: str) -> Path:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return file


def line_of(file: Path, text: str) -> int:
    lines = file.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def test_a_game_in_a_file_is_found_by_its_name(file: Path) -> None:
    game = matchwood.register(file)
    assert matchwood.find_game(NAME) is game
    assert NAME in matchwood.game_names()
    assert matchwood.load(NAME).new(seed=1).legal_moves()[0] == "mark a1"


def test_processes_that_are_started_find_it_too(file: Path) -> None:
    matchwood.register(file)
    asked = "import matchwood; print(matchwood.find_game('a-small-game').title)"
    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=os.environ
    )
    assert told.stdout == "Tic-tac-toe\n"


def test_a_copy_of_a_file_elsewhere_is_played_too(file: Path, tmp_path: Path) -> None:
    """Compiled code of the first is not taken for that of the second, whose module it lacks."""
    (tmp_path / "copy").mkdir()
    copy = tmp_path / "copy" / file.name
    copy.write_bytes(file.read_bytes())
    for path in (file, copy):
        checked = (
            f"import matchwood; matchwood.register({str(path)!r}); "
            f"from matchwood.testing import check_encoding; "
            f"check_encoding(matchwood.load({NAME!r}))"
        )
        subprocess.run([sys.executable, "-c", checked], check=True, env=os.environ)


def test_a_file_may_be_registered_again_when_it_was_edited(file: Path) -> None:
    first = matchwood.register(file).rules.STATE
    before = editions[NAME]
    again = matchwood.register(edited(file, "three marks in a line", "three in a line"))
    assert editions[NAME] != before
    assert first != again.rules.STATE, "no compiled code is taken for that of yesterday"


def test_two_games_of_one_name_are_refused(file: Path, tmp_path: Path) -> None:
    matchwood.register(file)
    other = tmp_path / "other.py"
    other.write_text(file.read_text("utf-8"), "utf-8")
    with pytest.raises(BadGame, match="There are two games of the name “a-small-game”"):
        matchwood.register(other)
    with pytest.raises(BadGame, match="There are two games of the name “colorfox”"):
        matchwood.register(edited(file, NAME, "colorfox"))


def test_what_a_file_imports_from_beside_it_tells_its_rules_apart(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(file.parent)
    beside = file.with_name("small_numbers.py")
    deeper = file.parent / "small_more" / "deeper.py"
    deeper.parent.mkdir()
    edited(file, "from matchwood.game import", "import small_numbers\n\nfrom matchwood.game import")
    found = []
    for more in (3, 4):
        beside.write_text("from small_more import deeper\n", "utf-8")
        deeper.write_text(f"SIZE = {more}\n", "utf-8")
        game = matchwood.register(file)
        found.append((editions[NAME], edition_of_file(file), code_of(game)))
    assert all(one != other for one, other in zip(*found, strict=True))


def test_games_that_are_typed_are_told_apart_in_results(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for line in ("(0, 1, 2)", "(0, 1, 5)"):
        typed = ModuleType("typed")
        monkeypatch.setitem(sys.modules, "typed", typed)
        exec(file.read_text("utf-8").replace("(0, 1, 2)", line), typed.__dict__)
        monkeypatch.delitem(editions, NAME, raising=False)
        found.append(code_of(matchwood.register(typed.GAME)))
    assert found[0] != found[1]


def refusal(file: Path) -> str:
    with pytest.raises(BadGame) as refused:
        matchwood.register(file)
    assert NAME not in games._registered
    return str(refused.value)


def test_a_syntax_error_is_told_with_its_line(file: Path) -> None:
    edited(file, "def can_mark(s, cell):", "def can_mark(s, cell)")
    line = line_of(file, "def can_mark")
    assert refusal(file) == f"small.py, line {line}: expected ':'."


def test_an_error_is_told_with_the_line_that_raised_it(file: Path) -> None:
    edited(file, 'Grid(3, 3, of="seat")', "Grid(1 // 0, 3)")
    line = line_of(file, "1 // 0")
    told = refusal(file)
    assert told.startswith(f"small.py, line {line}: ZeroDivisionError: ")


def test_a_file_without_a_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    assert refusal(path) == f"There is no file {path}."
    path.write_text("LIFE = 42\n", "utf-8")
    with pytest.raises(BadGame, match=r"none\.py declares no game: it has no GAME"):
        matchwood.register(path)


def test_a_declaration_that_cannot_be_used_is_told_with_its_line(file: Path) -> None:
    edited(file, 'cell="board"', 'cell="bord"')
    line = line_of(file, "GAME = Game(")
    assert refusal(file) == (
        f"small.py, line {line}: The game {NAME} cannot be used: the move “mark {{cell}}” chooses "
        "from “bord”, which is none of seat, board."
    )


def test_secrets_are_never_an_accident(file: Path) -> None:
    """A game that has not said `open=True` says of every field from whom it is hidden."""
    edited(file, "    open=True,\n", "")
    assert "the field board does not say from whom it is hidden" in refusal(file)


def test_a_kernel_that_does_not_compile_is_told_with_its_line(file: Path) -> None:
    edited(file, "    s.board[cell] = s.to_move\n", "    s.board[cell] = s.to_mov\n")
    game = matchwood.register(file)
    with pytest.raises(Exception, match="to_mov") as failed:
        game.variant().new(seed=1).play("mark a1")
    told = game_files.sentence(game, failed.value)
    line = line_of(file, "s.to_mov")
    assert told == f"small.py, line {line}: a position has no field to_mov."


def test_a_name_that_no_kernel_knows_is_told_with_its_line(file: Path) -> None:
    game = matchwood.register(edited(file, "win(s, s.to_move)", "wins(s, s.to_move)"))
    with pytest.raises(Exception, match="wins") as failed:
        game.variant().new(seed=1).play("mark a1")
    told = game_files.sentence(game, failed.value)
    assert told is not None
    assert told.startswith(f"small.py, line {line_of(file, 'wins(s')}: the kernel does not compile")
    assert "wins" in told
    assert "\n" not in told


def test_a_missing_kernel_is_named(file: Path) -> None:
    game = matchwood.register(edited(file, "def do_mark(", "def make_mark("))
    with pytest.raises(BadGame, match="it has no kernel do_mark, which makes the move “mark"):
        game.variant().new(seed=1)


def test_a_broken_file_in_the_environment_leaves_the_other_games(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def\n", "utf-8")
    asked = "import matchwood; print(*matchwood.game_names())"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, game_files.VARIABLE: os.pathsep.join((str(broken), str(file)))},
    )
    assert {NAME, "colorfox"} <= {*told.stdout.split()}
    assert "broken.py, line 1: invalid syntax" in told.stderr
    assert len(told.stderr.splitlines()) == 1


CARDS = Deck({"low": 2, "high": 2})


def declared(fields: Mapping[str, Field], *moves: Move, **told: object) -> Spec:
    given = {"players": 2, "fields": fields, "moves": moves, "module": __name__, **told}
    return Game("declared", "Declared", "A game.", **given).spec  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"over": Count(3)}, "a field cannot be called “over”"),
        ({"class": Count(3)}, "a field cannot be called “class”"),
        ({"hand": Hand(CARDS, hidden_from=OTHERS)}, "it is open, and hides the field hand"),
        ({"score": Count(2**63)}, "the field score is too large"),
        ({"pile": Pile(Deck({"low": 2**63}))}, "the field pile is too large"),
        ({"board": Grid(8, 8, packed=True)}, "the field board is too large"),
    ],
)
def test_fields_that_cannot_be_are_refused(fields: Mapping[str, Field], reason: str) -> None:
    with pytest.raises(BadGame, match=reason):
        declared(fields, open=True)


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (Grid(2, 2, hidden_from=OTHERS), "the grid it cannot be hidden"),
        (Pile(CARDS, hidden_from=OTHERS), "the field it belongs to no seat"),
        (Count(3, hidden_from="everyone"), "does not say from whom it is hidden"),
    ],
)
def test_fields_hidden_from_nobody_in_particular_are_refused(field: Field, reason: str) -> None:
    with pytest.raises(BadGame, match=reason):
        declared({"it": field})


@pytest.mark.parametrize("kernels", [OVER_BY_ITSELF, PACKED], ids=["returns", "packed"])
def test_tic_tac_toe_in_another_way_is_the_same_game(file: Path, kernels: str) -> None:
    source = DECLARED.replace('Grid(3, 3, of="seat")', f"Grid(3, 3, packed={kernels is PACKED})")
    file.write_text(
        source.replace('"tic-tac-toe"', f'"{NAME}"')
        + "\n\n@kernel\n" * (kernels is not PACKED)
        + kernels,
        "utf-8",
    )
    game, usual = matchwood.register(file), game_files.load(EXAMPLE)
    for law in testing.LAWS:
        law(game.variant())
    for seed in range(20):
        *_, last = testing.random_game(game.variant(), seed)
        *_, other = testing.random_game(usual.variant(), seed)
        assert last.history == other.history
        assert last.document == other.document | {"game": NAME}
        assert matchwood.Position.from_document(last.document).document == last.document


def test_a_deck_may_have_more_cards_than_a_small_number_counts() -> None:
    pile = Pile(Deck({"low": 40_000}), full=True)
    assert np.iinfo(pile.layout("pile", 2)[1]).max >= 40_000
    counts = np.zeros(2, pile.layout("pile", 2)[1])
    pile.restore(counts, ["low"] * 40_000)
    assert len(pile.dump(counts, 2)) == 40_000


def test_moves_are_told_apart_by_their_first_word() -> None:
    fields = {"board": Grid(2, 2)}
    one, other = Move("put {cell}", cell="board"), Move("put back")
    with pytest.raises(BadGame, match="two moves begin with “put”"):
        declared(fields, one, other, open=True)
    with pytest.raises(BadGame, match=r"the move “put .*” lacks cell=…"):
        declared(fields, Move("put {cell}"), open=True)


def test_actions_are_numbered_without_gaps() -> None:
    spec = declared(
        {"board": Grid(2, 3)},
        Move("move {piece} to {cell}", piece="board", cell="board"),
        Move("bid {n}", n=range(2, 5)),
        Move("name {player}", player="seat"),
        Move("pass"),
        open=True,
    )
    assert spec.actions == len({*spec.texts}) == 6 * 6 + 3 + 2 + 1
    assert spec.texts[:2] == ["move a1 to a1", "move a1 to b1"]
    assert spec.texts[36:] == ["bid 2", "bid 3", "bid 4", "name 1", "name 2", "pass"]
    assert [spec.numbers[text] for text in spec.texts] == list(range(spec.actions))
    assert spec.paths[spec.numbers["move a1 to c2"]] == ["board-a1", "board-c2"]
    assert [spec.paths[number] for number in (36, 39, 41)] == [["n-2"], ["player-1"], ["pass"]]
    assert all(
        spec.clicked[tuple(path)] == text for path, text in zip(spec.paths, spec.texts, strict=True)
    )


def test_a_move_whose_clicks_begin_another_has_a_button() -> None:
    spec = declared(
        {"hand": Hand(CARDS, hidden_from=OTHERS), "board": Grid(2, 2, hidden_from="nobody")},
        Move("play {card} at {cell}", card="hand", cell="board"),
        Move("drop {card}", card="hand"),
    )
    assert spec.paths[spec.numbers["drop low"]] == ["hand-low", "drop"]
    assert spec.paths[spec.numbers["play low at a1"]] == ["hand-low", "board-a1"]


def test_a_refusal_is_a_sentence(file: Path) -> None:
    assert issubclass(BadGame, MatchwoodError)
