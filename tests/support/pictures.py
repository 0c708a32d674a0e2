"""Pictures read back as trees of elements, for tests that look at what is in them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from matchwood.drawing.picture import Drawing

SVG = "{http://www.w3.org/2000/svg}"


def tree(drawings: Iterable[Drawing]) -> ET.Element:
    """Drawings as elements of one page."""
    return ET.fromstring(f"<page>{''.join(drawing.svg('sample') for drawing in drawings)}</page>")


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {name: element for element in root.iter() if (name := element.get("id"))}


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title", "")
