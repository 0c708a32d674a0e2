"""Compiled code is loaded only when needed, kept for the next process, and never out of date."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

from matchwood.engine import jit, numba_private, sources
from tests.support.waiting import wait_until

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

TINY_RULES = """
from matchwood.engine import dispatch
from matchwood.engine.jit import kernel

ONLY = 3
STATE = dispatch.state_type("tiny", [])

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
def guess(s, viewer, generator):
    pass

@kernel
def returns(s, out):
    pass

dispatch.register(STATE, __name__)
"""

LET_A_BOT_CHOOSE = """
import numpy as np, tiny.rules
from matchwood.bots.play import any_action
from matchwood.engine.rng import new_generator

state, = np.zeros(1, tiny.rules.STATE)
print(any_action(state, np.zeros(1, np.int32), new_generator(1)))
"""

CALLER = """
from matchwood.engine.jit import kernel
from matchwood.engine.rng import reseed_chance

@kernel
def call(s, generator):
    reseed_chance(s, generator)
"""

# Numba gives types numbers, and in a process of its own either record has the same.
CALL = """
import sys, caller
import numpy as np
from matchwood.engine import dispatch

PLACES = {"low": 2, "high": 4}
for name in sys.argv[1:]:
    state, = np.zeros(1, dispatch.state_type(name, [("above", "i8", (PLACES[name],))]))
    caller.call(state, np.arange(1, 5, dtype=np.uint32))
    print(name, state.key.all() and not state.above.any())
