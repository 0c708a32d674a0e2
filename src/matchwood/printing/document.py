"""An order as one PDF: how to make the game, its sheets, its rulebook.

Typst sets it, from `sheets.typ` and a file of data, without reading or writing any file of the
machine. The same order is always the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any

from matchwood.drawing import svg
from matchwood.drawing.layout import drawing_alone
from matchwood.drawing.style import in_theme
from matchwood.drawing.svg import element, short
from matchwood.engine.game import Game
from matchwood.engine.language import Words, words_of_all
from matchwood.printing import book, furniture, layout
from matchwood.printing.layout import Page, Placed
from matchwood.printing.papers import BACKS, CUTS, MARKS, Order
from matchwood.printing.pieces import BLEED, Face, Group, Piece, prints_of

THEME = "light"
RULER = 100
"""Length of the ruler on the first page, in millimetres."""
FIRST_SHEET = 2
"""The number of the page that follows the first."""
FILE_NAME_DIGITS = 12


def pdf(order: Order, figures: Mapping[str, Sequence[str]] | None = None) -> bytes:
    """The PDF of an order. `figures` are the pictures of the rulebook as SVG, by name; a rulebook
    can be printed without."""
    return typeset(sources(order, figures))


def sources(order: Order, figures: Mapping[str, Sequence[str]] | None = None) -> dict[str, bytes]:
    """All that Typst needs for an order, by file name. What cannot be printed raises
    `CannotPrint`."""
    pictures = _Files()
    data = _data(order, figures or {}, pictures)
    return {
        "main": _template(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
        **pictures.contents,
    }


def typeset(sources: Mapping[str, bytes]) -> bytes:
    """A PDF from its sources; it takes some tenths of a second, most of the time in Typst."""
    import typst

    made = typst.compile(
        dict(sources), font_paths=_fonts(), ignore_system_fonts=True, timestamp=0, format="pdf"
    )
    assert isinstance(made, bytes)
    return made


class _Files:
    """The pictures of a document, each once."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def add(self, picture: str) -> str:
        """The name of the file that has a picture."""
        content = picture.encode()
        name = f"{sha256(content).hexdigest()[:FILE_NAME_DIGITS]}.svg"
        self.contents[name] = content
        return name


@cache
def _template() -> bytes:
    return (files(__package__) / "sheets.typ").read_bytes()


@cache
def _fonts() -> Any:
    import typst

    with as_file(files("matchwood.drawing") / "fonts") as folder:
        return typst.Fonts(
            include_system_fonts=False,  # The same order is the same bytes on any machine.
            font_paths=[str(folder)],
        )


def words_for(game: Game, language: str) -> Words:
    """A language as the sheets of a game speak it."""
    return words_of_all((game.module, __package__ or ""), language)


def _data(order: Order, figures: Mapping[str, Sequence[str]], files: _Files) -> dict[str, Any]:
    game, words = order.variant.game, words_for(order.variant.game, order.language)
    groups = prints_of(game).groups(order.variant.options, order.size, words)
    pages = layout.pages(order, groups)
    drawings = {name: [files.add(each) for each in drawn] for name, drawn in figures.items()}
    text = game.rulebook(order.language).text
    return {
        "title": words("{game} to print", game=game.title),
        "keywords": [game.name, order.sheet.title],
        "language": order.language,
        "paper": {"width": order.sheet.width, "height": order.sheet.height},
        "start": _start(order, groups, pages, words, files),
        "pages": [
            _sheet(order, page, number, words, files) if page.placed else None
            for number, page in enumerate(pages, start=FIRST_SHEET)
        ],
        "book": {"blocks": book.blocks(text, drawings)},
    }


# The first page


def _start(
    order: Order, groups: Sequence[Group], pages: Sequence[Page], words: Words, files: _Files
) -> dict[str, Any]:
    game = order.variant.game
    ruler, size = furniture.ruler(RULER)
    cover = drawing_alone(game.cover.draw(), game.name, game.picture.STYLE, THEME)
    lesson = f"{order.site}/learn/{game.name}" if order.site and game.lessons else None
    return {
        "title": game.title,
        "tagline": words.tell(game.words.TAGLINE),
        "contents": [
            {"title": group.title, "pages": _pages_of(group, pages, words)} for group in groups
        ],
        "cover": files.add(cover),
        "qr": files.add(_qr_code(lesson)) if lesson else None,
        "lesson": lesson or "",
        "shown": (lesson or "").partition("://")[2],
        "learn": words("Learn to play in two minutes"),
        "how": words("How to make it"),
        "steps": _steps(order, groups, words),
        "making": [
            {"title": group.title, "steps": list(group.steps)} for group in groups if group.steps
        ],
        "check": words("This ruler is 10 cm long. If yours disagrees, print at actual size."),
        "ruler": {"file": files.add(ruler), "width": size[0]},
        "credits": words("Made by Matchwood. Whose game it is stands in the rulebook behind."),
    }


