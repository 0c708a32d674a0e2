"""Paths of the site, which begins at the root of its host or under a prefix, as behind a proxy.

Inside, every path begins at the root. The prefix is taken off every request (`http.asgi`), and put
before every path that goes out: in the attributes of pages, in redirections, in cookies.
"""

from __future__ import annotations

import re

_PREFIX = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*")
"""Parts of a path, none of which leads upwards."""
_prefix = ""
"""One process serves one site, and what it has written once it sends again and again."""


def set_prefix(prefix: str) -> None:
    """Let the site begin at a path such as /games; without one, at the root."""
    global _prefix
    _prefix = prefix


def is_prefix(path: str) -> bool:
    return _PREFIX.fullmatch(path) is not None


def at(path: str) -> str:
    """A path of the site as browsers ask for it."""
    return _prefix + path


def without_prefix(path: str) -> str:
    """The path of a request inside the site. It may come without the prefix: a proxy has taken it
    off, or someone asks on this machine."""
    if _prefix and (path == _prefix or path.startswith(f"{_prefix}/")):
        return path[len(_prefix) :] or "/"
    return path
