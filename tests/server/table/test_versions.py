"""Tables of other versions of the rules: one sentence, wherever they are asked for, and no replay.

Logs are changed in the store, as if an earlier release had written them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchwood import load
from matchwood.server.base import error_log
from matchwood.server.storage.engines import FILE
from matchwood.server.table.errors import UnreadableTable
from matchwood.server.table.events import Dealt, Opened
from matchwood.server.table.state import Table
from tests.support.serving import ME, SCREEN, Program, Served, two_at

SENTENCES = {
    "en": "This table was set up by version 1 of the rules of Baguettes; this is version 2, so",
    "fr": "Cette table a été ouverte avec la version 1 des règles de Baguettes ; ici, c’est la",
    "de": "Dieser Tisch wurde nach Fassung 1 der Regeln von Baguettes eröffnet; hier gilt Fassung",
}
Agreement = dict[str, Any]


def name_version_1(agreement: Agreement) -> None:
    agreement["version"] = 1


def name_another_game(agreement: Agreement) -> None:
    """As if it came from a plug-in that is not installed any more."""
    agreement["game"] = "halma"


def change(folder: Path, table: str, how: Callable[[Agreement], None]) -> None:
    """Change what was agreed on at a table, in the store of a server that is not running."""
    with closing(sqlite3.connect(folder / FILE)) as store, store:
        where = 'WHERE "table" = ? AND seq = 0'
        [(data,)] = store.execute(f"SELECT data FROM events {where}", [table])
        opened = json.loads(data)
        how(opened["agreement"])
        store.execute(f"UPDATE events SET data = ? {where}", [json.dumps(opened).encode(), table])
        [(data,)] = store.execute("SELECT summary FROM tables WHERE name = ?", [table])
        summary = json.loads(data)
        how(summary["agreement"])
        changed = json.dumps(summary).encode(), table
        store.execute("UPDATE tables SET summary = ? WHERE name = ?", changed)


def kept(folder: Path) -> list[Any]:
    """All that the store has."""
    with closing(sqlite3.connect(folder / FILE)) as store:
        return [
            *store.execute("SELECT * FROM tables ORDER BY name"),
            *store.execute('SELECT * FROM events ORDER BY "table", seq'),
        ]


def begun(folder: Path, game: str, options: dict[str, str] | None = None) -> tuple[str, str]:
    """A listed table where a game has begun, and the token that holds its seats."""
    with Served(folder) as server, Program(server.url) as anna:
        told = anna.open(game, ME, SCREEN, options=options or {}, listed=True)
        assert anna.post(f"/api/tables/{told['table']}/deal").status_code == httpx.codes.OK
        return told["table"], told["token"]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str, str]]:
    """A server with a table that was set up by version 1 of its rules, and the seats' token."""
    folder = tmp_path_factory.mktemp("data")
    table, token = begun(folder, "baguettes")
    change(folder, table, name_version_1)
    with Served(folder) as server:
        yield server, table, token


def test_whatever_is_asked_of_such_a_table_the_answer_is_one_sentence_and_nothing_changes(
    old: tuple[Served, str, str],
) -> None:
    server, table, token = old
    before, here = kept(server.folder), f"/api/tables/{table}"
    with Program(server.url, authorization=f"Bearer {token}") as anna:
        answers = [
            anna.get(here),
            *(anna.get(f"{here}/{what}") for what in ("legal", "stream", "record")),
            anna.get(f"{here}/why-not", move="pierce A1"),
            anna.post(f"{here}/sit", name="Ben", invite="x"),
            anna.post(f"{here}/deal"),
            anna.move(table, "pierce A1", after=4),
            anna.post(f"{here}/undo", after=4),
            anna.post(f"{here}/stand-in", seat=1),
        ]
    for answer in answers:
        assert answer.status_code == httpx.codes.GONE, answer.url
        assert answer.json()["sentence"].startswith(SENTENCES["en"])
    assert kept(server.folder) == before


@pytest.mark.parametrize("language", SENTENCES)
def test_its_pages_say_so_in_the_language_of_the_reader(
    old: tuple[Served, str, str], language: str
) -> None:
    server, table, _ = old
    with Program(server.url, language, accept="text/html") as reader:
        for page in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/record"):
            answer = reader.get(page)
            assert answer.status_code == httpx.codes.GONE
            assert SENTENCES[language] in answer.text
        for act in ("move", "undo", "again"):
            answer = reader.http.post(f"/t/{table}/{act}", data={"after": 4, "move": "pierce A1"})
            assert answer.status_code == httpx.codes.GONE


