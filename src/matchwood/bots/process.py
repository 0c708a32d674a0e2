"""Bots in processes of their own: they can be stopped, and compute beside each other.

A process is started when a bot is first asked, and another one for each thread that asks at the
same time. It is given views and seeds, and answers with moves.
"""

from __future__ import annotations

import atexit
import base64
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from matchwood.bots.registry import SILENT, BadBot, Bot, BotFailed

if TYPE_CHECKING:
    from matchwood.engine.view import View

SECONDS_TO_LOAD = 60.0
"""For a bot to be loaded, and for what has to be compiled before it sees a view."""
ENDED = "ended"

_running: set[BotProcess] = set()


class BotProcess:
    """A process that has loaded a bot. `BadBot` says what is wrong with one that has not."""

    def __init__(self, source: str, called: str) -> None:
        """`called` is what people call the source."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "matchwood.bots.worker", source],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **_apart(),
        )
        assert self._process.stdin is not None
        self._requests = self._process.stdin
        self._replies: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        _running.add(self)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self.name = str(self._next(SECONDS_TO_LOAD)["name"])
        except BotFailed as failure:
            self.stop()
            told = failure.args[1]
            raise BadBot("{source} is no bot: {told}.", source=called, told=told) from failure

    def ask(self, view: View, seed: int, seconds: float) -> dict[str, Any]:
        """The reply of the bot."""
        request = base64.b64encode(pickle.dumps((view, seed))) + b"\n"
        with suppress(OSError):  # a process that has ended is noticed below
            self._requests.write(request)
            self._requests.flush()
        self._next(SECONDS_TO_LOAD)
        return self._next(seconds)

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            reply = self._replies.get(timeout=seconds)
        except Empty:
            told = f"it did not answer within {seconds:g} seconds"
            raise BotFailed(SILENT, told) from None
        if reply is None:
            raise BotFailed(ENDED, "its process ended")
        if "failed" in reply:
            raise BotFailed(*reply["failed"])
        return reply

    def _read(self) -> None:
        assert self._process.stdout is not None
        # What is no JSON, our worker has not written.
        with self._process.stdout as replies, suppress(ValueError):
            for line in replies:
                self._replies.put(dict(json.loads(line)))
        self._replies.put(None)

    def stop(self) -> None:
        """End it, with all processes that it has begun."""
        _running.discard(self)
        with suppress(ProcessLookupError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        with suppress(OSError):  # what was not read any more
            self._requests.close()


def stop_idle(bot: Bot) -> None:
    """End the processes of a bot that are not being asked."""
    while bot.idle:
        bot.idle.pop().stop()


def ask(bot: Bot, view: View, seed: int) -> str:
    """The move that a bot names in its process. One that does not answer is stopped."""
    try:
        process = bot.idle.pop()
    except IndexError:
        try:
            process = BotProcess(bot.source, bot.name)
        except BadBot as bad:
            raise BotFailed(ENDED, str(bad).rstrip(".")) from bad
    try:
        reply = process.ask(view, seed, bot.seconds)
    except BotFailed as failure:
        if failure.args[0] in (SILENT, ENDED):
            process.stop()
        else:
            bot.idle.append(process)
        raise
    except BaseException:  # Ctrl-C: its answer would be taken for the next one
        process.stop()
        raise
    bot.idle.append(process)
    for kind, told in reply["noted"].items():
        bot.report(kind, told)
    return str(reply["move"])


def stop_all() -> None:
    """End all processes of bots."""
    for process in list(_running):
        process.stop()


atexit.register(stop_all)


def _apart() -> dict[str, Any]:
    """Arguments that begin a process in a group of its own, which Ctrl-C does not reach."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
