"""How the server is: told to those who run it, at an address of its own; nothing hidden in it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families
from rich.console import Console

from matchwood.engine.game import game_names
from matchwood.lab.warm import RULES, Workshop
from matchwood.server.base import metrics
from matchwood.server.live.bot_pool import Client
from matchwood.server.run import health
from matchwood.server.run.serve import CannotServe, ServeOptions, serve
from tests.support.serving import BOT, ME, SCREEN, Program, Served, two_at
from tests.support.waiting import wait_until

ALLOWED = {
    "game": set(game_names()),
    "by": {"bot", "person"},
    "phase": {"waiting", "playing", "over"},
    "thinkers": {"bots", "analysts"},
    "work": {"read", "write"},
}
"""What a label may say; a status is a number, and a version one of ours."""

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def keeper(served: Served) -> Iterator[Program]:
    """Whoever runs the server."""
    with Program(served.status_url) as program:
        yield program


def read(text: str) -> Samples:
    """The samples of a text, which has to be as Prometheus wants it."""
    samples = [
        sample for family in text_string_to_metric_families(text) for sample in family.samples
    ]
    found = {(each.name, tuple(each.labels.items())): each.value for each in samples}
    assert len(found) == len(samples), "each is told once"
    return found


def total(samples: Samples, name: str, **labels: str) -> float:
    wanted = labels.items()
    return sum(
        value for (each, has), value in samples.items() if each == name and wanted <= set(has)
    )


def test_at_its_own_address_the_server_says_that_it_lives_and_is_ready(keeper: Program) -> None:
    for path in ("/healthz", "/readyz"):
        answer = keeper.get(path)
        assert answer.status_code == httpx.codes.OK, answer.text
        assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_nobody_reaches_it_from_outside(served: Served, path: str) -> None:
    """Neither at the site's own address nor by what a proxy or a visitor can write."""
    with Program(served.url) as stranger:
        port = served.status_url.rpartition(":")[2]
        for headers in (
            {},
            {"host": f"localhost:{port}"},
            {"x-forwarded-for": "127.0.0.1", "x-forwarded-port": port, "x-forwarded-host": "x"},
        ):
            answer = stranger.http.get(path, headers=headers)
            assert answer.status_code == httpx.codes.NOT_FOUND
            assert "matchwood_" not in answer.text


@pytest.mark.parametrize("path", ["/", "/api/games", "/static/icon.svg"])
def test_and_there_is_nothing_else_there(keeper: Program, path: str) -> None:
    assert keeper.get(path).status_code == httpx.codes.NOT_FOUND


def test_another_name_that_leads_there_is_refused(keeper: Program) -> None:
    answer = keeper.http.get("/metrics", headers={"host": "evil.example"})
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert "matchwood_" not in answer.text


def test_what_happens_is_counted_and_timed(served: Served, keeper: Program) -> None:
    before = read(keeper.get("/metrics").text)
    with two_at(served.url, "baguettes") as (table, programs):
        with programs[0].events(f"/api/tables/{table}/stream") as events:
            view = next(events)
            mover = programs[view["to_move"]]
            mover.move(table, "nonsense", view["seq"])
            mover.move(table, mover.view(table)["offers"][0]["move"], view["seq"])
            during = read(keeper.get("/metrics").text)
        wait_until(
            lambda: total(read(keeper.get("/metrics").text), "matchwood_streams") == 0,
            "the stream is counted no more",
        )

    def grown(name: str, **labels: str) -> float:
        return total(during, name, **labels) - total(before, name, **labels)

    assert grown("matchwood_moves_total", game="baguettes", by="person") == 1
    assert grown("matchwood_move_seconds_count", game="baguettes") == 1
    assert grown("matchwood_view_seconds_count", game="baguettes") >= 3
    assert grown("matchwood_refusals_total", status="422") == 1
    assert grown("matchwood_store_seconds_count", work="write") >= 5
    assert grown("matchwood_streams") == 1
    assert grown("matchwood_tables", phase="playing") == 1
    assert total(during, "process_resident_memory_bytes") > 1e7


