"""Chunks of work on a Ray cluster: the same results, whoever is lost; and who cannot be reached."""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest

from matchwood import MatchwoodError, __version__, simulate
from matchwood.cli import main
from matchwood.lab.parallel import LOCAL, CannotWork, Place, check_code, run, start_ray
from matchwood.lab.results import code_of_all
from tests.support.serving import HOST, free_port

ON_A_CLUSTER = """
import os, signal, sys
from pathlib import Path
import numpy as np
import matchwood
from matchwood.lab import parallel
from matchwood.lab.parallel import LOCAL, Place, run, start_ray

marks = Path(sys.argv[1])
cluster = Place(cores=2, ray=LOCAL)


class Mortal:
    # Its process is killed in the middle of a chunk, the first time or each time.
    def __init__(self, always=False):
        self.always = always

    def __call__(self, number):
        mark = marks / "was here"
        if number == 3 and (self.always or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number**2


def refuse(number):
    raise matchwood.MatchwoodError("Nobody can do it.")


import ray
start_ray(ray, cores=2)
assert dict(run(Mortal(), range(8), cluster)) == {number: number**2 for number in range(8)}
assert (marks / "was here").exists(), "a worker was killed in the middle"


def refused(work, sentence):
    try:
        dict(run(work, range(4), cluster))
    except matchwood.MatchwoodError as error:
        assert sentence in str(error), error
    else:
        raise AssertionError("not refused")


refused(refuse, "Nobody can do it.")
refused(Mortal(always=True), "ended 4 processes of the cluster; it is given up.")
codes = parallel.code_of_all()
parallel.code_of_all = lambda: codes | {"colorfox": "as it was yesterday"}
refused(abs, "has other code for colorfox: version")
parallel.code_of_all = lambda: codes

small = {"size": "2x2x2", "sticks": 2, "bots": ["greedy", "random"], "games": 10}
here = matchwood.simulate("baguettes", **small, cores=1)
there = matchwood.simulate("baguettes", **small, ray=LOCAL)
for name, column in here.columns().items():
    assert np.array_equal(column, there.columns()[name]), name
assert ray.is_initialized(), "a cluster that was there stays"
print("the same")
"""


@pytest.mark.slow
def test_on_a_cluster_the_same_comes_of_it_also_if_a_worker_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ON_A_CLUSTER, "utf-8")
    found = subprocess.run(
        [sys.executable, script, tmp_path], capture_output=True, text=True, check=False
    )
    # Ray tells of lost processes whenever it likes.
    assert "the same\n" in found.stdout, found.stderr[-2000:]
    assert found.returncode == 0, found.stderr[-2000:]


class TestCode:
    def test_a_worker_with_the_same_code_plays(self) -> None:
        check_code(__version__, code_of_all())
        check_code(__version__, {})

    @pytest.mark.parametrize(
        ("version", "code", "told"),
        [
            ("0.0.7", {}, "has another version"),
            (__version__, {"colorfox": "another"}, "has other code for colorfox"),
            (__version__, {"ludo": "any"}, "has other code for ludo"),
        ],
    )
    def test_one_with_other_code_says_so_in_a_sentence(
        self, version: str, code: dict[str, str], told: str
    ) -> None:
        with pytest.raises(MatchwoodError) as refused:
            check_code(version, code)
        assert str(refused.value) == (
            f"A worker of the cluster ({gethostname()}) {told}: version {__version__} of "
            f"Matchwood, and here it is {version}; install the same on all machines."
        )


def nobody_there() -> str:
    """An address at which nobody listens."""
    return f"{HOST}:{free_port()}"


class TestWithoutACluster:
    def test_an_address_where_nobody_answers_is_told_in_a_sentence(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        address = nobody_there()
        words = ("simulate", "connect-four", "--games", "2", "--out", str(tmp_path))
        assert main((*words, "--ray", address)) == 2
        assert capsys.readouterr().err == (
            f"No Ray cluster answers at {address}; start one with “ray start --head” and name its "
            "address, or leave the address out.\n"
        )

    @pytest.mark.parametrize("address", ["nowhere:port", "ray://127.0.0.1:x"])
    def test_so_is_one_that_is_none(self, address: str) -> None:
        with pytest.raises(CannotWork, match="No Ray cluster answers at"):
            list(run(abs, range(3), Place(ray=address)))

    def test_a_cluster_that_cannot_be_started_is_told_in_a_sentence(self) -> None:
        class Broken:
            """As Ray is on a machine without room."""

            stopped = 0

            def init(self, **settings: object) -> None:
                raise RuntimeError("The current node timed out during startup.")

            def shutdown(self) -> None:
                self.stopped += 1

        ray = Broken()
        with pytest.raises(CannotWork, match=r"could not start a cluster on this machine, in 3"):
            start_ray(ray, cores=1)
        assert ray.stopped == 3

    def test_without_ray_the_sentence_says_how_to_get_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        find = builtins.__import__

        def missing(name: str, *rest: Any) -> Any:
            if name == "ray":
                raise ImportError
            return find(name, *rest)

        monkeypatch.setattr("importlib.import_module", missing)
        with pytest.raises(MatchwoodError) as refused:
            simulate("connect-four", games=2, ray=LOCAL)
        assert str(refused.value) == (
            "This needs ray, which is not installed; “pip install 'matchwood[ray]'” installs it."
        )
