"""Games and their variants, and how games are found.

A game is a package with a `GAME` in its `__init__` and, beside it, modules: `rules` (compiled),
`text`, `words`, `picture`, `cover`, `finale`, `clicks`, `sketch`, a folder `rulebook`, and others
that may be left out. The contract of each is a protocol beside what uses it; the properties of
`Game` name them. The package is registered under the entry point group `matchwood.games`, ours and
other people's alike. Finding and listing games does not load their rules; those come with the first
position.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, ValidationError, convert
from msgspec.json import schema_components

from matchwood.engine import ENTRY_POINT_GROUP, game_files
from matchwood.engine.errors import BadAid, BadOption, UnknownGame, listed, quoted
from matchwood.engine.language import Phrase, Words, words_of
from matchwood.engine.options import HINTS, Aid, Option, Value, read_options, written
from matchwood.engine.spec import BadGame, Move, Spec, option_of_players

if TYPE_CHECKING:
    import numpy as np

    from matchwood.drawing.clicks import ClicksModule
    from matchwood.drawing.picture import CoverModule, Emblem, FinaleModule, PictureModule
    from matchwood.drawing.scene import SceneModule
    from matchwood.drawing.sketch import SketchModule
    from matchwood.engine.dispatch import RulesModule
    from matchwood.engine.encoding import Encoding, EncodingModule
    from matchwood.engine.fairness import Seed
    from matchwood.engine.fields import Field
    from matchwood.engine.language import WordsModule
    from matchwood.engine.piecepack import PiecepackModule
    from matchwood.engine.position import Position, RestoringModule
    from matchwood.engine.view import AidsModule, TextModule
    from matchwood.learning.figures import Figure, FiguresModule
    from matchwood.learning.lessons import Lesson, LessonModule
    from matchwood.learning.reasons import ReasonsModule
    from matchwood.learning.recall import RecallModule
    from matchwood.learning.rulebook import Rulebook
    from matchwood.printing.pieces import PrintsModule

PLAYERS = "players"
"""The option of a game that says how many play, where that can be chosen."""
SPECTATOR = -1
"""How kernels number the viewer who sits nowhere; everywhere else that is `None`."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema that is written."""

DEFAULTS = ("matchwood.engine.defaults", "matchwood.drawing.defaults")
"""Modules with what follows for declared games; the second stands above the engine."""