def test_the_front_page_lists_other_tables_but_not_this_one(
    old: tuple[Served, str, str],
) -> None:
    server, table, _ = old
    with Program(server.url, accept="text/html") as reader, Program(server.url) as anna:
        told = anna.open("baguettes", ME, SCREEN, listed=True)
        anna.post(f"/api/tables/{told['table']}/deal")
        front = reader.get("/")
    assert front.status_code == httpx.codes.OK
    assert f"/t/{told['table']}" in front.text
    assert f"/t/{table}" not in front.text


def test_a_table_of_a_game_that_is_gone_is_not_listed_either(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "baguettes")
    change(tmp_path, table, name_another_game)
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as reader:
        front = reader.get("/")
        assert front.status_code == httpx.codes.OK
        assert f"/t/{table}" not in front.text
        answer = reader.get(f"/t/{table}")
        assert answer.status_code == httpx.codes.GONE
        assert "halma" in answer.text


def damage(folder: Path, table: str, statement: str, data: bytes) -> None:
    """Change something in the store of a server that is not running."""
    with closing(sqlite3.connect(folder / FILE)) as store, store:
        store.execute(statement, [data, table])


EVENT = 'UPDATE events SET data = ? WHERE "table" = ? AND seq = 2'
BEGINNING = 'UPDATE events SET data = ? WHERE "table" = ? AND seq = 0'
SUMMARY = "UPDATE tables SET summary = ? WHERE name = ?"
FLEW = json.dumps({"type": "flew away"}).encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (FLEW, "newer version"),
        (b"nonsense", "is damaged"),
        (b"\xff", "is damaged"),
        (b'{"type":"moved","seat":0,"move":"fly away"}', "is damaged"),
    ],
)
def test_a_table_whose_log_cannot_be_replayed_says_so(
    tmp_path: Path, data: bytes, sentence: str
) -> None:
    table, _ = begun(tmp_path, "baguettes")
    damage(tmp_path, table, EVENT, data)
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as reader:
        assert reader.get("/").status_code == httpx.codes.OK
        answer = reader.get(f"/t/{table}")
        assert answer.status_code == httpx.codes.GONE
        assert sentence in answer.text


@pytest.mark.parametrize(
    ("what", "data", "line"),
    [
        (EVENT, b"nonsense", "Baguettes"),
        (BEGINNING, FLEW, "Baguettes"),
        (SUMMARY, b"nonsense", "A table that cannot be read"),
        (SUMMARY, b'{"seq":1}', "A table that cannot be read"),
    ],
)
def test_one_s_own_table_that_is_damaged_is_one_line_and_hides_no_other(
    tmp_path: Path, what: str, data: bytes, line: str
) -> None:
    broken, token = begun(tmp_path, "baguettes")
    damage(tmp_path, broken, what, data)
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as anna:
        anna.http.headers["authorization"] = f"Bearer {token}"
        table = anna.open("colorfox", ME, SCREEN)["table"]
        for page in ("/", "/mine"):
            answer = anna.get(page)
            assert answer.status_code == httpx.codes.OK
            assert f"/t/{table}" in answer.text
            own = answer.text.split(f'href="/t/{broken}"')[1]
            assert page == "/mine" or line in own.partition("</a>")[0]


def test_a_summary_that_the_words_of_the_game_cannot_tell_is_one_line_too(tmp_path: Path) -> None:
    broken, token = begun(tmp_path, "baguettes")
    with closing(sqlite3.connect(tmp_path / FILE)) as store, store:
        query = "SELECT summary FROM tables WHERE name = ?"
        summary = json.loads(store.execute(query, [broken]).fetchone()[0])
        summary["document"] = {"game": "baguettes"}
        store.execute(SUMMARY, [json.dumps(summary).encode(), broken])
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as anna:
        anna.http.headers["authorization"] = f"Bearer {token}"
        answer = anna.get("/")
        assert answer.status_code == httpx.codes.OK
        assert f"/t/{broken}" in answer.text


