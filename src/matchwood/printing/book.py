"""The rulebook as blocks that can be set: its Markdown, without what is only for the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from matchwood.learning.rulebook import FIGURE

Block = dict[str, Any]
Inline = list[Any]
"""Texts, and pairs of a kind and what is inside: `["strong", ["CF-1"]]`."""

_RULE = re.compile(r"^- \*\*[A-Z0-9]+-\d+\*\*", re.MULTILINE)
_RULED_OFF = re.compile(r"\n-{3,}\s*\Z")


def blocks(text: str, figures: Mapping[str, Sequence[str]]) -> list[Block]:
    """A rulebook as headings, paragraphs, items, tables and figures; `figures` has the files of
    each figure by its name, and what is not drawn is left out."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(without_appendix(text))
    found: list[Block] = []
    rows: list[list[Inline]] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            filled = [row for row in rows if any(row)]
            found.append({"kind": "table", "rows": filled, "columns": len(filled[0])})
            rows = []
        elif token.type == "inline" and before is not None:
            if before.type in ("th_open", "td_open"):
                rows[-1].append(_inline(token))
            else:
                found.extend(_blocks(before, token, figures))
    return found


def _blocks(before: Token, token: Token, figures: Mapping[str, Sequence[str]]) -> list[Block]:
    """Contents of tokens, by the token that opens them; pictures stand in a paragraph of their
    own."""
    pictures = [child for child in token.children or [] if child.type == "image"]
    if pictures:
        named = [(str(each.attrGet("src")).removeprefix(FIGURE), each.content) for each in pictures]
        return [
            {"kind": "figure", "files": list(figures[name]), "text": text}
            for name, text in named
            if name in figures
        ]
    if before.type == "heading_open":
        return [{"kind": "heading", "level": int(before.tag[1:]), "text": _inline(token)}]
    return [{"kind": "item" if before.level > 1 else "paragraph", "text": _inline(token)}]


def _inline(token: Token) -> Inline:
    """The text of a block, with what is strong, emphasised or code as pairs."""
    open_: list[Inline] = [[]]
    for child in token.children or []:
        if child.type in ("strong_open", "em_open"):
            open_.append([])
        elif child.type in ("strong_close", "em_close"):
            inside = open_.pop()
            open_[-1].append([child.tag, inside])
        elif child.type == "code_inline":
            open_[-1].append(["code", [child.content]])
        elif child.type == "softbreak":
            open_[-1].append(" ")
        elif child.type == "text" and child.content:
            open_[-1].append(child.content)
    return open_[0]


def without_appendix(text: str) -> str:
    """A rulebook without its last chapter, if that has no rules: it is for those who type."""
    before, _, last = text.rpartition("\n## ")
    return text if _RULE.search(last) else _RULED_OFF.sub("\n", before.rstrip())
