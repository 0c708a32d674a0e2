"""Routes of static files.

Whoever asks without the right version, such as a page that is older than the server, gets what
there is now, and has to ask each time whether it has changed.

A page that is older than the server, because it was open while the server was replaced, still asks
for modules in the folder of its own version. It gets those of now, and nothing may keep them: what
a folder's name promises is only ever kept where it is true. A redirect to the folder of now would
be wrong, since a browser resolves the imports of a module against where it was found: the page
would run a second copy of what it runs already, and send each move twice. Only the module that
pages begin with is redirected, where nothing runs yet.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED as NOT_MODIFIED
from litestar.status_codes import HTTP_307_TEMPORARY_REDIRECT as ELSEWHERE

from matchwood.engine.game import find_game
from matchwood.engine.svg import THEMES
from matchwood.server.base.files import GIF, PNG, File
from matchwood.server.http import compression
from matchwood.server.pages.assets import (
    FIRST_SCRIPT,
    OURS,
    address_of_script,
    cover,
    our_file,
    scripts,
    style_sheet,
    version_of_cover,
)

PACKED_ALREADY = (PNG, GIF)
FOR_EVER = f"public, max-age={365 * 24 * 60 * 60}, immutable"
ASK_AGAIN = "no-cache"
KEEP_NOTHING = "no-store"


@get("/static/{name:str}")
async def static(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes | None]:
    if name not in OURS:
        raise NotFoundException
    return answer(request, our_file(name))


@get("/static/scripts/{version:str}/{name:str}")
async def script(
    request: Request[Any, Any, Any], version: FromPath[str], name: FromPath[str]
) -> Response[bytes | None]:
    """A module, for ever if it is of this very version; where another begins, the way to that of
    now."""
    if name not in scripts():
        raise NotFoundException
    if version == address_of_script().split("/")[-2]:
        return answer(request, scripts()[name], is_lasting=True)
    if name == FIRST_SCRIPT:
        headers = {"location": address_of_script(), "cache-control": ASK_AGAIN}
        return Response(None, status_code=ELSEWHERE, headers=headers)
    found = answer(request, scripts()[name])
    found.headers["cache-control"] = KEEP_NOTHING
    return found


@get("/static/games/{name:str}")
async def game_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes | None]:
    """The style sheet of a game's drawings, its cover, or the picture of a preset."""
    name, _, kind = name.partition(".")
    game, preset = find_game(name), request.query_params.get("preset", "")
    if kind == "css":
        return answer(request, style_sheet(game.name))
    if kind != "svg" or preset not in ("", *(each.name for each in game.presets)):
        raise NotFoundException
    is_lasting = request.query_params.get("v") == version_of_cover(game.name, preset)
    return answer(request, cover(game.name, preset, theme_of(request)), is_lasting)


def theme_of(request: Request[Any, Any, Any]) -> str:
    """The theme that a picture is asked for in."""
    asked = request.query_params.get("theme", THEMES[0])
    return asked if asked in THEMES else THEMES[0]


def answer(
    request: Request[Any, Any, Any], file: File, is_lasting: bool = False
) -> Response[bytes | None]:
    """A file, or that it has not changed; it lasts if it was asked for by its version."""
    is_lasting = is_lasting or request.query_params.get("v") == file.version
    packed = compression.accepts_gzip(request) and file.media_type not in PACKED_ALREADY
    # What is packed is another sequence of bytes, so it has another strong validator.
    tag = f'"{file.version}-gzip"' if packed else f'"{file.version}"'
    headers = {
        "etag": tag,
        "cache-control": FOR_EVER if is_lasting else ASK_AGAIN,
        **compression.headers(packed),
    }
    has = request.headers.get("if-none-match", "").split(",")
    if any(each.strip().removeprefix("W/") in (tag, "*") for each in has):
        return Response(None, status_code=NOT_MODIFIED, headers=headers)
    data = file.packed if packed else file.data
    return Response(data, media_type=file.media_type, headers=headers)


ROUTER = Router(
    "/",
    route_handlers=[static, script, game_file],
    include_in_schema=False,
    opt=compression.PACKED_BY_ITSELF,
)
