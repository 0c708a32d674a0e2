"""What is compiled beforehand is all that is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from matchwood import game_names
from matchwood.lab.warm import arguments
from matchwood.terminal.leaving import INTERRUPTED
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

PLAY_WITHOUT_COMPILING = """
import os, sys
import numpy as np
from contextlib import contextmanager
from numba.core import event
import matchwood
from matchwood.bots import LEVELS, MASTER, Budget, advice, choose
from matchwood.engine.rng import new_generator
from matchwood.lab.warm import BOTS, ENVIRONMENTS, RULES, SIMULATIONS, prepare
from matchwood.envs.vector import Batch
from matchwood.server.views.judgements import best_move, judge_move

few = Budget(iterations=4)
compiled = []

class Compiling(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass

@contextmanager
def prepared(name, stage):
    prepare(name, stage)
    with event.install_listener("numba:compile", Compiling()):
        yield
    assert not compiled, f"{stage} of {name} left to be compiled: {compiled}"

def play(name):
    with prepared(name, RULES):
        position = matchwood.load(name).new(1)
        while not position.over and len(position.history) < 40:
            for viewer in (None, *range(position.players)):
                position.svg(viewer)
            position.play(position.choices()[0][0])
            position.why_not("nonsense")
        assert list(position.record().replay())
    with prepared(name, BOTS):
        for level in LEVELS:
            position, generator = matchwood.load(name).new(2), new_generator(1)
            for _ in range(4):
                position.play_action(choose(level, position, generator, few))
            best_move(position.observe(position.to_move))
            advice(position, position.to_move, few)
        judge_move(position, position.legal_moves()[0])
    with prepared(name, SIMULATIONS):
        choose(MASTER, matchwood.load(name).new(2), new_generator(1), few)
    with prepared(name, ENVIRONMENTS):
        batch = Batch(matchwood.load(name), 2)
        every = np.ones(2, np.bool_)
        batch.seed([1, 2])
        batch.deal(every)
        for _ in range(20):
            batch.step(batch.any_legal(batch.over), batch.over, batch.over.copy())
        encoding = batch.encoding
        position = batch.position(0)
        for viewer in (None, *range(position.players)):
            encoding.observe(position, viewer)
        if not position.over:
            encoding.action(position, int(encoding.mask(position).argmax()))

for name in sys.argv[1:]:
    if os.fork() == 0:
        play(name)
        sys.exit()
failed = [os.wait()[1] for _ in sys.argv[1:]]
sys.exit(any(failed))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each game needs a process without the others")
def test_what_is_prepared_is_all_that_a_table_its_bots_and_simulations_need() -> None:
    """In a process for each game, so that none finds what another has loaded."""
    subprocess.run([sys.executable, "-c", PLAY_WITHOUT_COMPILING, *game_names()], check=True)


@pytest.mark.slow
def test_the_command_compiles_a_game_and_tells_each_stage() -> None:
    command = arguments(["rules"], "connect-four")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        *_, last = process.stdout
    assert last == "rules\n"
    assert process.returncode == 0


@pytest.mark.slow
def test_the_command_ends_with_whoever_began_it() -> None:
    command = arguments(["rules", "bots", "simulations"], "connect-four")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="only Linux lists the children of a process")
def test_who_leaves_while_something_is_compiled_sees_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C at a terminal reaches every process of the group in the foreground."""
    warm = subprocess.Popen(
        [sys.executable, "-m", "matchwood.cli", "warm", "connect-four"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    children = Path(f"/proc/{warm.pid}/task/{warm.pid}/children")
    groups: set[int] = set()

    def compiles() -> bool:
        groups.update(filter(None, map(_group_if_compiling, children.read_text().split())))
        return bool(groups)

    wait_until(compiles, "a process that compiles")
    os.killpg(warm.pid, signal.SIGINT)
    _, errors = warm.communicate(timeout=SECONDS_TO_WAIT)
    assert warm.returncode == INTERRUPTED
    assert warm.pid not in groups, "the process that compiles would tell where it was interrupted"
    assert b"Traceback" not in errors


def _group_if_compiling(process: str) -> int | None:
    """The group of a process that compiles; none if it does something else or has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        if b"matchwood.lab.warm" in Path(f"/proc/{process}/cmdline").read_bytes():
            return os.getpgid(int(process))
    return None
