"""An extension of Griffe: examples of docstrings become blocks of code on the site."""

from __future__ import annotations

from typing import Any

import griffe

PROMPT = ">>>"


class FencedExamples(griffe.Extension):
    """Put a fence around each doctest of each docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with a fence around each run of lines that begins with a prompt."""
    lines: list[str] = []
    inside = False
    for line in [*text.splitlines(), ""]:
        if line.startswith(PROMPT) and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join(lines).rstrip()
