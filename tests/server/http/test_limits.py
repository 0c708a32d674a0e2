"""Limits hold for what comes at once, and nothing that is counted is kept for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path

import httpx
import pytest

from matchwood.server.http import limits
from matchwood.server.http.limits import HOUR, MAX_NETWORKS, UNLIMITED, Limits, RateLimiter
from matchwood.server.routes.front import MAX_LISTED
from matchwood.server.storage.listings import MOST_LISTED_OF_ONE
from matchwood.server.table.errors import TooManyRequests
from tests.support.serving import LINK, ME, SCREEN, Program, Served
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

WANTED = {"game": "baguettes", "seats": [ME, SCREEN]}
ANNA, BEN, EVE = "192.0.2.1", "192.0.2.2", "192.0.2.3"
AT_ONCE = 40
FEW = 5


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def all_at_once(url: str, token: str | None) -> list[int]:
    """The statuses of many tables that are asked for at once."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}

    async def ask() -> list[int]:
        async with httpx.AsyncClient(
            base_url=url, headers=headers, timeout=SECONDS_TO_WAIT, trust_env=False
        ) as client:
            asked = (client.post("/api/tables", json=WANTED) for _ in range(AT_ONCE))
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    return asyncio.run(ask())


def test_a_visitor_who_asks_for_many_tables_at_once_gets_no_more_than_are_allowed(
    tmp_path: Path,
) -> None:
    with (
        Served(tmp_path, replace(UNLIMITED, tables=FEW)) as server,
        Program(server.url) as anna,
    ):
        token = anna.open("baguettes", ME, SCREEN)["token"]
        statuses = all_at_once(server.url, token)
    assert statuses.count(httpx.codes.CREATED) == FEW - 1
    assert statuses.count(httpx.codes.TOO_MANY_REQUESTS) == AT_ONCE - FEW + 1


def test_an_address_gets_no_more_tables_by_a_new_token_for_each(tmp_path: Path) -> None:
    with Served(tmp_path, replace(UNLIMITED, address_tables=FEW)) as server:
        statuses = all_at_once(server.url, None)
        with Program(server.url) as anna:
            sentence = anna.post("/api/tables", **WANTED).json()["sentence"]
    assert statuses.count(httpx.codes.CREATED) == FEW
    assert sentence.startswith("More than 5 tables were set up from your address")


def test_one_visitor_does_not_fill_the_list_of_games(tmp_path: Path) -> None:
    with (
        Served(tmp_path, replace(UNLIMITED, address_listed=Limits().address_listed)) as server,
        Program(server.url) as anna,
        Program(server.url) as ben,
    ):
        bots = [{"kind": "bot", "level": "random"}] * 2
        for _ in range(MOST_LISTED_OF_ONE + 2):
            anna.open("baguettes", *bots, listed=True)
        ben.open("baguettes", *bots, listed=True)
        listed = server.do(server.registry.store.public(MAX_LISTED))
        assert len(listed) == MOST_LISTED_OF_ONE + 1
        assert len({each.maker for each in listed}) == 2
        wanted = {"game": "baguettes", "seats": bots}
        refused = ben.post("/api/tables", **wanted, listed=True)
        assert refused.status_code == httpx.codes.TOO_MANY_REQUESTS
        assert "do without the list" in refused.json()["sentence"]
        assert ben.post("/api/tables", **wanted).status_code == httpx.codes.CREATED


def test_a_visitor_has_a_burst_and_then_so_many_requests_a_second(clock: Clock) -> None:
    limiter = RateLimiter(Limits(requests=2, burst=3))
    for _ in range(3):
        limiter.take_request(ANNA)
    with pytest.raises(TooManyRequests, match="more than 2 requests"):
        limiter.take_request(ANNA)
    limiter.take_request(BEN)
    clock.now += 0.5
    limiter.take_request(ANNA)
    with pytest.raises(TooManyRequests):
        limiter.take_request(ANNA)
    clock.now += 1000
    for _ in range(3):
        limiter.take_request(ANNA)
    with pytest.raises(TooManyRequests):
        limiter.take_request(ANNA)


def test_visitors_who_have_all_their_burst_again_are_forgotten(clock: Clock) -> None:
    limiter = RateLimiter(Limits(requests=2, burst=4))
    for _ in range(3):
        limiter.take_request(ANNA)
    clock.now += 1
    for _ in range(4):
        limiter.take_request(BEN)
    assert limiter._usages.keys() == {ANNA, BEN}
    clock.now += 1.5
    limiter.take_request(EVE)
    assert limiter._usages.keys() == {BEN, EVE}


def test_an_address_may_set_up_tables_again_after_a_while(clock: Clock) -> None:
    limiter = RateLimiter(Limits(address_tables=2))
    for _ in range(2):
        limiter.take_table(ANNA)
    with pytest.raises(TooManyRequests):
        limiter.take_table(ANNA)
    limiter.take_table(BEN)
    clock.now += HOUR / 2
    limiter.take_table(ANNA)
    with pytest.raises(TooManyRequests):
        limiter.take_table(ANNA)


