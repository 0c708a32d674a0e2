"""Assets of pages: scripts, style sheets and pictures, at URLs that change with their content.

So a browser may keep for ever what it has got at such a URL. The scripts are modules that import
each other by relative URLs, so they have one version together, and it names their folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from matchwood.drawing.layout import arranged, drawing_alone
from matchwood.drawing.picture import emblazoned
from matchwood.drawing.style import THEMES
from matchwood.engine.game import find_game
from matchwood.server.base import error_log
from matchwood.server.base.files import CSS, SCRIPT, SVG, File, content_hash

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
FIRST_SCRIPT = "matchwood.js"
"""The module that pages begin with."""

_STATIC = files("matchwood.server") / "static"
_FOR_READERS = {
    SCRIPT: re.compile(r"^ *(?:/\*.*?\*/\n|//[^\n]*\n)|^\s+", re.MULTILINE | re.DOTALL),
    CSS: re.compile(r'/\*.*?\*/\s*|("[^"]*")|\s*([{},;>])\s*|(?<=:)\s+|\s*( )\s*', re.DOTALL),
}
"""Parts of a source that only its readers need; a group in them stays. In scripts: comments on
lines of their own, and indentation; in style sheets: comments, and space that parts nothing."""
_IMPORTED = re.compile(r'^(?:import|export) [^;(]*"\./([\w-]+\.js)";', re.MULTILINE)
"""Static imports of a module."""


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
    folder = files("matchwood.drawing") / "fonts" if name.endswith(".ttf") else _STATIC
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
    """URL of a module; all modules share the version of their folder."""
    together = b"".join(name.encode() + file.data for name, file in scripts().items())
    return f"/static/scripts/{content_hash(together)}/{name}"


def address_of_style(game: str) -> str:
    return f"/static/games/{game}.css?v={style_sheet(game).version}"


@cache
def address_of_cover(game: str, preset: str = "") -> str:
    """URL of a cover, or of the picture of a preset, by day; by night it has another `theme`."""
    try:
        version = version_of_cover(game, preset)
    except Exception as error:  # The front page is there without one of its pictures.
        error_log.report(error, f"while drawing the cover of {game}")
        version = ""
    which = f"preset={preset}&" if preset else ""
    return f"/static/games/{game}.svg?{which}v={version}"


def version_of_cover(game: str, preset: str = "") -> str:
    return content_hash(b"".join(cover(game, preset, theme).data for theme in THEMES))
