"""The JSON API: whole games by programs, and every refusal with its status and sentence."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from rich.console import Console

from matchwood.engine.fairness import PART_BYTES, pledge
from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import LANGUAGES
from matchwood.server.base.tokens import hash_token
from matchwood.server.http.headers import SECURITY_HEADERS
from matchwood.server.http.limits import Limits
from matchwood.server.http.visitor import TOKEN_COOKIE
from matchwood.server.pages.assets import address_of_script
from matchwood.server.storage.engines import FILE
from matchwood.server.table.state import Table
from matchwood.terminal.verify import verify
from tests.support.serving import BOT, LINK, ME, SCREEN, Program, Served, two_at

SHORT = {"size": "2x2x2", "sticks": "2"}
"""Options of Baguettes with which a game is soon over."""
QUICK = {"top-trumps-match": {"mode": "five-minute", "void_after": "20", "max_voids": "1"}}
"""Options of games that would otherwise be long."""
CONTRIBUTION = "5a" * PART_BYTES


def play_out(table: str, programs: list[Program], seed: int = 0) -> dict[str, Any]:
    """Let programs play at random, each on its seat, to the end; what is seen then."""
    choose = random.Random(seed)
    view = programs[0].view(table)
    seq, seat = view["seq"], view["to_move"]
    while seat is not None:
        chosen = choose.choice(programs[seat].get(f"/api/tables/{table}/legal", seat=seat).json())
        answer = programs[seat].move(table, chosen["move"], seq)
        assert answer.status_code == httpx.codes.OK, answer.text
        seq = answer.json()["seq"]
        view = programs[seat].view(table)
        seat = view["to_move"]
    return view


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_two_programs_play_a_whole_game_and_its_record_is_verified(
    served: Served, game: str, tmp_path: Path
) -> None:
    with two_at(served.url, game, options=QUICK.get(game, {})) as (table, programs):
        view = play_out(table, programs)
        record = programs[1].get(f"/api/tables/{table}/record")
        log = served.log(table)
    assert view["phase"] == "over"
    assert view["winners"]
    assert view["verdict"]
    assert view["finale"].startswith("<svg")
    assert record.headers["content-type"].startswith("text/plain")
    file = tmp_path / "record.txt"
    file.write_text(record.text, "utf-8")
    console = Console(width=200)
    with console.capture() as said:
        verify(console, file)
    assert "The seed follows from it" in said.get()
    assert "The result is the one that they lead to." in said.get()
    assert Table(table, log).position == served.actor(table).table.position
    assert [each["move"] for each in view["told"]] == served.actor(table).table.position.history


def test_the_proof_is_shown_after_the_end_and_only_then(served: Served) -> None:
    with two_at(served.url, "baguettes", options=SHORT) as (table, programs):
        before = programs[0].view(table)["proof"]
        after = play_out(table, programs)["proof"]
    truth = served.actor(table).table
    assert before == {
        "commitment": truth.commitment,
        "secret": None,
        "contributions": [],
        "withheld": [],
        "terms": None,
        "seed": None,
    }
    assert after["secret"] == truth.secret.hex()
    assert after["seed"] == truth.position.seed.hex()
    assert after["terms"] == str(truth.terms)
    assert [seat for seat, _, drawn in after["contributions"] if drawn] == [0, 1]


def test_two_programs_bind_themselves_to_their_parts_before_they_open_them(served: Served) -> None:
    parts = {seat: bytes([seat]) * 32 for seat in range(2)}
    with Program(served.url) as anna, Program(served.url) as ben:
        told = anna.open("baguettes", ME, LINK)
        table, path = told["table"], f"/api/tables/{told['table']}/deal"
        assert anna.view(table)["dealing"] is None
        ben.sit(table, told["invite"])
        for program, part in zip((anna, ben), parts.values(), strict=True):
            assert program.view(table)["dealing"] == "pledge"
            answer = program.post(path, digest=pledge(table, part))
            assert answer.status_code == httpx.codes.OK, answer.text
        assert anna.view(table)["dealing"] == ben.view(table)["dealing"] == "open"
        assert anna.post(path, contribution=parts[0].hex()).status_code == httpx.codes.OK
        assert anna.view(table)["dealing"] == "wait"
        assert ben.post(path, contribution=parts[0].hex()).status_code == 422
        assert ben.post(path, contribution=parts[1].hex()).status_code == httpx.codes.OK
        assert anna.view(table)["phase"] == "playing"
    assert served.actor(table).table.proof.contributions == parts


def test_a_program_plays_against_bots_who_move_by_themselves(anna: Program) -> None:
    told = anna.open("baguettes", ME, BOT, options=SHORT)
    table = told["table"]
    assert told["invite"] is None
    with anna.events(f"/api/tables/{table}/stream") as events:
        assert next(events)["phase"] == "waiting"
        anna.post(f"/api/tables/{table}/deal", contribution=CONTRIBUTION)
        for view in events:
            if view["phase"] == "over":
                break
            if view["to_move"] == 0 and view["offers"]:
                anna.move(table, view["offers"][0]["move"], view["seq"])
    assert [0, CONTRIBUTION, False] in view["proof"]["contributions"]
    assert {turn["seat"] for turn in view["told"]} == {0, 1}
    assert view["practice"]


def test_the_stream_tells_each_what_they_may_see_and_goes_on_after_a_break(served: Served) -> None:
    with two_at(served.url, "baguettes") as (table, programs), Program(served.url) as watcher:
        path = f"/api/tables/{table}/stream"
        mover = programs[programs[0].view(table)["to_move"]]
        with watcher.events(path) as watched, mover.events(path) as mine:
            offer = next(mine)["offers"][0]
            start = next(watched)
            assert start["offers"] == []
            assert start["viewer"] is None
            mover.move(table, offer["move"], start["seq"])
            assert next(view for view in mine if view["told"])["undo"]
            seen = next(view for view in watched if view["told"])
            assert seen["told"][-1]["move"] == offer["move"]
            assert not seen["undo"]
        with watcher.events(path) as again:
            assert next(again) == watcher.view(table)


def test_a_move_is_taken_back_until_the_other_has_moved(served: Served) -> None:
    with two_at(served.url, "baguettes") as (table, programs):
        seat = programs[0].view(table)["to_move"]
        mover, other = programs[seat], programs[1 - seat]
        view = mover.view(table)
        moved = mover.move(table, view["offers"][0]["move"], view["seq"]).json()["seq"]
        refused = other.post(f"/api/tables/{table}/undo", after=moved)
        assert refused.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert mover.view(table)["undo"]
        undone = mover.post(f"/api/tables/{table}/undo", after=moved)
        assert undone.json() == {"seq": moved + 1}
        now = mover.view(table)
        assert now["document"] == view["document"]
        assert now["told"] == []
        again = mover.post(f"/api/tables/{table}/undo", after=moved)
        assert again.status_code == httpx.codes.CONFLICT


def test_legal_and_why_not_are_for_whose_turn_it_is(served: Served) -> None:
    with two_at(served.url, "baguettes") as (table, programs):
        seat = programs[0].view(table)["to_move"]
        offers = programs[seat].get(f"/api/tables/{table}/legal").json()
        assert offers == programs[seat].view(table)["offers"] != []
        assert programs[1 - seat].get(f"/api/tables/{table}/legal").json() == []
        path = f"/api/tables/{table}/why-not"
        legal = programs[seat].get(path, move=offers[0]["move"]).json()
        assert legal == {"rule": None, "sentence": None}
        answers = [
            programs[seat]
            .http.get(path, params={"move": "pull A1"}, headers={"accept-language": language})
            .json()
            for language in LANGUAGES
        ]
        assert {answer["rule"] for answer in answers} == {"BG-8"}
        assert len({answer["sentence"] for answer in answers}) == len(LANGUAGES)
        foreign = programs[1 - seat].get(path, move="pull A1")
        assert foreign.status_code == httpx.codes.FORBIDDEN


def test_the_games_are_told_with_their_options_and_bots(anna: Program) -> None:
    told = {game["name"]: game for game in anna.get("/api/games").json()}
    assert sorted(told) == sorted(game_names())
    for name, game in told.items():
        assert [each["name"] for each in game["options"]] == [
            option.name for option in find_game(name).options
        ]
        assert "random" in game["levels"]


# Refusals


@dataclass(frozen=True)
class Setting:
    """A table of two at which a refusal is tried, by each of them and a stranger."""

    table: str
    invite: str
    mover: Program
    other: Program
    stranger: Program

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"


Try = Callable[[Setting], httpx.Response]
GOOD = {"game": "baguettes", "seats": [ME, LINK]}


def opening(**wanted: object) -> Try:
    return lambda setting: setting.stranger.post("/api/tables", **{**GOOD, **wanted})


def body(content: bytes, **headers: str) -> Try:
    return lambda setting: setting.mover.http.post(
        f"{setting.path}/moves", content=content, headers=headers
    )


REFUSALS: dict[str, tuple[int, Try]] = {
    "unknown table": (404, lambda s: s.mover.get("/api/tables/nosuchtable")),
    "unknown table to move at": (404, lambda s: s.mover.move("nosuchtable", "pierce A1", 9)),
    "unknown table to follow": (404, lambda s: s.mover.get("/api/tables/nosuchtable/stream")),
    "unknown page of the API": (404, lambda s: s.mover.get("/api/nothing")),
    "unknown game": (404, opening(game="chess")),
    "foreign seat": (403, lambda s: s.other.move(s.table, "pierce A1", 99)),
    "no seat": (403, lambda s: s.stranger.move(s.table, "pierce A1", 99)),
    "no seat to deal from": (403, lambda s: s.stranger.post(f"{s.path}/deal")),
    "no seat to undo from": (403, lambda s: s.stranger.post(f"{s.path}/undo", after=99)),
    "why not, without a turn": (403, lambda s: s.other.get(f"{s.path}/why-not", move="x")),
    "guessed invitation": (
        403,
        lambda s: s.stranger.post(f"{s.path}/sit", name="Eve", invite="0" * 20),
    ),
    "bot for someone who is here": (403, lambda s: s.mover.post(f"{s.path}/stand-in", seat=1)),
    "bot asked for by a stranger": (403, lambda s: s.stranger.post(f"{s.path}/stand-in", seat=1)),
    "stale move": (409, lambda s: s.mover.move(s.table, "pierce A1", 0)),
    "dealt already": (409, lambda s: s.mover.post(f"{s.path}/deal")),
    "no chair left": (409, lambda s: s.stranger.post(f"{s.path}/sit", name="Eve", invite=s.invite)),
    "illegal move": (422, lambda s: s.mover.move(s.table, "pull A1", 99)),
    "nonsense as a move": (422, lambda s: s.mover.move(s.table, "🦊", 99)),
    "illegal option": (422, opening(options={"size": "9x9x9"})),
    "unknown option": (422, opening(options={"height": "3"})),
    "file as an option": (422, opening(game="colorfox", options={"deck": "/etc/passwd"})),
    "too few seats": (422, opening(seats=[ME])),
    "unknown bot": (422, opening(seats=[ME, {"kind": "bot", "level": "god"}])),
    "no name": (422, opening(seats=[{"kind": "me", "name": " "}, LINK])),
    "endless patience": (422, opening(patience=10**9)),
    "nothing to take back": (422, lambda s: s.mover.post(f"{s.path}/undo", after=99)),
    "record of a game in play": (422, lambda s: s.mover.get(f"{s.path}/record")),
    "broken JSON": (400, body(b"{")),
    "no body": (400, body(b"")),
    "a list as a body": (400, body(b"[]")),
    "another kind of body": (400, body(b"move=x&after=1", **{"content-type": "text/plain"})),
    "bytes that are no text": (400, body(b'{"move": "\xff", "after": 1}')),
    "a word for a number": (400, lambda s: s.mover.post(f"{s.path}/moves", move="x", after="x")),
    "a number below zero": (400, lambda s: s.mover.post(f"{s.path}/moves", move="x", after=-1)),
    "a move without end": (400, lambda s: s.mover.move(s.table, "x" * 201, 1)),
    "unknown kind of chair": (400, opening(seats=[{"kind": "throne"}, LINK])),
    "unknown field": (400, opening(colour="red")),
    "no hexadecimal digits": (400, lambda s: s.mover.post(f"{s.path}/deal", contribution="xyz")),
    "a word for a seat": (400, lambda s: s.mover.get(s.path, seat="first")),
    "no move to explain": (400, lambda s: s.mover.get(f"{s.path}/why-not")),
    "wrong method": (405, lambda s: s.mover.http.put(s.path)),
    "too long a body": (413, body(b"x" * 70_000)),
}


def everything(folder: Path) -> list[Any]:
    """All that is in the store."""
    connection = sqlite3.connect(folder / FILE)
    rows = [
        row
        for table in ("tables", "events")
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    ]
    connection.close()
    return rows


@pytest.fixture(scope="module")
def setting(served: Served) -> Iterator[Setting]:
    with two_at(served.url, "baguettes") as (table, programs), Program(served.url) as stranger:
        seat = programs[0].view(table)["to_move"]
        invite = served.actor(table).table.invite
        yield Setting(table, invite, programs[seat], programs[1 - seat], stranger)


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_has_its_status_and_one_sentence_in_each_language_and_changes_nothing(
    served: Served, setting: Setting, what: str
) -> None:
    status, attempt = REFUSALS[what]
    kept, seq = everything(served.folder), setting.mover.view(setting.table)["seq"]
    sentences = []
    for language in LANGUAGES:
        for program in (setting.mover, setting.other, setting.stranger):
            program.http.headers["accept-language"] = language
        answer = attempt(setting)
        assert answer.status_code == status, answer.text
        told = answer.json()
        assert told["status"] == status
        assert told["sentence"].endswith((".", "?", "!"))
        sentences.append(told["sentence"])
        check_dressed(answer)
    assert len(set(sentences)) == len(LANGUAGES), sentences
    assert everything(served.folder) == kept
    assert setting.mover.view(setting.table)["seq"] == seq


def check_dressed(answer: httpx.Response) -> None:
    for name, value in SECURITY_HEADERS:
        assert answer.headers.get_list(name.decode()) == [value.decode()], name


def test_an_illegal_move_is_refused_with_its_rule(setting: Setting) -> None:
    answer = setting.mover.move(setting.table, "pull A1", 99)
    assert answer.json()["rule"] == "BG-8"


def test_a_move_that_is_sent_twice_is_made_once(served: Served) -> None:
    with two_at(served.url, "baguettes") as (table, programs):
        mover = programs[programs[0].view(table)["to_move"]]
        view = mover.view(table)
        move = view["offers"][0]["move"]
        assert mover.move(table, move, view["seq"]).status_code == httpx.codes.OK
        again = mover.move(table, move, view["seq"])
        assert again.status_code == httpx.codes.CONFLICT
        assert again.json()["sentence"] == "This move has already been made."
        assert len(mover.view(table)["told"]) == 1


def test_the_last_move_of_a_game_that_is_sent_twice_is_known_to_have_been_made(
    served: Served, anna: Program
) -> None:
    table = anna.open("baguettes", ME, SCREEN, options=SHORT)["table"]
    anna.post(f"/api/tables/{table}/deal")
    last = play_out(table, [anna, anna])
    again = anna.move(table, last["told"][-1]["move"], last["seq"] - 1)
    assert again.json()["sentence"] == "This move has already been made."
    other = anna.move(table, last["told"][-1]["move"], last["seq"])
    assert other.json()["sentence"] == "The game is over."


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/games", httpx.codes.OK),
        ("GET", "/api/nothing-here", httpx.codes.NOT_FOUND),
        ("DELETE", "/api/games", httpx.codes.METHOD_NOT_ALLOWED),
    ],
)
def test_too_many_requests_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, path: str, status: int
) -> None:
    stopped = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr("matchwood.server.http.limits.time", stopped)
    limits = Limits(requests=1, burst=2)
    with Served(tmp_path, limits) as server, Program(server.url) as program:
        answers = [program.http.request(method, path) for _ in range(limits.burst + 3)]
    assert {answer.status_code for answer in answers[: limits.burst]} == {status}
    for answer in answers[limits.burst :]:
        assert answer.status_code == httpx.codes.TOO_MANY_REQUESTS
        assert "more than 1 requests a second" in answer.json()["sentence"]
        check_dressed(answer)


def test_too_many_tables_are_refused_until_one_is_over(tmp_path: Path) -> None:
    limits = Limits(requests=1e6, burst=10**6, tables=2)
    with Served(tmp_path, limits) as server, Program(server.url) as anna:
        table = anna.open("baguettes", ME, SCREEN, options=SHORT)["table"]
        anna.open("baguettes", ME, SCREEN)
        kept = everything(tmp_path)
        refused = anna.post("/api/tables", **GOOD)
        assert refused.status_code == httpx.codes.TOO_MANY_REQUESTS
        assert "You have 2 unfinished games" in refused.json()["sentence"]
        assert everything(tmp_path) == kept
        anna.post(f"/api/tables/{table}/deal")
        play_out(table, [anna, anna])
        assert anna.post("/api/tables", **GOOD).status_code == httpx.codes.CREATED


# Browsers


def test_with_a_cookie_a_request_must_come_from_our_own_pages(
    served: Served, anna: Program
) -> None:
    anna.http.headers["origin"] = served.url
    opened = anna.http.post("/play/baguettes")
    assert opened.status_code == httpx.codes.SEE_OTHER
    cookie = opened.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    path = opened.headers["location"]
    kept = everything(served.folder)
    for origin in ("https://elsewhere.example", "null", f"{served.url}0", None):
        headers = {} if origin is None else {"origin": origin}
        if origin is None:
            del anna.http.headers["origin"]
        for target in (f"{path}/deal", "/play/baguettes", f"/api/tables/{path[3:]}/deal"):
            answer = anna.http.post(target, headers=headers)
            assert answer.status_code == httpx.codes.FORBIDDEN, (origin, target)
            assert "another site" in answer.text
            check_dressed(answer)
    assert everything(served.folder) == kept
    from_page = {"referer": f"{served.url}{path}"}
    answer = anna.http.post(f"{path}/deal", headers=from_page, data={"contribution": ""})
    assert answer.status_code == httpx.codes.SEE_OTHER


def test_a_cookie_is_for_safe_connections_only_where_the_connection_is(anna: Program) -> None:
    plain = anna.http.post("/play/baguettes").headers["set-cookie"]
    assert "Secure" not in plain.split("; ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_gets_a_refusal_as_a_page_in_its_language(served: Served, language: str) -> None:
    with Program(served.url, language) as anna, Program(served.url, language) as program:
        for path, status in (("/t/nosuchtable", 404), ("/nothing", 404), ("/new/chess", 404)):
            answer = anna.get(path)
            assert answer.status_code == status
            assert answer.headers["content-type"].startswith("text/html")
            assert f'lang="{language}"' in answer.text
            check_dressed(answer)
        told = program.get("/api/tables/nosuchtable").json()["sentence"]
        assert told in anna.get("/t/nosuchtable").text


def test_every_kind_of_answer_is_dressed(served: Served, anna: Program) -> None:
    told = anna.open("baguettes", ME, SCREEN, options=SHORT)
    table = told["table"]
    anna.post(f"/api/tables/{table}/deal")
    play_out(table, [anna, anna])
    pages = (
        *("/", "/new/baguettes", "/rules/baguettes", "/rules/baguettes?part=1", "/?lang=fr"),
        *("/static/matchwood.css", address_of_script(), "/static/icon.svg"),
        *("/static/games/baguettes.css", "/static/nothing.js", "/api/schema/openapi.json"),
        *(f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/record", f"/t/{table}/why"),
        *("/api/games", f"/api/tables/{table}", f"/api/tables/{table}/legal"),
    )
    for page in pages:
        answer = anna.get(page)
        assert answer.status_code in (200, 303, 404), page
        check_dressed(answer)
    for stream in (f"/t/{table}/stream", f"/api/tables/{table}/stream"):
        with anna.http.stream("GET", stream) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["cache-control"] == "no-store"
            check_dressed(answer)
    check_dressed(anna.http.options("/api/tables"))
    check_dressed(anna.http.put("/api/games"))


def test_what_breaks_on_our_side_is_told_without_what_it_was(
    served: Served, anna: Program, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    table = anna.open("baguettes", ME, LINK)["table"]

    def broken(*_: object) -> None:
        raise RuntimeError(f"secret of {table}")

    monkeypatch.setattr("matchwood.server.live.table_views.build_view", broken)
    answer = anna.get(f"/api/tables/{table}")
    assert answer.status_code == httpx.codes.INTERNAL_SERVER_ERROR
    sentence = answer.json()["sentence"]
    assert sentence.startswith("Something went wrong on our side; please try again.")
    assert "RuntimeError in" in caplog.text
    assert table not in caplog.text
    check_dressed(answer)


# Tokens


def test_a_token_is_in_no_page_and_only_its_hash_in_the_store(
    served: Served, anna: Program
) -> None:
    told = anna.open("baguettes", ME, SCREEN, listed=True, options=SHORT)
    table, token = told["table"], told["token"]
    anna.post(f"/api/tables/{table}/deal")
    seen = [anna.get("/").text, anna.get(f"/t/{table}").text, json.dumps(anna.view(table))]
    play_out(table, [anna, anna])
    seen += [anna.get(f"/t/{table}{page}").text for page in ("", "/replay", "/record")]
    for text in seen:
        assert token not in text
        assert hash_token(token) not in text
    stored = b"".join(path.read_bytes() for path in served.folder.iterdir())
    assert token.encode() not in stored
    assert hash_token(token).encode() in stored


def test_another_token_holds_no_seat(served: Served, anna: Program) -> None:
    told = anna.open("baguettes", ME, LINK)
    table = told["table"]
    for token in ("x", told["token"][:-1], hash_token(told["token"])):
        with Program(served.url, authorization=f"Bearer {token}") as eve:
            assert eve.view(table)["mine"] == []
            eve.http.headers["cookie"] = f"{TOKEN_COOKIE}={token}"
            del eve.http.headers["authorization"]
            assert eve.view(table)["mine"] == []
    assert anna.view(table)["mine"] == [0]


@pytest.mark.parametrize(("game", "option"), [("colorfox", "deck"), ("top-trumps-match", "cubes")])
@pytest.mark.parametrize("around", ["{}", "{} ", "\t{}", "{}\n", "\u2003{}\x85", "{},", "{}-"])
def test_an_option_tells_nothing_of_the_files_of_the_server(
    anna: Program, tmp_path: Path, game: str, option: str, around: str
) -> None:
    file = tmp_path / "pieces.toml"
    wanted = {"game": game, "seats": [ME, BOT], "options": {option: around.format(file)}}
    without = anna.post("/api/tables", **wanted)
    file.write_text("cards = 5")
    with_file = anna.post("/api/tables", **wanted)
    file.unlink()
    os.mkfifo(file)
    with_pipe = anna.post("/api/tables", **wanted)
    assert without.status_code == with_file.status_code == with_pipe.status_code == 422
    assert without.json() == with_file.json() == with_pipe.json()
