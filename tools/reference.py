"""docs/reference.md, made from the docstrings of every public name.

    python -m tools.reference

writes it anew. Whoever changes a docstring of a public name runs it; a test says so.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import matchwood

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
OPENING = """\
# Reference

Every public name of `matchwood`, made from the docstrings by `python -m tools.reference`. The \
examples run in the tests, one after the other, after

```pycon
>>> import matchwood

```

What else is in the package may change from one release to the next. Refusals are all \
`MatchwoodError`, each one sentence for a person.
"""
CHAPTERS = {
    "Games and positions": (
        *("game_names", "find_game", "register", "load", "new"),
        *("Game", "Variant", "Position", "View", "Aid"),
    ),
    "Records": ("read_record", "GameRecord"),
    "Bots": ("bot", "advice"),
    "Many games": ("simulate", "Simulation", "arena", "study"),
    "Refusals": (
        *("MatchwoodError", "UnknownGame", "BadOption", "BadSeed", "BadAid", "UnknownSeat"),
        *("UnknownBot", "IllegalMove", "Refusal", "BadRecord"),
        *("BadDocument", "BadGame", "NothingToUndo", "NotTold"),
    ),
}
PROMPT = ">>>"
LINE_LENGTH = 88


def page() -> str:
    return "\n".join([OPENING, *_chapters()])


def _chapters() -> Iterator[str]:
    for title, names in CHAPTERS.items():
        yield f"## {title}\n"
        for name in names:
            yield from section(name)


def section(name: str) -> Iterator[str]:
    """What is told of a public name: how it is called, what it is, and what it has."""
    thing = getattr(matchwood, name)
    yield f"### `{name}`\n"
    if not inspect.isclass(thing):
        yield f"```py\n{_signature(name, thing)}\n```\n"
        yield _told(thing)
        return
    if dataclasses.is_dataclass(thing):
        yield f"```py\n{_signature(name, thing)}\n```\n"
    yield _told(thing)
    for member, value in vars(thing).items():
        if not member.startswith("_") and _is_told(value):
            yield from _member(member, value)


def _member(name: str, value: Any) -> Iterator[str]:
    function = _function(value)
    if isinstance(value, property | cached_property):
        kind = inspect.signature(function).return_annotation
        yield f"#### `{name}: {kind}`\n"
    else:
        first = "class method " if isinstance(value, classmethod) else ""
        yield f"#### {first}`{name}`\n"
        yield f"```py\n{_signature(name, function, bound=True)}\n```\n"
    yield _told(function)


def _is_told(value: Any) -> bool:
    return inspect.isfunction(_function(value)) and bool(_function(value).__doc__)


def _function(value: Any) -> Callable[..., Any]:
    """What was written: the function behind a property or a class method."""
    found = getattr(value, "fget", None) or getattr(value, "func", None)
    return found or getattr(value, "__func__", value)  # type: ignore[no-any-return]


def _signature(name: str, thing: Callable[..., Any], bound: bool = False) -> str:
    """How it is called, on one line or with a line for each parameter."""
    signature = inspect.signature(thing)
    parameters = list(signature.parameters.values())[1 if bound else 0 :]
    inside = list(_parameters(parameters))
    end = ")"
    if not inspect.isclass(thing) and signature.return_annotation is not signature.empty:
        end = f") -> {signature.return_annotation}"
    line = f"{name}({', '.join(inside)}{end}"
    if len(line) <= LINE_LENGTH:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in inside) + end


def _parameters(parameters: Sequence[inspect.Parameter]) -> Iterator[str]:
    starred = False
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        kind = "" if each.annotation is each.empty else f": {each.annotation}"
        yield f"{stars}{each.name}{kind}{_default(each.default)}"


def _default(default: object) -> str:
    if default is inspect.Parameter.empty:
        return ""
    # What is made anew, or is a function, would be written with its address.
    return " = …" if "<" in repr(default) else f" = {default!r}"


def _told(thing: Any) -> str:
    """A docstring as Markdown: its examples in blocks of their own."""
    told, example = [], False
    for line in inspect.cleandoc(thing.__doc__ or "").splitlines():
        if line.startswith(PROMPT) and not example:
            told.append("```pycon")
            example = True
        elif example and not line.strip():
            told += ["", "```"]
            example = False
        told.append(line)
    if example:
        told += ["", "```"]
    return "\n".join(told) + "\n"


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
