"""Games that are declared: their fields and moves, checked and numbered.

    fields={"board": Grid(3, 3, of="seat")},
    moves=[Move("mark {cell}", cell="board", says="{name} marks {cell}.", rule="T-1")],

All else follows: `matchwood.engine.defaults` has texts, documents, clicks and words,
`matchwood.engine.derived` the kernels, `matchwood.drawing.defaults` the picture. A game replaces
any of it by a function of its own with the same name; see `Game`.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from matchwood.engine.errors import MatchwoodError, listed, quoted
from matchwood.engine.fields import ALL, NOBODY, OTHERS, SEAT, Field, Grid, Zone
from matchwood.engine.language import Phrase
from matchwood.engine.options import Option

if TYPE_CHECKING:
    from matchwood.engine.game import Game

HEADER = ("players", "to_move", "over", "won", "key", "block", "counter", "used")
"""Fields that every declared game has already."""


class BadGame(MatchwoodError):
    """The declaration of a game, or its file, cannot be used.

    >>> matchwood.register(matchwood.Game("colorfox", "My game", "Mine.", module="matchwood.game"))
    Traceback (most recent call last):
        ...
    matchwood.engine.spec.BadGame: There are two games of the name “colorfox”.
    """


def slug(text: str) -> str:
    """A text as part of the id of an element."""
    return re.sub(r"\W+", "_", text)


class Parameter(NamedTuple):
    """A choice that is part of a move."""

    source: str
    """Source of the choice: a field, the seats, or buttons of the parameter's own name."""
    first: int
    """The number that stands for the first of its values."""
    texts: Sequence[str]
    """The values as moves name them."""
    ids: Sequence[str]
    """The elements to click."""


class Move:
    """A kind of move, as a pattern of its text: `Move("move {piece} to {cell}", …)`.

    Each parameter is a field (a cell of a grid, a kind of card of a hand or a pile), `SEAT`, a
    range of numbers, or a list of words. `says` tells the move of `{name}`; without it the log has
    the text. `reads` is the pattern as people read it, where it says more than what they type.
    `asks` is what a player is asked to do, `refuses` is said of such a move that is not legal, and
    `rule` is the number of the rule for both; without `asks`, the rule itself asks.
    """

    def __init__(
        self,
        pattern: str,
        /,
        *,
        says: str = "",
        reads: str = "",
        asks: str = "",
        refuses: str = "",
        rule: str = "",
        **parameters: str | range | Sequence[str],
    ) -> None:
        self.pattern, self.reads = pattern, reads or pattern
        self.says, self.asks, self.refuses = says, asks, refuses
        self.rule, self.given = rule, parameters
        self.name = pattern.split()[0]
        self.names = [name for _, name, *_ in Formatter().parse(pattern) if name is not None]

    @property
    def function(self) -> str:
        """The end of the names of its kernels, `can_…` and `do_…`."""
        return re.sub(r"\W", "_", self.name)


@dataclass(frozen=True, eq=False)
class NumberedMove:
    """A kind of move with the numbers of its actions."""

    move: Move
    first: int
    parameters: Sequence[Parameter]
    has_button: bool
    """True if a button of its own is the last of its clicks."""

    @property
    def size(self) -> int:
        return prod(len(each.texts) for each in self.parameters)

    def text(self, choices: Sequence[int]) -> str:
        return self.move.pattern.format_map(self.values(choices))

    def values(self, choices: Sequence[int]) -> dict[str, str]:
        """The parameters by name, as the text has them."""
        each = zip(self.move.names, self.parameters, choices, strict=True)
        return {name: parameter.texts[choice] for name, parameter, choice in each}

    def choices(self, action: int) -> list[int]:
        """The place of each parameter among its values."""
        rest, found = action - self.first, []
        for parameter in reversed(self.parameters):
            rest, choice = divmod(rest, len(parameter.texts))
            found.append(choice)
        return found[::-1]

    def path(self, choices: Sequence[int]) -> list[str]:
        """The clicks: players last, since their places lie apart from the board."""
        chosen = sorted(
            zip(self.parameters, choices, strict=True), key=lambda each: each[0].source == SEAT
        )
        ids = [each.ids[choice] for each, choice in chosen]
        return [*ids, self.move.name] if self.has_button else ids

    @property
    def sources(self) -> Counter[str]:
        return Counter(each.source for each in self.parameters)


