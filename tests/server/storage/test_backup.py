"""All games in one file: of one moment, for either kind of store; what is there is not lost."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from matchwood.cli import main
from matchwood.server.base.tokens import KEY_BYTES
from matchwood.server.storage import backup, backup_file
from matchwood.server.storage.backup import BackupError, Restored, restore, write_backup
from matchwood.server.storage.engines import FILE, Location
from matchwood.server.storage.store import Store
from matchwood.server.table.events import Event, Moved
from matchwood.server.table.new_table import Chair, Wanted, opening_events
from matchwood.terminal.leaving import REFUSED
from tests.server.storage.test_store import standing
from tests.support.postgres import Postgres
from tests.support.serving import Program, Served, two_at

ANNA = "a" * 64


@pytest.fixture(params=["folder", "address"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Location]:
    """Another store, empty."""
    if request.param == "folder":
        yield tmp_path / "elsewhere"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with postgres.database() as url:
        yield url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.backup"


async def written(where: Location, logs: dict[str, list[Event]]) -> None:
    """Write these tables, or what they have more than is there."""
    store = await Store.open(where)
    for name, log in logs.items():
        there = len(await store.log(name))
        if not there:
            await store.create(name, ANNA, standing("playing", log), log)
        elif log[there:]:
            await store.append(name, there, standing("over", log), log[there:])
    await store.close()


async def read(where: Location, *names: str) -> dict[str, list[Event]]:
    store = await Store.open(where)
    logs = {name: await store.log(name) for name in names}
    await store.close()
    return logs


def log(*moves: str) -> list[Event]:
    first = opening_events(Wanted("baguettes", [Chair("me", "Anna"), Chair("bot")]), ANNA)
    return [*first, *(Moved(0, move) for move in moves)]


def test_players_go_on_elsewhere_from_a_backup_of_a_server_at_work(
    where: Location, elsewhere: Location, file: Path
) -> None:
    with Served(where) as server, two_at(server.url, "baguettes") as (table, programs):
        mover = programs[programs[0].view(table)["to_move"]]
        before = mover.view(table)
        end = write_backup(where, file)
        assert (end.tables, end.events) == (1, len(server.log(table)))
        held = mover.http.headers["authorization"]
        assert mover.move(table, before["offers"][0]["move"], before["seq"]).status_code == 200
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert restore(file, elsewhere) == Restored(added=1)
    with Served(elsewhere) as server, Program(server.url, authorization=held) as mover:
        assert mover.view(table) == before
        assert mover.move(table, before["offers"][-1]["move"], before["seq"]).status_code == 200


def test_a_backup_is_of_one_moment(where: Location, file: Path) -> None:
    """Two tables are written in turn, so one is never more than an event ahead of the other."""
    stop = threading.Event()
    begun = threading.Event()

    async def write() -> None:
        store = await Store.open(where)
        first = log()
        for name in "ab":
            await store.create(name, ANNA, standing(), first)
        seq = len(first)
        while not stop.is_set():
            for name in "ab":
                await store.append(name, seq, standing(), [Moved(0, f"move {seq}")])
            seq += 1
            begun.set()
        await store.close()

    writer = threading.Thread(target=lambda: asyncio.run(write()))
    writer.start()
    try:
        assert begun.wait(60)
        for number in range(3):
            target = file.with_suffix(f".{number}")
            write_backup(where, target)
            one, two = (len(table.log) for table in backup_file.tables_in(target))
            assert one - two in (0, 1)
    finally:
        stop.set()
        writer.join()


def test_what_is_missing_comes_back_and_what_is_there_stays(where: Location, file: Path) -> None:
    kept = {
        "gone": log("one"),
        "cut": log("one", "two"),
        "same": log("one"),
        "longer": log("one"),
        "other": log("one", "two"),
    }
    asyncio.run(written(where, kept))
    write_backup(where, file)
    now = {
        "cut": log("one"),
        "same": log("one"),
        "longer": log("one", "two"),
        "other": log("one", "three"),
    }
    # A store that has lost something: another one, in which less was written.
    first = {name: kept[name][: len(log())] for name in now}
    lost = file.parent / "lost"
    asyncio.run(written(lost, first))
    asyncio.run(written(lost, {name: [*first[name], *now[name][len(log()) :]] for name in now}))
    assert restore(file, lost) == Restored(1, 1, 2, 1, other_key=False)
    found = asyncio.run(read(lost, *kept))
    moves = {name: [each.move for each in found[name] if isinstance(each, Moved)] for name in found}
    assert moves == {
        "gone": ["one"],
        "cut": ["one", "two"],
        "same": ["one"],
        "longer": ["one", "two"],
        "other": ["one", "three"],
    }
    assert restore(file, lost) == Restored(0, 0, 4, 1), "what is there is there"


def test_where_there_is_another_key_players_hold_their_seats_from_the_next_start(
    where: Location, elsewhere: Location, file: Path
) -> None:
    with Served(where) as server, two_at(server.url, "baguettes") as (table, [anna, _]):
        held = anna.http.headers["authorization"]
        seats = anna.view(table)["viewer"]
        write_backup(where, file)
    with Served(elsewhere):
        assert restore(file, elsewhere) == Restored(added=1, other_key=True)
    with Served(elsewhere) as server, Program(server.url, authorization=held) as anna:
        assert anna.view(table)["viewer"] == seats == 0
        strange = f"Bearer {64 * 'x'}"
        assert (
            anna.http.get(f"/api/tables/{table}", headers={"authorization": strange}).json()[
                "viewer"
            ]
            is None
        )


def packed(*lines: object) -> bytes:
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def test_what_is_no_backup_is_refused_and_nothing_changes(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "source"
    asyncio.run(written(source, {"one": log("x"), "two": log("y")}))
    write_backup(source, file)
    whole = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    head = json.loads(whole[0])
    bad = {
        b"": "is no backup of Matchwood.",
        b"nonsense": "is no backup of Matchwood.",
        packed({"type": "other"}): "is no backup of Matchwood.",
        packed("x", 1): "is no backup of Matchwood.",
        packed({**head, "format": 1}): "was written by another version of Matchwood.",
        file.read_bytes()[:-20]: "is not whole: its end is missing.",
        gzip.compress(b"".join(whole[:-1])): "is not whole: its end is missing.",
        gzip.compress(b"".join([whole[0], *whole[2:]])): "is no backup of Matchwood.",
        gzip.compress(b"".join([*whole, whole[1]])): "is no backup of Matchwood.",
    }
    target = tmp_path / "target"
    broken = tmp_path / "broken"
    for data, sentence in bad.items():
        broken.write_bytes(data)
        assert main(["restore", str(broken), "--data", str(target)]) == REFUSED, sentence
        assert capsys.readouterr().err == f"{broken} {sentence}\n"
        assert not target.exists()
    assert main(["restore", str(tmp_path / "none"), "--data", str(target)]) == REFUSED
    assert "cannot be read: No such file" in capsys.readouterr().err
    assert not target.exists()


def key_of(size: int) -> str:
    return base64.b64encode(size * b"k").decode()


HEAD: dict[str, object] = {
    "type": "matchwood backup",
    "format": backup.FORMAT,
    "version": "0.1.0",
    "at": 1.0,
    "key": key_of(KEY_BYTES),
    "old_holders": [],
}
KEPT: dict[str, object] = {
    "type": "table",
    "name": "one",
    "maker": ANNA,
    "listed": False,
    "phase": "playing",
    "to_move": 0,
    "changed": 1.0,
    "summary": "{}",
    "log": [[1.0, "{}"]],
    "seats": [[0, ANNA, "Anna"]],
}
END = {"type": "end", "tables": 1, "events": 1}


def test_a_file_of_the_right_sizes_and_types_is_taken(tmp_path: Path, file: Path) -> None:
    file.write_bytes(packed(HEAD, KEPT, END))
    assert restore(file, tmp_path / "target") == Restored(added=1)


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        *((HEAD, {"key": key}) for key in ("", key_of(3), key_of(31), key_of(33), "ä" * 44, 7)),
        (HEAD, {"key": key_of(KEY_BYTES)[:-1] + "!"}),
        (HEAD, {"old_holders": ["x" * 65]}),
        (HEAD, {"old_holders": [7]}),
        *((KEPT, {"name": name}) for name in ("", "x" * 33, "a\0", None)),
        (KEPT, {"maker": "x" * 65}),
        (KEPT, {"phase": "gone"}),
        (KEPT, {"to_move": 2**31}),
        (KEPT, {"to_move": -1}),
        (KEPT, {"changed": -1.0}),
        (KEPT, {"changed": "now"}),
        (KEPT, {"log": [[1.0]]}),
        (KEPT, {"seats": [[2**31, ANNA, "Anna"]]}),
        (KEPT, {"seats": [[0, ANNA, "A" * 65]]}),
        (KEPT, {"seats": [[0, ANNA, "\0"]]}),
        (KEPT, {"seats": [[0, ANNA, "Anna"], [0, ANNA, "Ada"]]}),
        (END, {"tables": 2}),
    ],
)
def test_a_file_of_other_sizes_or_types_changes_nothing(
    tmp_path: Path, file: Path, what: object, wrong: dict[str, object]
) -> None:
    target = tmp_path / "target"
    lines = [{**line, **wrong} if line is what else line for line in (HEAD, KEPT, END)]
    file.write_bytes(packed(*lines))
    with pytest.raises(BackupError, match="is no backup of Matchwood"):
        restore(file, target)
    assert not target.exists()


def test_a_table_that_comes_twice_changes_nothing(tmp_path: Path, file: Path) -> None:
    file.write_bytes(packed(HEAD, KEPT, KEPT, {**END, "tables": 2, "events": 2}))
    with pytest.raises(BackupError, match="is no backup of Matchwood"):
        restore(file, tmp_path / "target")


BOMB_BYTES, LONGEST_LINE = 2**28, 2**24
BOMBS = {
    "a line without an end": b"",
    "a head without an end": b'{"type":"matchwood backup","version":"',
    "brackets without an end": b"[",
}


@pytest.mark.parametrize("begins", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_before_it_fills_the_memory(
    tmp_path: Path,
    begins: bytes,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backup_file, "LONGEST_LINE", LONGEST_LINE)
    bomb = tmp_path / "bomb"
    with gzip.open(bomb, "wb", compresslevel=1) as packed:
        packed.write(begins)
        for _ in range(BOMB_BYTES // LONGEST_LINE):
            packed.write(LONGEST_LINE * (begins[-1:] or b"\0"))
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert main(["restore", str(bomb), "--data", str(tmp_path / "target")]) == REFUSED
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < BOMB_BYTES / 2
    assert capsys.readouterr().err == f"{bomb} is no backup of Matchwood.\n"
    assert not (tmp_path / "target").exists()


def test_more_holders_are_taken_than_a_statement_has_room_for(
    elsewhere: Location, file: Path
) -> None:
    holders = [f"{number:064}" for number in range(40_000)]
    file.write_bytes(packed({**HEAD, "old_holders": holders}, KEPT, END))
    for _ in range(2):
        restore(file, elsewhere)

    async def known() -> frozenset[str]:
        store = await Store.open(elsewhere)
        found = await store.old_holders()
        await store.close()
        return found

    assert asyncio.run(known()) == set(holders)


def test_long_tables_are_written_a_few_at_a_time(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "BYTES_AT_ONCE", 1000)
    sizes: list[int] = []
    add_all = backup._add_all

    def counted(engine: Any, some: Any, restored: Any) -> None:
        sizes.append(len(some))
        add_all(engine, some, restored)

    monkeypatch.setattr(backup, "_add_all", counted)
    tables = [{**KEPT, "name": f"{number}", "log": [[1.0, "x" * 400]]} for number in range(6)]
    file.write_bytes(packed(HEAD, *tables, {**END, "tables": 6, "events": 6}))
    assert restore(file, tmp_path / "target") == Restored(added=6)
    assert sizes == [3, 3]


def test_what_is_damaged_keeps_no_other_from_being_backed_up(tmp_path: Path, file: Path) -> None:
    source = tmp_path / "source"
    asyncio.run(written(source, {"one": log("x"), "two": log("y")}))
    with closing(sqlite3.connect(source / FILE)) as store, store:
        store.execute("UPDATE tables SET summary = ? WHERE name = 'one'", [b"\xff"])
        store.execute("UPDATE events SET data = ? WHERE \"table\" = 'one'", [b"\xff"])
    assert write_backup(source, file).tables == 2
    assert restore(file, tmp_path / "target") == Restored(added=2)


def test_a_backup_never_takes_the_place_of_a_file_and_needs_games(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    assert main(["backup", str(file), "--data", str(empty)]) == REFUSED
    assert capsys.readouterr().err == f"There are no games in {empty}.\n"
    assert not empty.exists()
    source = tmp_path / "source"
    asyncio.run(written(source, {"one": log()}))
    assert main(["backup", str(tmp_path / "no" / "where"), "--data", str(source)]) == REFUSED
    assert "cannot be written: No such file" in capsys.readouterr().err
    assert main(["backup", str(file), "--data", str(source)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told == f"Tables written to {file}: 1, with 2 events."
    kept = file.read_bytes()
    assert main(["backup", str(file), "--data", str(source)]) == REFUSED
    assert "is there already; nothing was written." in capsys.readouterr().err
    assert file.read_bytes() == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, "source"]
    assert main(["restore", str(file), "--data", str(tmp_path / "target")]) == 0
    assert (tmp_path / "target" / FILE).exists()


def test_a_store_that_cannot_be_used_is_told_in_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nobody = "postgresql://nobody@127.0.0.1:9/none"
    assert main(["backup", str(file), "--store", nobody]) == REFUSED
    told = capsys.readouterr().err
    assert told.startswith(f"The games in {nobody} cannot be used: ")
    assert told.count("\n") == 1
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / FILE).write_bytes(b"nonsense" * 100)
    with pytest.raises(BackupError, match="cannot be used: file is not a database"):
        write_backup(broken, file)
    assert not file.exists()


def test_a_table_is_written_by_another_while_it_is_restored(
    where: Location, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is looked once more what is missing."""
    asyncio.run(written(where, {"one": log("x")}))
    write_backup(where, file)
    target = file.parent / "target"
    asyncio.run(written(target, {"zero": log()}))
    add, met = backup._add, []

    def late(*given: object) -> None:
        if not met:
            met.append(1)
            raise backup.IntegrityError("", {}, Exception())
        add(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(backup, "_add", late)
    assert restore(file, target) == Restored(added=1)
