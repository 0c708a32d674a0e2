"""Files: the scripts, the style sheets and pictures, at addresses that change with their content.

So a browser may keep for ever what it has got at such an address. Whoever asks without the right
version, such as a page that is older than the server, gets what there is now, and has to ask each
time whether it has changed.

The scripts are modules that import each other by relative addresses, so they have one version
together, and it names their folder. A page that is older than the server, because it was open
while the server was replaced, still asks for modules in the folder of its own version. It gets
those of now, and nothing may keep them: what a folder's name promises is only ever kept where it is
true. A redirect to the folder of now would be wrong, since a browser resolves the imports of a
module against where it was found: the page would run a second copy of what it runs already, and
send each move twice. Only the module that pages begin with is redirected, where nothing runs yet.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED as NOT_MODIFIED
from litestar.status_codes import HTTP_307_TEMPORARY_REDIRECT as ELSEWHERE

from matchwood.engine.composing import drawing_alone
from matchwood.engine.game import find_game
from matchwood.engine.pictures import arranged, emblazoned
from matchwood.engine.svg import THEMES
from matchwood.server import faults, packing
from matchwood.server.images import GIF, PNG

CSS, SVG, SCRIPT = "text/css", "image/svg+xml", "text/javascript"
OURS = {
    "matchwood.css": CSS,
    "pages.css": CSS,
    "front.css": CSS,
    "setup.css": CSS,
    "book.css": CSS,
    "table.css": CSS,
    "solid.css": CSS,
    "waiting.css": CSS,
    "ending.css": CSS,
    "replay.css": CSS,
    "scene.css": CSS,
    "screen.css": CSS,
    "icon.svg": SVG,
    "wood.svg": SVG,
    "bricolage-400.ttf": "font/ttf",
    "bricolage-700.ttf": "font/ttf",
}
PACKED_ALREADY = (PNG, GIF)
FIRST_SCRIPT = "matchwood.js"
"""The module that pages begin with."""
FOR_EVER = f"public, max-age={365 * 24 * 60 * 60}, immutable"
ASK_AGAIN = "no-cache"
KEEP_NOTHING = "no-store"
VERSION_DIGITS = 10

_STATIC = files("matchwood.server") / "static"
_FOR_READERS = {
    SCRIPT: re.compile(r"^ *(?:/\*.*?\*/\n|//[^\n]*\n)|^\s+", re.MULTILINE | re.DOTALL),
    CSS: re.compile(r'/\*.*?\*/\s*|("[^"]*")|\s*([{},;>])\s*|(?<=:)\s+|\s*( )\s*', re.DOTALL),
}
"""What only readers of a source need, and in it, as a group, what has to stay. Of a script these
are comments on lines of their own, and indentation; of a style sheet, comments, and space that
parts nothing."""
_IMPORTED = re.compile(r'^(?:import|export) [^;(]*"\./([\w-]+\.js)";', re.MULTILINE)
"""What a module cannot begin without."""


@dataclass(frozen=True)
class File:
    data: bytes
    media_type: str

    @cached_property
    def version(self) -> str:
        return version_of(self.data)

    @cached_property
    def packed(self) -> bytes:
        """Done once, so as well as can be."""
        return gzip.compress(self.data, mtime=0)


def version_of(data: bytes) -> str:
    return sha256(data).hexdigest()[:VERSION_DIGITS]


def without_comments(source: str, kind: str) -> str:
    """A script or a style sheet without what only readers of its source need."""

    def kept(found: re.Match[str]) -> str:
        return found[found.lastindex] if found.lastindex else ""

    return _FOR_READERS[kind].sub(kept, source).strip()


def _bare(name: str, kind: str) -> File:
    source = (_STATIC / name).read_text("utf-8")
    return File(without_comments(source, kind).encode(), kind)


@cache
def our_file(name: str) -> File:
    """A style sheet of pages, a font, the icon, or the grain of wood."""
    if OURS[name] == CSS:
        return _bare(name, CSS)
    folder = files("matchwood.engine") / "fonts" if name.endswith(".ttf") else _STATIC
    return File((folder / name).read_bytes(), OURS[name])


@cache
def scripts() -> Mapping[str, File]:
    """All modules, by name."""
    found = sorted(file.name for file in _STATIC.iterdir() if file.name.endswith(".js"))
    return {name: _bare(name, SCRIPT) for name in found}


@cache
def needed_scripts(name: str = FIRST_SCRIPT) -> list[str]:
    """A module and those that it cannot begin without."""
    needed = [name]
    for each in needed:
        imported = _IMPORTED.findall(scripts()[each].data.decode())
        needed += [other for other in imported if other not in needed]
    return needed


@cache
def style_sheet(game: str) -> File:
    """The style sheet of a game's drawings, how they stand on its board, and its emblems."""
    found = find_game(game)
    rules = found.picture.STYLE + arranged(game, found.picture.ARRANGEMENTS)
    return File((rules + emblazoned(found.all_emblems)).encode(), CSS)


@cache
def cover(game: str, preset: str = "", theme: str = THEMES[0]) -> File:
    """The game at its best, or one of its presets; drawn without its rules, so it is there before
    these are compiled."""
    found = find_game(game)
    drawing = found.cover.preset(preset) if preset else found.cover.draw()
    drawn = drawing_alone(drawing, game, found.picture.STYLE, theme)
    return File(drawn.encode(), SVG)


# Addresses


def address_of_ours(name: str) -> str:
    return f"/static/{name}?v={our_file(name).version}"


@cache
def address_of_script(name: str = FIRST_SCRIPT) -> str:
    """Where a module is; the version of its folder is that of all of them."""
    together = b"".join(name.encode() + file.data for name, file in scripts().items())
    return f"/static/scripts/{version_of(together)}/{name}"


def address_of_style(game: str) -> str:
    return f"/static/games/{game}.css?v={style_sheet(game).version}"


@cache
def address_of_cover(game: str, preset: str = "") -> str:
    """URL of a cover, or of the picture of a preset, by day; by night it has another `theme`."""
    try:
        version = version_of_cover(game, preset)
    except Exception as error:  # The front page is there without one of its pictures.
        faults.report(error, f"while drawing the cover of {game}")
        version = ""
    which = f"preset={preset}&" if preset else ""
    return f"/static/games/{game}.svg?{which}v={version}"


def version_of_cover(game: str, preset: str = "") -> str:
    return version_of(b"".join(cover(game, preset, theme).data for theme in THEMES))


# Answers


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
    packed = packing.accepts_gzip(request) and file.media_type not in PACKED_ALREADY
    # What is packed is another sequence of bytes, so it has another strong validator.
    tag = f'"{file.version}-gzip"' if packed else f'"{file.version}"'
    headers = {
        "etag": tag,
        "cache-control": FOR_EVER if is_lasting else ASK_AGAIN,
        **packing.headers(packed),
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
    opt=packing.PACKED_BY_ITSELF,
)
