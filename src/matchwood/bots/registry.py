"""Bots by name: ours, and anyone's.

A bot is a function of a view and a random generator that returns a move. It is found by its name,
if it was registered (`matchwood.bot`) or its package has an entry point in the group
`matchwood.bots`, or by its file, as `mine.py:mine`. Bots of files and packages run in processes of
their own (`process`), functions that are handed over in this one.

A bot that raises an exception, names an illegal move or does not answer in time does not stop a
game: a random legal move is played in its place, and the first time it is reported.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import logging
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, overload

from matchwood.bots import BOTS, LEVELS, TIME_LIMIT, USUAL
from matchwood.engine.errors import MatchwoodError, UnknownBot, quoted
from matchwood.engine.sources import sources_of

if TYPE_CHECKING:
    import numpy as np

    from matchwood.bots.process import BotProcess
    from matchwood.engine.view import View

GROUP = "matchwood.bots"
"""The entry points of bots."""
NAME = re.compile(r"[^\W\d][\w.+-]{0,31}")
"""A name is written between blanks, commas and colons."""
SEPARATOR, FILE = ":", ".py"
DIGITS = 16
LONGEST_REPORT = 300
ERROR, ILLEGAL, SILENT = "error", "illegal", "silent"
"""Kinds of failures."""

logger = logging.getLogger("matchwood")

Choose = Callable[[Any, Any], object]
"""A bot: from a view and a generator to a legal move."""


class BadBot(MatchwoodError):
    """A bot that cannot be loaded, or a name that no bot can have."""


class BotFailed(Exception):
    """A bot did not choose a legal move. The arguments are the kind of failure and a sentence."""


@dataclass(eq=False)
class Bot:
    """Somebody's bot: a name and a function, or a file or package where a process finds it.

    Called with a view and a generator, it is the function.
    """

    name: str
    function: Choose | None = None
    source: str = ""
    seconds: float = TIME_LIMIT
    """Seconds that it may take for a move."""
    reported: set[str] = field(default_factory=set)
    """Kinds of failures of which it was told."""
    silent: bool = False
    """It did not answer once, and is not asked again."""
    idle: list[BotProcess] = field(default_factory=list)
    """Its processes that wait to be asked."""

    def __call__(self, view: Any, rng: Any) -> object:
        assert self.function is not None, "a bot of a file is asked in its process"
        return self.function(view, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (self.name, self.function, self.source, self.seconds)

    @property
    def fingerprint(self) -> str:
        """Digest of its code: of its file and what that imports from beside it."""
        return hashlib.sha256(self._code().encode()).hexdigest()[:DIGITS]

    def _code(self) -> str:
        if self.source:
            place, name = split_source(self.source)
            file = Path(place)
            if not file.exists():
                return place
            return f"{[ast.dump(ast.parse(each.read_bytes())) for each in sources_of(file)]} {name}"
        try:
            return inspect.getsource(self.function)  # type: ignore[arg-type]
        except (OSError, TypeError):
            return repr(getattr(self.function, "__code__", self.name))

    def choose(self, view: View, generator: np.ndarray) -> int:
        """The action that it chooses; a random one where it fails."""
        from matchwood.engine.rng import below, word

        seed = int(word(generator)) << 32 | int(word(generator))
        actions = view.legal_actions()
        try:
            move = self._ask(view, seed)
            action = view.variant.game.text.read(view.state, move)
            if action is None or action not in actions:
                raise BotFailed(ILLEGAL, f"“{one_line(move)}” is no legal move")
            return int(action)
        except BotFailed as failure:
            kind, told = failure.args
            self.report(kind, f"failed: {told}; a random move is played in its place")
            return int(actions[below(generator, len(actions))])

    def _ask(self, view: View, seed: int) -> str:
        if self.silent:
            raise BotFailed(SILENT, "it is not asked again")
        try:
            if self.source:
                from matchwood.bots.process import ask

                return ask(self, view, seed)
            return self._answer(view, seed)
        except BotFailed as failure:
            kind, told = failure.args
            if kind != SILENT:
                raise
            self.silent = True
            raise BotFailed(SILENT, f"{told}, and is not asked again") from failure

    def _answer(self, view: View, seed: int) -> str:
        """The answer of its function, in a thread that can be left behind."""
        answers: SimpleQueue[str | BotFailed] = SimpleQueue()

        def answer() -> None:
            try:
                answers.put(answer_of(self, view.copy(), seed))
            except BotFailed as failure:
                answers.put(failure)

        threading.Thread(target=answer, daemon=True).start()
        try:
            move = answers.get(timeout=self.seconds)
        except Empty:
            told = f"it did not answer within {self.seconds:g} seconds"
            raise BotFailed(SILENT, told) from None
        if isinstance(move, BotFailed):
            raise move
        return move

    def is_as(self, other: Bot) -> bool:
        """True of the same bot, perhaps loaded anew."""
        return (self.source, self.function) == (other.source, other.function)

    def report(self, kind: str, told: str) -> None:
        """Tell of something, the first time that there is something of this kind."""
        if kind not in self.reported:
            self.reported.add(kind)
            logger.warning("The bot %s %s.", self.name, told)


def split_source(source: str) -> tuple[str, str]:
    """The file or package of a source such as `mine.py:mine`, and the name in it, if it has one."""
    if source.endswith(FILE):
        return source, ""
    place, _, name = source.rpartition(SEPARATOR)
    return place, name


def answer_of(bot: Choose, view: View, seed: int) -> str:
    """Call a bot. `BotFailed` tells of an exception, or of an answer that is no text."""
    import numpy as np

    try:
        move = bot(view, np.random.default_rng(seed))
    except BaseException as error:  # SystemExit too
        raise BotFailed(ERROR, described(error)) from error
    if not isinstance(move, str):
        raise BotFailed(ILLEGAL, f"a move is a text, and it returned {type(move).__name__}")
    return str(move)


def described(error: BaseException) -> str:
    """An exception in a few words, with the line where it was raised."""
    text = one_line(str(error))
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None:
        return what
    return f"{what} ({Path(frame.tb_frame.f_code.co_filename).name}, line {frame.tb_lineno})"


def one_line(text: str) -> str:
    """A text that fits into a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REPORT else f"{line[:LONGEST_REPORT]}…"


