"""Where the site begins: at the root of its host, or under a path that a proxy leads to it.

Inside, every path begins at the root. The prefix goes away where a request comes in, and is put
before every path that goes out: in the attributes of pages, in redirections, in cookies.
"""

from __future__ import annotations

import re

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

_PREFIX = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*")
"""Parts of a path, none of which leads upwards."""
_begins_at = ""
"""One process serves one site, and what it has written once it sends again and again."""


def set_prefix(prefix: str) -> None:
    """Let the site begin at a path such as /games; without one, at the root."""
    global _begins_at
    _begins_at = prefix


def is_prefix(path: str) -> bool:
    return _PREFIX.fullmatch(path) is not None


def at(path: str) -> str:
    """A path of the site as browsers ask for it."""
    return _begins_at + path


def within_site(app: ASGIApp) -> ASGIApp:
    """Take the prefix off every request. One that comes without it, since a proxy has taken it
    off already or someone asks on this machine, is answered just the same."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and _begins_at:
            path = scope["path"]
            if path == _begins_at or path.startswith(f"{_begins_at}/"):
                scope["path"] = path[len(_begins_at) :] or "/"
        await app(scope, receive, send)

    return run
