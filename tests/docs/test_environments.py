"""What docs/environments.md says of the environments is so."""

from __future__ import annotations

import csv
import doctest
import re
import runpy
from pathlib import Path

import pytest

from matchwood import simulate
from matchwood.bots.registry import find_bot
from matchwood.envs import gymnasium, openspiel, pettingzoo
from tests.support.project import ROOT
from tools import encoding_tables

PAGE = (ROOT / "docs/environments.md").read_text(encoding="utf-8")


def test_the_tables_are_what_the_games_say() -> None:
    assert encoding_tables.page(PAGE) == PAGE, "run python -m tools.encoding_tables"


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_run(example: str) -> None:
    exec(example, {})


@pytest.mark.parametrize("module", [gymnasium, openspiel, pettingzoo])
def test_so_do_those_of_the_modules(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)


TRAINING = ROOT / "examples" / "train"


@pytest.mark.slow
def test_the_curve_is_what_was_measured_and_ends_above_even() -> None:
    drawn = runpy.run_path(str(TRAINING / "curve.py"))["plot"]()
    kept = (TRAINING / f"{drawn.name}.svg").read_text(encoding="utf-8")
    assert kept == drawn.drawing, "run examples/train/curve.py"
    with (TRAINING / "curve.csv").open(newline="") as file:
        shares = [float(row["share"]) for row in csv.DictReader(file)]
    assert shares[0] < 0.5 < min(shares[1:])


@pytest.mark.slow
def test_the_training_runs() -> None:
    pytest.importorskip("torch")
    train = runpy.run_path(str(TRAINING / "train.py"))
    learner = train["Learner"](seed=1)
    point, *_ = train["learning"](learner, core_minutes=0.0)
    assert point["steps"] == 0
    learner.learn(learner.play())
    assert 0 <= train["judged"](learner.network, "random", 4, seed=1) <= 1


@pytest.mark.slow
def test_what_was_trained_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    train = runpy.run_path(str(TRAINING / "train.py"))
    torch.save(train["Learner"](seed=1).network.state_dict(), tmp_path / "network.pt")
    monkeypatch.setenv("NETWORK", str(tmp_path / "network.pt"))
    simulate("connect-four", bots=[str(TRAINING / "bot.py"), "random"], games=2, cores=1)
    assert not find_bot("trained").reported