class Spec:
    """The declaration of a game, checked, with all that its fields and moves say together."""

    def __init__(self, game: Game) -> None:
        self.game, self.fields = game, game.fields
        self.seats = max(game.player_counts)
        self.options = [each for each in game.options if each.name != "players"]
        self._check()
        self.moves = self._numbered()
        """The kinds of moves in the order of their numbers."""
        self.actions = sum(each.size for each in self.moves)

    def _check(self) -> None:
        for name, each in self.fields.items():
            self._check_field(name, each)
        functions = [move.function for move in self.game.moves]
        for name, n in Counter(functions).items():
            if n > 1:
                raise self.refused("two moves begin with {name}", name=quoted(name))
        for move in self.game.moves:
            if missing := [each for each in move.names if each not in move.given]:
                told = quoted(move.pattern), f"{missing[0]}=…"
                raise self.refused("the move {move} lacks {name}", move=told[0], name=told[1])

    def _check_field(self, name: str, each: Field) -> None:
        if not name.isidentifier() or keyword.iskeyword(name) or name in HEADER:
            raise self.refused("a field cannot be called {name}", name=quoted(name))
        if self.game.open:
            if each.hidden_from not in (None, NOBODY):
                raise self.refused("it is open, and hides the field {name}", name=name)
        elif each.hidden_from not in (NOBODY, OTHERS, ALL):
            raise self.refused(
                "the field {name} does not say from whom it is hidden: "
                "hidden_from=“nobody”, “others” or “all”, or open=True if the game hides nothing",
                name=name,
            )
        try:
            each.layout(name, self.seats)
        except OverflowError:
            raise self.refused("the field {name} is too large", name=name) from None
        if isinstance(each, Grid) and each.hidden_from in (OTHERS, ALL):
            raise self.refused("the grid {name} cannot be hidden", name=name)
        if each.hidden_from == OTHERS and not each.by_seat:
            raise self.refused("the field {name} belongs to no seat: hide it from all", name=name)

    def refused(self, reason: str, **values: object) -> BadGame:
        """A refusal of the declaration; the reason ends a sentence."""
        sentence = f"The game {{game}} cannot be used: {reason}."
        return BadGame(sentence, None, game=self.game.name, **values)

    def _numbered(self) -> list[NumberedMove]:
        taken = [[self._parameter(move, name) for name in move.names] for move in self.game.moves]
        sources = [Counter(each.source for each in parameters) for parameters in taken]
        found, first = [], 0
        for number, (move, parameters) in enumerate(zip(self.game.moves, taken, strict=True)):
            within = any(
                sources[number] <= other for at, other in enumerate(sources) if at != number
            )
            found.append(NumberedMove(move, first, parameters, within or not parameters))
            first += found[-1].size
        return found

    def _parameter(self, move: Move, name: str) -> Parameter:
        match move.given[name]:
            case "seat":
                seats = range(self.seats)
                return Parameter(
                    SEAT, 0, [str(s + 1) for s in seats], [player_id(s) for s in seats]
                )
            case str(source):
                return self._from_field(move, source)
            case range() as numbers:
                texts = [str(number) for number in numbers]
                return Parameter(name, numbers.start, texts, [f"{name}-{text}" for text in texts])
            case words:
                return Parameter(name, 0, list(words), [f"{name}-{slug(word)}" for word in words])

    def _from_field(self, move: Move, source: str) -> Parameter:
        match self.fields.get(source):
            case Grid() as grid:
                texts = grid.names
            case Zone() as zone:
                texts = zone.deck.kinds
            case _:
                names = listed([SEAT, *self.fields])
                raise self.refused(
                    "the move {move} chooses from {source}, which is none of {names}",
                    move=quoted(move.pattern),
                    source=quoted(source),
                    names=names,
                )
        return Parameter(source, 0, texts, [f"{source}-{slug(text)}" for text in texts])

    @cached_property
    def texts(self) -> list[str]:
        """The text of every action, by its number."""
        return [each.text(each.choices(action)) for action, each in self._each_action()]

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self.texts)}

    @cached_property
    def paths(self) -> list[list[str]]:
        """The clicks of every action, by its number."""
        return [each.path(each.choices(action)) for action, each in self._each_action()]

    @cached_property
    def clicked(self) -> dict[tuple[str, ...], str]:
        """The texts of moves by their clicks."""
        return {tuple(path): text for path, text in zip(self.paths, self.texts, strict=True)}

    def _each_action(self) -> Iterator[tuple[int, NumberedMove]]:
        for each in self.moves:
            for action in range(each.first, each.first + each.size):
                yield action, each

    def move_of(self, text: str) -> tuple[NumberedMove, list[int]]:
        """The kind of a move and its choices, by its text."""
        action = self.numbers[text]
        found = next(each for each in self.moves if action < each.first + each.size)
        return found, found.choices(action)

    def button(self, move: NumberedMove) -> dict[str, Phrase]:
        """The buttons that a move needs: what is chosen in no drawing."""
        buttons = {
            id_: Phrase(text.capitalize())
            for name, each in zip(move.move.names, move.parameters, strict=True)
            if each.source == name and each.source not in self.fields
            for id_, text in zip(each.ids, each.texts, strict=True)
        }
        if move.has_button:
            words = re.sub(r"\s*\{\w+\}.*", "", move.move.pattern)
            buttons[move.move.name] = Phrase(words.capitalize())
        return buttons


def player_id(seat: int) -> str:
    """The id of a player's place, where it can be clicked."""
    return f"player-{seat + 1}"


def option_of_players(players: int | Sequence[int]) -> Option:
    """The option that says how many play."""
    counts = (players,) if isinstance(players, int) else tuple(players)
    return Option("players", counts, counts[0], "number of players")
