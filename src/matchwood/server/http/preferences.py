"""Preferences of a visitor, read from cookies and set by links."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from litestar import MediaType
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.server.base.preferences import CHOICES, LETTERS, PACE, THEME, Settings
from matchwood.server.base.urls import at
from matchwood.server.http.limits import Connection
from matchwood.server.http.service import service_of
from matchwood.server.http.visitor import AnyRequest, language_of

A_YEAR = 365 * 24 * 60 * 60


ONCE = "hint"
"""What an address asks to be done once: whoever loads the page anew has not asked for another."""


def settings_of(request: AnyRequest) -> Settings:
    """How the reader wants the page, and its own address, without what was to be done once."""
    asked = request.query_params.items()
    query = {name: value for name, value in asked if name not in (*CHOICES, ONCE)}
    # A path that begins with two strokes, to whichever side, would lead to another host.
    path = "/" + quote(request.scope["path"]).lstrip("/")
    address = path + (f"?{urlencode(query)}" if query else "")
    return Settings(
        language_of(request),
        chosen(request, THEME),
        address,
        chosen(request, LETTERS),
        chosen(request, PACE),
    )


def chosen(connection: Connection, name: str) -> str:
    """Value of a preference that has a default."""
    wish = connection.cookies.get(name)
    return wish if wish in CHOICES[name] else CHOICES[name][0]


def choose(request: AnyRequest) -> Redirect | None:
    """A link that sets how the pages are liked: remember it, and show the page that way."""
    asked = {name: request.query_params.get(name) for name in CHOICES}
    wishes = {name: value for name, value in asked.items() if value in CHOICES[name]}
    if request.method != "GET" or not wishes:
        return None
    cookies = [remembering(request, name, str(value)) for name, value in wishes.items()]
    path = settings_of(request).path
    # Else it has the media type of what is at the address, such as a zip, which is no redirection.
    return Redirect(path, status_code=SEE_OTHER, cookies=cookies, media_type=MediaType.TEXT)


def remembering(request: AnyRequest, name: str, value: str) -> Cookie:
    """What lets a browser remember how something is liked."""
    return Cookie(
        name,
        value=value,
        path=at("/"),
        max_age=A_YEAR,
        samesite="lax",
        secure=service_of(request.scope).hosts.is_secure(request),
    )


async def look_at_wishes(request: AnyRequest) -> Redirect | None:
    """Stands before every page."""
    return choose(request)
