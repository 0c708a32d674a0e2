"""Static files: cached for ever under a URL with their version, revalidated under any other.

A page that was open while the server was replaced asks for modules in the folder of its own
version. It gets the present ones, uncached. A redirect to the present folder would be wrong: a
browser resolves the imports of a module against its final URL, so the page would run a second copy
of each, and send each move twice. Only the entry module is redirected, where nothing runs yet.
"""

from __future__ import annotations

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED as NOT_MODIFIED
from litestar.status_codes import HTTP_307_TEMPORARY_REDIRECT as TEMPORARY_REDIRECT

from matchwood.drawing.style import THEMES
from matchwood.engine.game import find_game
from matchwood.server.base.files import GIF, PDF, PNG, File
from matchwood.server.http.compression import SELF_COMPRESSED, accepts_gzip, encoding_headers
from matchwood.server.http.request import AnyRequest
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

FileResponse = Response[bytes | None]
"""Response with a file, or without a body if the client has it."""
COMPRESSED_ALREADY = (PNG, GIF, PDF)
IMMUTABLE = f"public, max-age={365 * 24 * 60 * 60}, immutable"
REVALIDATE = "no-cache"
NO_STORE = "no-store"


@get("/static/{name:str}")
async def static_file(request: AnyRequest, name: FromPath[str]) -> FileResponse:
    if name not in OURS:
        raise NotFoundException
    return file_response(request, our_file(name))


@get("/static/scripts/{version:str}/{name:str}")
async def script(request: AnyRequest, version: FromPath[str], name: FromPath[str]) -> FileResponse:
    """A module of a version; see above for those of another."""
    if name not in scripts():
        raise NotFoundException
    if version == address_of_script().split("/")[-2]:
        return file_response(request, scripts()[name], is_immutable=True)
    if name == FIRST_SCRIPT:
        headers = {"location": address_of_script(), "cache-control": REVALIDATE}
        return Response(None, status_code=TEMPORARY_REDIRECT, headers=headers)
    response = file_response(request, scripts()[name])
    response.headers["cache-control"] = NO_STORE
    return response


@get("/static/games/{name:str}")
async def game_file(request: AnyRequest, name: FromPath[str]) -> FileResponse:
    """The style sheet of a game's drawings, its cover, or the picture of a preset."""
    name, _, kind = name.partition(".")
    game, preset = find_game(name), request.query_params.get("preset", "")
    if kind == "css":
        return file_response(request, style_sheet(game.name))
    if kind != "svg" or preset not in ("", *(each.name for each in game.presets)):
        raise NotFoundException
    is_immutable = request.query_params.get("v") == version_of_cover(game.name, preset)
    return file_response(request, cover(game.name, preset, theme_of(request)), is_immutable)


def theme_of(request: AnyRequest) -> str:
    """Theme of a picture, from the query."""
    asked = request.query_params.get("theme", THEMES[0])
    return asked if asked in THEMES else THEMES[0]


def file_response(request: AnyRequest, file: File, is_immutable: bool = False) -> FileResponse:
    """A file, or 304 if the client has it; immutable if the URL has its version."""
    is_immutable = is_immutable or request.query_params.get("v") == file.version
    is_gzip = accepts_gzip(request) and file.media_type not in COMPRESSED_ALREADY
    # Compressed, it is another sequence of bytes, so it has another strong validator.
    tag = f'"{file.version}-gzip"' if is_gzip else f'"{file.version}"'
    headers = {
        "etag": tag,
        "cache-control": IMMUTABLE if is_immutable else REVALIDATE,
        **encoding_headers(is_gzip),
    }
    has = request.headers.get("if-none-match", "").split(",")
    if any(each.strip().removeprefix("W/") in (tag, "*") for each in has):
        return Response(None, status_code=NOT_MODIFIED, headers=headers)
    data = file.packed if is_gzip else file.data
    return Response(data, media_type=file.media_type, headers=headers)


ROUTER = Router(
    "/",
    route_handlers=[static_file, script, game_file],
    include_in_schema=False,
    opt=SELF_COMPRESSED,
)
