"""What a game is to the rest of the program, and how games are found.

A game is a package with a `GAME` in its `__init__` and, beside it, the modules whose contract
stands below: `rules` (compiled), `text`, `words`, `picture`, `cover`, `finale`, `clicks`, `sketch`,
a folder `rulebook`, and `aids`, `scene`, `foresight` and `solved` where there are any; bots are
told more by a module `knowledge`, and programs that learn by `encoding`, which the rules register.
The package is registered under the entry point group `matchwood.games`, ours and other people's
alike. Finding and listing games does not load their rules; those come with the first position.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from textwrap import shorten
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from matchwood.engine import ENTRY_POINT_GROUP
from matchwood.engine.aids import HINTS, Aid
from matchwood.engine.errors import (
    BadAid,
    BadOption,
    Refusal,
    UnknownGame,
    listed,
    quoted,
)
from matchwood.engine.figures import Figure
from matchwood.engine.lessons import Lesson
from matchwood.engine.options import Option, Value, read_options, written
from matchwood.engine.pictures import Arrangements, Drawing, Emblem, Picture
from matchwood.engine.rulebook import Rulebook, read_rulebook
from matchwood.engine.seeds import Seed
from matchwood.engine.svg import Drawn
from matchwood.engine.words import ENGLISH, Phrase, Words, words_of

if TYPE_CHECKING:
    import numpy as np

    from matchwood.engine.encoding import Encoding, Moves, Plane
    from matchwood.engine.position import Position

PLAYERS = "players"
"""The option of a game that says how many play, where that can be chosen."""
SPECTATOR = -1
"""How kernels number the viewer who sits nowhere; everywhere else that is `None`."""

adviser: Callable[..., Any] | None = None
"""Who answers `Position.advice`. The package sets it, since the engine knows no bots."""

Document = dict[str, Any]
State = Any
"""One NumPy record; see `matchwood.engine.rules.state_type`."""


class RulesModule(Protocol):
    """`rules.py`: the record and its kernels, registered with `matchwood.engine.rules`."""

    STATE: np.dtype[Any]
    MOST_ACTIONS: int
    """How many actions can be legal at once."""
    MOST_MOVES: int
    """How long a game can be; where the rules set no end, how long random players can take."""

    def configure(self, s: State, **options: Any) -> None:
        """Write the options into a blank record."""

    def setup(self, s: State) -> None: ...
    def legal(self, s: State, out: np.ndarray) -> int: ...
    def apply(self, s: State, action: int) -> None: ...
    def hide(self, s: State, viewer: int) -> None: ...
    def guess(self, s: State, viewer: int, generator: np.ndarray) -> None: ...
    def returns(self, s: State, out: np.ndarray) -> None: ...


class TextModule(Protocol):
    """`text.py`: moves and positions in the words of the rulebook. Works on hidden records too."""

    def say(self, s: State, actions: Sequence[int]) -> list[str]:
        """The texts of legal actions, in the same order."""

    def read(self, s: State, text: str) -> int | None:
        """The action that a text names, legal or not; none if it names none."""

    def explain(self, s: State, text: str) -> Refusal:
        """Why a text that is not legal is not."""

    def dump(self, s: State) -> Document:
        """The position as plain data, what is hidden as null."""

    def pieces(self, document: Document) -> Counter[str]:
        """All the pieces of the game, wherever they lie: the same from the deal to the end. The
        name of one that is hidden ends in “ None”."""


class PictureModule(Protocol):
    """`picture.py`: the position as a picture made of parts; see `matchwood.engine.pictures`."""

    STYLE: str
    """The style sheet of all drawings of the game, as `matchwood.engine.svg.sheet` makes it. They
    are drawn without: a page has it once."""
    ARRANGEMENTS: Mapping[str, Arrangements]
    """How the drawings of a board stand beside each other, by `Picture.kind`."""
    EMBLEMS: Mapping[str, Emblem]
    """How players are known by their pieces, by name, where these have a colour each. It may be
    left out together with `emblems`: then a seat has a stain of wood."""

    def emblems(self, document: Document) -> Sequence[str]:
        """The names of the seats' emblems."""

    def draw(
        self,
        document: Document,
        viewer: int | None,
        names: Sequence[str] | None = None,
        words: Words = ENGLISH,
    ) -> Picture:
        """The position, part by part."""

    def revealed(self, document: Document) -> Document:
        """The whole truth as a replay shows it with everything revealed: what `draw` leaves face
        down is marked to be drawn. It may be left out."""

    def note(
        self, move: str, before: Document, after: Document, words: Words
    ) -> Sequence[Drawn | str]:
        """A move that was made, for a line of the log: icons, each within 24 × 24 around its own
        middle, and very short texts. Who moved stands before it already."""