def test_streams_that_are_asked_for_at_once_are_counted_before_they_begin(tmp_path: Path) -> None:
    with (
        Served(tmp_path, replace(UNLIMITED, streams=FEW)) as server,
        Program(server.url) as anna,
    ):
        path = f"/api/tables/{anna.open('baguettes', ME, LINK)['table']}/stream"

        async def follow() -> list[httpx.Response]:
            limits = httpx.Limits(max_connections=AT_ONCE)
            async with httpx.AsyncClient(
                base_url=server.url, timeout=SECONDS_TO_WAIT, trust_env=False, limits=limits
            ) as client:
                asked = [client.build_request("GET", path) for _ in range(AT_ONCE)]
                answers = await asyncio.gather(*(client.send(one, stream=True) for one in asked))
                refused = [each for each in answers if each.status_code != httpx.codes.OK]
                await asyncio.gather(*(each.aread() for each in refused))
                await asyncio.gather(*(answer.aclose() for answer in answers))
                return refused

        refused = asyncio.run(follow())
        assert len(refused) == AT_ONCE - FEW
        for answer in refused:
            assert answer.status_code == httpx.codes.TOO_MANY_REQUESTS
            assert "More than 5 tables are being followed" in answer.json()["sentence"]

        def all_are_given_back() -> bool:
            limiter = server.state.limiter
            return all(usage.streams == 0 for usage in limiter._usages.values())

        wait_until(all_are_given_back, "the server has heard of the end")


def test_a_stream_that_is_never_begun_is_given_back(tmp_path: Path) -> None:
    with (
        Served(tmp_path, replace(UNLIMITED, streams=1)) as server,
        Program(server.url) as anna,
        ExitStack() as open_streams,
    ):
        path = f"/api/tables/{anna.open('baguettes', ME, LINK)['table']}/stream"
        for _ in range(3):
            assert anna.http.head(path).status_code == httpx.codes.OK
        for _ in range(3):
            assert anna.get(path, seat="x").status_code == httpx.codes.BAD_REQUEST
        events = open_streams.enter_context(anna.events(path))
        assert next(events)


def test_of_very_many_addresses_those_are_forgotten_who_asked_first(clock: Clock) -> None:
    limiter = RateLimiter(Limits())
    addresses = [str(IPv4Address("10.0.0.0") + number) for number in range(MAX_NETWORKS + 1000)]
    limiter.open_stream(ANNA)
    for address in addresses:
        limiter.take_request(address)
    assert len(limiter._usages) <= MAX_NETWORKS
    assert limiter._usages[ANNA].streams == 1
    assert addresses[0] not in limiter._usages
    assert addresses[-1] in limiter._usages


def test_whoever_has_a_large_network_has_more_but_not_without_end(clock: Clock) -> None:
    limiter = RateLimiter(Limits(burst=10, address_tables=2, streams=3))

    def let_through(ask: Callable[[str], None]) -> int:
        passed = 0
        for number in range(1024):
            for _ in range(10):
                with suppress(TooManyRequests):
                    ask(f"2001:db8:1:{number:x}::1")
                    passed += 1
        return passed

    assert let_through(limiter.take_request) == 16 * 10
    assert let_through(limiter.take_table) == 16 * 2
    assert let_through(limiter.open_stream) == 16 * 3
    limiter.take_request("2001:db8:2::1")
    clock.now += HOUR
    limiter.take_request("2001:db8:1:300::1")


def test_a_household_that_is_refused_takes_nothing_from_its_neighbours(clock: Clock) -> None:
    limiter = RateLimiter(Limits(burst=1))
    for _ in range(100):
        with suppress(TooManyRequests):
            limiter.take_request("2001:db8::1")
    for household in (1, 2, 3):
        limiter.take_request(f"2001:db8:0:{household}::1")


def test_nothing_is_kept_of_turns_that_are_over() -> None:
    async def take_turns() -> int:
        limiter = RateLimiter(Limits())
        for number in range(100):
            async with limiter.lock_for(f"{number}"):
                pass
        return len(limiter._locks)

    assert asyncio.run(take_turns()) <= 1


def test_nothing_is_kept_of_streams_that_are_over(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Program(server.url) as anna:
        tables = [anna.open("baguettes", ME, LINK)["table"] for _ in range(3)]
        with ExitStack() as open_streams:
            paths = [f"{kind}/{table}/stream" for table in tables for kind in ("/t", "/api/tables")]
            followed = [open_streams.enter_context(anna.events(path)) for path in paths]
            assert all(next(events) for events in followed)
            viewers = [server.actor(table).views.broadcast for table in tables]
            assert all(len(each._mailboxes) == len(each._newest) == 2 for each in viewers)
        wait_until(
            lambda: not any(each._mailboxes or each._newest for each in viewers),
            "the server has heard of the end",
        )


def test_several_workers_together_allow_an_address_what_one_allows_alone() -> None:
    alone = Limits()
    for workers in (1, 2, 3, 8):
        each = alone.divided(workers)
        assert each.requests * workers == pytest.approx(alone.requests)
        for name in ("address_tables", "address_listed", "streams", "connections"):
            most = getattr(alone, name)
            assert most <= getattr(each, name) * workers < most + workers
        assert (each.burst, each.tables) == (alone.burst, alone.tables)
