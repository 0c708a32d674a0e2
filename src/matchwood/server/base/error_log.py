"""The error log: errors of the server by kind and traceback, without any values.

A traceback is files, lines and functions. Neither the error's text nor the values of variables are
logged, since a move, a token or a table's name may be in them; and of a request the route, not the
path.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from traceback import walk_tb
from types import FrameType
from typing import Any, TypeVar

MOST_STEPS = 20
"""Steps at either end of a longer traceback, as of endless recursion, that are logged."""
FOREIGN = ("uvicorn.error", "asyncio")
"""Loggers of others through which errors leave our code."""

SECONDS_BETWEEN_WARNINGS = 60

LIBRARIES = frozenset({"anyio", "asyncio", "concurrent", "litestar", "sqlalchemy", "uvicorn"})
"""Packages of which only the last step of a traceback is logged."""

Answer = TypeVar("Answer")

log = logging.getLogger("matchwood")
_warned: dict[str, float] = {}
"""Time of each warning; they are few, as nothing that changes is in them."""


def report(error: BaseException, where: str) -> None:
    """Log an error; `where` goes on after its name, as in “KeyError in a task”."""
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


def warn(sentence: str) -> None:
    """Log what someone else does to the server; the same at most once a minute."""
    if _is_due(sentence):
        log.warning("%s", sentence)


def _is_due(what: str) -> bool:
    now = time.monotonic()
    if now - _warned.get(what, -SECONDS_BETWEEN_WARNINGS) < SECONDS_BETWEEN_WARNINGS:
        return False
    _warned[what] = now
    return True


def log_stray_errors() -> None:
    """Log without values also what the event loop and the web server log."""
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
    """Logging filter: replace the text of an error, and drop what is none of ours."""
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
    """Traceback of an error, and of those that led to it."""
    return "\n".join(_steps(error, set()))


def _steps(error: BaseException, met: set[int]) -> Iterator[str]:
    met.add(id(error))
    frames = list(walk_tb(error.__traceback__))
    goes_on_inside = [*(_is_library(frame) for frame, _ in frames[1:]), False]
    steps = [
        f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_qualname}"
        for (frame, line), goes_on in zip(frames, goes_on_inside, strict=False)
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
    """Errors that led to one: members of a group, its cause, or its context."""
    context = None if error.__suppress_context__ else error.__context__
    direct = error.__cause__ or context
    group = list(error.exceptions) if isinstance(error, BaseExceptionGroup) else []
    return [*group, *([direct] if direct is not None else [])]


def _kind(error: BaseException) -> str:
    """Name of an error, with SQLite's own name if it is one of SQLite's."""
    name = getattr(error, "sqlite_errorname", None)
    return type(error).__qualname__ + (f" {name}" if name else "")