class FinaleModule(Protocol):
    """`finale.py`: the end of a game as a drawing."""

    def draw(
        self, document: Document, viewer: int | None, names: Sequence[str], words: Words
    ) -> Drawing:
        """What the winners have won with, to be shown large, wider than high; nothing in it has an
        id. The document is the whole truth."""


class CoverModule(Protocol):
    """`cover.py`: the game at its best, composed for the front page."""

    @staticmethod
    def draw() -> Drawing:
        """A drawing of 320 × 400, whose subject lies in the middle 70 % of the height. It says
        nothing in any language, and has no ids."""

    @staticmethod
    def preset(name: str) -> Drawing:
        """A small drawing, 4 : 3, for a preset of the game; likewise without words and ids. A game
        without presets has no such function."""


class ClicksModule(Protocol):
    """`clicks.py`: a move is a path of clicks through elements of the picture."""

    def path_of(self, move: str, document: Document) -> list[str]:
        """The ids of the elements to click, one after the other, to make a move."""

    def attempt(self, path: Sequence[str], document: Document) -> str | None:
        """The move, allowed or not, that such clicks would make; none if they mean nothing.

        The path comes from a stranger: it may be anything.
        """


class WordsModule(Protocol):
    """`words.py`: the game told to people, in the language of `words`.

    Documents are what one viewer may know, or anyone; names are the players', one a seat. Who
    reads is “you” and not their name: see `Words.about`.
    """

    SUMMARY: Phrase
    """What the game is, in two sentences."""
    TAGLINE: Phrase
    """What one does in it, in a line."""
    LABELS: Mapping[str, Phrase]
    """What an option is called in a form, by its name."""
    CHOICES: Mapping[tuple[str, Value], Phrase]
    """What a value of an option is called, where it does not speak for itself."""

    def opening(
        self, words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
    ) -> str:
        """Who starts, and why: the youngest, by lot, by a roll."""

    def task(self, words: Words, document: Document, names: Sequence[str]) -> str:
        """What the reader is to do now; if it is another's turn, what that player is doing."""

    def offers(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[str]:
        """Legal moves, as choices."""

    def tell(
        self, words: Words, move: str, before: Document, after: Document, names: Sequence[str]
    ) -> str:
        """What happened in a move."""

    FORMATS: Mapping[str, Phrase]
    """Formats of options that are typed, with an example, by option name; may be left out."""
    CAPTION: Phrase
    """Caption of a hand that nobody else sees; may be left out."""
    BUTTONS: Mapping[str, Phrase]
    """What is clicked in no drawing but as a button, by the id that `clicks` call it by."""

    def standing(self, words: Words, document: Document) -> list[str]:
        """How each seat stands, in a few words."""

    def tally(self, words: Words, document: Document) -> list[tuple[str, str]]:
        """The same as a number and what stands small behind it: 28, or 2 and “of 5”."""

    def prompts(
        self, words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
    ) -> list[str]:
        """What is to be done when a move is half made: after the clicks of each path."""

    def effects(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[Effect]:
        """What each legal move would do, in very few words, to be seen where it would be made."""

    def verdict(self, words: Words, document: Document, names: Sequence[str]) -> list[str]:
        """Why a game that is over ended as it did, in a few sentences."""


class Effect(NamedTuple):
    """What a move would do, by what its player may know."""

    text: str = ""
    """Such as “+2 · 10 → 15”; nothing where that goes without saying."""
    warns: bool = False
    """Whether the player would surely regret it, so that they are asked again."""


class SketchModule(Protocol):
    """`sketch.py`: the position for the terminal."""

    def sketch(self, document: Document, viewer: int | None, names: Sequence[str]) -> Any:
        """Anything that Rich can print."""


class AidsModule(Protocol):
    """`aids.py`: what is known but not shown, unless an aid was agreed; for games that have any.

    What a record no longer has after this reaches no picture, sketch or sentence.
    """

    def veil(self, s: State, viewer: int | None, aids: Collection[str]) -> None:
        """Wipe what a table with these aids does not show to a viewer who may know the record."""


class LessonModule(Protocol):
    """`lesson.py`: how the game is learnt on its board; may be left out."""

    LESSONS: Mapping[str, Lesson]
    """By a short name: the first for newcomers, then those of variants."""


class FiguresModule(Protocol):
    """`figures.py`: the pictures of the rulebook; may be left out."""

    FIGURES: Mapping[str, Figure]
    """By the names that the rulebooks call them by."""


class Line(NamedTuple):
    """A way to go on that a bot found: moves, and what the player knows after each of them."""

    moves: Sequence[str]
    documents: Sequence[Document]


class Reason(NamedTuple):
    """Why one move is better than another, in a short sentence that is true."""

    text: str
    marks: Sequence[str] = ()
    """Where that is to be seen on the board, by id."""
    rule: str = ""
    """The number of the rule that it rests on."""


class ReasonsModule(Protocol):
    """`reasons.py`: what a coach may say of two moves; may be left out."""

    def reasons(
        self,
        words: Words,
        document: Document,
        played: Line,
        better: Line,
        names: Sequence[str],
    ) -> list[Reason]:
        """Why the first move of `better` is better than that of `played`, for the player to move
        in the document; the most important first, and nothing where nothing fits. Each is true of
        the position, and told to the reader of the words, who may be any player or none."""

    def merits(
        self, words: Words, document: Document, line: Line, names: Sequence[str]
    ) -> list[Reason]:
        """Merits of the first move of a line by itself, with which a hint ends. As above, but no
        other move was made."""


class Question(NamedTuple):
    """Something that a player might remember of a game that is over."""

    asks: str
    place: str
    """The id of the element of the picture that is the answer."""


class RecallModule(Protocol):
    """`recall.py`: what a game of memory asks when it is over; may be left out.

    Documents are the whole truth.
    """

    def questions(self, words: Words, document: Document, names: Sequence[str]) -> list[Question]:
        """What could be remembered; in an order that tells nothing."""

    def places(self, words: Words, document: Document, names: Sequence[str]) -> Mapping[str, str]:
        """What can be pointed at as an answer: by id, in words that do not tell either."""

    def shown(self, document: Document, place: str | None) -> Document:
        """What is drawn while it is asked: the table without the answers, but what was pointed at
        last shows what it is."""


class Scene(NamedTuple):
    """What a move brought about and everyone should see, before or while the game goes on."""

    calls: str
    """What is called out over the board, in a few words."""
    says: Sequence[str] = ()
    """What happened, in sentences."""
    marks: Sequence[str] = ()
    """Where that is to be seen in the picture after the move, by id."""
    picture: Picture | None = None
    """What is shown before the position after the move, where that shows no more of it; nothing in
    it can be clicked. None: the position itself, for a moment."""
    place: int | None = None
    """The seat from whose place the picture is drawn, where the table looks different from each."""
    onward: str = ""
    """What the way on from the picture is called."""


class SceneModule(Protocol):
    """`scene.py`: what is worth a moment's look; may be left out.

    A scene is shown to everyone, so the documents are what anyone may know.
    """

    def scene(
        self,
        words: Words,
        move: str,
        before: Document,
        after: Document,
        names: Sequence[str],
        viewer: int | None,
    ) -> Scene | None:
        """What a move brought about; of most moves, nothing. The `viewer` is the seat from whose
        place the reader looks, where the table does not show the same to each."""


class RestoringModule(Protocol):
    """`restoring.py`: a position from its document; may be left out. It needs the schema of the
    documents, `document.schema.json`, which they are held to before."""

    def options(self, document: Document) -> Mapping[str, object]:
        """The options that a document tells, as they are given."""

    def restore(self, s: State, document: Document) -> None:
        """Write a position into a blank record. What is hidden in the document is hidden there.

        Every value is of the type and in the range that the schema says. Values that do not go
        together raise `ValueError`, or what Python raises of itself; it is enough to look for those
        with which the kernels could not play on."""


class EncodingModule(Protocol):
    """`encoding.py`: positions as numbers, for programs that learn; may be left out. Its kernels
    are listed in `matchwood.engine.rules`; the rules register it."""

    def planes(self, s: State) -> Sequence[Plane]:
        """What `encode` writes, in its order, for the options in a blank record."""

    def moves(self, s: State) -> Sequence[Moves]:
        """The kinds of actions, in the order of their numbers."""


class ForesightModule(Protocol):
    """`foresight.py`: how a game goes on if all play as well as they can, worked out from what
    everyone knows; may be left out. Only bots that take their time ask for it."""

    def best_actions(self, s: State, most: int) -> np.ndarray | None:
        """The best actions by a hidden record, all as good, with about so many positions looked at;
        None where that is not worked out."""


class SolvedModule(Protocol):
    """`solved.py`: the starts of a table that `matchwood solve --table` proves; may be left out."""

    INTRODUCTION: str
    """What stands above the table, with places for `version`, `rows` and `minutes`; it says “by
    version {version} of the rules”."""
    COLUMNS: Sequence[str]
    """What the cells are called that name a start."""

    def groups(self) -> Sequence[Sequence[Mapping[str, Value]]]:
        """The starts in the order of the table, as options; a group of them is proved until one
        takes too long, and its positions have the same names (`canonical`)."""

    def cells(self, options: Mapping[str, Value]) -> tuple[str, ...]:
        """A start as the table names it."""

    def kind(self, move: str) -> str:
        """A first move as the table names it: moves that a symmetry makes alike have one name."""


class StudyModule(Protocol):
    """`study.py`: what those who play many games count in this one; may be left out."""

    def scores(self, states: np.ndarray) -> np.ndarray:
        """The points of each seat in many positions: a row for each record, a column for each
        seat."""

    COMPARED: Sequence[Mapping[str, Value]]
    """Other ways to play that a study holds against the one it is about, as options."""

    def kind(self, s: State, move: str) -> str:
        """What kind of move a legal move is, in a few words for people, before it is made: such
        that it tells how good players play."""


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
    version: int
    """Goes up when the same seed and moves would no longer give the same game."""
    options: tuple[Option, ...]
    package: str
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
    longest: Callable[[Mapping[str, Value]], int] | None = None
    """How many moves a game with these options can have; none: `MOST_MOVES`, whatever they are."""
    versions: Callable[[Mapping[str, Value]], int] | None = None
    """The version of the rules for these options, where the last change was not for all; none:
    `version`. The highest of them is `version`."""
    memory: bool = False
    """Whether players are to remember what happened: until the end a reader is told only their
    own last turn and those since."""

    @cached_property
    def rules(self) -> RulesModule:
        return cast(RulesModule, self._module("rules"))

    @cached_property
    def text(self) -> TextModule:
        return cast(TextModule, self._module("text"))

    @cached_property
    def picture(self) -> PictureModule:
        return cast(PictureModule, self._module("picture"))

    @cached_property
    def finale(self) -> FinaleModule:
        return cast(FinaleModule, self._module("finale"))

    @cached_property
    def cover(self) -> CoverModule:
        return cast(CoverModule, self._module("cover"))

    @cached_property
    def clicks(self) -> ClicksModule:
        return cast(ClicksModule, self._module("clicks"))

    @cached_property
    def words(self) -> WordsModule:
        return cast(WordsModule, self._module("words"))

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
        return words_of(self.package, language)

    @property
    def all_emblems(self) -> Mapping[str, Emblem]:
        """How players are known by their pieces, if they are."""
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
        return cast(SketchModule, self._module("sketch"))

    @cached_property
    def veils(self) -> AidsModule:
        return cast(AidsModule, self._module("aids"))

    @cached_property
    def solved(self) -> SolvedModule | None:
        return cast("SolvedModule | None", self._module_if_there("solved"))

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
    def scene(self) -> SceneModule | None:
        return cast("SceneModule | None", self._module_if_there("scene"))

    @cached_property
    def restoring(self) -> RestoringModule | None:
        return cast("RestoringModule | None", self._module_if_there("restoring"))

    @cached_property
    def schema(self) -> Document | None:
        """The JSON Schema of the game's documents, if it has one."""
        file = files(self.package) / "document.schema.json"
        return cast(Document, json.loads(file.read_text("utf-8"))) if file.is_file() else None

    def check_document(self, document: Document) -> None:
        """Refuse a document that breaks the schema: everything in it has its type and range."""
        wrong = next(self._schema_validator.iter_errors(document), None)
        if wrong is not None:
            place = "/".join(map(str, wrong.instance_path))
            raise ValueError(f"{place}: {shorten(wrong.message, 100)}" if place else wrong.message)

    @cached_property
    def _schema_validator(self) -> Any:
        import jsonschema_rs

        return jsonschema_rs.validator_for(cast(Document, self.schema))

    @cached_property
    def encoding(self) -> EncodingModule | None:
        return cast("EncodingModule | None", self._module_if_there("encoding"))

    @cached_property
    def foresight(self) -> ForesightModule | None:
        return cast("ForesightModule | None", self._module_if_there("foresight"))

    @cached_property
    def coach(self) -> ReasonsModule | None:
        return cast("ReasonsModule | None", self._module_if_there("reasons"))

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")

    def _module_if_there(self, name: str) -> Any:
        found = importlib.util.find_spec(f"{self.package}.{name}") is not None
        return self._module(name) if found else None

    @cached_property
    def study(self) -> StudyModule | None:
        return cast("StudyModule | None", self._module_if_there("study"))

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process a game is found by its name."""
        return find_game, (self.name,)

    def rulebook(self, language: str = "en") -> Rulebook:
        """The rules as told to players: in English, French (`fr`) or German (`de`)."""
        return read_rulebook(self.package, language)

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
        """How positions and actions are written as numbers, for programs that learn."""
        from matchwood.engine.encoding import Encoding

        return Encoding(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, (self.game, dict(self.options))

    @property
    def version(self) -> int:
        """The version of the rules: records and tables of another one cannot be replayed."""
        versions = self.game.versions
        return self.game.version if versions is None else versions(self.options)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.blank[0].players)

    @property
    def longest(self) -> int:
        """How many moves a game can have; where the rules set no end, how many random players
        can need. A table that goes on longer is not played to win."""
        most = self.game.longest
        return self.game.rules.MOST_MOVES if most is None else most(self.options)

    def tied(self, winners: Sequence[int]) -> bool:
        """Whether rivals share the win."""
        return len(winners) > 1 and not self.game.partners(self.options)

    def side(self, seat: int) -> int:
        """The side that a seat plays for: its own, or that of the partners who sit opposite."""
        return seat % 2 if self.game.partners(self.options) else seat

    def winners_if_given_up(self, given_up: Iterable[int]) -> tuple[int, ...] | None:
        """Who wins because all others gave up; nobody yet, where more than one side is left.

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


@cache
def _entry_points() -> dict[str, EntryPoint]:
    found = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name)
    return {point.name: point for point in found}


def game_names() -> list[str]:
    """The names of all games that are installed.

    >>> "colorfox" in matchwood.game_names()
    True
    """
    return list(_entry_points())


def find_game(name: str) -> Game:
    """The game of this name.

    >>> matchwood.find_game("top-trumps-match").title
    'Top Trumps Match'
    """
    point = _entry_points().get(name)
    if point is None:
        raise UnknownGame.unknown(
            "There is no game {name}; the games are {names}.", name, game_names()
        )
    return cast(Game, point.load())
