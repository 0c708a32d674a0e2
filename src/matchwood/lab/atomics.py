"""Words that several threads read and write at once, in compiled code.

What a thread has written before it writes such a word is there for those who read the word after
that. Python, which runs one thread at a time, has plain words here.
"""

from __future__ import annotations

import inspect

from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

WORD_BYTES = 8
LINE = 64 // WORD_BYTES
"""How many words apart two of them are that different threads write, so that a processor does not
take one away from a thread because of the other."""


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
