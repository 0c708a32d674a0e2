"""What docs/api.md says of the JSON API is so."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from matchwood.engine.record_text import read_record
from matchwood.server.http.limits import Limits
from matchwood.server.routes.api import REFUSALS
from matchwood.server.table.state import LONGEST_GAME
from tests.support.project import ROOT
from tests.support.serving import Program, Served, two_at

PAGE = (ROOT / "docs/api.md").read_text("utf-8")
USUAL = "http://localhost:8631"


def block(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.mark.slow
def test_the_program_plays_a_game_to_its_end(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {}
    exec(block("python").replace(USUAL, served.url), names)
    assert capsys.readouterr().out.strip()
    record = read_record(str(names["record"]))
    assert record.players[0] == "Robin"
    assert record.winners


@pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("sh")), reason="curl is not installed"
)
def test_the_first_game_by_hand_goes_as_shown(served: Served, tmp_path: Path) -> None:
    script = block("sh").replace(USUAL, served.url)
    done = subprocess.run(
        ["sh", "-e"], input=script, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads((tmp_path / "view.json").read_text("utf-8"))["phase"] == "playing"
    assert '"rule":' in done.stdout


@pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "openssl", "xxd"))), reason="openssl or xxd is not installed"
)
def test_a_signature_can_be_checked_as_shown(served: Served, tmp_path: Path) -> None:
    with two_at(served.url, "baguettes") as (table, [anna, _]):
        anna.post(f"/api/tables/{table}/give-up")
        record = anna.get(f"/api/tables/{table}/record").text
    for text, code in ((record, 0), (record.replace("Anna", "Eve"), 1)):
        (tmp_path / "record.txt").write_text(text, "utf-8")
        done = subprocess.run(
            ["bash", "-e"], input=block("bash"), cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr


def test_every_route_and_every_status_is_told(served: Served) -> None:
    with Program(served.url) as program:
        described = program.get("/api/schema/openapi.json").json()["paths"]
    routes = {f"{method.upper()} {path}" for path, way in described.items() for method in way}
    assert set(re.findall(r"^\| `(\w+ /api[^`]*)`", PAGE, re.MULTILINE)) == routes
    statuses = {int(status) for status in re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)}
    assert statuses == {*REFUSALS, 405}


def test_the_limits_are_those_that_are_told() -> None:
    usual = Limits()
    limits = PAGE.split("## Limits")[1].split("##")[0]
    told = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", limits)]
    of_address = [usual.requests, usual.burst, usual.streams, usual.address_tables]
    assert told == [
        *of_address,
        usual.address_listed,
        usual.tables,
        LONGEST_GAME,
        usual.body // 1024,
    ]
