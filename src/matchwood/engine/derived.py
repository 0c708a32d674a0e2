"""Kernels that follow from the fields and moves of a declared game.

They are written as the source of a module, so that each is compiled as if the game had written it,
and run as it stands where nothing is compiled. A kernel that the game has itself comes before the
derived one, but for two: `setup` first sets every field to its first value and then calls the
game's, and `legal` asks the game only while it goes on.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from matchwood.engine import dispatch, editions, encoding, rng
from matchwood.engine.fields import NOBODY, OTHERS, SEAT, Deck, Field, Grid, Zone
from matchwood.engine.jit import kernel, kernel_inside
from matchwood.engine.spec import NumberedMove

if TYPE_CHECKING:
    from matchwood.engine.game import Game, State

LONGEST = 1000
"""Moves of a game that does not say how long it can be."""
OWN = ("rules", "bot", "encoding")
"""Modules of a package that may hold kernels of a declared game."""
INDENT = "    "
BEHIND_THE_FILE = "\n" * 10_000
"""Derived lines have numbers that no line of the file has, for what Numba says of an error."""


@kernel
def returns(s, out):
    """The win is shared among those who have won."""
    winners = 0
    for seat in range(s.players):
        winners += s.won >> seat & 1
    for seat in range(s.players):
        out[seat] = 1.0 / winners if s.over and s.won >> seat & 1 else 0.0


@kernel
def wipe_cards(cards):
    """Hide cards: only how many there are is left, in the last place."""
    held = 0
    for kind in range(len(cards)):
        held += cards[kind]
        cards[kind] = 0
    cards[len(cards) - 1] = held


@kernel
def all_open(s):
    """The answer of a game that hides nothing."""
    return True


class DerivedRules:
    """The kernels of a game, its own and those that follow, and what is known of its moves."""

    def __init__(self, game: Game) -> None:
        self._game, self._spec = game, game.spec
        self._own = [importlib.import_module(name) for name in _own_modules(game.module)]
        self.STATE = dispatch.state_type(game.name + editions.get(game.name, ""), self._layout())
        self.MOST_ACTIONS = self._spec.actions
        self.MOST_MOVES = game.longest if isinstance(game.longest, int) else LONGEST
        self._derived = self._compiled()
        dispatch.register_kernels(self.STATE, self._derived, *self._own)

    def _layout(self) -> list[tuple[Any, ...]]:
        options = [(option.name, "i2") for option in self._spec.options]
        fields = [each.layout(name, self._spec.seats) for name, each in self._spec.fields.items()]
        return [("won", "u1"), *options, *fields]

    def configure(self, s: State, **options: Any) -> None:
        """Write the options into a blank record, each but the players as its place among values."""
        s.players = options["players"]
        for option in self._spec.options:
            s[option.name] = option.values.index(options[option.name])

    def __getattr__(self, name: str) -> Any:
        for module in (self.__dict__.get("_derived"), *self.__dict__.get("_own", ())):
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(name)

    def own(self, name: str) -> Any:
        """A function of the game's own, if it has one of this name."""
        return next((getattr(each, name) for each in self._own if hasattr(each, name)), None)

    def _compiled(self) -> ModuleType:
        """The derived kernels as a module."""
        source = self._source()
        # Numba finds compiled functions by the names of their modules.
        name = f"{self._game.module}_derived"
        found = sys.modules[name] = ModuleType(name, source)
        found.__dict__.update(self._names())
        # Where it says to stand, a file is: compiled code is kept beside that of the game's own.
        file = getattr(self._own[0], "__file__", None) or f"<{self._game.name}>"
        exec(compile(BEHIND_THE_FILE + source, file, "exec"), found.__dict__)
        same = {"returns": returns}
        same["reveals"] = (
            dispatch.always if self._game.chance or not self._game.open else dispatch.never
        )
        same["is_open"] = all_open if self._game.open else dispatch.unknown
        found.__dict__.update((name, each) for name, each in same.items() if not self.own(name))
        return found

    def _names(self) -> dict[str, Any]:
        """All that the source calls by name."""
        calls = (
            "setup",
            "legal",
            *(f"{kind}_{m.move.function}" for kind in ("can", "do") for m in self._spec.moves),
        )
        own = {f"own_{name}": self.own(name) for name in calls}
        decks = {
            f"SHARES_OF_{number}": np.array([*deck.copies, deck.size], np.float32)
            for number, deck in enumerate(self._decks)
        }
        copies = {
            f"COPIES_OF_{number}": np.array(deck.copies) for number, deck in enumerate(self._decks)
        }
        bits = {
            f"BITS_OF_{name}": np.array([1 << each.bit(*place) for place in each.places()])
            for name, each in self._spec.fields.items()
            if isinstance(each, Grid) and each.packed
        }
        return {
            "kernel": kernel,
            "kernel_inside": kernel_inside,
            "ONE": encoding.VALUES(1),
            "ZERO": encoding.VALUES(0),
            "wipe_cards": wipe_cards,
            "rng": rng,
            "write_turn": encoding.write_turn,
            "seat_at": encoding.seat_at,
            **own,
            **decks,
            **copies,
            **bits,
        }

    @cached_property
    def _decks(self) -> list[Deck]:
        found: list[Deck] = []
        for each in self._spec.fields.values():
            if isinstance(each, Zone) and each.deck not in found:
                found.append(each.deck)
        return found

    def _source(self) -> str:
        wanted = {
            "setup": self._setup(),
            "legal": self._legal(),
            "apply": self._apply(),
            "hide": self._hide(),
            "guess": self._guess(),
            "encode": self._encode(),
        }
        always = ("setup", "legal")
        kept = [
            ["@kernel_inside" if name == "encode" else "@kernel", *lines]
            for name, lines in wanted.items()
            if name in always or not self.own(name)
        ]
        helpers = [] if self.own("guess") else [["@kernel", *lines] for lines in self._unseen()]
        return "\n\n\n".join("\n".join(lines) for lines in [*helpers, *kept]) + "\n"

    def _setup(self) -> list[str]:
        blank = [line for name, each in self._spec.fields.items() for line in each.blank_code(name)]
        own = ["own_setup(s)"] if self.own("setup") else []
        begun = ["rng.start_chance(s)", "s.to_move = 0", "s.over = 0", "s.won = 0"]
        return ["def setup(s):", *_inside([*begun, *blank, *own])]

    def _legal(self) -> list[str]:
        begun = ["def legal(s, out):", "    if s.over:", "        return 0"]
        if self.own("legal"):
            return [*begun, "    return own_legal(s, out)"]
        lines = ["n = 0"]
        for each in self._spec.moves:
            lines += self._each_choice(each)
        return [*begun, *_inside([*lines, "return n"])]

    def _each_choice(self, each: NumberedMove) -> list[str]:
        """Statements that list the legal actions of one kind of move."""
        lines, depth = [], 0
        for place, parameter in enumerate(each.parameters):
            bound = "s.players" if parameter.source == SEAT else str(len(parameter.texts))
            lines.append(f"{INDENT * depth}for p{place} in range({bound}):")
            depth += 1
        number = str(each.first)
        weight = each.size
        for place, parameter in enumerate(each.parameters):
            weight //= len(parameter.texts)
            number += f" + p{place} * {weight}" if weight > 1 else f" + p{place}"
        counted = "1"
        if self.own(f"can_{each.move.function}"):
            given = _arguments([f"p{place}" for place in range(len(each.parameters))], each)
            # Without a branch, which takes a tenth longer where it cannot be foreseen; the next
            # action takes the place of one that is not legal.
            counted = f"1 if own_can_{each.move.function}(s{given}) else 0"
        return [
            *lines,
            *(INDENT * depth + line for line in (f"out[n] = {number}", f"n += {counted}")),
        ]

    def _apply(self) -> list[str]:
        if self.own("apply"):
            return []
        lines = []
        for number, each in enumerate(self._spec.moves):
            name = f"do_{each.move.function}"
            if not self.own(name):
                raise self._spec.refused(
                    "it has no kernel {name}, which makes the move {move}, and no apply",
                    name=name,
                    move=f"“{each.move.pattern}”",
                )
            choice, weight = f"(action - {each.first})" if each.first else "action", each.size
            taken = []
            for place, parameter in enumerate(each.parameters):
                weight //= len(parameter.texts)
                value = f"{choice} // {weight}" if weight > 1 else choice
                taken.append(value if place == 0 else f"{value} % {len(parameter.texts)}")
            call = f"own_{name}(s{_arguments(taken, each)})"
            if len(self._spec.moves) == 1:
                lines = [call]
            elif number == len(self._spec.moves) - 1:
                lines += ["else:", f"    {call}"]
            else:
                condition = "if" if number == 0 else "elif"
                lines += [f"{condition} action < {each.first + each.size}:", f"    {call}"]
        return ["def apply(s, action):", *_inside(lines)]

    def _hidden(self) -> list[tuple[str, Field]]:
        fields = self._spec.fields.items()
        return [(name, each) for name, each in fields if each.hidden_from not in (None, NOBODY)]

    def _hide(self) -> list[str]:
        lines = ["rng.wipe_chance(s)"]
        for name, each in self._hidden():
            wiped = each.hide_code(name)
            if each.by_seat:
                if each.hidden_from == OTHERS:
                    wiped = ["if seat != viewer:", *_inside(wiped)]
                wiped = ["for seat in range(s.players):", *_inside(wiped)]
            lines += wiped
        return ["def hide(s, viewer):", *_inside(lines)]

    def _unseen(self) -> list[list[str]]:
        """For each deck: how many cards of a kind lie where the viewer does not see them."""
        found = []
        for number, deck in enumerate(self._decks):
            lines = [f"n = COPIES_OF_{number}[kind]"]
            for name, each in self._zones(deck):
                if each.by_seat:
                    lines += ["for seat in range(s.players):", f"    n -= s.{name}[seat, kind]"]
                else:
                    lines.append(f"n -= s.{name}[kind]")
            found.append([f"def unseen_of_{number}(s, kind):", *_inside([*lines, "return n"])])
            found.append(_draw_unseen(number, len(deck.cards)))
        return found

    def _zones(self, deck: Deck) -> list[tuple[str, Field]]:
        fields = self._spec.fields.items()
        return [
            (name, each) for name, each in fields if isinstance(each, Zone) and each.deck == deck
        ]

    def _guess(self) -> list[str]:
        if self.own("guess"):
            return []
        lines = ["rng.reseed_chance(s, generator)"]
        for name, each in self._hidden():
            if not isinstance(each, Zone):
                raise self._spec.refused(
                    "it hides {name}, and has no guess(s, viewer, generator) to fill it in",
                    name=name,
                )
            number = self._decks.index(each.deck)
            row = f"s.{name}[seat]" if each.by_seat else f"s.{name}"
            kinds = len(each.deck.cards)
            filled = [
                f"while {row}[{kinds}] > 0:",
                f"    {row}[draw_unseen_of_{number}(s, generator)] += 1",
                f"    {row}[{kinds}] -= 1",
            ]
            lines += ["for seat in range(s.players):", *_inside(filled)] if each.by_seat else filled
        return ["def guess(s, viewer, generator):", *_inside(lines)]

    def _encode(self) -> list[str]:
        lines = ["at = write_turn(s, viewer, out)"]
        for name, each in self._spec.fields.items():
            number = self._decks.index(each.deck) if isinstance(each, Zone) else 0
            lines += [line.replace("{deck}", str(number)) for line in each.encode_code(name)]
        return ["def encode(s, viewer, out):", *_inside(lines)]


def _draw_unseen(number: int, kinds: int) -> list[str]:
    """One of the cards that the viewer does not see, each as likely; `pick` counts down to it."""
    return [
        f"def draw_unseen_of_{number}(s, generator):",
        "    total = 0",
        f"    for kind in range({kinds}):",
        f"        total += unseen_of_{number}(s, kind)",
        "    pick = rng.below(generator, total)",
        "    kind = 0",
        f"    pick -= unseen_of_{number}(s, 0)",
        "    while pick >= 0:",
        "        kind += 1",
        f"        pick -= unseen_of_{number}(s, kind)",
        "    return kind",
    ]


def _arguments(values: list[str], each: NumberedMove) -> str:
    """The parameters of a move, as its kernels take them after the record."""
    shifted = (
        f"{value} + {parameter.first}" if parameter.first else value
        for value, parameter in zip(values, each.parameters, strict=True)
    )
    return "".join(f", {value}" for value in shifted)


def _inside(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _own_modules(module: str) -> list[str]:
    """The modules in which a game may have kernels of its own, those that there are."""
    if not hasattr(sys.modules[module], "__path__"):
        return [module]
    inside = [f"{module}.{name}" for name in OWN]
    return [name for name in inside if importlib.util.find_spec(name)] or [module]
