"""Threads that share the parts of a work, step after step, in compiled code.

To wake a thread takes as long as to step a thousand games. So helpers do not sleep between two
steps that follow each other soon: they look for work over and over, for as long as a step or two
takes. Who is slow finds fewer parts left, and is waited for only if it has begun one.

Three words are shared. All parts of all steps are numbered on, so that who comes late to a step
takes a part of the next one, and none twice: `TAKEN` is the next part that nobody has, `WANTED` the
first that is not asked for yet, and `DONE` counts those that are finished.

The words are atomic: what a thread has written before it writes such a word is there for those who
read the word after that. Python, which runs one thread at a time, has plain words here.
"""

from __future__ import annotations

import inspect
import threading
import time
import weakref
from collections.abc import Callable, Sequence

import numpy as np
from numba import types
from numba.extending import lower_builtin, type_callable

from matchwood.engine.jit import kernel
from matchwood.engine.numba_private import cgutils

WORD_BYTES = 8
LINE = 64 // WORD_BYTES
"""Distance, in words, between two that different threads write: a cache line, so that a processor
does not take one away from a thread because of the other."""


def load(words, at):
    return words[at]


def add(words, at, amount):
    """Add to a word; what it was before."""
    before = words[at]
    words[at] += amount
    return before


def replace(words, at, expected, wanted):
    """Write a word if it still is what is expected; whether it was."""
    if words[at] != expected:
        return False
    words[at] = wanted
    return True


def _compiled(function, gives):
    """Let kernels call one of these: what it gives, and how that is written for LLVM."""

    @type_callable(function)
    def find(context):
        def signature(words, at, *values):
            return gives

        signature.pysig = inspect.signature(function)
        return signature

    def write(lower):
        @lower_builtin(function, types.Array, types.Integer, types.VarArg(types.Integer))
        def call(context, builder, signature, arguments):
            array, *numbers = signature.args
            words = context.make_array(array)(context, builder, arguments[0])
            at, *values = (
                context.cast(builder, value, number, types.int64)
                for value, number in zip(arguments[1:], numbers, strict=True)
            )
            place = cgutils.get_item_pointer(context, builder, array, words, [at], wraparound=False)
            return lower(builder, place, *values)

        return lower

    return write


@_compiled(load, types.int64)
def _load(builder, place):
    return builder.load_atomic(place, "acquire", WORD_BYTES)


@_compiled(add, types.int64)
def _add(builder, place, amount):
    return builder.atomic_rmw("add", place, amount, "acq_rel")


@_compiled(replace, types.boolean)
def _replace(builder, place, expected, wanted):
    done = builder.cmpxchg(place, expected, wanted, "acq_rel", "acquire")
    return builder.extract_value(done, 1)


WORDS = 3
TAKEN, WANTED, DONE = range(0, WORDS * LINE, LINE)
NONE = -1
PATIENCE = 200_000
"""Number of times a helper looks for work before it sleeps: some tenths of a millisecond."""


def new_words() -> np.ndarray:
    """The three words, before the first step."""
    return np.zeros(WORDS * LINE, np.int64)


@kernel
def ask_for(words, parts):
    """Begin a step of so many parts."""
    add(words, WANTED, parts)


@kernel
def is_wanted(words):
    """True if there is a part that nobody has taken."""
    return load(words, TAKEN) < load(words, WANTED)


@kernel
def take_part(words):
    """The number of a part, which is the caller's now; NONE if all are taken."""
    while True:
        part = load(words, TAKEN)
        if part >= load(words, WANTED):
            return NONE
        if replace(words, TAKEN, part, part + 1):
            return part


@kernel
def has_done(words):
    """Tell the others that a part is finished."""
    add(words, DONE, 1)


@kernel
def all_done(words):
    """True if the step is finished, or will be soon."""
    looks = 0
    while load(words, DONE) < load(words, WANTED) and looks < PATIENCE:
        looks += 1
    return looks < PATIENCE


class Crew:
    """Helpers, each a thread that does one of these: work along until nothing was to do for a
    while. They go when nobody has the crew any more."""

    def __init__(self, helping: Sequence[Callable[[], object]], words: np.ndarray) -> None:
        self._words = words
        self._calls = [threading.Event() for _ in helping]
        dismissed = threading.Event()
        for each, called in zip(helping, self._calls, strict=True):
            arguments = each, called, dismissed
            threading.Thread(target=_help, args=arguments, daemon=True).start()
        weakref.finalize(self, _dismiss, self._calls, dismissed)

    def call(self) -> None:
        """Wake those that sleep."""
        for called in self._calls:
            if not called.is_set():
                called.set()

    def wait(self) -> None:
        """Until all parts are done that somebody has taken."""
        while not all_done(self._words):
            time.sleep(0)  # whoever has the last part may be waiting for this core


def _help(
    help_along: Callable[[], object], called: threading.Event, dismissed: threading.Event
) -> None:
    while True:
        called.wait()
        called.clear()
        if dismissed.is_set():
            return
        help_along()


def _dismiss(calls: Sequence[threading.Event], dismissed: threading.Event) -> None:
    dismissed.set()
    for called in calls:
        called.set()
