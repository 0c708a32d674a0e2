"""Games and their variants, and how games are found.

A game is a package with a `GAME` in its `__init__` and, beside it, modules: `rules` (compiled),
`text`, `words`, `picture`, `cover`, `finale`, `clicks`, `sketch`, a folder `rulebook`, and others
that may be left out. The contract of each is a protocol beside what uses it; the properties of
`Game` name them. The package is registered under the entry point group `matchwood.games`, ours and
other people's alike. Finding and listing games does not load their rules; those come with the first
position.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from matchwood.engine import ENTRY_POINT_GROUP, game_files
from matchwood.engine.errors import BadAid, BadOption, UnknownGame, listed, quoted
from matchwood.engine.language import Phrase
from matchwood.engine.options import HINTS, Aid, Option, Value, read_options, written
from matchwood.engine.parts import GameParts
from matchwood.engine.spec import BadGame, Move, option_of_players

if TYPE_CHECKING:
    import numpy as np

    from matchwood.engine.encoding import Encoding
    from matchwood.engine.fairness import Seed
    from matchwood.engine.fields import Field
    from matchwood.engine.position import Position
    from matchwood.learning.rulebook import Rulebook

PLAYERS = "players"
"""The option of a game that says how many play, where that can be chosen."""
SPECTATOR = -1
"""Number by which kernels call the viewer who sits nowhere; everywhere else that is `None`."""

logger = logging.getLogger("matchwood")

Document = dict[str, Any]
State = Any
"""One NumPy record; see `matchwood.engine.dispatch.state_type`."""


@dataclass(frozen=True)
class Preset:
    """A way to play that set-up forms offer first: options that go together.

    >>> [preset.name for preset in matchwood.find_game("baguettes").presets]
    ['printed', 'quick', 'teams']
    """

    name: str
    label: Phrase
    help: Phrase
    """One sentence."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """Options that differ from the defaults; with `players`, the preset is for that many only."""


@dataclass(frozen=True)
class Game(GameParts):
    """The declaration of a game.

    >>> game = matchwood.find_game("colorfox")
    >>> [option.name for option in game.options]
    ['players', 'youngest', 'deck']
    >>> game.variant({"players": 4}).players
    4
    """

    name: str
    title: str
    summary: str
    version: int = 1
    """Goes up when the same seed and moves would no longer give the same game."""
    options: tuple[Option, ...] = ()
    module: str = ""
    """The package or the module that declares it: `__name__` there."""
    players: int | Sequence[int] | None = None
    """Number of players, or several, the usual one first; it becomes the option `players`."""
    open: bool = False
    """True if a declared game hides nothing. In any other, each field says from whom it is
    hidden."""
    chance: bool = False
    """True if moves of an open game draw on chance, so that they cannot be taken back."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """Fields of a position of a declared game; see `matchwood.engine.spec`."""
    moves: Sequence[Move] = ()
    """Moves of a declared game."""
    book: str = ""
    """The rulebook in English, of a game that has no folder `rulebook`."""
    check: Callable[[Mapping[str, Value]], Phrase | None] = lambda options: None
    """Function that tells, in a sentence, why options that are each allowed do not go together."""
    partners: Callable[[Mapping[str, Value]], bool] = lambda options: False
    """Function that is true if those who sit opposite are partners who win together, so that it is
    no tie."""
    samples: tuple[Mapping[str, Value], ...] = ()
    """Ways to set the options that tests should try; none: every way."""
    presets: tuple[Preset, ...] = ()
    """Ways to play that set-up forms offer, the usual one first. `cover.preset` draws them."""
    aids: tuple[Aid, ...] = ()
    """Help of its own that a table may agree on. A game that has any has a module `aids`."""
    longest: Callable[[Mapping[str, Value]], int] | int | None = None
    """Most moves of a game, with these options or with any; None: `MOST_MOVES`."""
    versions: Callable[[Mapping[str, Value]], int] | None = None
    """The version of the rules for these options, where the last change was not for all; none:
    `version`. The highest of them is `version`."""
    memory: bool = False
    """True if players are to remember what happened: until the end a reader is told only their own
    last turn and those since."""

    def __post_init__(self) -> None:
        if self.players is not None:
            given = option_of_players(self.players)
            object.__setattr__(self, "options", (given, *self.options))

    @property
    def player_counts(self) -> list[int]:
        """Numbers of players that the game allows, from the fewest to the most.

        >>> matchwood.find_game("piecepack-matches").player_counts
        [2, 3, 4, 6]
        """
        for option in self.options:
            if option.name == PLAYERS:
                return [value for value in option.values if isinstance(value, int)]
        return [self.variant().players]

    @property
    def all_aids(self) -> tuple[Aid, ...]:
        """All help that a table may agree on: the game's own, then what every game has."""
        return (*self.aids, HINTS)

    def read_aids(self, given: Iterable[str], people: int) -> tuple[str, ...]:
        """The aids that so many people agree on, each once; or a sentence that refuses one."""
        names = [aid.name for aid in self.all_aids]
        chosen = dict.fromkeys(given)
        for name in chosen:
            if name not in names:
                raise self._no_such_aid(name, names)
        if HINTS.name in chosen and people != 1:
            raise BadAid("Hints are for one person who plays alone against bots.")
        return tuple(name for name in names if name in chosen)

    def _no_such_aid(self, name: str, names: Sequence[str]) -> BadAid:
        for other in map(find_game, game_names()):
            if name in (aid.name for aid in other.aids):
                return BadAid(
                    "The aid {aid} is for {other}; the aids of {game} are {aids}.",
                    aid=quoted(name),
                    other=other.title,
                    game=self.title,
                    aids=listed(names),
                )
        return BadAid.unknown(
            "There is no aid {name}; the aids of {game} are {names}.", name, names, game=self.title
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def _repr_html_(self) -> str:
        from matchwood.drawing.notebook import html_of_game

        return html_of_game(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process a game is found by its name."""
        return find_game, (self.name,)

    def rulebook(self, language: str = "en") -> Rulebook:
        """The rules as told to players: in English, French (`fr`) or German (`de`); in English
        where a game has only that."""
        from matchwood.learning.rulebook import read_rulebook, rulebook_of

        return rulebook_of(self.book) if self.book else read_rulebook(self.module, language)

    def variant(self, options: Mapping[str, object] | None = None) -> Variant:
        """The game with these options; those left out take their default."""
        agreed = read_options(self.options, options or {})
        problem = self.check(agreed)
        if problem:
            raise BadOption("{problem}", problem=problem)
        return Variant(self, agreed)


@dataclass(frozen=True)
class Variant:
    """A game with its options agreed on, ready to be dealt.

    >>> variant = matchwood.load("baguettes", size="2x2x2", sticks=3)
    >>> print(variant)
    baguettes players=2 teams=false size=2x2x2 sticks=3
    >>> variant.new(seed=1)
    <baguettes after 0 moves, seat 0 to move>
    """

    game: Game
    options: Mapping[str, Value]

    def __str__(self) -> str:
        options = (f"{name}={written(value)}" for name, value in self.options.items())
        return " ".join((self.game.name, *options))

    @cached_property
    def blank(self) -> np.ndarray:
        """An array of one state that holds the options and nothing else; copy it before use."""
        import numpy as np

        states = np.zeros(1, self.game.rules.STATE)
        self.game.rules.configure(states[0], **self.options)
        states.flags.writeable = False
        return states

    @cached_property
    def encoding(self) -> Encoding:
        """Encoding of positions and actions as numbers, for programs that learn."""
        from matchwood.engine.encoding import Encoding

        return Encoding(self)

    def __hash__(self) -> int:
        return hash(str(self))

    def _repr_html_(self) -> str:
        from matchwood.drawing.notebook import html_of_variant

        return html_of_variant(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, (self.game, dict(self.options))

    @property
    def version(self) -> int:
        """The version of the rules: records and tables of another one cannot be replayed."""
        versions = self.game.versions
        return self.game.version if versions is None else versions(self.options)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.blank[0].players)

    @property
    def longest(self) -> int:
        """Most moves that a game can have; where the rules set no end, that random players can
        need. A table that goes on longer is not played to win."""
        most = self.game.longest
        return most(self.options) if callable(most) else most or self.game.rules.MOST_MOVES

    def tied(self, winners: Sequence[int]) -> bool:
        """True if rivals share the win."""
        return len(winners) > 1 and not self.game.partners(self.options)

    def side(self, seat: int) -> int:
        """The side that a seat plays for: its own, or that of the partners who sit opposite."""
        return seat % 2 if self.game.partners(self.options) else seat

    def winners_if_given_up(self, given_up: Iterable[int]) -> tuple[int, ...] | None:
        """Winners because all others gave up; nobody yet, where more than one side is left.

        With two sides it is enough that one player gives up.
        """
        left = {self.side(seat) for seat in range(self.players)}
        left -= {self.side(seat) for seat in given_up}
        if len(left) != 1:
            return None
        return tuple(seat for seat in range(self.players) if self.side(seat) in left)

    def new(self, seed: Seed = None) -> Position:
        """Deal a game. The same seed deals the same game; without one, the system draws it."""
        from matchwood.engine.position import Position

        return Position.deal(self, seed)


_registered: dict[str, Game] = {}
"""Games that no package brings, by name."""


@cache
def _entry_points() -> dict[str, EntryPoint]:
    found = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name)
    return {point.name: point for point in found}


def register(game: Game | str | PathLike[str]) -> Game:
    """Let a game be found that no package brings: one of a notebook, or in the file at a path.

    It replaces one that was registered by the same module before. Processes that this one starts
    find a game in a file as well.

    >>> matchwood.register("my_game.py")
    Traceback (most recent call last):
        ...
    matchwood.engine.spec.BadGame: There is no file ...my_game.py.
    """
    _from_environment()
    if isinstance(game, Game):
        _add(game)
        return game
    found = game_files.load(Path(game))
    _add(found)
    game_files.hand_on(Path(game))
    return found


def _add(game: Game) -> None:
    before = _registered.get(game.name)
    if game.name in _entry_points() or (before and before.module != game.module):
        raise BadGame("There are two games of the name {name}.", name=quoted(game.name))
    game.spec  # noqa: B018  # refuses a declaration that cannot be used
    _registered[game.name] = game
    game_files.note_edition(game)


@cache
def _from_environment() -> None:
    """Register the games of the files that the environment names; those that cannot be used are
    told of, and the others go on."""
    for path, found in game_files.from_environment():
        try:
            if isinstance(found, BadGame):
                raise found
            _add(found)
        except BadGame as bad:
            logger.warning("%s is left out: %s", path, bad)


def _all_registered() -> dict[str, Game]:
    _from_environment()
    return _registered


def game_names() -> list[str]:
    """The names of all games that are installed or registered.

    >>> "colorfox" in matchwood.game_names()
    True
    """
    return [*sorted(_all_registered()), *_entry_points()]


def find_game(name: str) -> Game:
    """The game of this name.

    >>> matchwood.find_game("top-trumps-match").title
    'Top Trumps Match'
    """
    if name in _all_registered():
        return _registered[name]
    point = _entry_points().get(name)
    if point is None:
        raise UnknownGame.unknown(
            "There is no game {name}; the games are {names}.", name, game_names()
        )
    return cast(Game, point.load())