Given = str | Bot | Choose
"""A bot as people give it: its name, its file or a function."""
_bots: dict[str, Bot] = {}
_offered: dict[str, Bot] = {}
_missed: set[str] = set()


@overload
def bot(name: Choose) -> Bot: ...
@overload
def bot(name: str | None = None) -> Callable[[Choose], Bot]: ...
def bot(name: str | Choose | None = None) -> Bot | Callable[[Choose], Bot]:
    """Register a function of a view and a random generator as a bot.

    It returns one of the legal moves. The name may be left out: then it is that of the function.

    >>> @matchwood.bot("first")
    ... def first(view, rng):
    ...     return view.legal_moves()[0]
    >>> matchwood.simulate("connect-four", bots=["random", first], games=2, cores=1).seats.tolist()
    [['random', 'first'], ['first', 'random']]
    """
    if callable(name):
        return register(name)
    return lambda function: register(function, name)


def register(function: Choose, name: str | None = None) -> Bot:
    """Register a function; a bot of the same name that was registered before is replaced."""
    called = str(name or getattr(function, "__name__", type(function).__name__))
    check_name(called)
    _bots[called] = Bot(called, function)
    return _bots[called]


def check_name(name: str) -> None:
    """Refuse a name that no bot of somebody can have."""
    if not NAME.fullmatch(name):
        raise BadBot(
            "A bot cannot be called {name}: a name has at most 32 letters, digits, dots, signs and "
            "underscores, and begins with a letter.",
            name=quoted(name),
        )
    if name in BOTS:
        raise BadBot("{name} is a bot of ours; call yours otherwise.", name=name)