@pytest.mark.parametrize(
    ("column", "contradiction"),
    [("summary", {"won": [9]}), ("summary", {"to_move": 7}), ("changed", inf), ("changed", -1.0)],
)
def test_a_table_that_contradicts_itself_is_one_line_too(
    tmp_path: Path,
    column: str,
    contradiction: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(error_log, "_warned", {})
    broken, token = begun(tmp_path, "baguettes")
    with closing(sqlite3.connect(tmp_path / FILE)) as store, store:
        [(data,)] = store.execute("SELECT summary FROM tables WHERE name = ?", [broken])
        if column == "summary":
            contradiction = json.dumps({**json.loads(data), **contradiction}).encode()
        change = f"UPDATE tables SET phase = 'over', {column} = ? WHERE name = ?"
        store.execute(change, [contradiction, broken])
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as anna:
        anna.http.headers["authorization"] = f"Bearer {token}"
        table = anna.open("colorfox", ME, SCREEN)["table"]
        for page in ("/", "/mine"):
            answer = anna.get(page)
            assert answer.status_code == httpx.codes.OK
            assert all(f"/t/{each}" in answer.text for each in (broken, table))
        assert anna.get("/mine.zip").status_code == httpx.codes.OK
    assert column == "changed" or "in the summary of a table" in caplog.text


@pytest.mark.parametrize("how", [name_version_1, name_another_game])
def test_the_maker_deletes_a_table_that_cannot_be_played_on_and_nobody_else_does(
    tmp_path: Path, how: Callable[[Agreement], None]
) -> None:
    table, token = begun(tmp_path, "baguettes")
    change(tmp_path, table, how)
    with Served(tmp_path) as server, Program(server.url, accept="text/html") as stranger:
        assert stranger.http.delete(f"/api/tables/{table}").status_code == httpx.codes.FORBIDDEN
        assert stranger.get(f"/t/{table}/delete").status_code == httpx.codes.FORBIDDEN
        with Program(server.url, authorization=f"Bearer {token}") as anna:
            asked = anna.get(f"/t/{table}/delete")
            assert asked.status_code == httpx.codes.OK
            assert ME["name"] in asked.text
            deleted = anna.http.delete(f"/api/tables/{table}")
            assert deleted.status_code == httpx.codes.NO_CONTENT
            assert anna.get(f"/t/{table}").status_code == httpx.codes.NOT_FOUND
            assert table not in anna.get("/mine").text
    assert kept(tmp_path) == []


def test_a_game_of_others_that_cannot_be_played_on_stays(tmp_path: Path) -> None:
    with Served(tmp_path) as server, two_at(server.url, "baguettes") as (table, [anna, _]):
        token = anna.http.headers["authorization"]
    change(tmp_path, table, name_version_1)
    with Served(tmp_path) as server, Program(server.url, authorization=token) as anna:
        refused = anna.http.delete(f"/api/tables/{table}")
        assert refused.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert "those who played with you" in refused.json()["sentence"]


def test_a_table_whose_log_is_damaged_is_deleted_by_its_maker(tmp_path: Path) -> None:
    table, token = begun(tmp_path, "baguettes")
    damage(tmp_path, table, EVENT, b"nonsense")
    with (
        Served(tmp_path) as server,
        Program(server.url, authorization=f"Bearer {token}") as anna,
    ):
        deleted = anna.http.post(f"/t/{table}/delete")
        assert deleted.status_code == httpx.codes.SEE_OTHER, deleted.text
    assert kept(tmp_path) == []


def test_people_can_look_at_what_happened_at_a_table_of_other_rules(
    old: tuple[Served, str, str],
) -> None:
    server, table, _ = old
    with Program(server.url, accept="text/html") as reader:
        page = reader.get(f"/t/{table}").text
    assert ME["name"] in page
    assert SCREEN["name"] in page


@pytest.mark.parametrize(
    ("game", "options"), [("baguettes", {}), ("piecepack-matches", {"flaming": "true"})]
)
def test_no_table_at_all_is_made_of_a_log_of_other_rules(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    name, _ = begun(tmp_path, game, options)
    change(tmp_path, name, name_version_1)
    with Served(tmp_path) as server:
        log: Any = server.log(name)
    with pytest.raises(UnreadableTable):
        Table(name, log)


def test_a_table_that_begins_with_a_position_in_another_form_is_told_so(tmp_path: Path) -> None:
    name, _ = begun(tmp_path, "piecepack-matches")
    with Served(tmp_path) as server:
        log: Any = server.log(name)
    opened = next(event for event in log if isinstance(event, Opened))
    start = load("piecepack-matches").new(seed=1).state.tobytes()
    assert Table(name, [opened, Dealt(start.hex(), 1)]).continued_from == 1
    with pytest.raises(
        UnreadableTable, match="in the middle of a game that was kept in another form"
    ):
        Table(name, [opened, Dealt(start[:-8].hex(), 1)])
