"""PDFs as they are, not as they were meant: their pieces, found by what is drawn and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pdfplumber

POINTS_PER_MM = 72 / 25.4
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres."""


@dataclass(frozen=True)
class Drawn:
    """A picture in a PDF, by its words for screen readers, and the shapes that it is made of."""

    name: str
    shapes: tuple[dict[str, Any], ...]
    letters: str

    @property
    def box(self) -> Box:
        """Around all its shapes, those included that are cut off."""
        boxes = [box_of(shape) for shape in self.shapes]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def colours(self) -> set[tuple[float, ...]]:
        return {tuple(shape["non_stroking_color"] or ()) for shape in self.shapes if shape["fill"]}


@dataclass(frozen=True)
class Sheet:
    """A page of a PDF."""

    width: float
    height: float
    drawn: tuple[Drawn, ...]
    lines: tuple[Box, ...]
    """Straight lines that belong to no picture."""
    rings: tuple[Box, ...]
    """Round lines that belong to no picture."""
    text: str
    fonts: frozenset[str]


def sheets(pdf: bytes) -> list[Sheet]:
    with pdfplumber.open(BytesIO(pdf)) as opened:
        return [_sheet(page) for page in opened.pages]


def _sheet(page: Any) -> Sheet:
    shapes = [*page.rects, *page.curves, *page.lines]
    drawn = [
        Drawn(
            node["alt_text"],
            tuple(shape for shape in shapes if shape["mcid"] in node["mcids"]),
            "".join(char["text"] for char in page.chars if char["mcid"] in node["mcids"]),
        )
        for node in _figures(page.structure_tree)
    ]
    return Sheet(
        float(page.width) / POINTS_PER_MM,
        float(page.height) / POINTS_PER_MM,
        tuple(drawn),
        tuple(box_of(shape) for shape in shapes if shape["mcid"] is None),
        tuple(box_of(curve) for curve in page.curves if curve["mcid"] is None),
        page.extract_text(),
        frozenset(char["fontname"].partition("+")[2] for char in page.chars),
    )


def _figures(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        if node["type"] == "Figure" and "alt_text" in node and node.get("mcids"):
            yield node
        yield from _figures(node.get("children", []))


def box_of(shape: dict[str, Any]) -> Box:
    left, top, right, bottom = (
        shape[side] / POINTS_PER_MM for side in ("x0", "top", "x1", "bottom")
    )
    return left, top, right, bottom
