"""The digest of the code that decides games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from matchwood import find_game, game_names
from matchwood.engine.sources import compiled_modules
from matchwood.lab import results
from matchwood.lab.results import code_of, code_of_all, digest

RULES = """
\"\"\"Rules.\"\"\"
from math import sqrt  # of use
SIZE = 3
\"\"\"How many.\"\"\"


def legal(s: State) -> float:
    \"\"\"Say so.\"\"\"
    return sqrt(SIZE) + 0.5
"""
ALIKE = """
from math import sqrt

SIZE = (3)
def legal(s: State) -> float:
    # Without a word.
    return sqrt(SIZE) + .5
"""


def digest_of(folder: Path, text: str, name: str = "a.rules") -> str:
    file = folder / "rules.py"
    file.write_text(text, "utf-8")
    return digest([(name, file)])


def test_remarks_docstrings_and_layout_have_no_part_in_it(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    assert digest_of(tmp_path, RULES) == digest_of(tmp_path / "elsewhere", ALIKE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("SIZE = 3", "SIZE = 4"), ("0.5", "0.25"), ("sqrt(SIZE)", "SIZE"), (" + ", " - ")],
)
def test_whatever_is_done_has_a_part_in_it(tmp_path: Path, old: str, new: str) -> None:
    assert digest_of(tmp_path, RULES) != digest_of(tmp_path, RULES.replace(old, new))


def test_it_is_the_same_in_every_process() -> None:
    command = "from matchwood.lab.results import code_of_all; print(code_of_all())"
    found = subprocess.run([sys.executable, "-c", command], capture_output=True, check=True)
    assert found.stdout.decode() == f"{code_of_all()}\n"


@pytest.mark.parametrize("name", game_names())
def test_it_holds_the_rules_and_the_bots_and_no_other_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: set[str] = set()
    monkeypatch.setattr(results, "digest", lambda modules: held.update(dict(modules)) or "")
    package = find_game(name).module
    results._digest_of.__wrapped__(package)
    assert {f"{package}.rules", f"{package}.knowledge"} <= held | {f"{package}.knowledge"}
    assert {"matchwood.bots.mcts", "matchwood.bots.search", "matchwood.bots.levels"} <= held
    assert {"matchwood.engine.dispatch", "matchwood.bots.play"} <= held
    assert held <= {*compiled_modules(), *results.IN_PYTHON}
    others = {find_game(other).module for other in game_names()} - {package}
    assert not [each for each in held for other in others if f"{each}.".startswith(f"{other}.")]


def test_each_game_has_its_own() -> None:
    assert code_of_all() == {name: code_of(find_game(name)) for name in game_names()}
    assert len(set(code_of_all().values())) == len(game_names())
