"""The command `matchwood serve` as a process: it ends in silence, and its log says when."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from matchwood.terminal.leaving import DONE, INTERRUPTED, REFUSED
from tests.support.processes import CommandProcess
from tests.support.serving import LINK, ME, Program
from tests.support.waiting import SECONDS_TO_WAIT

TIMED = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} "
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals"),
]


def started(folder: Path, number: int = 0) -> CommandProcess:
    words = ("serve", "--port", "0", "--no-browser", "--data", str(folder / "data"))
    return CommandProcess(folder / f"command-{number}", *words)


@contextmanager
def serving(folder: Path, number: int = 0) -> Iterator[tuple[CommandProcess, str]]:
    """A server, and its address."""
    server = started(folder, number)
    try:
        [address] = re.findall(r"http://[^/]+", server.first_line())
        yield server, address
    finally:
        server.kill()


@pytest.mark.parametrize(("ending", "code"), [(signal.SIGTERM, DONE), (signal.SIGINT, INTERRUPTED)])
def test_with_open_pages_the_server_ends_at_once_and_in_silence(
    tmp_path: Path, ending: signal.Signals, code: int
) -> None:
    with (
        serving(tmp_path) as (server, address),
        Program(address) as anna,
        ExitStack() as followed,
    ):
        table = anna.open("baguettes", ME, LINK)["table"]
        paths = 5 * [f"/t/{table}/stream", f"/api/tables/{table}/stream"]
        streams = [followed.enter_context(anna.events(path)) for path in paths]
        assert all(next(events) for events in streams)
        server.send_signal(ending)
        assert server.ended() == (code, "")


def test_whoever_follows_is_told_to_come_back_and_bots_that_think_are_not_waited_for(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as (server, address), Program(address) as anna:
        table = anna.open("baguettes", ME, {"kind": "bot", "level": "expert"})["table"]
        plain = {"accept-encoding": "identity"}
        with anna.http.stream("GET", f"/t/{table}/stream", headers=plain) as stream:
            sent = stream.iter_bytes()
            assert b"data:" in next(sent)
            with Program(address, authorization=anna.http.headers["authorization"]) as other:
                other.post(f"/api/tables/{table}/deal")
                if other.view(table)["to_move"] == 0:
                    view = other.view(table)
                    other.move(table, view["offers"][0]["move"], view["seq"])
                server.send_signal(signal.SIGTERM)
                assert re.search(rb"retry: \d+\n\n$", b"".join(sent))
        assert server.ended() == (DONE, "")


def test_a_process_that_hangs_ends_in_time_all_the_same() -> None:
    hangs = (
        "import threading, matchwood.server.run.shutdown as leaving;"
        "print('told', end=''); leaving._end_after(0.1); threading.Event().wait()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", hangs],
        timeout=SECONDS_TO_WAIT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (DONE, "told", "")


def test_every_line_of_the_log_says_when(tmp_path: Path) -> None:
    with serving(tmp_path) as (server, address), Program(address) as anna:
        assert anna.get("/api/games").is_success
        where = urlsplit(address)
        for sent in (b"nonsense\r\n\r\n", 1000 * b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            with socket.create_connection((where.hostname, where.port)) as stranger:
                stranger.sendall(sent)
                while read(stranger):
                    pass
        server.send_signal(signal.SIGTERM)
        _, errors = server.ended()
    lines = errors.splitlines()
    assert len(lines) == 2, errors
    for line, sentence in zip(lines, ("Invalid HTTP request", "Too many requests"), strict=True):
        assert re.search(f"{TIMED}WARNING {sentence}", line)


def read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionError:
        return b""


def test_a_folder_is_free_again_however_its_server_ended(tmp_path: Path) -> None:
    with serving(tmp_path) as (server, _):
        folder = tmp_path / "data"
        refused = f"Another server keeps its games in {folder}; --data takes another folder.\n"
        assert started(tmp_path, 1).ended() == (REFUSED, refused)
        server.kill()
        with serving(tmp_path, 2) as (_, address), Program(address) as anna:
            assert anna.open("baguettes", ME, LINK)
