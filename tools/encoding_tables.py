"""The tables of docs/environments.md, made from what the games say of themselves.

    python -m tools.encoding_tables

puts them in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import matchwood
from matchwood import Variant, find_game, game_names, testing
from matchwood.engine.encoding import Moves, Plane
from matchwood.engine.options import written

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def tables() -> str:
    """A section for each game, in the order of their names."""
    return "\n".join(line for name in game_names() for line in section_of(name))


def section_of(name: str) -> Iterator[str]:
    game, variant = find_game(name), matchwood.load(name)
    yield from (f"### {game.title}", "", f"`{name}`, with the usual options:", "")
    yield from _table("plane", variant.encoding.planes, variant.encoding.size)
    yield from _table("actions", variant.encoding.moves, variant.encoding.actions)
    others = testing.variants(name)[1:]
    if others:
        sizes = "; ".join(_sizes(other) for other in others)
        yield from (f"Other options give other sizes (numbers, actions): {sizes}.", "")


def _table(what: str, parts: tuple[Plane, ...] | tuple[Moves, ...], size: int) -> Iterator[str]:
    yield from (f"| {what} | from | shape | what it says |", "| --- | --- | --- | --- |")
    at = 0
    for part in parts:
        shape = " × ".join(map(str, part.shape))
        yield f"| `{part.name}` | {at} | {shape} | {part.meaning} |"
        at += part.size
    yield from (f"| in all | | {size} | |", "")


def _sizes(variant: Variant) -> str:
    usual = matchwood.load(variant.game.name).options
    changed = {name: value for name, value in variant.options.items() if value != usual[name]}
    options = " ".join(f"{name}={_short(value)}" for name, value in changed.items())
    return f"`{options}` ({variant.encoding.size:,}, {variant.encoding.actions:,})"


def _short(value: object) -> str:
    text = written(value)  # type: ignore[arg-type]
    return text if len(text) <= 20 else f"{text[:9]}…"


def page(text: str) -> str:
    """A page with the tables as they are now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
