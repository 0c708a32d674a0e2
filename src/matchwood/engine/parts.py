"""Parts of a game: the modules in which it says how it is played, told, drawn and taught.

Each is found and loaded when it is first asked for. The contract of each is a protocol beside what
uses it, which the properties of `GameParts` name.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import Struct, ValidationError, convert
from msgspec.json import schema_components

from matchwood.engine.errors import Refusal
from matchwood.engine.language import Phrase, Words, words_of
from matchwood.engine.spec import Move, Spec

if TYPE_CHECKING:
    from matchwood.drawing.clicks import ClicksModule
    from matchwood.drawing.picture import CoverModule, Emblem, FinaleModule, PictureModule
    from matchwood.drawing.scene import SceneModule
    from matchwood.drawing.sketch import SketchModule
    from matchwood.engine.dispatch import RulesModule
    from matchwood.engine.encoding import EncodingModule
    from matchwood.engine.fields import Field
    from matchwood.engine.game import Game
    from matchwood.engine.language import WordsModule
    from matchwood.engine.piecepack import PiecepackModule
    from matchwood.engine.position import RestoringModule
    from matchwood.learning.figures import Figure, FiguresModule
    from matchwood.learning.lessons import Lesson, LessonModule
    from matchwood.learning.reasons import ReasonsModule
    from matchwood.learning.recall import RecallModule
    from matchwood.printing.pieces import PrintsModule

Document = dict[str, Any]
State = Any

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


class AidsModule(Protocol):
    """`aids`: what is known but not shown, unless an aid was agreed; for games that have any.

    What a record no longer has after this reaches no picture, sketch or sentence.
    """

    def veil(self, s: State, viewer: int | None, aids: Collection[str]) -> None:
        """Wipe what a table with these aids does not show to a viewer who may know the record."""


class GameParts:
    """The parts of a `Game`, which has these fields too."""

    title: str
    module: str
    fields: Mapping[str, Field]
    moves: Sequence[Move]

    @cached_property
    def spec(self) -> Spec:
        """The fields and moves of a declared game, checked."""
        return Spec(cast("Game", self))

    @cached_property
    def rules(self) -> RulesModule:
        if self.fields:
            from matchwood.engine.derived import DerivedRules

            return cast("RulesModule", DerivedRules(cast("Game", self)))
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
    def scene(self) -> SceneModule | None:
        return cast("SceneModule | None", self._module_if_there("scene"))

    @cached_property
    def piecepack(self) -> PiecepackModule | None:
        return cast("PiecepackModule | None", self._module_if_there("piecepack"))

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
