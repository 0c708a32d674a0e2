"""The folder of the games is for its owner and one server alone, and what it lacks is told."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

from matchwood.server.base import error_log
from matchwood.server.base.tokens import KEY_FILE
from matchwood.server.run.serve import CannotServe, ServeOptions, serve
from matchwood.server.storage.data_folder import LOCK_FILE, held, make_private
from matchwood.server.storage.engines import FILE
from matchwood.server.storage.store import Store
from matchwood.server.table.errors import WriteFailed
from matchwood.server.table.events import Moved
from tests.server.storage.test_store import ANNA, PAGES, create, standing
from tests.support.serving import ME, SCREEN, Program, Served

ODD_NAMES = ("x?y", "x#y", "x%20y", "x&mode=memory", "file:x", "ä ö")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def serve_in(folder: Path) -> None:
    serve(Console(quiet=True), ServeOptions("127.0.0.1", 0), folder, open_page=False)


@pytest.fixture
def open_mask() -> object:
    """What is made may be read by everyone, unless it is asked otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
@pytest.mark.usefixtures("open_mask")
class TestModes:
    def test_a_new_folder_and_its_files_are_for_their_owner_alone(self, tmp_path: Path) -> None:
        folder = tmp_path / "deep" / "data"
        with Served(folder) as server, Program(server.url) as anna:
            anna.open("baguettes", ME, SCREEN)
            assert {FILE, f"{FILE}-wal", KEY_FILE} <= modes(folder).keys()
            assert set(modes(folder).values()) == {0o600}
        assert folder.stat().st_mode & 0o777 == 0o700

    def test_what_others_could_read_of_an_older_folder_is_taken_from_them(
        self, tmp_path: Path
    ) -> None:
        folder = tmp_path / "data"
        folder.mkdir(mode=0o755)
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            (folder / name).touch(mode=0o644)
        make_private(folder)
        assert set(modes(folder).values()) == {0o600}
        assert folder.stat().st_mode & 0o777 == 0o700

    def test_a_folder_with_other_things_in_it_is_left_as_it_is(self, tmp_path: Path) -> None:
        folder = tmp_path / "home"
        folder.mkdir(mode=0o755)
        (folder / "letter.txt").touch(mode=0o644)
        (folder / FILE).touch(mode=0o644)
        make_private(folder)
        assert modes(folder) == {"letter.txt": 0o644, FILE: 0o600}
        assert folder.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("name", ODD_NAMES)
def test_games_are_kept_in_the_folder_that_was_named_whatever_its_name(
    tmp_path: Path, name: str
) -> None:
    async def write_and_read() -> None:
        store = await Store.open(tmp_path / name)
        await create(store, "one")
        await store.close()
        store = await Store.open(tmp_path / name)
        assert await store.log("one")
        await store.close()

    asyncio.run(write_and_read())
    assert (tmp_path / name / FILE).stat().st_size > 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_second_server_is_refused_the_folder_of_the_first(tmp_path: Path) -> None:
    make_private(tmp_path)
    sentence = f"Another server keeps its games in {tmp_path}; --data takes another folder."
    with held(tmp_path), pytest.raises(CannotServe, match=re.escape(sentence)):
        serve_in(tmp_path)
    with held(tmp_path):
        assert (tmp_path / LOCK_FILE).exists()


def test_a_broken_database_is_told_in_one_sentence_at_the_start(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    sentence = f"Games cannot be kept in {tmp_path}: file is not a database."
    with pytest.raises(CannotServe, match=re.escape(sentence)):
        serve_in(tmp_path)


@pytest.mark.parametrize("name", [FILE, LOCK_FILE, KEY_FILE])
def test_a_file_that_cannot_be_used_is_told_in_one_sentence_at_the_start(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(CannotServe, match=r"^Games cannot be kept in .*: Is a directory\.$"):
        serve_in(tmp_path)


def test_a_full_disk_is_reported_shortly_and_not_again_and_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_log, "_warned", {})
    caplog.set_level(logging.ERROR)

    async def fill() -> None:
        store = await Store.open(tmp_path)
        seq = await create(store, "one")
        with store.database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={PAGES}")
        for _ in range(5):
            with pytest.raises(WriteFailed):
                await store.append("one", seq, standing("over"), [Moved(0, "x" * 50_000)])
        assert await store.count_made_by(ANNA) == 1
        await store.close()

    asyncio.run(fill())
    [report] = caplog.messages
    assert report.startswith("OperationalError while writing to the store\n")
    assert "OperationalError SQLITE_FULL" in report
    assert len(report.splitlines()) < 15, report
