"""A process that loads a bot and asks it for moves.

    python -m matchwood.bots.worker SOURCE

It writes a line of JSON when the bot is loaded, one when it has read a view and one when the bot
has answered, and ends when its standard input does. What a bot prints goes to a file, of which the
first line is told.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import sys
import tempfile
import threading
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any

from matchwood.bots import registry
from matchwood.bots.registry import ERROR, BotFailed, Choose, one_line

PRINTS, FORKS = "prints", "forks"


class NoBot(Exception):
    """There is no bot in a file or package; the text says why."""


class Worker:
    """The bot, and the pipes by which it is asked."""

    def __init__(self) -> None:
        self._pid, self._forked = os.getpid(), False
        self._replies = os.fdopen(os.dup(1), "wb", buffering=0)
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        requests = os.fdopen(os.dup(0), "rb")
        threading.Thread(target=self._read, args=(requests,), daemon=True).start()
        self._printed = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # till we end
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        for shown in (1, 2):
            os.dup2(self._printed.fileno(), shown)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self._note_fork)

    def _read(self, requests: Any) -> None:
        for line in requests:
            self._requests.put(line)
        if sys.platform != "win32" and os.getpgrp() == self._pid:
            os.killpg(self._pid, signal.SIGKILL)  # with what the bot has begun
        os._exit(0)  # whoever asked is gone

    def _note_fork(self) -> None:
        self._forked = True

    def run(self, source: str) -> None:
        """Load the bot and let it answer until nobody asks any more."""
        try:
            name, bot = load(source)
        except NoBot as wrong:
            self._reply(failed=(ERROR, str(wrong)))
            return
        self._reply(name=name)
        while True:
            view, seed = pickle.loads(base64.b64decode(self._requests.get()))
            view.legal_moves()  # what has to be loaded first is none of the bot's time
            self._reply(begun=True)
            try:
                move = registry.answer_of(bot, view, seed)
            except BotFailed as failure:
                self._reply(failed=failure.args)
            else:
                self._reply(move=move, noted=self._noted())

    def _noted(self) -> dict[str, str]:
        """Sentences on what the bot did beside its answer."""
        noted = {}
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        self._printed.seek(0)
        if printed := self._printed.read(registry.LONGEST_REPORT):
            first = one_line(printed.decode(errors="replace").strip().partition("\n")[0])
            noted[PRINTS] = f"printed “{first}”; what bots print is not shown"
        self._printed.seek(0)
        self._printed.truncate()
        if self._forked:
            noted[FORKS] = "began a process, which ends with it"
        return noted

    def _reply(self, **reply: object) -> None:
        if os.getpid() != self._pid:
            os._exit(0)  # a process that the bot began is no bot
        self._replies.write(json.dumps(reply).encode() + b"\n")


def load(source: str) -> tuple[str, Choose]:
    """A bot and its name. `NoBot` says what is wrong with its file or package."""
    place, name = registry.split_source(source)
    before = {bot.name for bot in registry.own_bots()}
    try:
        module = _module_of(Path(place)) if place.endswith(registry.FILE) else import_module(place)
    except FileNotFoundError:
        raise NoBot("there is no such file") from None
    except SyntaxError as error:
        raise NoBot(f"line {error.lineno} is no Python: {one_line(error.msg)}") from error
    except BaseException as error:
        raise NoBot(registry.described(error)) from error
    if not name:
        return _only_one([bot for bot in registry.own_bots() if bot.name not in before])
    found = getattr(module, name, None)
    if found is None:
        raise NoBot(f"there is no {name} in it")
    if not callable(found):
        raise NoBot(f"{name} in it is no function")
    return found.name if isinstance(found, registry.Bot) else name, found


def _only_one(bots: list[registry.Bot]) -> tuple[str, Choose]:
    if len(bots) != 1:
        raise NoBot(f"it registers {len(bots) or 'no'} bots; name one, as mine.py:mine")
    return bots[0].name, bots[0]


def _module_of(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError
    sys.path.insert(0, str(path.parent))
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    Worker().run(sys.argv[1])
