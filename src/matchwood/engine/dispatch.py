"""The rules of any game, as generic functions on its state.

A state is one NumPy record, and a game is a handful of compiled functions that read and change
it, in the modules that were registered with the type of the record. Each function below finds
the game's own by that type: in Python by the `dtype`, in compiled code when Numba specialises
the caller. So a bot or a simulation is written once, as an ordinary `@kernel`, and runs at full
speed on every game.

    setup(s): deal a new game; the options and the seed are already in `s`
    legal(s, out) -> n: the legal actions, as small integers; none when the game is over
    apply(s, action): one move, in place; never called with an illegal action
    hide(s, viewer): wipe all that the viewer may not know, secret chance included
    guess(s, viewer, generator): fill what is hidden with a uniformly random truth that agrees with
        what shows, and start a fresh stream of secret chance
    returns(s, out): 1 shared among the winners, 0 for the others, one entry a seat

A game may leave these out, and all but the last four then have an answer that fits every game.
They may stand in a module that itself imports the rules; it is loaded when it is first asked:

    estimate(s, out): a cheap opinion of a position before the end, as shares of the win like those
        of `returns`; without one, all have the same share
    weigh(s, actions, n, room, shares, out): the mover's share after each of n actions, by the
        game's estimate; `room` and `shares` are to work in. Without one, every action is tried in
        turn
    suspect(s, viewer, generator): a guess that also goes by what the others seem to be up to;
        without one, `guess`
    label(s, action): the name of a move, the same in all truths that the searching player cannot
        tell apart; without one, the action itself
    outcome(s, action): after a move, a number for what chance made of it, as far as everyone can
        see and it matters; without one, always 0
    forget(s, memory, generator): wipe from a hidden record, or mix up in it, what a player forgets
        who remembers each thing with the chance `memory`; without one, nothing
    senseless(s, action): whether a legal action is one that nobody makes on purpose, so that a bot
        makes none where it acts without a thought; without one, no action is
    hurry(s, patience): note in a hidden record that its player wants the game to come to an end, so
        that `estimate` leaves the less of the win to all the longer nobody wins; it takes
        `patience` times as long as it usually does; without one, nothing
    reveals(s, action): whether a legal action draws on chance or lets any viewer learn what
        followed neither from what they knew nor from the move itself, so that it may not be taken
        back; without one, every action does. It answers alike whatever is hidden from the mover
    is_open(s): whether nothing but chance is hidden from anyone, so that what shows needs no copy
        of the record; without one, it is not known
    canonical(s, key): for the solver: the name, in the first KEY_WORDS words, that a position
        shares with just those that a symmetry makes of it
    encode(s, viewer, out): for programs that learn: a hidden record as numbers, see
        `matchwood.engine.encoding`
    number(s, action): the number of a legal action, among all of its variant, without gaps; without
        one, the action itself
    numbered(s, number): the action of that number
"""

from __future__ import annotations

import importlib
import inspect
from operator import itemgetter
from types import ModuleType
from typing import Any, Protocol

import numba
import numpy as np
from numba import types
from numba.extending import lower_builtin, type_callable

from matchwood.engine.jit import kernel
from matchwood.engine.rng import CHANCE_FIELDS

KEY_WORDS = 2
"""Number of 64-bit words that name a position."""
KEY_ROOM = 16
"""Number of words that `canonical` is given, those after the name to work in."""

TO_THE_END = -1
"""More random moves than any game has."""

WIDEST = np.dtype(np.int64).alignment
_HEADER = [*CHANCE_FIELDS, ("players", "i1"), ("to_move", "i1"), ("over", "u1")]


class Record(np.void):  # type: ignore[misc]  # the stubs call it final, NumPy does not
    """A state as Python sees it: its fields are attributes, those of all games (`state_type`).

    `np.record`, or to look them up in `__getattr__`, takes more than twice as long; to tell a
    position to its viewers takes a hundred such looks.
    """

    __slots__ = ()

    __setattr__ = np.void.__setitem__


