"""How pages are answered: in the reader's language and theme, and the language switch."""

from __future__ import annotations

from urllib.parse import quote, urlencode

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER

from matchwood.engine.words import LANGUAGES
from matchwood.server.pages.html import Element
from matchwood.server.pages.layout import Settings
from matchwood.server.visitors import LANGUAGE_COOKIE, AnyRequest, language_of, theme_of

A_YEAR = 365 * 24 * 60 * 60


def settings_of(request: AnyRequest, without: str = "lang") -> Settings:
    """How the reader wants the page, and its own address, without what was to be done once."""
    query = {name: value for name, value in request.query_params.items() if name != without}
    # A path that begins with two strokes, to whichever side, would lead to another host.
    path = "/" + quote(request.scope["path"]).lstrip("/")
    address = path + (f"?{urlencode(query)}" if query else "")
    return Settings(language_of(request), theme_of(request), address)


def shown(page: Element, status: int = 200) -> Response[str]:
    return Response(
        str(page),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )


def choose_language(request: AnyRequest) -> Redirect | None:
    """A link of the language switch: remember the language, and show the page in it."""
    language = request.query_params.get("lang")
    if request.method != "GET" or language not in LANGUAGES:
        return None
    cookie = Cookie(LANGUAGE_COOKIE, value=language, max_age=A_YEAR, samesite="lax", httponly=True)
    return Redirect(settings_of(request).path, status_code=SEE_OTHER, cookies=[cookie])


async def look_at_language(request: AnyRequest) -> Redirect | None:
    """Stands before every page."""
    return choose_language(request)


def event(content: Element, seq: int = 0) -> bytes:
    """A new state of a page, as its stream tells it."""
    data = msgspec.json.encode({"seq": seq, "html": str(content)})
    return b"id: %d\ndata: %s\n\n" % (seq, data)
