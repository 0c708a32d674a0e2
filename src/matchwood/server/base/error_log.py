"""Faults of our own: told to the log, so that they can be found, and never what they were about.

The log has the kind of an error and the way it came, as files, lines and functions. It has neither
the error's text nor the values of variables, since a move, a token or a table's name may be in
them; and of a request it has the route, not the path.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from functools import partial
from traceback import walk_tb
from types import FrameType
from typing import Any, TypeVar

from litestar import Request

NUMBER_BYTES = 4
NUMBER_HEADER = "x-request-number"
MOST_STEPS = 20
"""Of a longer way, as of a function that calls itself for ever, so many at either end are told."""
FOREIGN = ("uvicorn.error", "asyncio")
"""Who else logs errors that leave our code."""

SECONDS_BETWEEN_WARNINGS = 60

LIBRARIES = frozenset({"anyio", "asyncio", "concurrent", "litestar", "sqlalchemy", "uvicorn"})
"""Of the way of an error through these, the last step is told."""

Answer = TypeVar("Answer")

log = logging.getLogger("matchwood")
_warned: dict[str, float] = {}
"""When each warning was last given; they are few, as nothing that changes is in them."""


def report(error: BaseException, where: str) -> None:
    """Write an error into the log; `where` goes on after its name, as in “KeyError in a task”."""
    log.error("%s %s\n%s", _kind(error), where, traceback_of(error))


def report_throttled(error: BaseException, where: str) -> None:
    """Report what may happen again and again, such as a full disk; the same once a minute."""
    if _is_due(f"{_kind(error)} {where}"):
        report(error, where)


def guarded(make: Callable[[], Answer], otherwise: Answer, where: str) -> Answer:
    """Result of `make`. If that fails, the error is reported, and `otherwise` is the result: one
    table that is damaged hides no other."""
    try:
        return make()
    except Exception as error:
        report_throttled(error, where)
        return otherwise


def report_request(error: Exception, request: Request[Any, Any, Any]) -> str:
    """Write what a request led to into the log; the number by which it can be found there."""
    number = secrets.token_hex(NUMBER_BYTES)
    route = request.scope.get("path_template") or "no route"
    report(error, f"in {request.method} {route}, request {number}")
    return number


def warn(sentence: str) -> None:
    """Write into the log what someone else does to the server; at most once a minute."""
    if _is_due(sentence):
        log.warning("%s", sentence)


def _is_due(what: str) -> bool:
    now = time.monotonic()
    if now - _warned.get(what, -SECONDS_BETWEEN_WARNINGS) < SECONDS_BETWEEN_WARNINGS:
        return False
    _warned[what] = now
    return True


def watch(work: asyncio.Future[Any], what: str) -> None:
    """See to it that work that nobody may be waiting for does not fail in silence."""
    work.add_done_callback(partial(_look_at, what))


def _look_at(what: str, work: asyncio.Future[Any]) -> None:
    if not work.cancelled() and (error := work.exception()) is not None:
        report(error, f"in {what}")


def log_stray_errors() -> None:
    """Let what leaves our code and is logged by others, the event loop or the web server, be
    logged without values too."""
    asyncio.get_running_loop().set_exception_handler(_report_stray)
    for name in FOREIGN:
        logging.getLogger(name).addFilter(without_values)


def _report_stray(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # With an error, the loop's message shows the arguments of what was called.
    error = context.get("exception")
    if error is None:
        log.error("%s", context["message"])
    else:
        report(error, "in the event loop")


def without_values(record: logging.LogRecord) -> bool:
    """A filter of a log, which tells an error in our way and lets through whatever is one."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, asyncio.CancelledError):
        return False  # The server ends, and with it what it was about to answer.
    if error is None and record.levelno == logging.WARNING:
        return _is_due(record.getMessage())  # What strangers send, as often as they like.
    if error is not None:
        record.msg = f"{record.getMessage().strip()}: {_kind(error)}\n{traceback_of(error)}"
        record.args, record.exc_info, record.exc_text = (), None, None
    return True


def traceback_of(error: BaseException) -> str:
    """Where an error came from, and those that led to it."""
    return "\n".join(_steps(error, set()))


def _steps(error: BaseException, met: set[int]) -> Iterator[str]:
    met.add(id(error))
    way = list(walk_tb(error.__traceback__))
    goes_on_inside = [*(_is_library(frame) for frame, _ in way[1:]), False]
    steps = [
        f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_qualname}"
        for (frame, line), goes_on in zip(way, goes_on_inside, strict=False)
        if not (goes_on and _is_library(frame))
    ]
    left_out = len(steps) - 2 * MOST_STEPS
    if left_out > 0:
        steps[MOST_STEPS:-MOST_STEPS] = [f"  … {left_out} more …"]
    yield from steps
    for earlier in _before(error):
        if id(earlier) not in met:
            yield f"after {_kind(earlier)}"
            yield from _steps(earlier, met)


def _is_library(frame: FrameType) -> bool:
    name: str = frame.f_globals.get("__name__", "")
    return name.partition(".")[0] in LIBRARIES


def _before(error: BaseException) -> list[BaseException]:
    """The errors that led to one: all of a group, its cause, or what was being dealt with."""
    context = None if error.__suppress_context__ else error.__context__
    direct = error.__cause__ or context
    group = list(error.exceptions) if isinstance(error, BaseExceptionGroup) else []
    return [*group, *([direct] if direct is not None else [])]


def _kind(error: BaseException) -> str:
    """The name of an error; of one that the database tells, the database's own name for it too."""
    name = getattr(error, "sqlite_errorname", None)
    return type(error).__qualname__ + (f" {name}" if name else "")
