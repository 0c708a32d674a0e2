"""Shutdown: nothing new is begun, what is under way is finished, nobody is cut off.

Whoever follows a table is told to come back in a moment, to this server when it is there again or
to another one that shares its store. What bots are thinking about is dropped: they think again
where the table goes on. However much still hangs, the process ends in time.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from litestar import Litestar

from matchwood.server.http.state import app_state

SECONDS_TO_LEAVE = 3
"""Time for the answers that are under way when the server ends."""
SECONDS_TO_GO = 1.0
"""Time to tell those who follow tables to come back."""
SECONDS_AT_MOST = 8.0
"""After which the process ends whatever hangs. Nobody was told that it was done."""
PAUSE = 0.02
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """The web server around one of ours."""

    def __init__(self, app: Litestar, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app
        self._ended_by: set[int] = set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGTERM is the usual way to end a server, so it ends well; uvicorn would raise it again.
        Ctrl-C is told to whoever runs us."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
        if signal.SIGINT in self._ended_by:
            raise KeyboardInterrupt

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and sig not in self._ended_by:
            _end_after(SECONDS_AT_MOST)
        self._ended_by.add(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # From now on, others are asked who share the address.
        registry = app_state(self._app).registry
        registry.start_shutdown()
        end = time.monotonic() + SECONDS_TO_GO
        while any(actor.attendance.viewers for actor in registry.actors) and time.monotonic() < end:
            await asyncio.sleep(PAUSE)
        await super().shutdown(sockets)


def _end_after(seconds: float) -> None:
    timer = threading.Timer(seconds, end_now)
    timer.daemon = True
    timer.start()


def exit_if_thinking(threads: tuple[str, ...]) -> None:
    """End the process, if it would wait for a bot: nobody waits for that move any more, and no
    thought can be interrupted."""
    if any(thread.name.startswith(threads) for thread in threading.enumerate()):
        end_now()


def end_now() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
