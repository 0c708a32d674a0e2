"""Several servers on one PostgreSQL: they are as one to those who play there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from matchwood.server.live import cluster
from matchwood.server.live.actor import TableActor
from matchwood.server.live.cluster import Cluster
from matchwood.server.live.context import Timings
from matchwood.server.live.registry import TableRegistry
from matchwood.server.storage import notifications
from matchwood.server.storage.notifications import Notification
from matchwood.server.storage.schema import presence
from matchwood.server.storage.store import Store
from matchwood.server.table.events import Moved
from tests.support.postgres import OwnPostgres, Postgres
from tests.support.serving import BOT, ME, Program, Served, two_at
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

GAME = "baguettes"
BLINKING = Timings(bot=0, absence_grace=0.05, retry=0.05)
MANY = 1_000


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> Iterator[sa.URL]:
    with postgres.database() as url:
        yield url


@pytest.fixture(scope="module")
def pair(shared: sa.URL) -> Iterator[tuple[Served, Served]]:
    with Served(shared) as one, Served(shared) as two:
        yield one, two


def elsewhere(program: Program, server: Served) -> Program:
    """The same visitor at another server."""
    return elsewhere_at(server.url, program.http.headers["authorization"])


def elsewhere_at(url: str, authorization: str) -> Program:
    return Program(url, authorization=authorization)


def first_move(program: Program, table: str) -> tuple[str, int]:
    view = program.view(table)
    return view["offers"][0]["move"], view["seq"]


def mover_of(table: str, programs: list[Program]) -> Program:
    return programs[programs[0].view(table)["to_move"]]


def moves_in(server: Served, table: str) -> list[str]:
    return [event.move for event in server.log(table) if isinstance(event, Moved)]


def is_played_by(server: Served, table: str) -> bool:
    """Whether the bots and clocks of a table are this server’s."""

    async def holds() -> bool:
        return server.registry.services.cluster.holds_lease(table)

    return server.do(holds())


@contextmanager
def deaf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No notice is heard."""
    with monkeypatch.context() as patched:
        patched.setattr(Cluster, "_on_notification", lambda self, notification: None)
        yield