def state_type(game: str, own_fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of a game: the fields every game has and its own, the widest first.

    The last field carries the game's name and is empty. It fills the record up, so that no byte
    lies between fields and equal positions are equal bytes. And it tells games apart: Numba
    takes a record for another one if it has all of its fields at the same places.
    """
    fields = sorted([*_HEADER, *own_fields], key=lambda field: -np.dtype(field[1]).alignment)
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise TypeError(f"A field cannot be called {name}: NumPy's records have that already.")
        setattr(Record, name, property(itemgetter(name)))
    filling = WIDEST - np.dtype(fields).itemsize % WIDEST
    name = (f"is_{game.replace('-', '_')}", "u1", (filling,))
    return np.dtype((Record, np.dtype([*fields, name], align=True)))


@kernel
def same_share(s, out):
    """The opinion of one who knows no better."""
    for seat in range(s.players):
        out[seat] = 1.0 / s.players


@kernel
def always(s, action):
    """The answer of one who takes no risk."""
    return True


@kernel
def never(s, action):
    """The answer of one who makes no difference between actions."""
    return False


@kernel
def unknown(s):
    """The answer of one who hides a record before looking at it."""
    return False


@kernel
def appraise(s, shares):
    """Everyone's share of the win: as it is at the end, as the game estimates it before."""
    if s.over:
        returns(s, shares)
    else:
        estimate(s, shares)


@kernel
def try_each(s, actions, n, room, shares, out):
    for choice in range(n):
        room[0] = s
        apply(room[0], actions[choice])
        appraise(room[0], shares)
        out[choice] = shares[s.to_move]


@kernel
def which_reveal(s, actions, out):
    """For each of some legal actions, whether it reveals something."""
    for choice in range(len(actions)):
        out[choice] = reveals(s, actions[choice])


@kernel
def same_action(s, action):
    return np.int64(action)


@kernel
def single_outcome(s, action):
    """Default label: chance has no part in a move, or its outcomes may be taken together."""
    return np.int64(0)


@kernel
def nothing(s, memory, generator):
    """Forget nothing, where all that matters lies open."""


@kernel
def no_haste(s, patience):
    """Do nothing, where a game ends of itself."""


class RulesModule(Protocol):
    """`rules.py`: the record and its kernels, registered here (`register`)."""

    STATE: np.dtype[Any]
    MOST_ACTIONS: int
    """Most actions that can be legal at once."""
    MOST_MOVES: int
    """Most moves of a game; where the rules set no end, the most that random players can take."""

    def configure(self, s: Any, **options: Any) -> None:
        """Write the options into a blank record."""

    def setup(self, s: Any) -> None: ...
    def legal(self, s: Any, out: np.ndarray) -> int: ...
    def apply(self, s: Any, action: int) -> None: ...
    def hide(self, s: Any, viewer: int) -> None: ...
    def guess(self, s: Any, viewer: int, generator: np.ndarray) -> None: ...
    def returns(self, s: Any, out: np.ndarray) -> None: ...


_NEEDED = ("setup", "legal", "apply", "hide", "guess", "returns")
_FOR_EVERY_GAME = {
    "estimate": same_share,
    "weigh": try_each,
    "label": same_action,
    "outcome": single_outcome,
    "forget": nothing,
    "senseless": never,
    "hurry": no_haste,
    "reveals": always,
    "is_open": unknown,
    "canonical": None,
    "encode": None,
    "number": same_action,
    "numbered": same_action,
    "ROLLOUT": 0,
    "LOOKAHEAD": 0,
}


class Kernels:
    """Kernels of one game, by name: each is looked for when it is first asked for."""

    def __init__(self, *modules: str | ModuleType) -> None:
        self._modules = modules

    def __getattr__(self, name: str) -> Any:
        found = self._find(name)
        setattr(self, name, found)
        return found

    def _find(self, name: str) -> Any:
        for each in self._modules:
            module = importlib.import_module(each) if isinstance(each, str) else each
            if hasattr(module, name):
                return getattr(module, name)
        return self.guess if name == "suspect" else _FOR_EVERY_GAME[name]


@kernel
def pass_turn(s):
    """It is the next seat's turn, clockwise."""
    s.to_move += 1
    if s.to_move == s.players:
        s.to_move = 0


_by_dtype: dict[np.dtype[Any], Kernels] = {}
_by_numba_type: dict[Any, Kernels] = {}


def register(state: np.dtype[Any], rules: str, *others: str) -> None:
    """Say in which modules the functions stand that are the game of this type of record.

    The rules say so themselves, after their last function; the others are not loaded yet.
    """
    if state in _by_dtype:
        raise TypeError("Two games have the same record type: they share their name.")
    missing = [name for name in _NEEDED if not hasattr(importlib.import_module(rules), name)]
    if missing:
        raise TypeError(f"The rules in {rules} have no {', '.join(missing)}.")
    register_kernels(state, rules, *others)


def register_kernels(state: np.dtype[Any], *modules: str | ModuleType) -> None:
    """Say where the functions of a record stand: in modules, or those of a name, in this order."""
    _by_dtype[state] = _by_numba_type[numba.from_dtype(state)] = Kernels(*modules)


def setup(s):
    _by_dtype[s.dtype].setup(s)


def legal(s: Any, out: np.ndarray) -> Any:
    return _by_dtype[s.dtype].legal(s, out)


def apply(s, action):
    _by_dtype[s.dtype].apply(s, action)


def hide(s, viewer):
    _by_dtype[s.dtype].hide(s, viewer)


def guess(s: Any, viewer: int, generator: np.ndarray) -> None:
    _by_dtype[s.dtype].guess(s, viewer, generator)


def returns(s, out):
    _by_dtype[s.dtype].returns(s, out)


def estimate(s: Any, out: np.ndarray) -> None:
    _by_dtype[s.dtype].estimate(s, out)


def weigh(s: Any, actions: Any, n: int, room: Any, shares: Any, out: Any) -> None:
    _by_dtype[s.dtype].weigh(s, actions, n, room, shares, out)


def suspect(s: Any, viewer: int, generator: np.ndarray) -> None:
    _by_dtype[s.dtype].suspect(s, viewer, generator)


def label(s: Any, action: int) -> Any:
    return _by_dtype[s.dtype].label(s, action)


def outcome(s, action):
    return _by_dtype[s.dtype].outcome(s, action)


def forget(s: Any, memory: float, generator: np.ndarray) -> None:
    _by_dtype[s.dtype].forget(s, memory, generator)


def senseless(s: Any, action: int) -> Any:
    return _by_dtype[s.dtype].senseless(s, action)


def hurry(s: Any, patience: int) -> None:
    _by_dtype[s.dtype].hurry(s, patience)


def reveals(s: Any, action: int) -> Any:
    return _by_dtype[s.dtype].reveals(s, action)


def is_open(s: Any) -> Any:
    return _by_dtype[s.dtype].is_open(s)


def canonical(s: Any, key: np.ndarray) -> None:
    _by_dtype[s.dtype].canonical(s, key)


def encode(s: Any, viewer: int, out: np.ndarray) -> None:
    _by_dtype[s.dtype].encode(s, viewer, out)


def number(s: Any, action: int) -> Any:
    return _by_dtype[s.dtype].number(s, action)


def numbered(s: Any, number: int) -> Any:
    return _by_dtype[s.dtype].numbered(s, number)


def has_estimate(state: np.dtype[Any]) -> bool:
    """True if a game can estimate its positions."""
    return _by_dtype[state].estimate is not same_share


def rollout(state: np.dtype[Any]) -> int:
    """Number of random moves that a search should make before it asks for the estimate.

    A game says so in the constant ROLLOUT, else none; without an estimate, all to the end.
    """
    return _by_dtype[state].ROLLOUT if has_estimate(state) else TO_THE_END


def lookahead(state: np.dtype[Any]) -> int:
    """Number of moves that look best which a search that takes its time should make before it asks
    for the estimate, instead of random ones: the constant LOOKAHEAD of a game, else none."""
    return int(_by_dtype[state].LOOKAHEAD) if has_estimate(state) else 0


def has_canonical(state: np.dtype[Any]) -> bool:
    """True if a game says which of its positions are alike."""
    return _by_dtype[state].canonical is not None


def _compile_dispatch(generic):
    """Let compiled callers of a generic function reach the game's own, without a step between.

    (`numba.extending.overload` would compile such a step for every function and game.)
    """

    def own(s):
        return types.Dispatcher(getattr(_by_numba_type[s], generic.__name__))

    @type_callable(generic)
    def find(context):
        def signature(s, *arguments):
            if s in _by_numba_type:
                return context.resolve_function_type(own(s), (s, *arguments), {})
            return None

        signature.pysig = inspect.signature(generic)
        return signature

    @lower_builtin(generic, types.VarArg(types.Any))
    def call(context, builder, signature, arguments):
        return context.get_function(own(signature.args[0]), signature)(builder, arguments)


for _name in (*_NEEDED, "suspect", *_FOR_EVERY_GAME):
    if not _name.isupper():
        _compile_dispatch(globals()[_name])