def _revived(name: str, function: Choose | None, source: str, seconds: float) -> Bot:
    """A bot that was pickled, registered in this process too."""
    known = _bots.get(name)
    told = Bot(name, function, source, seconds)
    if known is None or not known.is_as(told):
        known = _bots[name] = told
    return known


def own_bots() -> list[Bot]:
    """All bots in this process that are not ours."""
    return [bot for bot in _bots.values() if bot.name not in BOTS]


def names_of_bots() -> list[str]:
    """All names by which a bot can be found: ours, registered ones and those of packages."""
    return list(dict.fromkeys([*BOTS, *_bots, *_points()]))


def find_bot(name: str) -> Bot:
    """The bot of this name, ours or registered; `UnknownBot` if there is none."""
    if name in BOTS and name not in _bots:
        from matchwood.bots.levels import choose_move

        _bots[name] = Bot(name, partial(choose_move, name))
    if name not in _bots and name in _points():
        point = _points()[name]
        _bots[name] = Bot(name, source=point.value)
    if name not in _bots:
        raise UnknownBot.unknown(
            "There is no bot {name}; the bots are {names}.", name, names_of_bots()
        )
    return _bots[name]


def name_bot(given: Given) -> str:
    """The name of a bot that is given by its name, its file or as a function.

    A bot of a file or a function is registered; a file is loaded, so that it is known to work.
    """
    if isinstance(given, Bot):
        _bots[given.name] = given
        return given.name
    if callable(given):
        return register(given).name
    if SEPARATOR in given or given.endswith(FILE):
        return _name_of_file(given)
    find_bot(given)
    return given


def name_bots(given: Given | Iterable[Given]) -> tuple[str, ...]:
    """The names of one or several bots."""
    if isinstance(given, str | Bot) or callable(given):
        return (name_bot(given),)
    found: dict[str, Bot] = {}
    names = []
    for each in given:
        name = name_bot(each)
        bot = find_bot(name)
        if not bot.is_as(found.setdefault(name, bot)):
            raise BadBot("Two bots are called {name}; call one otherwise.", name=name)
        names.append(name)
    return tuple(names)


def read_bots(text: str) -> tuple[str, ...]:
    """The bots in a list such as `random,easy,mine.py:mine`."""
    return name_bots([word.strip() for word in text.split(",")])


def offer(given: str) -> str:
    """Let tables of this server have the bot of a file or a package; its name."""
    name = name_bot(given)
    if name in BOTS:
        raise BadBot("{name} is a bot of ours, and offered already.", name=name)
    if name in _offered and not _bots[name].is_as(_offered[name]):
        raise BadBot("Two bots are called {name}; call one otherwise.", name=name)
    _offered[name] = _bots[name]
    return name


def offered_bots() -> tuple[str, ...]:
    """The bots that tables of a server may have: our levels, and those that its owner offers."""
    return (*LEVELS, *_offered)


def check_offered(name: str) -> None:
    """Refuse a bot that no table of this server may have, though it can be found here."""
    if name not in BOTS and name not in _offered:
        raise UnknownBot.unknown(
            "There is no bot {name}; the bots are {names}.", name, offered_bots()
        )


def playing_as(name: str) -> str:
    """The bot that plays for one of a table: itself, or the usual one where it is not offered any
    more."""
    if name in BOTS or name in _offered:
        return name
    if name not in _missed:
        _missed.add(name)
        logger.warning("The bot %s is not offered; %s plays in its place.", name, USUAL)
    return USUAL


def _name_of_file(given: str) -> str:
    """The name of the bot of a file, as its process tells it."""
    from matchwood.bots.process import BotProcess, stop_idle

    place, name = split_source(given)
    where = str(Path(place).resolve()) if place.endswith(FILE) else place
    source = f"{where}{SEPARATOR}{name}" if name else where
    process = BotProcess(source, given)
    check_name(process.name)
    if process.name in _bots:
        stop_idle(_bots[process.name])  # they have loaded what the file said then
    _bots[process.name] = Bot(process.name, source=source, idle=[process])
    return process.name


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
