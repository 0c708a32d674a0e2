"""Figures of docs/reliability.md: each measurement writes its own block there, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"


def put(name: str, text: str) -> None:
    """Write what was measured between the marks of that name."""
    page = PAGE.read_text("utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    marked = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not marked.search(page):
        raise ValueError(f"{PAGE} has no place for {name}")
    whole = f"{begin}{text.strip()}\n{end}"
    PAGE.write_text(marked.sub(lambda _: whole, page), "utf-8")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a table of Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
