"""Compiled code is loaded only when needed, kept for the next process, and never out of date."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from matchwood.engine import kernels

TINY_RULES = """
from matchwood.engine import rules
from matchwood.engine.kernels import kernel

ONLY = 3
STATE = rules.state_type("tiny", [])

@kernel
def setup(s):
    pass

@kernel
def legal(s, out):
    out[0] = ONLY
    return 1

@kernel
def apply(s, action):
    pass

@kernel
def hide(s, viewer):
    pass

@kernel
def guess(s, viewer, luck):
    pass

@kernel
def returns(s, out):
    pass

rules.register(STATE, __name__)
"""

LET_A_BOT_CHOOSE = """
import numpy as np, tiny.rules
from matchwood.bots.random import any_action
from matchwood.engine.luck import luck

state, = np.zeros(1, tiny.rules.STATE)
print(any_action(state, np.zeros(1, np.int32), luck(1)))
"""


def run(program: str, path: Path, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def compiled_files(cache: Path) -> set[Path]:
    return set(cache.rglob("*.nbc"))


@pytest.mark.slow
def test_an_edit_to_a_rule_is_seen_by_a_bot_in_the_next_process(tmp_path: Path) -> None:
    plugin = tmp_path / "tiny"
    metadata = tmp_path / "tiny-1.dist-info"
    plugin.mkdir()
    metadata.mkdir()
    (plugin / "__init__.py").touch()
    (plugin / "rules.py").write_text(TINY_RULES)
    (metadata / "METADATA").write_text("Name: tiny\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[matchwood.games]\ntiny = tiny:GAME\n")
    cache = tmp_path / "cache"

    def chosen() -> str:
        return run(LET_A_BOT_CHOOSE, tmp_path, NUMBA_CACHE_DIR=str(cache))

    assert chosen() == "3"
    compiled = compiled_files(cache)
    assert compiled
    assert chosen() == "3"
    assert compiled_files(cache) == compiled
    (plugin / "rules.py").write_text(TINY_RULES.replace("ONLY = 3", "ONLY = 5"))
    assert chosen() == "5"


def test_the_cache_is_named_by_all_sources_that_may_be_compiled() -> None:
    package = Path(kernels.__file__).parents[1]
    sources = {
        str(source.relative_to(package))
        for source in kernels.compiled_sources()
        if source.is_relative_to(package)
    }
    assert {
        "engine/chance.py",
        "games/piecepack_matches/rules.py",
        "games/piecepack_matches/undersides.py",
        "bots/random.py",
        "lab/playouts.py",
    } <= sources
    assert not any(Path(source).name in kernels.NEVER_COMPILED for source in sources)
    every_kernel = {
        str(source.relative_to(package))
        for source in package.rglob("*.py")
        if "\n@kernel\n" in source.read_text()
    }
    assert every_kernel <= sources


def test_code_with_and_without_bounds_checks_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    key = kernels.cache_key()
    monkeypatch.setattr(kernels.config, "BOUNDSCHECK", 1 - (kernels.config.BOUNDSCHECK or 0))
    assert kernels.cache_key() != key


def test_a_home_that_cannot_be_written_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert not kernels._cache_home().is_relative_to(tmp_path / "file")


def test_old_kernels_are_forgotten_and_the_newest_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age in range(kernels.KEPT_FOLDERS + 3):
        (tmp_path / f"age-{age}").mkdir()
        os.utime(tmp_path / f"age-{age}", (10_000 - age, 10_000 - age))
    monkeypatch.setattr(kernels, "CACHE", tmp_path / f"age-{kernels.KEPT_FOLDERS + 2}")
    kernels.forget_old_kernels()
    left = {folder.name for folder in tmp_path.iterdir()}
    newest = {f"age-{age}" for age in range(kernels.KEPT_FOLDERS)}
    assert left == newest | {kernels.CACHE.name}


def test_looking_games_up_loads_neither_numba_nor_numpy() -> None:
    program = """
import sys, matchwood
game = matchwood.find_game(matchwood.game_names()[0])
game.variant({}), game.rulebook("fr"), game.options
print(sorted({"numba", "numpy", "rich"} & sys.modules.keys()))
"""
    assert run(program, Path()) == "[]"
