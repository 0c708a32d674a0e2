"""Preferences of a visitor, read from cookies and set by links."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from litestar import MediaType
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.server.base.preferences import CHOICES, LETTERS, PACE, THEME, Settings
from matchwood.server.base.urls import at
from matchwood.server.http.request import AnyRequest, Connection
from matchwood.server.http.state import state_of
from matchwood.server.http.visitor import language_of

A_YEAR = 365 * 24 * 60 * 60
HINT_PARAM = "hint"
"""Query parameter that asks for a hint; removed from the URL, so that a reload asks for none."""


def settings_of(request: AnyRequest) -> Settings:
    """Preferences for a page, and its own URL without parameters that act only once."""
    params = request.query_params.items()
    query = {name: value for name, value in params if name not in (*CHOICES, HINT_PARAM)}
    # A path that begins with two strokes, to whichever side, would lead to another host.
    path = "/" + quote(request.scope["path"]).lstrip("/")
    return Settings(
        language_of(request),
        preference(request, THEME),
        path + (f"?{urlencode(query)}" if query else ""),
        preference(request, LETTERS),
        preference(request, PACE),
    )


def preference(connection: Connection, name: str) -> str:
    """Value of a preference that has a default."""
    value = connection.cookies.get(name)
    return value if value in CHOICES[name] else CHOICES[name][0]


def preference_cookie(request: AnyRequest, name: str, value: str) -> Cookie:
    return Cookie(
        name,
        value=value,
        path=at("/"),
        max_age=A_YEAR,
        samesite="lax",
        secure=state_of(request).hosts.is_secure(request),
    )


def set_preferences(request: AnyRequest) -> Redirect | None:
    """Follow a link that sets preferences: store them in cookies, and show its page again."""
    params = {name: request.query_params.get(name) for name in CHOICES}
    wishes = {name: value for name, value in params.items() if value in CHOICES[name]}
    if request.method != "GET" or not wishes:
        return None
    cookies = [preference_cookie(request, name, str(value)) for name, value in wishes.items()]
    path = settings_of(request).path
    # Else it has the media type of what is at the address, such as a zip, which is no redirection.
    return Redirect(path, status_code=SEE_OTHER, cookies=cookies, media_type=MediaType.TEXT)


async def set_preferences_first(request: AnyRequest) -> Redirect | None:
    """Hook before the handler of every page. Asynchronous, so that it needs no thread."""
    return set_preferences(request)