"""


def run(program: str, path: Path, *arguments: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
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


@pytest.mark.slow
def test_what_two_processes_compile_for_two_records_is_kept_apart_in_a_third(
    tmp_path: Path,
) -> None:
    (tmp_path / "caller.py").write_text(CALLER)

    def called(*names: str) -> list[str]:
        return run(CALL, tmp_path, *names, NUMBA_CACHE_DIR=str(tmp_path / "cache")).splitlines()

    low, high = ["low True"], ["high True"]
    assert (called("low"), called("high")) == (low, high)
    assert called("low", "high") == low + high


def test_the_cache_is_named_by_all_sources_that_may_be_compiled() -> None:
    package = Path(jit.__file__).parents[1]
    counted = {
        str(source.relative_to(package))
        for source in sources.compiled_sources()
        if source.is_relative_to(package)
    }
    assert {
        "engine/rng.py",
        "games/piecepack_matches/rules/__init__.py",
        "games/piecepack_matches/rules/undersides.py",
        "bots/mcts.py",
        "bots/play.py",
        "games/colorfox/pieces.py",  # numbers that its rules import
    } <= counted
    drawn_or_told = {"picture", "text.py", "words.py", "sketch.py", "teach.py"}
    assert not [
        each for each in counted if each.startswith("games") and drawn_or_told & {*Path(each).parts}
    ]
    assert "drawing/svg.py" not in counted
    every_kernel = {
        str(source.relative_to(package))
        for source in package.rglob("*.py")
        if "\n@kernel\n" in source.read_text()
    }
    assert every_kernel <= counted


NUMBERS = {
    "from tiny.numbers import ONLY": True,
    "from .numbers import ONLY": True,
    "from . import numbers": True,
    "import tiny.numbers": True,
    "import tiny.numbers as theirs": True,
    "import math, tiny.numbers as theirs": True,
    "import math; import tiny.numbers": True,
    "from tiny import (  # what (may) be bought\n    text,\n    numbers as theirs,\n)": True,
    "from tiny.numbers import \\\n    ONLY": True,
    "from \\\n    tiny.numbers import ONLY": True,
    "from tiny.numbers import *": True,
    "try:\n    from tiny.numbers import ONLY\nexcept ImportError:\n    ONLY = 3": True,
    "def late():\n\tfrom tiny.numbers import ONLY": True,
    "if True: from .numbers import ONLY": True,
    "ONLY = 3; from .numbers import ONLY": True,
    '"""\nfrom here on it is said who may import\n"""\nfrom .numbers import ONLY': True,
    "from .middle import ONLY": True,
    "from .inner import ONLY": True,
    "from .inner.deeper import ONLY": True,
    "from . import inner": True,
    "if TYPE_CHECKING:\n    from .numbers import ONLY\n": False,
    "if typing.TYPE_CHECKING:\n    from .numbers import ONLY\n\nX = 1": False,
    "# from .numbers import ONLY": False,
    "from .text import ONLY": False,
}
"""Ways to import, and whether a plug-in that imports its numbers so is compiled with them."""


@pytest.mark.parametrize(("statement", "counts"), NUMBERS.items())
def test_numbers_count_however_they_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, counts: bool
) -> None:
    plugin = tmp_path / "tiny"
    (plugin / "inner").mkdir(parents=True)
    for name, text in {
        "__init__": "",
        "rules": f"{statement}\n{TINY_RULES.replace('ONLY = 3', '')}",
        "numbers": "ONLY = 3\n",
        "middle": "from tiny.numbers import ONLY\n",
        "inner/__init__": "from ..numbers import ONLY\n",
        "inner/deeper": "from .. import numbers\nfrom ..numbers import ONLY\n",
        "text": "ONLY = 3\n",
    }.items():
        (plugin / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(
        sources, "entry_points", lambda group: [EntryPoint("tiny", "tiny:GAME", group)]
    )
    before = jit.cache_key()
    (plugin / "numbers.py").write_text("ONLY = 5\n")
    assert (jit.cache_key() != before) == counts


def test_a_plug_in_that_is_one_module_counts_with_what_it_imports_from_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny_game.py").write_text(f"import tiny_numbers\n{TINY_RULES}")
    numbers = tmp_path / "tiny_numbers.py"
    numbers.write_text("ONLY = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("tiny", "tiny_game:GAME", "matchwood.games")
    monkeypatch.setattr(sources, "entry_points", lambda group: [point])
    before = jit.cache_key()
    numbers.write_text("ONLY = 5\n")
    assert jit.cache_key() != before
    monkeypatch.setattr(sources.sysconfig, "get_path", lambda name: str(tmp_path))
    assert sources.sources_of(tmp_path / "tiny_game.py") == [tmp_path / "tiny_game.py", numbers]


PRIVATE = re.compile(
    r"numba\.(?!extending|config|njit|from_dtype|__version__|types)\w+|mangling_args|_nrt\b"
    r"|get_call_template|_cache_file|_cache_path|\._impl\b"
)


def test_private_parts_of_numba_are_in_one_file() -> None:
    package = Path(jit.__file__).parents[1]
    for path in package.rglob("*.py"):
        text = path.read_text("utf-8").replace("matchwood.engine.numba_private", "")
        if path.name != "numba_private.py":
            assert not PRIVATE.findall(text), path
        else:
            assert PRIVATE.findall(text)


def test_the_version_of_numba_is_one_that_they_were_tested_with() -> None:
    [bound] = re.findall(r'"numba>=\S+,<(\d+)\.(\d+)"', PYPROJECT.read_text("utf-8"))
    installed = tuple(map(int, jit.numba.__version__.split(".")[:2]))
    assert (*map(int, bound),) == (installed[0], installed[1] + 1)


def test_code_with_and_without_bounds_checks_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    key = jit.cache_key()
    monkeypatch.setattr(jit.config, "BOUNDSCHECK", 1 - (jit.config.BOUNDSCHECK or 0))
    assert jit.cache_key() != key


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(jit.HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_new_home_for_compiled_code_is_for_its_user_alone(home: Path) -> None:
    folder = jit._cache_folder()
    assert folder == home / jit.cache_key()
    assert [stat.S_IMODE(each.stat().st_mode) for each in (home, folder)] == [0o700, 0o700]
    assert jit._cache_folder() == folder


def private_elsewhere(home: Path, caplog: pytest.LogCaptureFixture) -> bool:
    """Whether another folder is used that is nobody else's, with a word about it."""
    folder = jit._cache_folder()
    apart = not folder.is_relative_to(home) and folder.stat().st_uid == os.getuid()
    modes = {stat.S_IMODE(each.stat().st_mode) for each in (folder, folder.parent)}
    told = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return apart and modes == {0o700} and len(told) == 1 and str(home) in told[0]


