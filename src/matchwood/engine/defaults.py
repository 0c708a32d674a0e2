"""Texts, documents, clicks and words of a declared game, as its fields and moves lead to them.

Each class stands for a module of a game (`matchwood.engine.game`), by whose name `PARTS` has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from msgspec import Meta, Struct, defstruct

from matchwood.engine.errors import Refusal, listed, quoted
from matchwood.engine.fields import EMPTY, SEAT, Count, Grid, Hand, Zone, array_of, type_of
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value
from matchwood.engine.spec import NumberedMove, Spec

if TYPE_CHECKING:
    from matchwood.engine.encoding import Moves, Plane
    from matchwood.engine.game import Document, State

LONGEST_TASK = 70
"""Letters for which the bar of a table has room."""
PLAYING, OVER = "play", "over"


class Text:
    """Moves as texts, and positions as documents."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def say(self, s: State, actions: Sequence[int]) -> list[str]:
        texts = self._spec.texts
        return [texts[action] for action in actions]

    def read(self, s: State, text: str) -> int | None:
        return self._spec.numbers.get(text)

    def explain(self, s: State, text: str) -> Refusal:
        rules, moves = list(self._spec.game.rulebook().rules), self._spec.moves
        if s.over:
            return Refusal(rules[-1] if rules else "", "The game is over.")
        if text not in self._spec.numbers:
            patterns = listed(quoted(each.move.pattern) for each in moves)
            rule = moves[0].move.rule or (rules[0] if rules else "")
            return Refusal(rule, "A move is {patterns}.", {"patterns": patterns})
        found, choices = self._spec.move_of(text)
        rule = found.move.rule or (rules[0] if rules else "")
        if found.move.refuses:
            return Refusal(rule, found.move.refuses, found.values(choices))
        return Refusal(rule, "You cannot {move} now.", {"move": text})

    def dump(self, s: State) -> Document:
        spec, players = self._spec, int(s.players)
        shares = np.zeros(players)
        if s.over:
            spec.game.rules.returns(s, shares)
        return {
            "game": spec.game.name,
            "players": players,
            **{option.name: option.values[int(s[option.name])] for option in spec.options},
            "to_move": int(s.to_move),
            "phase": OVER if s.over else PLAYING,
            **{name: each.dump(s[name], players) for name, each in spec.fields.items()},
            "winners": [seat for seat, share in enumerate(shares) if share > 0],
        }

    def pieces(self, document: Document) -> Counter[str]:
        """All cards; only they stay the same from the deal to the end."""
        found: Counter[str] = Counter()
        for name, each in self._spec.fields.items():
            if isinstance(each, Zone):
                rows = document[name] if isinstance(each, Hand) else [document[name]]
                found.update(f"card {card}" for row in rows for card in row)
        return found


class Restoring:
    """A position from its document."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def options(self, document: Document) -> dict[str, object]:
        return {option.name: document[option.name] for option in self._spec.game.options}

    def restore(self, s: State, document: Document) -> None:
        s.to_move, s.over = document["to_move"], document["phase"] == OVER
        if not 0 <= s.to_move < s.players:
            raise ValueError(f"there is no seat {s.to_move}")
        s.won = sum(1 << seat for seat in {*document["winners"]})
        for name, each in self._spec.fields.items():
            if each.by_seat and len(document[name]) != s.players:
                raise ValueError(f"{name} is not there for every seat")
            if isinstance(each, Grid) and not each.packed:
                s[name][:] = EMPTY
            s[name] = each.restore(s[name], document[name])


def document_type_of(spec: Spec) -> type[Struct]:
    """The type of the documents of a game."""
    seat = Annotated[int, Meta(ge=0, le=spec.seats - 1)]
    fields: dict[str, Any] = {
        "game": Literal[spec.game.name],
        "players": Literal[tuple(spec.game.player_counts)],
        **{option.name: type_of(option.values) for option in spec.options},
        "to_move": seat,
        "phase": Literal[PLAYING, OVER],
        **{name: each.document_type(spec.seats) for name, each in spec.fields.items()},
        "winners": array_of(seat, 0, spec.seats),
    }
    return defstruct("Schema", fields.items(), forbid_unknown_fields=True)


class Clicks:
    """Moves as clicks in the picture."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def path_of(self, move: str, document: Document) -> list[str]:
        return list(self._spec.paths[self._spec.numbers[move]])

    def attempt(self, path: Sequence[str], document: Document) -> str | None:
        return self._spec.clicked.get(tuple(path))


