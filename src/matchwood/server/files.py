"""Files: the script, the style sheets and pictures, at addresses that change with their content.

So a browser may keep for ever what it has got at such an address. Whoever asks without the right
version, such as a page that is older than the server, gets what there is now, and has to ask each
time whether it has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED as NOT_MODIFIED

from matchwood.engine.game import find_game
from matchwood.engine.svg import with_style
from matchwood.engine.words import LANGUAGES
from matchwood.server import faults
from matchwood.server.visitors import TheHall, language_of

CSS, SVG = "text/css", "image/svg+xml"
OURS = {"matchwood.css": CSS, "matchwood.js": "text/javascript", "icon.svg": SVG}
FOR_EVER = f"public, max-age={365 * 24 * 60 * 60}, immutable"
ASK_AGAIN = "no-cache"
VERSION_DIGITS = 10
SAMPLE_MOVES = 6
"""How far into a game its picture on the front page is."""


@dataclass(frozen=True)
class File:
    data: bytes
    media_type: str

    @cached_property
    def version(self) -> str:
        return sha256(self.data).hexdigest()[:VERSION_DIGITS]


@cache
def our_file(name: str) -> File:
    """The script, the style sheet of all pages, or the icon."""
    return File((files("matchwood.server") / "static" / name).read_bytes(), OURS[name])


@cache
def style_sheet(game: str) -> File:
    """The style sheet of a game's pictures."""
    return File(find_game(game).picture.STYLE.encode(), CSS)


@cache
def sample(game: str, language: str) -> File:
    """A game that has begun, as anyone may see it."""
    found = find_game(game)
    position = found.variant().new(game)
    for _ in range(SAMPLE_MOVES):
        position.play(position.legal()[-1])
    picture = found.picture.draw(position.observe(None), None, None, found.speaking(language))
    return File(with_style(picture, found.picture.STYLE).encode(), SVG)


# Addresses


def address_of_ours(name: str) -> str:
    return f"/static/{name}?v={our_file(name).version}"


def address_of_style(game: str) -> str:
    return f"/static/games/{game}.css?v={style_sheet(game).version}"


@cache
def address_of_sample(game: str, language: str) -> str:
    address = f"/static/games/{game}.svg?in={language}"
    try:
        return f"{address}&v={sample(game, language).version}"
    except Exception as error:  # The front page is there without one of its pictures.
        faults.report(error, f"while drawing the sample of {game}")
        return address


# Answers


@get("/static/{name:str}")
async def static(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes | None]:
    if name not in OURS:
        raise NotFoundException
    return answer(request, our_file(name))


@get("/static/games/{name:str}")
async def game_file(
    request: Request[Any, Any, Any], hall: TheHall, name: FromPath[str]
) -> Response[bytes | None]:
    """The style sheet of a game's pictures, or one of them."""
    game, _, kind = name.partition(".")
    if kind not in ("css", "svg"):
        raise NotFoundException
    hall.check_ready(find_game(game).name)
    if kind == "css":
        return answer(request, style_sheet(game))
    wanted = request.query_params.get("in", "")
    return answer(request, sample(game, wanted if wanted in LANGUAGES else language_of(request)))


def answer(request: Request[Any, Any, Any], file: File) -> Response[bytes | None]:
    """A file, or that it has not changed."""
    tag = f'"{file.version}"'
    is_lasting = request.query_params.get("v") == file.version
    headers = {"etag": tag, "cache-control": FOR_EVER if is_lasting else ASK_AGAIN}
    has = request.headers.get("if-none-match", "").split(",")
    if any(each.strip().removeprefix("W/") in (tag, "*") for each in has):
        return Response(None, status_code=NOT_MODIFIED, headers=headers)
    return Response(file.data, media_type=file.media_type, headers=headers)


ROUTER = Router("/", route_handlers=[static, game_file], include_in_schema=False)