def test_a_home_that_cannot_be_written_does_not_matter(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home.touch()
    assert private_elsewhere(home, caplog)


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777, 0o1777])
def test_code_that_others_could_have_written_is_not_run(
    home: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    folder = jit._cache_folder()
    folder.chmod(mode)
    assert private_elsewhere(home, caplog)
    os.environ[jit.HOME_VARIABLE] = str(home)
    folder.chmod(0o700)
    home.chmod(mode)
    assert private_elsewhere(home, caplog)


def test_a_folder_of_someone_else_is_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    jit._cache_folder()
    ours, asked = os.getuid(), iter([os.getuid() + 1])
    monkeypatch.setattr(os, "getuid", lambda: next(asked, ours))
    assert private_elsewhere(home, caplog)


def test_processes_that_are_started_share_the_folder_that_goes_with_this_one(home: Path) -> None:
    home.touch()
    folder = jit._cache_folder()
    assert jit._cache_folder() == folder
    assert os.environ[jit.HOME_VARIABLE] == str(folder.parent)


def test_old_kernels_are_forgotten_and_the_newest_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{age:016x}" for age in range(jit.KEPT_FOLDERS + 3)]
    for age, name in enumerate(names):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (10_000 - age, 10_000 - age))
    (tmp_path / "something else").mkdir()
    monkeypatch.setattr(jit, "CACHE", tmp_path / names[-1])
    jit.forget_old_kernels()
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {*names[: jit.KEPT_FOLDERS], names[-1], "something else"}


def test_looking_games_up_loads_neither_numba_nor_numpy() -> None:
    program = """
import sys, matchwood
game = matchwood.find_game(matchwood.game_names()[0])
game.variant({}), game.rulebook("fr"), game.options
print(sorted({"numba", "numpy", "rich"} & sys.modules.keys()))
"""
    assert run(program, Path()) == "[]"


FEW_KERNELS = """
import sys
from matchwood.engine.jit import kernel

@kernel
def twice(x):
    return x + x

@kernel
def deeper(x, depth):
    return twice(x) * depth

{more}

kinds = {{"whole": 3, "broken": 2.5, "both": (3, 2.5)}}
for kind in sys.argv[1].split(","):
    x = kinds[kind]
    for value in x if isinstance(x, tuple) else (x,):
        print([int(f(value, 2)) for f in (deeper, *others)])
"""
MORE = "\n".join(
    f"@kernel\ndef other_{n}(x, depth):\n    return deeper(x, depth) + {n}\n" for n in range(2)
)
PROGRAM = FEW_KERNELS.format(more=f"{MORE}\nothers = [other_0, other_1]")
WHOLE, BROKEN = "[12, 12, 13]", "[10, 10, 11]"


def begun(program: Path, kinds: str, cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(program), kinds],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        text=True,
    )


def is_whole(file: Path) -> bool:
    digest, content = numba_private._halves(file.read_bytes())
    return hashlib.sha256(content).digest() == digest


@pytest.mark.slow
def test_several_processes_may_write_at_once_and_any_may_be_killed(tmp_path: Path) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(PROGRAM)
    writers = [begun(program, kinds, cache) for kinds in ("whole", "broken", "both", "both")]
    wait_until(lambda: bool(compiled_files(cache)), "a kernel that is kept")
    writers[-1].kill()
    told = [writer.communicate()[0].splitlines() for writer in writers]
    assert told[:3] == [[WHOLE], [BROKEN], [WHOLE, BROKEN]]
    files = compiled_files(cache)
    assert all(is_whole(file) for file in files)
    assert begun(program, "both", cache).communicate()[0].splitlines() == [WHOLE, BROKEN]
    assert compiled_files(cache) == files, "something had to be compiled again"


@pytest.mark.slow
def test_a_file_that_is_broken_or_of_another_kernel_is_as_good_as_none(tmp_path: Path) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(PROGRAM)
    begun(program, "both", cache).communicate()
    files = sorted(compiled_files(cache))
    whole = {file: file.read_bytes() for file in files}
    cut, changed, empty, first, second = files[:5]
    cut.write_bytes(whole[cut][:-100])
    changed.write_bytes(whole[changed][:-1] + bytes([whole[changed][-1] ^ 1]))
    empty.write_bytes(b"")
    first.write_bytes(whole[second])
    second.write_bytes(whole[first])
    assert begun(program, "both", cache).communicate()[0].splitlines() == [WHOLE, BROKEN]
    assert all(is_whole(file) for file in files)


@pytest.mark.compiled
def test_a_kernel_is_compiled_once_for_all_constants_and_widths_of_whole_numbers() -> None:
    @jit.kernel
    def twice(x):  # type: ignore[no-untyped-def]
        return x + x

    @jit.kernel
    def caller(wide, narrow):  # type: ignore[no-untyped-def]
        return twice(wide) + twice(narrow[0]) + twice(3) + twice(4)

    assert caller(1, np.array([2], np.int8)) == 20
    assert len(twice.signatures) == 1
