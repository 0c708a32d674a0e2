"""Pictures are drawn by processes of their own, in turns, and kept."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from pathlib import Path

import httpx
import psutil
import pytest
from PIL import Image

from matchwood.server.base.files import GIF, PNG
from matchwood.server.live import picture_pool, picture_worker
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.picture_pool import (
    MAX_ANIMATIONS_PER_ADDRESS,
    MAX_STILLS_PER_ADDRESS,
    CannotDraw,
    PictureCache,
    PictureWorkers,
)
from matchwood.server.live.picture_worker import LENGTH_BYTES, POLITENESS, Still, framed
from matchwood.server.table.errors import Overloaded, ShuttingDown
from tests.support.processes import ServerProcess
from tests.support.serving import Program, Served
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

WIDTH = 8
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
ANNA, BEN = Client("192.0.2.1"), Client("192.0.2.2")


async def still() -> Still:
    return Still(SVG, WIDTH)


def renderers_of(pid: int) -> list[psutil.Process]:
    """The processes that draw for a server."""
    children = psutil.Process(pid).children(recursive=True)
    return [each for each in children if is_renderer(each)]


def is_renderer(process: psutil.Process) -> bool:
    with suppress(psutil.Error):  # It may have ended meanwhile.
        return picture_worker.__name__ in process.cmdline()
    return False


@asynccontextmanager
async def picture_cache() -> AsyncIterator[PictureCache]:
    found = PictureCache()
    try:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            yield found
    finally:
        await found.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


def test_an_animation_keeps_no_still_waiting() -> None:
    async def ask() -> None:
        async with picture_cache() as pictures:
            never = asyncio.Event()

            async def long() -> Still:
                await never.wait()
                return await still()

            animation = asyncio.create_task(pictures.picture("a", GIF, ANNA, long))
            await asyncio.sleep(0)
            drawn = await pictures.picture("b", PNG, BEN, still)
            assert Image.open(BytesIO(drawn.data)).size == (WIDTH, WIDTH)
            assert not animation.done()
            never.set()
            await animation

    asyncio.run(ask())


def test_what_is_kept_or_being_drawn_is_drawn_once() -> None:
    async def ask() -> None:
        drawn = []

        async def counted() -> Still:
            drawn.append(1)
            return await still()

        async with picture_cache() as pictures:
            asked = (pictures.picture("a", PNG, ANNA, counted) for _ in range(5))
            first, *others = await asyncio.gather(*asked)
            assert all(each is first for each in others)
            assert await pictures.picture("a", PNG, BEN, counted) is first
        assert drawn == [1]

    asyncio.run(ask())


def test_of_many_pictures_those_go_that_nobody_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_pool, "CACHE_BYTES", 3 * len(SVG))

    async def ask() -> None:
        async with picture_cache() as pictures:
            first = pictures.drawing("0", lambda: SVG)
            for number in range(1, 10):
                pictures.drawing(str(number), lambda: SVG)
                assert pictures.drawing("0", lambda: SVG) is first
            assert list(pictures._files) == ["8", "9", "0"] or list(pictures._kept)[-1] == "0"
            assert len(pictures._files) == 3

    asyncio.run(ask())


def test_one_address_may_have_so_many_waiting_and_another_still_comes_next() -> None:
    async def ask() -> None:
        order: list[str] = []
        async with picture_cache() as pictures:

            def picture(shows: str, client: Client) -> asyncio.Task[object]:
                async def noted() -> Still:
                    order.append(shows)
                    return await still()

                return asyncio.create_task(pictures.picture(shows, PNG, client, noted))

            # The first is not waiting: it is being drawn.
            flood = [
                picture(f"anna {number}", ANNA) for number in range(1 + MAX_STILLS_PER_ADDRESS)
            ]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            with pytest.raises(Overloaded):
                await picture("one too many", ANNA)
            await picture("ben", BEN)
            await asyncio.gather(*flood)
        assert order.index("ben") <= 2

    asyncio.run(ask())


def test_when_too_many_wait_a_page_is_told_when_to_ask_again(served: Served) -> None:
    async def crowd() -> None:
        async def never() -> Still:
            await asyncio.Event().wait()
            return await still()

        pictures = served.registry.services.pictures
        for number in range(100):
            client = Client(f"192.0.2.{number // MAX_ANIMATIONS_PER_ADDRESS}")
            for kind in (PNG, GIF):
                asyncio.create_task(  # noqa: RUF006 - it lasts as long as its picture waits
                    pictures.picture(f"{kind} {number}", kind, client, never)
                )
        await asyncio.sleep(0)

    with Program(served.url) as anna:
        served.do(crowd())
        answer = anna.get("/icons/192.png")
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        assert int(answer.headers["retry-after"]) == Overloaded.retry_after


def test_a_process_that_dies_is_replaced_and_whoever_waited_is_told(tmp_path: Path) -> None:
    async def ask() -> None:
        async with picture_cache() as pictures:

            async def broken() -> Still:
                return Still("no picture", WIDTH)

            with pytest.raises(CannotDraw):
                await pictures.picture("a", PNG, ANNA, broken)
            assert (await pictures.picture("b", PNG, ANNA, still)).data

    asyncio.run(ask())


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_pool, "TIMEOUT", 0)

    async def ask() -> None:
        async with picture_cache() as pictures:
            with pytest.raises(CannotDraw):
                await pictures.picture("a", PNG, ANNA, still)

    asyncio.run(ask())


def test_who_waits_when_the_server_ends_is_told_so() -> None:
    async def ask() -> None:
        async def never() -> Still:
            await asyncio.Event().wait()
            return await still()

        queue = PictureWorkers(1, 1, 1)
        waiting = asyncio.create_task(queue.run(ANNA, never))
        await asyncio.sleep(0)
        await queue.stop()
        with pytest.raises(ShuttingDown):
            await waiting

    asyncio.run(ask())


def test_a_message_has_its_length_before_it_and_a_job_draws_itself() -> None:
    message = framed(Still(SVG, WIDTH))
    length, job = message[:LENGTH_BYTES], message[LENGTH_BYTES:]
    assert int.from_bytes(length) == len(job)
    assert Image.open(BytesIO(pickle.loads(job).draw())).size == (WIDTH, WIDTH)


def test_those_who_draw_step_back_and_never_outlive_their_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    try:
        with Program(server.url) as anna:
            assert anna.get("/icons/192.png").status_code == httpx.codes.OK
        [process] = renderers_of(server.pid)
        assert process.nice() >= POLITENESS
    finally:
        server.kill()
    wait_until(lambda: not process.is_running(), "the process has ended with its server")