class Encoding:
    """Planes and kinds of actions, for programs that learn."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def planes(self, s: State) -> list[Plane]:
        from matchwood.engine.encoding import turn_planes

        players, fields = int(s.players), self._spec.fields.items()
        return [*turn_planes(s), *(each.planes(name, players) for name, each in fields)]

    def moves(self, s: State) -> list[Moves]:
        from matchwood.engine.encoding import Moves

        return [
            Moves(
                each.move.name,
                tuple(len(parameter.texts) for parameter in each.parameters) or (1,),
                each.move.pattern,
            )
            for each in self._spec.moves
        ]


@dataclass(frozen=True, eq=False)
class Telling:
    """The game told to people."""

    spec: Spec
    FORMATS: Mapping[str, Phrase] = field(default_factory=dict)
    CHOICES: Mapping[tuple[str, Value], Phrase] = field(default_factory=dict)

    @property
    def TAGLINE(self) -> Phrase:  # noqa: N802
        return Phrase(self.spec.game.summary)

    @property
    def LABELS(self) -> Mapping[str, Phrase]:  # noqa: N802
        labels = {option.name: Phrase(option.help.capitalize()) for option in self.spec.options}
        return {"players": Phrase("Players"), **labels}

    @cached_property
    def BUTTONS(self) -> Mapping[str, Phrase]:  # noqa: N802
        return {
            id_: label for each in self.spec.moves for id_, label in self.spec.button(each).items()
        }

    def opening(
        self, words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
    ) -> str:
        return words.about(document["to_move"], names, "You start.", "{name} starts.")

    def task(self, words: Words, document: Document, names: Sequence[str]) -> str:
        if document["phase"] == OVER:
            return words("The game is over.")
        asked = self._asked(words)
        if asked and document["to_move"] == words.reader:
            return words(asked)
        return words.about(document["to_move"], names, "It’s your turn.", "It’s {name}’s turn.")

    def _asked(self, words: Words) -> str:
        """The sentences that ask for each kind of move, where the bar has room for them."""
        rules = self.spec.game.rulebook(words.language).rules
        asked = dict.fromkeys(
            each.asks or rules.get(each.rule, "") for each in self.spec.game.moves
        )
        text = " ".join(asked)
        return text if all(asked) and len(text) <= LONGEST_TASK else ""

    def offers(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[str]:
        return [self._capitalised(words, move, names) for move in moves]

    def _capitalised(self, words: Words, move: str, names: Sequence[str]) -> str:
        found, choices = self.spec.move_of(move)
        text = words(found.move.reads, **self._values(found, choices, names, words))
        return f"{text[:1].upper()}{text[1:]}."

    def _values(
        self, found: NumberedMove, choices: Sequence[int], names: Sequence[str], words: Words
    ) -> dict[str, str]:
        """The parameters of a move as people read them: players by name."""
        values = found.values(choices)
        for name, parameter, choice in zip(
            found.move.names, found.parameters, choices, strict=True
        ):
            if parameter.source == SEAT:
                values[name] = words("you") if choice == words.reader else names[choice]
        return values

    def tell(
        self, words: Words, move: str, before: Document, after: Document, names: Sequence[str]
    ) -> str:
        found, choices = self.spec.move_of(move)
        values = self._values(found, choices, names, words)
        if before["to_move"] == words.reader:
            return words(f"You {found.move.reads}.", **values)
        name = names[before["to_move"]]
        if found.move.says:
            return words(found.move.says, name=name, **values)
        move = words(found.move.reads, **values)
        return f"{name}: {move}"

    def standing(self, words: Words, document: Document) -> list[str]:
        """The number of `tally`; else how many cards, or pieces on the board."""
        seats, tally = range(document["players"]), self.tally(words, document)
        if any(of for _, of in tally):
            return [f"{n} {of}".strip() for n, of in tally]
        for name, each in self.spec.fields.items():
            if isinstance(each, Hand):
                told = words("cards")
                return [f"{len(cards)} {told}" for cards in document[name]]
            if isinstance(each, Grid) and each.of == SEAT:
                there = Counter(piece for row in document[name] for piece in row)
                told = words("on the board")
                return [f"{there[seat]} {told}" for seat in seats]
        return [""] * len(seats)

    def tally(self, words: Words, document: Document) -> list[tuple[str, str]]:
        """The first number that each seat has; pieces and cards are in the picture, and no points
        that a headline could tell."""
        for name, each in self.spec.fields.items():
            if isinstance(each, Count) and each.each:
                told = name.replace("_", " ")
                return [("" if n is None else str(int(n)), told) for n in document[name]]
        return [("", "") for _ in range(document["players"])]

    def prompts(
        self, words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
    ) -> list[str]:
        return [self._prompt(words, path) for path in paths]

    def _prompt(self, words: Words, path: Sequence[str]) -> str:
        """Prompt after some clicks: what the first kind of move with them still needs."""
        chosen = Counter(step.partition("-")[0] for step in path)
        chosen = Counter({SEAT if kind == "player" else kind: n for kind, n in chosen.items()})
        for each in self.spec.moves:
            if chosen <= each.sources:
                left = [e.source for e in each.parameters if e.source in each.sources - chosen]
                return self._asked_for(words, left[0] if left else "")
        return words("Choose what to do.")

    def _asked_for(self, words: Words, source: str) -> str:
        match self.spec.fields.get(source):
            case Grid():
                return words("Choose a cell.")
            case Zone():
                return words("Choose a card.")
        return words("Choose a player.") if source == SEAT else words("Choose what to do.")

    def effects(
        self, words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
    ) -> list[Effect]:
        return [Effect() for _ in moves]

    def verdict(self, words: Words, document: Document, names: Sequence[str]) -> list[str]:
        winners = document["winners"]
        if len(winners) == document["players"]:
            return [words("Nobody wins: it is a draw.")]
        if len(winners) == 1:
            return [words.about(winners[0], names, "You win.", "{name} wins.")]
        return [words.about_all(winners, names, "You win, with {others}.", "{names} win.")]


PARTS: Mapping[str, Callable[[Spec], Any]] = {
    "text": Text,
    "restoring": Restoring,
    "clicks": Clicks,
    "encoding": Encoding,
    "words": Telling,
}
"""Parts that follow from the declaration of a game, by the names of the modules that would say
them."""
