"""Nothing here needs what only POSIX has. No Windows was at hand: see `tests.support.windows`."""

from __future__ import annotations

import asyncio
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from psycopg import OperationalError

import matchwood
from matchwood.lab import warm
from matchwood.lab.warm import Workshop
from matchwood.server.storage import engines
from matchwood.server.storage.engines import listening_to
from matchwood.terminal.leaving import REFUSED
from tests.support import windows
from tests.support.postgres import Postgres
from tests.support.project import ROOT
from tests.support.serving import BOT, HOST, ME, Program
from tests.support.waiting import SECONDS_TO_WAIT
from tests.support.workers import Orders

AS_ON_WINDOWS = [sys.executable, "-m", "tests.support.windows"]
READY_AT_ONCE = {"NUMBA_DISABLE_JIT": "1"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **READY_AT_ONCE},
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_WAIT,
        check=False,
    )


@pytest.mark.slow
def test_every_module_can_be_imported() -> None:
    done = run(*AS_ON_WINDOWS, "import")
    assert done.returncode == 0, done.stderr
    there = {module.name for module in pkgutil.walk_packages(matchwood.__path__, "matchwood.")}
    assert set(done.stdout.split()) == there


@pytest.mark.slow
def test_no_second_server_is_let_have_the_port() -> None:
    program = """
import socket
from tests.support import windows
windows.pretend()
from matchwood.server.run.serve import listen
with listen("127.0.0.1", 0) as listener:
    is_set = [bool(listener.getsockopt(socket.SOL_SOCKET, option))
              for option in (windows.EXCLUSIVE, socket.SO_REUSEADDR)]
print(is_set)
"""
    assert run(sys.executable, "-c", program).stdout.strip() == "[True, False]"


@pytest.mark.slow
def test_a_server_starts_a_game_is_played_there_and_its_folder_is_its_own(tmp_path: Path) -> None:
    serve = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path), "--metrics"]
    with subprocess.Popen(
        [*AS_ON_WINDOWS, *serve, f"{HOST}:0"],
        cwd=ROOT,
        env={**os.environ, **READY_AT_ONCE, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            told = [server.stdout.readline() for _ in range(2)]
            site, metrics = (re.search(r"http://\S+", line).group() for line in told)  # type: ignore[union-attr]
            with Program(site) as program:
                table = program.open("baguettes", ME, BOT, options={"size": "2x2x2"})["table"]
                program.post(f"/api/tables/{table}/deal")
                with program.events(f"/api/tables/{table}/stream") as views:
                    view = next(view for view in views if view["offers"])
                    answer = program.move(table, view["offers"][0]["move"], view["seq"])
                assert answer.status_code == httpx.codes.OK
                assert "process_cpu_seconds_total" in program.get(metrics).text
                program.post(f"/api/tables/{table}/give-up")
                assert "signature: " in program.get(f"/api/tables/{table}/record").text
            second = run(*AS_ON_WINDOWS, *serve, f"{HOST}:0")
            assert second.returncode == REFUSED
            assert "Another server keeps its games in" in second.stderr
        finally:
            server.terminate()
    assert server.returncode == 0


def test_games_are_compiled_in_processes_that_windows_can_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders = Orders(tmp_path)
    orders.let("baguettes", *warm.USUAL_STAGES)
    monkeypatch.setattr(warm, "arguments", orders.arguments)
    monkeypatch.setattr(warm, "is_ready", lambda game, stage: False)
    monkeypatch.setattr(warm, "forget_old_kernels", lambda: None)
    for name in ("asyncio", "os", "subprocess", "sys"):
        monkeypatch.setattr(warm, name, windows.modules()[name])
    windows.flags.clear()
    failures: list[BaseException] = []
    asyncio.run(Workshop(["baguettes"], politely=True).run(failures.append))
    assert (failures, orders.begun[0]) == ([], "baguettes rules,bots")
    first, *later = windows.flags
    assert first == windows.CREATE_NEW_PROCESS_GROUP
    polite = windows.CREATE_NEW_PROCESS_GROUP | windows.BELOW_NORMAL_PRIORITY_CLASS
    assert set(later) == {polite}


def test_a_loop_that_psycopg_cannot_use_has_another_beside_it(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is heard arrives, leaving ends the thread, and a break is told to who listens."""
    monkeypatch.setattr(engines, "NEEDS_SELECTOR_LOOP", True)

    async def listen() -> list[str]:
        def notify(text: str) -> None:
            postgres.run(f"NOTIFY wood, '{text}'")

        heard = []
        async with asyncio.timeout(SECONDS_TO_WAIT):
            async with listening_to(postgres.url, "wood") as texts:
                for text in ("one", "two"):
                    await asyncio.to_thread(notify, text)
                    heard.append(await anext(aiter(texts)))
            async with listening_to(postgres.url, "wood") as texts:
                await asyncio.to_thread(
                    postgres.run,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query = 'LISTEN wood'",
                )
                with pytest.raises(OperationalError):
                    await anext(aiter(texts))
        return heard

    assert asyncio.run(listen()) == ["one", "two"]


def test_a_database_that_is_not_there_is_told_by_the_other_loop_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "NEEDS_SELECTOR_LOOP", True)

    async def listen() -> None:
        nowhere = engines.parse_store_url(f"postgresql://{HOST}:1/nothing")
        async with listening_to(nowhere, "wood"):
            raise AssertionError("nobody is there to listen to")

    with pytest.raises(OperationalError):
        asyncio.run(listen())
