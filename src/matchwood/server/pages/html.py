"""HTML written as Python: `h.p(".quiet", lang="fr")["Bonjour"]`.

A tag is its own text, and with children in brackets the text of the whole element: nothing is kept
as a tree, since a table sends its page anew to everyone after every move. Text is escaped, `Markup`
is not; None and truth values are nothing, lists and generators are what is in them. An attribute
that is None or false is left out; `_` in its name stands for `-`, at the end for nothing.

The page of a table is made of `Parts`: `h.div("#board").holding(…)` does not join what it holds.
A part that is `remembered` is the very same text as long as it is made from the same. So what has
changed in a page is found by comparing its parts, and only what is new is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from markupsafe import Markup, escape

from matchwood.server.base.urls import at

Attribute = str | bool | list[str | None] | list[str] | Mapping[str, bool] | None
Node = str | int | None | Iterable["Node"]
Element = Markup

VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))
ADDRESSES = frozenset(("action", "data_address", "data_source", "data_stream", "href", "src"))
"""Attributes that may be paths of the site."""
PARTS_KEPT = 2_000
"""Texts kept of each part, for all tables together."""

Given = ParamSpec("Given")
Made = TypeVar("Made")


def cached_tag(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Keep a tag by what it is made from. Without it a move takes 11 % longer (`bench.move`)."""
    return cast("Callable[Given, Made]", lru_cache(maxsize=PARTS_KEPT)(make))


class Parts(tuple[str, ...]):
    """HTML as the parts it is made of, none of which is to be escaped any more."""

    __slots__ = ()

    def __str__(self) -> str:
        return "".join(self)


class Tag(Markup):
    """The element without content; in brackets it gets some."""

    _begin: str
    _end: str

    @classmethod
    def made(cls, begin: str, end: str) -> Tag:
        tag = str.__new__(cls, begin + end)
        tag._begin, tag._end = begin, end
        return tag

    def __call__(self, *given: str | Mapping[str, Attribute], **attributes: Attribute) -> Tag:
        """Add attributes; `#id.class.class` first, if there are any."""
        if not attributes and len(given) == 1 and isinstance(given[0], str):
            return _named(self, given[0])
        first = "".join(_short(each) if isinstance(each, str) else _written(each) for each in given)
        return Tag.made(f"{self._begin[:-1]}{first}{_written(attributes)}>", self._end)

    def __getitem__(self, children: Node) -> Element:  # type: ignore[override]
        parts = [self._begin]
        _add((children,), parts)
        parts.append(self._end)
        # Markup's own way looks for an `__html__` first, and takes five times as long.
        return str.__new__(Markup, "".join(parts))

    def holding(self, *children: Node) -> Parts:
        """The whole element, in parts."""
        parts = [self._begin]
        _add(children, parts)
        parts.append(self._end)
        return Parts(parts)


def _add(nodes: Iterable[Node], parts: list[str]) -> None:
    for node in nodes:
        if isinstance(node, Markup):
            parts.append(node)
        elif isinstance(node, str):
            parts.append(_escaped(node))
        elif isinstance(node, Parts):
            parts.extend(node)
        elif node is None or isinstance(node, bool):
            continue
        elif isinstance(node, int):
            parts.append(str(node))
        else:
            _add(node, parts)


@cached_tag
def _named(tag: Tag, name: str) -> Tag:
    return Tag.made(f"{tag._begin[:-1]}{_short(name)}>", tag._end)


@lru_cache(maxsize=PARTS_KEPT)
def _escaped(text: str) -> str:
    return str(escape(text))


@cache
def _short(text: str) -> str:
    """`#id.class.class` as attributes."""
    name, *classes = text.split(".")
    named = f' id="{escape(name[1:])}"' if name else ""
    return named + (f' class="{escape(" ".join(classes))}"' if classes else "")


def _written(attributes: Mapping[str, Attribute]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        parts.append(f" {_name(name)}")
        if value is not True:
            text = value if isinstance(value, str) else _joined(value)
            if name in ADDRESSES and text.startswith("/"):
                text = at(text)
            parts.append(f'="{_escaped(text)}"')
    return "".join(parts)


@cache
def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _joined(classes: list[str | None] | list[str] | Mapping[str, bool] | bool) -> str:
    """The classes that are given, or those that are true."""
    assert not isinstance(classes, bool)
    if isinstance(classes, Mapping):
        return " ".join(name for name, true in classes.items() if true)
    return " ".join(name for name in classes if name)


def __getattr__(name: str) -> Tag:
    return _tag(name)


@cache
def _tag(name: str) -> Tag:
    doctype = "<!doctype html>" if name == "html" else ""
    return Tag.made(f"{doctype}<{name}>", "" if name in VOID else f"</{name}>")


fragment = Tag.made("", "")
"""No element of its own: only what is in it."""


def together(*nodes: Node) -> Parts:
    """Parts of a page, one after the other."""
    parts: list[str] = []
    _add(nodes, parts)
    return Parts(parts)


def remembered(part: Callable[Given, Node]) -> Callable[Given, Markup]:
    """Keep a part of a page by what it is made from: it is the same for most moves and viewers."""

    def made(*given: Given.args, **named: Given.kwargs) -> Markup:
        return fragment[part(*given, **named)]

    return cast("Callable[Given, Markup]", lru_cache(maxsize=PARTS_KEPT)(wraps(part)(made)))
