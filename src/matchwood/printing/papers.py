"""The choices of who prints: paper, cutting, how a sheet is turned, size, language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matchwood.engine.game import Variant
from matchwood.engine.language import Phrase
from matchwood.printing.pieces import CannotPrint, prints_of


class Paper(NamedTuple):
    """A sheet of paper, upright, in millimetres."""

    title: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}


class Way(NamedTuple):
    """Something that can be done in several ways."""

    label: Phrase
    step: Phrase
    """The same as the sheets say it."""


LINES, MARKS = "lines", "marks"
CUTS = {
    LINES: Way(Phrase("thin lines"), Phrase("Cut along the thin lines.")),
    MARKS: Way(
        Phrase("crop marks and 3 mm bleed"),
        Phrase("Cut from crop mark to crop mark; the picture goes on 3 mm beyond."),
    ),
}
"""Ways to cut pieces out."""
LONG, SHORT, FOLDED = "long", "short", "folded"
BACKS = {
    LONG: Way(
        Phrase("both sides, over the long edge"),
        Phrase("Print on both sides, turning the sheet over its long edge."),
    ),
    SHORT: Way(
        Phrase("both sides, over the short edge"),
        Phrase("Print on both sides, turning the sheet over its short edge."),
    ),
    FOLDED: Way(
        Phrase("one side, folded and glued"),
        Phrase("Fold each sheet that has backs along the dashed line, and glue it together."),
    ),
}
"""Ways to get backs behind their fronts."""


@dataclass(frozen=True)
class Order:
    """Order of a print: what, and how."""

    variant: Variant
    paper: str
    cut: str
    backs: str
    size: str
    language: str
    site: str | None = None
    """Address where the game is learnt and played, such as https://games.example; None: nowhere."""

    @property
    def sheet(self) -> Paper:
        return PAPERS[self.paper]


def order(
    variant: Variant,
    *,
    paper: str | None = None,
    cut: str | None = None,
    backs: str | None = None,
    size: str | None = None,
    language: str = "en",
    site: str | None = None,
) -> Order:
    """An order whose choices all exist; what is left out is the usual."""
    game = variant.game
    sizes = prints_of(game).SIZES
    game.rulebook(language)
    return Order(
        variant,
        _chosen(Phrase("There is no paper {name}; the papers are {names}."), paper, PAPERS),
        _chosen(Phrase("There is no way to cut {name}; the ways are {names}."), cut, CUTS),
        _chosen(
            Phrase("There are no backs {name}; the ways to print backs are {names}."), backs, BACKS
        ),
        _chosen(
            Phrase("{game} is not printed in size {name}; the sizes are {names}."),
            size,
            sizes,
            game=game.title,
        ),
        language,
        site.rstrip("/") if site else None,
    )


def _chosen(
    refusal: Phrase, given: str | None, known: Mapping[str, object], **values: object
) -> str:
    if given is None:
        return next(iter(known))
    if given.lower() in known:
        return given.lower()
    names: Sequence[str] = list(known)
    raise CannotPrint.unknown(refusal.template, given, names, **values)
