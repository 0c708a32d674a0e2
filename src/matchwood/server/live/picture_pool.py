"""Processes that draw pictures, and the pictures that are kept.

What two addresses want at once is drawn in turns, so that nobody who asks for many pictures keeps
others from theirs; animations, which take seconds, have a process of their own, and so have sheets
to print.
"""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256

from matchwood.engine.errors import MatchwoodError
from matchwood.server.base.files import GIF, PDF, PNG, SVG, File
from matchwood.server.live import picture_worker
from matchwood.server.live.bot_pool import Client, FairQueue
from matchwood.server.live.picture_worker import LENGTH_BYTES, Job, framed

MAX_STILLS_WAITING, MAX_STILLS_PER_ADDRESS = 64, 16
"""Pictures that may wait to be drawn: of all, and of one address."""
MAX_ANIMATIONS_WAITING, MAX_ANIMATIONS_PER_ADDRESS = 12, 3
MAX_PRINTS_WAITING, MAX_PRINTS_PER_ADDRESS = 12, 3
TIMEOUT = 60.0
"""For one picture; then its process is ended."""
CACHE_BYTES = 32 * 1024 * 1024

MakeJob = Callable[[], Awaitable[Job]]


class CannotDraw(MatchwoodError):
    """A process that draws has ended, or took too long; it has said why."""

    status = 500


class PictureWorkers(FairQueue):
    """So many processes that draw, each started when it is first needed."""

    def __init__(self, processes: int, max_waiting: int, max_per_address: int) -> None:
        super().__init__(processes, max_waiting, max_per_address)
        self._idle: list[Process] = []
        self._under_way: set[asyncio.Task[bytes]] = set()

    def start(self, work: MakeJob) -> asyncio.Future[bytes]:
        task = asyncio.create_task(self._drawn(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _drawn(self, make: MakeJob) -> bytes:
        job = framed(await make())
        process = self._idle.pop() if self._idle else await _started()
        try:
            async with asyncio.timeout(TIMEOUT):
                drawn = await _answer(process, job)
        except (OSError, asyncio.IncompleteReadError) as error:
            await _end(process)
            raise CannotDraw("A picture could not be drawn.") from error
        except asyncio.CancelledError:
            await _end(process)
            raise
        self._idle.append(process)
        if isinstance(drawn, MatchwoodError):
            raise drawn
        return drawn

    async def stop(self) -> None:
        """End all processes, and whatever they draw."""
        super().close()
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for process in self._idle:
            await _end(process)


async def _started() -> Process:
    """A process that draws. It is in a session of its own: Ctrl-C at the terminal is for us."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", picture_worker.__name__),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )


async def _answer(process: Process, job: bytes) -> bytes | MatchwoodError:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(job)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
    answer: bytes | MatchwoodError = pickle.loads(await process.stdout.readexactly(length))
    return answer


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


class PictureCache:
    """Pictures by what they show: those that are kept, and those that are being drawn."""

    def __init__(self) -> None:
        self._workers = {
            PNG: PictureWorkers(1, MAX_STILLS_WAITING, MAX_STILLS_PER_ADDRESS),
            GIF: PictureWorkers(1, MAX_ANIMATIONS_WAITING, MAX_ANIMATIONS_PER_ADDRESS),
            PDF: PictureWorkers(1, MAX_PRINTS_WAITING, MAX_PRINTS_PER_ADDRESS),
        }
        self._kept: OrderedDict[str, File] = OrderedDict()
        """The one that was asked for last is last."""
        self._bytes = 0
        self._under_way: dict[str, asyncio.Task[File]] = {}

    def drawing(self, shows: str, make: Callable[[], str]) -> File:
        """An SVG, made here and now if it is not kept."""
        return self._found(shows) or self._keep(shows, File(make().encode(), SVG))

    async def picture(self, shows: str, kind: str, client: Client, make: MakeJob) -> File:
        """A PNG, GIF or PDF; who asks for one that is being drawn waits for the same.

        Raises `Overloaded` if too many wait.
        """
        if (kept := self._found(shows)) is not None:
            return kept
        drawing = self._under_way.get(shows)
        if drawing is None:
            self._workers[kind].check_capacity(client)
            drawing = asyncio.create_task(self._drawn(shows, kind, client, make))
            self._under_way[shows] = drawing
            drawing.add_done_callback(lambda _: self._under_way.pop(shows))
        return await asyncio.shield(drawing)

    async def _drawn(self, shows: str, kind: str, client: Client, make: MakeJob) -> File:
        data = await self._workers[kind].run(client, make)
        return self._keep(shows, File(data, kind))

    def _found(self, shows: str) -> File | None:
        if shows in self._kept:
            self._kept.move_to_end(shows)
        return self._kept.get(shows)

    def _keep(self, shows: str, file: File) -> File:
        self._kept[shows] = file
        self._bytes += len(file.data)
        while self._bytes > CACHE_BYTES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.data)
        return file

    async def close(self) -> None:
        for workers in self._workers.values():
            await workers.stop()


def picture_key(*what: object) -> str:
    """The key of a picture: a digest of all that it follows from."""
    return sha256(repr(what).encode()).hexdigest()