def test_labels_are_few_and_nothing_of_a_table_is_in_them(served: Served, keeper: Program) -> None:
    with Program(served.url) as anna:
        table = anna.open("piecepack-matches", ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        anna.get("/api/tables/not-there")
    text = keeper.get("/metrics").text
    for _, labels in read(text):
        for name, value in labels:
            if name == "status":
                assert re.fullmatch(r"[45]\d\d", value)
            elif name == "le":
                assert value == "+Inf" or float(value) in metrics.BUCKETS
            elif name != "version":
                assert value in ALLOWED[name], f"{name}={value}"
    assert table not in text
    assert "Anna" not in text


def test_bots_that_think_and_wait_are_counted(served: Served, keeper: Program) -> None:
    let_go = threading.Event()
    services = served.registry.services
    for number in range(4):
        served.start(services.bot_pool.run(Client(person=str(number)), let_go.wait))
    try:
        wait_until(lambda: services.bot_pool.running == 2, "two think")
        samples = read(keeper.get("/metrics").text)
        assert total(samples, "matchwood_thoughts_under_way", thinkers="bots") == 2
        assert total(samples, "matchwood_thoughts_waiting", thinkers="bots") == 2
    finally:
        let_go.set()
    wait_until(lambda: services.bot_pool.running == 0, "all have thought")


def test_a_server_whose_store_does_not_answer_is_not_ready_but_lives(
    served: Served, keeper: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(query: object) -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(served.registry.store.database, "_rows", gone)
    answer = keeper.get("/readyz")
    assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
    assert answer.text == "The store does not answer.\n"
    assert keeper.get("/healthz").status_code == httpx.codes.OK
    monkeypatch.undo()
    assert keeper.get("/readyz").status_code == httpx.codes.OK


def test_a_store_that_takes_too_long_is_taken_for_gone(
    served: Served, keeper: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(health, "SECONDS_FOR_STORE", 0.05)
    monkeypatch.setattr(served.registry.store.database, "_rows", lambda query: let_go.wait())
    try:
        assert keeper.get("/readyz").text == "The store does not answer.\n"
    finally:
        let_go.set()


def test_while_a_game_is_being_compiled_the_server_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matchwood.lab.warm.is_ready", lambda game, stage: False)
    workshop = Workshop(["baguettes"], [RULES])

    async def nothing(failed: object) -> None:
        pass

    monkeypatch.setattr(workshop, "run", nothing)
    with Served(tmp_path, workshop=workshop) as server, Program(server.status_url) as keeper:
        answer = keeper.get("/readyz")
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert answer.text == "Still being compiled: baguettes.\n"


def test_who_is_about_to_leave_is_not_ready_and_begins_nothing(tmp_path: Path) -> None:
    async def leave(server: Served) -> None:
        server.registry.start_shutdown()

    with (
        Served(tmp_path) as server,
        Program(server.status_url) as keeper,
        Program(server.url) as anna,
    ):
        table = anna.open("baguettes", ME, BOT)["table"]
        path = f"/t/{table}/stream"
        with anna.http.stream("GET", path, headers={"accept-encoding": "identity"}) as stream:
            sent = stream.iter_bytes()
            assert b"data:" in next(sent)
            server.do(leave(server))
            assert re.search(rb"retry: \d+\n\n$", b"".join(sent)), "it ends, and says when to come"
        assert keeper.get("/readyz").text == "The server is about to end.\n"
        refused = anna.post("/api/tables", game="baguettes", seats=[ME, BOT])
        assert refused.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert refused.json()["sentence"].startswith("The server is being restarted")
        assert int(refused.headers["retry-after"]) > 0
        assert anna.post(f"/api/tables/{table}/deal").status_code == httpx.codes.OK
        again = anna.http.get(path, headers={"accept-encoding": "gzip"})
        assert re.search(r"retry: \d+\n\n$", again.text), "who comes is sent on"


@pytest.mark.parametrize(
    ("metrics", "sentence"),
    [
        ("nonsense", "“nonsense” is no address and port; they look like 127.0.0.1:9100."),
        ("1.2.3.4:", "is no address and port"),
        ("127.0.0.1:99999", "Port 99999 of 127.0.0.1 cannot be used"),
        ("127.0.0.9:PORT", "--metrics needs a port of its own"),
        ("127.0.0.1:TAKEN", "--metrics takes another"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_at_the_start(
    tmp_path: Path, served: Served, metrics: str, sentence: str
) -> None:
    taken = served.url.rpartition(":")[2]
    free = ServeOptions("127.0.0.1", 0)
    if "PORT" in metrics:
        free = ServeOptions("127.0.0.2", int(taken))
    given = metrics.replace("PORT", taken).replace("TAKEN", taken)
    place = ServeOptions(free.host, free.port, metrics=given)
    with pytest.raises(CannotServe, match=re.escape(sentence)):
        serve(Console(quiet=True), place, tmp_path, open_page=False)