class TestMoves:
    def test_a_move_made_at_one_server_reaches_who_follows_at_another(
        self, pair: tuple[Served, Served]
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            move, seq = first_move(mover, table)
            with Program(two.url) as watcher, watcher.events(f"/api/tables/{table}/stream") as told:
                assert next(told)["seq"] == seq
                assert mover.move(table, move, seq).status_code == httpx.codes.OK
                view = next(view for view in told if view["seq"] > seq)
                assert [each["move"] for each in view["told"]] == [move]

    def test_players_at_two_servers_play_a_game_to_its_end(
        self, pair: tuple[Served, Served]
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, [anna, ben]), elsewhere(ben, two) as far_ben:
            players, made = [anna, far_ben], []
            while (view := players[0].view(table))["phase"] != "over":
                mover = players[view["to_move"]]
                move, seq = first_move(mover, table)
                assert mover.move(table, move, seq).status_code == httpx.codes.OK
                made.append(move)
            assert moves_in(two, table) == made
            assert far_ben.view(table)["winners"] == anna.view(table)["winners"]

    def test_whoever_was_told_of_a_move_sees_it_at_every_server(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs), deaf(monkeypatch):
            mover = mover_of(table, programs)
            with elsewhere(mover, two) as far:
                move, seq = first_move(far, table)
                assert mover.move(table, move, seq).status_code == httpx.codes.OK
                assert far.view(table)["seq"] == seq + 1

    def test_what_was_not_heard_of_yet_refuses_nobody(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs), deaf(monkeypatch):
            first = mover_of(table, programs)
            other = next(program for program in programs if program is not first)
            with elsewhere(other, two) as far:
                far.view(table)
                move, seq = first_move(first, table)
                assert first.move(table, move, seq).status_code == httpx.codes.OK
                answer = far.move(table, other.view(table)["offers"][0]["move"], seq + 1)
                assert answer.json() == {"seq": seq + 2}, "it did not know whose turn it is"

    def test_of_two_who_move_at_once_one_is_told_that_the_other_was_first(
        self, pair: tuple[Served, Served]
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            with elsewhere(mover, two) as far:
                for _ in range(5):
                    view = mover_of(table, programs).view(table)
                    mover = programs[view["to_move"]]
                    far.http.headers["authorization"] = mover.http.headers["authorization"]
                    first, second = (offer["move"] for offer in view["offers"][:2])
                    before = len(moves_in(one, table))
                    with ThreadPoolExecutor(2) as both:
                        answers = [
                            each.result().status_code
                            for each in (
                                both.submit(mover.move, table, first, view["seq"]),
                                both.submit(far.move, table, second, view["seq"]),
                            )
                        ]
                    assert sorted(answers) == [httpx.codes.OK, httpx.codes.CONFLICT]
                    assert len(moves_in(one, table)) == before + 1

    def test_what_was_missed_while_the_connection_was_cut_is_read_when_it_is_back(
        self, pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            move, seq = first_move(mover, table)
            with Program(two.url) as watcher, watcher.events(f"/api/tables/{table}/stream") as told:
                next(told)
                postgres.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    f"WHERE datname = '{shared.database}' AND query = 'LISTEN matchwood'"
                )
                assert mover.move(table, move, seq).status_code == httpx.codes.OK
                assert any(view["seq"] == seq + 1 for view in told)

    def test_what_nobody_was_told_of_is_found_in_the_end(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cluster, "COMPARE_SECONDS", 0.1)
        monkeypatch.setattr(cluster, "ROUND_SECONDS", 0.05)
        one, two = pair
        with two_at(one.url, GAME) as (table, programs), deaf(monkeypatch):
            mover = mover_of(table, programs)
            move, seq = first_move(mover, table)
            with Program(two.url) as watcher, watcher.events(f"/api/tables/{table}/stream") as told:
                next(told)
                assert mover.move(table, move, seq).status_code == httpx.codes.OK
                assert any(view["seq"] == seq + 1 for view in told)

    def test_those_who_go_on_at_two_servers_meet_at_one_table(
        self, pair: tuple[Served, Served]
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, [anna, ben]), elsewhere(ben, two) as far_ben:
            anna.post(f"/api/tables/{table}/give-up")
            with ThreadPoolExecutor(2) as both:
                path = f"/t/{table}/again"
                asked = [both.submit(each.http.post, path, data={}) for each in (anna, far_ben)]
                told = {each.result().headers["location"] for each in asked}
            assert told == {f"/t/{one.actor(table).table.again}"}


class TestLeases:
    def test_one_server_lets_the_bots_of_a_table_play_and_the_other_shows_it(
        self, pair: tuple[Served, Served]
    ) -> None:
        one, two = pair
        with Program(one.url) as anna:
            table = anna.open(GAME, ME, BOT)["table"]
            anna.post(f"/api/tables/{table}/deal")
            wait_until(lambda: is_played_by(one, table), "the lease is held")
            with elsewhere(anna, two) as far, far.events(f"/api/tables/{table}/stream") as told:
                view = next(view for view in told if view["to_move"] == 0)
                assert not is_played_by(two, table)
                far.move(table, view["offers"][0]["move"], view["seq"])
                assert next(view for view in told if view["told"] and view["told"][-1]["seat"])
            assert one.log(table) == two.log(table)

    def test_a_server_that_ends_leaves_its_tables_to_the_others_at_once(
        self, shared: sa.URL
    ) -> None:
        with Served(shared) as two:
            with Served(shared) as one, Program(one.url) as anna:
                table = anna.open(GAME, ME, BOT)["table"]
                anna.post(f"/api/tables/{table}/deal")
                wait_until(lambda: is_played_by(one, table), "the lease is held")
                far = elsewhere(anna, two)
                far.view(table)
                assert not is_played_by(two, table)
            with far:
                wait_until(lambda: is_played_by(two, table), "the other takes over")

    def test_what_a_dead_server_held_is_taken_over(
        self, pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres
    ) -> None:
        server, _ = pair
        with Program(server.url) as anna:
            table = anna.open(GAME, ME, BOT)["table"]
            wait_until(lambda: is_played_by(server, table), "the lease is held")
            # As if another had it all the while.
            now = "extract(epoch from clock_timestamp())"  # Who is dead for long is forgotten.
            postgres.run(
                f"INSERT INTO servers VALUES ('dead', {now} - 60), ('alive', 1e12)", shared
            )
            postgres.run("UPDATE leases SET server = 'alive'", shared)
            wait_until(lambda: not is_played_by(server, table), "it is seen whose it is")
            postgres.run("UPDATE leases SET server = 'dead'", shared)
            wait_until(lambda: is_played_by(server, table), "it is taken over")

    def test_a_table_at_which_nobody_is_any_more_is_let_go_of(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, _ = pair
        with Program(one.url) as anna:
            table = anna.open(GAME, ME, BOT)["table"]
            wait_until(lambda: is_played_by(one, table), "the lease is held")
            monkeypatch.setattr("matchwood.server.live.presence.LINGER_SECONDS", 0.0)
            wait_until(lambda: not is_played_by(one, table), "the lease is let go of")

    def test_a_server_that_gave_no_sign_for_long_does_not_believe_that_it_holds_anything(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, _ = pair
        with Program(one.url) as anna:
            table = anna.open(GAME, ME, BOT)["table"]
            wait_until(lambda: is_played_by(one, table), "the lease is held")
            monkeypatch.setattr(cluster, "LEASE_SECONDS", 0.0)
            assert not is_played_by(one, table)

    def test_a_database_that_begins_anew_is_told_everything_again(
        self, pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres
    ) -> None:
        one, _ = pair
        with (
            two_at(one.url, GAME) as (table, programs),
            programs[0].events(f"/api/tables/{table}/stream") as told,
        ):
            next(told)
            wait_until(lambda: is_played_by(one, table), "the lease is held")
            postgres.run("TRUNCATE servers CASCADE", shared)
            wait_until(lambda: people_at(shared, table) == 1, "who is here is told")
            wait_until(lambda: is_played_by(one, table), "the lease is held again")


def people_at(url: sa.URL, table: str) -> int:
    """How many players are at a table, as the store has it."""
    query = sa.select(sa.func.count()).where(presence.c.table == table, presence.c.here)
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        number = connection.execute(query).scalar_one()
    engine.dispose()
    return number


class TestGoingOn:
    def test_two_servers_that_are_asked_at_once_set_up_one_table(
        self, pair: tuple[Served, Served], shared: sa.URL, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, [anna, ben]), elsewhere(ben, two) as far_ben:
            anna.post(f"/api/tables/{table}/give-up")
            assert far_ben.view(table)["phase"] == "over"
            open_table, answers = TableRegistry.open, list[Any]()

            async def come_second(registry: TableRegistry, *given: Any) -> TableActor:
                """Whoever asks at the other server is through before this one begins."""
                if not answers:
                    answers.append(None)
                    ask = partial(far_ben.http.post, f"/t/{table}/again", data={})
                    answers.append(await asyncio.to_thread(ask))
                return await open_table(registry, *given)

            monkeypatch.setattr(TableRegistry, "open", come_second)
            first = anna.http.post(f"/t/{table}/again", data={})
            assert first.headers["location"] == answers[1].headers["location"]
            holder = one.actor(table).table.players[0].holder
            held = one.do(one.registry.store.tables_of(holder, 9))
            following = first.headers["location"].removeprefix("/t/")
            assert {each.table for each in held} == {table, following}
            assert anna.view(following)["mine"] == [0]

    def test_a_table_whose_server_died_before_it_was_announced_is_found_again(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, [anna, ben]), elsewhere(ben, two) as far_ben:
            anna.post(f"/api/tables/{table}/give-up")
            with monkeypatch.context() as dying:
                dying.setattr(TableActor, "submit", lambda actor, decision: die())
                anna.http.post(f"/t/{table}/again", data={})
            assert anna.view(table)["again"] is None
            answer = far_ben.http.post(f"/t/{table}/again", data={})
            following = answer.headers["location"].removeprefix("/t/")
            holder = one.actor(table).table.players[0].holder
            held = one.do(one.registry.store.tables_of(holder, 9))
            assert {each.table for each in held} == {table, following}


def die() -> None:
    raise OSError("cut off")


class TestPresence:
    def test_who_is_here_is_known_at_every_server(self, shared: sa.URL) -> None:
        with (
            Served(shared, timings=BLINKING) as one,
            Served(shared, timings=BLINKING) as two,
            two_at(one.url, GAME) as (table, [anna, ben]),
            elsewhere(ben, two) as far_ben,
            anna.events(f"/api/tables/{table}/stream") as told,
        ):
            assert next(view for view in told if not view["seats"][1]["here"])
            with far_ben.events(f"/api/tables/{table}/stream") as heard:
                assert next(view for view in heard if view["seats"][0]["here"])
                assert next(view for view in told if view["seats"][1]["here"])
            assert next(view for view in told if not view["seats"][1]["here"])

    def test_whose_server_is_dead_is_gone(
        self, pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres
    ) -> None:
        one, _ = pair
        with two_at(one.url, GAME) as (table, _):
            holder = one.actor(table).table.players[1].holder
            postgres.run("INSERT INTO servers VALUES ('other', 1e12)", shared)
            postgres.run(
                f"INSERT INTO presence VALUES ('{table}', '{holder}', 'other', true, 0)", shared
            )
            tell(one, presence=[table])
            attendance = one.actor(table).attendance
            wait_until(lambda: attendance.is_here(holder), "he is known to be here")
            postgres.run("UPDATE servers SET seen = 0 WHERE id = 'other'", shared)
            wait_until(lambda: not attendance.is_here(holder), "he is known to be gone")

    def test_what_people_say_is_seen_at_every_server(self, pair: tuple[Served, Served]) -> None:
        one, two = pair
        with (
            two_at(one.url, GAME) as (table, [anna, ben]),
            elsewhere(ben, two) as far_ben,
            far_ben.events(f"/api/tables/{table}/stream") as told,
        ):
            next(told)
            anna.http.post(f"/t/{table}/emote", data={"emote": "bravo"})
            assert next(view for view in told if view["seats"][0]["emote"] == "bravo")

    def test_a_hint_is_seen_at_every_server(self, pair: tuple[Served, Served]) -> None:
        one, two = pair
        with Program(one.url) as anna:
            table = anna.open(GAME, ME, BOT, aids=["hints"])["table"]
            anna.post(f"/api/tables/{table}/deal")
            with elsewhere(anna, two) as far, far.events(f"/api/tables/{table}/stream") as told:
                assert next(view for view in told if view["to_move"] == 0)
                hint = anna.view(table, hint=True)["hint"]
                assert hint is not None
                assert next(view for view in told if view["hint"])["hint"] == hint


def tell(server: Served, **news: Any) -> None:
    """Let a server hear something."""
    store = server.registry.store

    async def told() -> None:
        await store.database.coordinate(
            lambda connection: store.database.notify(connection, Notification("other", **news))
        )

    server.do(told())


class TestNotices:
    def test_a_notice_that_is_too_long_says_that_there_is_much(self) -> None:
        logs = {f"table {number}": number for number in range(MANY)}
        short = notifications.write(Notification("me", logs))
        assert len(short) < notifications.LONGEST
        assert notifications.read(short) == Notification("me", many=True)
        few = Notification("me", {"one": 7}, ["two"])
        assert notifications.read(notifications.write(few)) == few

    @pytest.mark.parametrize("news", ["many", "of another version"])
    def test_after_much_news_all_tables_are_looked_at(
        self, pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres, news: str
    ) -> None:
        one, _ = pair
        with two_at(one.url, GAME) as (table, _):
            seq = one.actor(table).table.seq
            postgres.run(
                'INSERT INTO events SELECT "table", seq + 1, \'{"type":"would end","seat":0}\', 0 '
                f"FROM events WHERE \"table\" = '{table}' ORDER BY seq DESC LIMIT 1",
                shared,
            )
            text = '{"sender":"x","many":true}' if news == "many" else '{"news":1}'
            postgres.run(f"SELECT pg_notify('matchwood', '{text}')", shared)
            actor = one.actor(table)
            wait_until(lambda: actor.table.seq == seq + 1, "the event is read")


class TestCuts:
    """The connection is cut in the midst of a commit."""

    @pytest.mark.parametrize("is_written", [True, False])
    def test_it_is_found_out_whether_it_was_written(
        self, shared: sa.URL, monkeypatch: pytest.MonkeyPatch, is_written: bool
    ) -> None:
        with Served(shared) as server, two_at(server.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            move, seq = first_move(mover, table)
            cut_next_commit(server.registry.store, monkeypatch, is_written)
            assert mover.move(table, move, seq).json() == {"seq": seq + 1}
            assert moves_in(server, table) == [move]

    def test_if_someone_else_was_faster_that_is_told(
        self, pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, two = pair
        with two_at(one.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            view = mover.view(table)
            first, second = (offer["move"] for offer in view["offers"][:2])
            with elsewhere(mover, two) as far:
                cut_next_commit(
                    one.registry.store,
                    monkeypatch,
                    False,
                    lambda: far.move(table, second, view["seq"]),
                )
                late = mover.move(table, first, view["seq"])
            assert late.status_code == httpx.codes.CONFLICT
            assert moves_in(one, table) == [second]

    def test_as_long_as_it_cannot_be_found_out_that_is_said(
        self, shared: sa.URL, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("matchwood.server.storage.database.RETRY_SECONDS", 0.2)
        with Served(shared) as server, two_at(server.url, GAME) as (table, programs):
            mover = mover_of(table, programs)
            move, seq = first_move(mover, table)
            back = cut_next_commit(server.registry.store, monkeypatch, True, stays_away=True)
            answer = mover.move(table, move, seq)
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
            assert answer.json()["sentence"].startswith("One moment: we cannot say yet")
            assert answer.json()["unsure"]
            back()
            wait_until(lambda: mover.view(table)["seq"] == seq + 1, "it is seen that it was made")
            again = mover.move(table, move, seq)
            assert again.json()["sentence"] == "This move has already been made."
            assert moves_in(server, table) == [move]


def cut_next_commit(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    is_written: bool,
    meanwhile: Callable[[], object] = lambda: None,
    stays_away: bool = False,
) -> Callable[[], None]:
    """Cut the connection when the next write commits, after or before the database has done it;
    what is returned ends the time in which it stays away."""
    dialect, cut = store.database.engine.dialect, threading.Event()
    commit, connect = dialect.do_commit, dialect.connect

    def cut_commit(connection: Any) -> None:
        if cut.is_set() or not threading.current_thread().name.startswith("writer"):
            commit(connection)
            return
        cut.set()
        if is_written:
            commit(connection)
        connection.dbapi_connection.close()
        meanwhile()
        raise psycopg.OperationalError("the connection was cut")

    def refuse(*arguments: Any, **options: Any) -> Any:
        if cut.is_set() and stays_away:
            raise psycopg.OperationalError("nobody is there")
        return connect(*arguments, **options)

    monkeypatch.setattr(dialect, "do_commit", cut_commit)
    monkeypatch.setattr(dialect, "connect", refuse)

    def back() -> None:
        monkeypatch.setattr(dialect, "connect", connect)

    return back


@pytest.mark.slow
def test_a_database_that_says_nothing_is_not_waited_for_and_then_it_goes_on(
    postgres: Postgres, shared: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isinstance(postgres, OwnPostgres):
        pytest.skip("this PostgreSQL is not ours to stop")
    with Served(shared) as server, two_at(server.url, GAME) as (table, programs):
        mover = mover_of(table, programs)
        move, seq = first_move(mover, table)
        monkeypatch.setattr("matchwood.server.storage.database.TIMEOUT", 0.5)
        postgres.stop()
        try:
            answer = mover.move(table, move, seq)
            assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
            assert answer.json()["sentence"].startswith("One moment: ")
            assert mover.view(table)["seq"] == seq, "what is known can be seen"
        finally:
            postgres.go_on()
        monkeypatch.setattr("matchwood.server.storage.database.TIMEOUT", SECONDS_TO_WAIT)
        wait_until(lambda: mover.view(table)["seq"] == seq + 1, "it is seen that it was made")
        assert moves_in(server, table) == [move]


def test_a_full_disk_is_told_and_nothing_is_half_done(
    pair: tuple[Served, Served], shared: sa.URL, postgres: Postgres
) -> None:
    one, _ = pair
    with two_at(one.url, GAME) as (table, programs):
        mover = mover_of(table, programs)
        move, seq = first_move(mover, table)
        postgres.run(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$",
            shared,
        )
        postgres.run(
            "CREATE TRIGGER full_disk AFTER INSERT ON events EXECUTE FUNCTION fill()", shared
        )
        answer = mover.move(table, move, seq)
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert "so it did not happen" in answer.json()["sentence"]
        assert mover.view(table)["seq"] == seq
        assert moves_in(one, table) == []
        postgres.run("DROP TRIGGER full_disk ON events", shared)
        assert mover.move(table, move, seq).json() == {"seq": seq + 1}