def _pages_of(group: Group, pages: Sequence[Page], words: Words) -> str:
    """Pages of a group, counted as a printer counts."""
    numbered = enumerate(pages, start=FIRST_SHEET)
    found = [number for number, page in numbered if group.title in page.titles]
    if found[1:]:
        return words("pages {first} to {last}", first=found[0], last=found[-1])
    return words("page {number}", number=found[0])


def _steps(order: Order, groups: Sequence[Group], words: Words) -> list[str]:
    paper = order.sheet.title
    backs = (
        [words.tell(BACKS[order.backs].step)] if any(group.two_sided for group in groups) else []
    )
    folds = any(piece.folds for group in groups for piece in group.pieces)
    has_own_lines = any(piece.cut or piece.round for group in groups for piece in group.pieces)
    return [
        words("Print on {paper} at actual size (100 %), best on stout paper or card.", paper=paper),
        *backs,
        words.tell(CUTS[order.cut].step),
        *(
            [words("Pieces without crop marks have a thin line: cut along it.")]
            if order.cut == MARKS and has_own_lines
            else []
        ),
        *([words("Fold along the dashed lines.")] if folds else []),
    ]


def _qr_code(address: str) -> str:
    import segno

    written = BytesIO()
    segno.make(address, error="m").save(written, kind="svg", xmldecl=False, border=0, scale=4)
    return written.getvalue().decode()


# Sheets


def _sheet(order: Order, page: Page, number: int, words: Words, files: _Files) -> dict[str, Any]:
    sides = {"front": words("fronts"), "back": words("backs")}
    foot = [
        order.variant.game.title,
        *page.titles,
        *([sides[page.side]] if page.side else []),
        words("page {number}", number=number),
    ]
    return {
        "pieces": [_placed(order, placed, files) for placed in page.placed],
        "lines": files.add(furniture.around(order, page)),
        "foot": " · ".join(foot),
        "scale": words("The ruler is 5 cm long."),
    }


def _placed(order: Order, placed: Placed, files: _Files) -> dict[str, Any]:
    """A side of a piece; it is turned about its middle, so it has its upright size."""
    piece = placed.piece
    face = piece.back if placed.is_back else piece.front
    assert face is not None
    bleed = BLEED if order.cut == MARKS and not piece.cut else 0.0
    width, height = (side + 2 * bleed for side in piece.size)
    return {
        "x": placed.x,
        "y": placed.y,
        "width": width,
        "height": height,
        "angle": placed.angle,
        "file": files.add(_picture(order, piece, face, bleed)),
        "alt": piece.name,
    }


def _picture(order: Order, piece: Piece, face: Face, bleed: float) -> str:
    """A face with what goes on beyond its edge, and a net with its lines."""
    game = order.variant.game
    left, top, width, height = face.box
    more = bleed * width / piece.size[0]
    box = (left - more, top - more, width + 2 * more, height + 2 * more)
    millimetre = width / piece.size[0]
    lines = [
        svg.path(data, class_=kind)
        for kind, data in (("print-cut", piece.cut), ("print-fold", piece.folds))
        if data and face is piece.front
    ]
    style = _style_of(game) + _line_style(millimetre)
    return str(
        element(
            "svg",
            element("style", svg.Drawn(style)),
            face.drawn,
            *lines,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(short, box)),
            width=box[2],
            height=box[3],
            class_=f"matchwood matchwood-{game.name}",
        )
    )


def _style_of(game: Game) -> str:
    """The style sheet of a game's pictures, and how what only prints have looks."""
    looks = prints_of(game).LOOKS.items()
    more = "".join(f".matchwood-{game.name} {what}{{{how}}}" for what, how in looks)
    return in_theme(game.picture.STYLE + more, THEME)


def _line_style(millimetre: float) -> str:
    """The lines of nets, as thick as those of `furniture`, in the measure of a piece."""
    line = f"fill:none;stroke:{furniture.GREY};stroke-width:{short(furniture.LINE * millimetre)}"
    dashes = " ".join(short(length * millimetre) for length in furniture.DASHES)
    return f".print-cut{{{line}}}.print-fold{{{line};stroke-dasharray:{dashes}}}"