HOMES = {
    "clicks": ("text", "path_of"),
    "restoring": ("text", "restore"),
    "aids": ("text", "veil"),
    "encoding": ("bot", "encode"),
    "foresight": ("bot", "best_actions"),
    "solved": ("bot", "cells"),
    "study": ("bot", "scores"),
    "cover": ("picture", ""),
    "finale": ("picture", ""),
    "scene": ("picture", "scene"),
    "lesson": ("teach", "LESSONS"),
    "figures": ("teach", "FIGURES"),
    "reasons": ("teach", "reasons"),
    "recall": ("teach", "questions"),
}
"""Modules, or packages, where parts of a game may stand together, and a name in them that tells
whether the part is there; a part without one is a class."""

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
class Game:
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
    """How many play, the usual number first; it becomes the option `players`."""
    open: bool = False
    """True if a declared game hides nothing. In any other, each field says from whom it is
    hidden."""
    chance: bool = False
    """True if moves of an open game draw on chance, so that they cannot be taken back."""
    fields: Mapping[str, Field] = field(default_factory=dict)
    """What a position of a declared game is made of; see `matchwood.engine.spec`."""
    moves: Sequence[Move] = ()
    """What can be done in a declared game."""
    book: str = ""
    """The rulebook in English, of a game that has no folder `rulebook`."""
    check: Callable[[Mapping[str, Value]], Phrase | None] = lambda options: None
    """What is wrong with options that are each allowed but do not go together, in a sentence."""
    partners: Callable[[Mapping[str, Value]], bool] = lambda options: False
    """Whether those who sit opposite are partners who win together, so that it is no tie."""
    samples: tuple[Mapping[str, Value], ...] = ()
    """Ways to set the options that tests should try; none: every way."""
    presets: tuple[Preset, ...] = ()
    """Ways to play that set-up forms offer, the usual one first. `cover.preset` draws them."""
    aids: tuple[Aid, ...] = ()
    """Help of its own that a table may agree on. A game that has any has a module `aids`."""
    longest: Callable[[Mapping[str, Value]], int] | int | None = None
    """How many moves a game can have, with these options or with any; none: `MOST_MOVES`."""
    versions: Callable[[Mapping[str, Value]], int] | None = None
    """The version of the rules for these options, where the last change was not for all; none:
    `version`. The highest of them is `version`."""
    memory: bool = False
    """Whether players are to remember what happened: until the end a reader is told only their
    own last turn and those since."""

    def __post_init__(self) -> None:
        if self.players is not None:
            given = option_of_players(self.players)
            object.__setattr__(self, "options", (given, *self.options))

    @cached_property
    def spec(self) -> Spec:
        """The fields and moves of a declared game, checked."""
        return Spec(self)

    @cached_property
    def rules(self) -> RulesModule:
        if self.fields:
            from matchwood.engine.derived import DerivedRules

            return cast("RulesModule", DerivedRules(self))
        return cast("RulesModule", self._module("rules"))

    @cached_property
    def text(self) -> TextModule:
        return cast("TextModule", self._module("text"))

    @cached_property
    def picture(self) -> PictureModule:
        return cast("PictureModule", self._module("picture"))

    @cached_property
    def finale(self) -> FinaleModule:
        return cast("FinaleModule", self._module("finale"))

    @cached_property
    def cover(self) -> CoverModule:
        return cast("CoverModule", self._module("cover"))

    @cached_property
    def clicks(self) -> ClicksModule:
        return cast("ClicksModule", self._module("clicks"))

    @cached_property
    def words(self) -> WordsModule:
        return cast("WordsModule", self._module("words"))

    @property
    def formats(self) -> Mapping[str, Phrase]:
        """Formats of options that are typed, by option name."""
        return getattr(self.words, "FORMATS", {})

    @property
    def caption(self) -> Phrase | None:
        """Caption of a hand that nobody else sees, if the game has one."""
        return getattr(self.words, "CAPTION", None)

    def speaking(self, language: str) -> Words:
        """A language with the words of this game."""
        return words_of(self.module, language)

    @property
    def all_emblems(self) -> Mapping[str, Emblem]:
        """Emblems by which players are known, if they are."""
        return getattr(self.picture, "EMBLEMS", {})

    def emblems(self, document: Document) -> Sequence[str]:
        """The names of the seats' emblems; none where the game has none."""
        return self.picture.emblems(document) if self.all_emblems else ()

    def revealed(self, document: Document) -> Document:
        """The whole truth, with what lies face down marked to be drawn, where the game does."""
        reveal = getattr(self.picture, "revealed", None)
        return document if reveal is None else reveal(document)

    def emblem(self, document: Document, seat: int) -> Emblem | None:
        """The emblem of a seat, if the game has any."""
        emblems = self.emblems(document)
        return self.all_emblems[emblems[seat]] if emblems else None

    @cached_property
    def sketch(self) -> SketchModule:
        return cast("SketchModule", self._module("sketch"))

    @cached_property
    def veils(self) -> AidsModule:
        return cast("AidsModule", self._module("aids"))

    @cached_property
    def solved(self) -> Any:
        """The module `solved`, a `SolvedModule` of the solver, if there is one."""
        return self._module_if_there("solved")

    @cached_property
    def lessons(self) -> Mapping[str, Lesson]:
        """The lessons there are, the one for newcomers first."""
        module = cast("LessonModule | None", self._module_if_there("lesson"))
        return {} if module is None else module.LESSONS

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

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        module = cast("FiguresModule | None", self._module_if_there("figures"))
        return {} if module is None else module.FIGURES

    @cached_property
    def recall(self) -> RecallModule | None:
        return cast("RecallModule | None", self._module_if_there("recall"))

    @cached_property
    def prints(self) -> PrintsModule | None:
        return cast("PrintsModule | None", self._module_if_there("prints"))

    @cached_property
    def piecepack(self) -> PiecepackModule | None:
        return cast("PiecepackModule | None", self._module_if_there("piecepack"))

    @cached_property
    def scene(self) -> SceneModule | None:
        return cast("SceneModule | None", self._module_if_there("scene"))

    @cached_property
    def restoring(self) -> RestoringModule | None:
        part = self._module if self.fields else self._module_if_there
        return cast("RestoringModule | None", part("restoring"))

    @cached_property
    def document_type(self) -> type[Struct] | None:
        """Fields of the game's documents with their types and ranges, if it has told them."""
        if self.fields:
            from matchwood.engine.defaults import document_type_of

            return document_type_of(self.spec)
        return None if self.restoring is None else self.restoring.Schema

    @cached_property
    def schema(self) -> Document | None:
        """The JSON Schema of the game's documents, if it has one."""
        if self.document_type is None:
            return None
        [top], defs = schema_components([self.document_type], ref_template="#/$defs/{name}")
        whole = defs.pop(top["$ref"].rpartition("/")[2])
        title = f"A position of {self.title}"
        return {"$schema": DIALECT, **whole, "title": title, "$defs": defs}

    def check_document(self, document: Document) -> None:
        """Refuse a document in which anything has not its type and range."""
        try:
            convert(document, self.document_type)
        except ValidationError as error:
            wrong, _, place = str(error).replace("`", "").partition(" - at ")
            place = place.replace("$.", "")
            raise ValueError(f"{place}: {wrong}" if place else wrong) from None

    @cached_property
    def encoding(self) -> EncodingModule | None:
        part = self._module if self.fields else self._module_if_there
        return cast("EncodingModule | None", part("encoding"))

    @cached_property
    def foresight(self) -> Any:
        """The module `foresight`, a `ForesightModule` of the bots, if there is one."""
        return self._module_if_there("foresight")

    @cached_property
    def coach(self) -> ReasonsModule | None:
        return cast("ReasonsModule | None", self._module_if_there("reasons"))

    def _module(self, name: str) -> Any:
        """A part of the game; of a declared one, what it says itself and what follows else."""
        own = self._module_if_there(name)
        if self.fields:
            return Piecewise(own, self._default(name))
        if own is None:
            raise ModuleNotFoundError(f"No module {self.module}.{name}")
        return own

    def _default(self, name: str) -> Any:
        for module in DEFAULTS:
            parts = importlib.import_module(module).PARTS
            if name in parts:
                return parts[name](self.spec)
        raise ModuleNotFoundError(f"No module {self.module}.{name}")

    def _module_if_there(self, name: str) -> Any:
        """A part as the game itself has it: a module of its own, the module with others of its
        kind, or a class in it."""
        declares = importlib.import_module(self.module)
        if not hasattr(declares, "__path__"):
            return getattr(declares, name, None)
        home, sign = HOMES.get(name, (name, ""))
        for path in (f"{home}.{name}", name):
            if _is_there(f"{self.module}.{path}"):
                return importlib.import_module(f"{self.module}.{path}")
        if home == name or not _is_there(f"{self.module}.{home}"):
            return None
        module = importlib.import_module(f"{self.module}.{home}")
        return module if sign and hasattr(module, sign) else getattr(module, name, None)

    @cached_property
    def study(self) -> Any:
        """The module `study`, a `StudyModule` of the lab, if there is one."""
        return self._module_if_there("study")

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


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # what should hold it is no package
        return False


class Piecewise:
    """A part of a declared game: each thing as the game has it, and else as it follows."""

    def __init__(self, own: Any, default: Any) -> None:
        self._own, self._default = own, default

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._own, name, None)
        return getattr(self._default, name) if found is None else found


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
