"""Style sheets of drawings: the colours that all games share, in the light and in the dark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

TOKENS = {
    "paper": ("#F5EFE3", "#1E1B18"),
    "ink": ("#2B2622", "#EFE7DA"),
    "quiet": ("#6A6056", "#B3A899"),
    "card": ("#FFFDF8", "#2A2622"),
    "hairline": ("#D8CDBA", "#4A433B"),
    "light-wood": ("#E3C79F", "#6B4E31"),
    "wood": ("#B98B5E", "#93693F"),
    "dark-wood": ("#6B4A26", "#E8CFA9"),
    "shadow": ("#5B4A3330", "#00000059"),
    # What can be chosen, on a board: candlelight and ink, which no player and no piece has.
    "candle": ("#FFF6D8", "#FFF6D8"),
    "mark-ink": ("#2B2622", "#FFF6D8"),
    "red": ("#D6432F", "#D6432F"),
    "orange": ("#E98A25", "#E98A25"),
    "yellow": ("#E9B914", "#E9B914"),
    "green": ("#2F9B5C", "#2F9B5C"),
    "blue": ("#2E6DB4", "#2E6DB4"),
    "purple": ("#8B4BA8", "#8B4BA8"),
    # Pieces stay cream in the dark, so what is on them keeps its colour.
    "piece": ("#FFFDF8", "#F3EADA"),
    "piece-line": ("#D8CDBA", "#CDBFA8"),
    "piece-ink": ("#2B2622", "#2B2622"),
    "back": ("#DDBB8E", "#5A4129"),
    "back-line": ("#B98B5E", "#93693F"),
    "on-back": ("#5A3D1E", "#EBD6B4"),
    # What is written on the wood.
    "board-label": ("#6B4A26", "#F0DDBD"),
    "rail": ("#D6B383", "#4A3623"),
    "seat-0": ("#2B2622", "#7A7066"),
    "seat-1": ("#6B4A26", "#93693F"),
    "seat-2": ("#4F6472", "#667F8F"),
    "seat-3": ("#8C4B3A", "#A86452"),
    "seat-4": ("#6D4F6F", "#8A6A8C"),
    "seat-5": ("#3F7370", "#57908C"),
}
"""The colours of the look by name, each in the light and in the dark. Those of the seats are stains
of wood, none of them a colour of a game."""

LEGAL = (
    "fill:var(--candle);fill-opacity:.45;stroke:var(--mark-ink);stroke-width:3;"
    "stroke-dasharray:9 7;stroke-linecap:round"
)
"""Style of places on the wood that can be chosen; where nearly all can, a thin ring is enough."""
CHOSEN = "stroke:var(--piece-ink);stroke-width:5"
"""The edge of a piece that is chosen."""

LOOKS = {
    "text": "fill:var(--ink);font-family:Bricolage Grotesque,system-ui,Segoe UI,Roboto,Helvetica,"
    "Arial,sans-serif;font-weight:700;dominant-baseline:central;text-anchor:middle",
    "text.quiet": "fill:var(--quiet)",
    "text.start": "text-anchor:start",
    "text.end": "text-anchor:end",
    ".paper": "fill:var(--paper)",
    ".card": "fill:var(--card);stroke:var(--hairline)",
    ".board": "fill:var(--light-wood);stroke:var(--wood);stroke-width:5",
    ".grain": "fill:none;stroke:var(--wood);stroke-width:.8;stroke-linecap:round;opacity:.4",
    # The stroke reaches half its width past the shape and fades there: a soft edge, no filter.
    ".shadow": "fill:var(--shadow);stroke:var(--shadow);stroke-width:3",
    ".board-strip": "fill:var(--rail)",
    # Marks: one vocabulary for all games.
    ".marks": "pointer-events:none",
    ".halo-soft": "fill:none;stroke:#FFFDF8;stroke-width:14;opacity:.34",
    ".halo-dark": "fill:none;stroke:#4A3118;stroke-width:7",
    ".halo-light": "fill:none;stroke:#FFFDF8;stroke-width:3.5",
    ".hint-line": "fill:none;stroke:var(--mark-ink);stroke-width:3;stroke-dasharray:7 6;"
    "stroke-linecap:round",
    ".lit-line": "fill:none;stroke:var(--mark-ink);stroke-width:5",
    ".hint-ghost": "opacity:.75",
    ".last-tag circle,.last-tag polygon,.hint-tag circle": "stroke:#FFFDF8;stroke-width:2.4;"
    "stroke-linejoin:round",
    ".last-tag text": "fill:#FFFDF8",
    **{f".last-tag.seat-{seat} circle": f"fill:var(--seat-{seat})" for seat in range(6)},
    ".hint-tag circle": "fill:#2B2622",
    ".hint-tag path": "fill:none;stroke:#FFE9A6;stroke-width:2;stroke-linecap:round;"
    "stroke-linejoin:round",
}
"""Styles of the shared pieces, by selector, or by several with commas between them."""

_BETWEEN = re.compile(r",(?![^(]*\))")
"""The commas between selectors, not those within one."""


def sheet(
    name: str, looks: Mapping[str, str], tokens: Mapping[str, tuple[str, str]] | None = None
) -> str:
    """The style sheet of all drawings of the game of that name.

    `looks` and `tokens` add to those that all games share. Selectors are tags, classes, ids and
    attributes, joined by a blank, `>` or `+`, and sizes and places are attributes of the elements:
    programs that are not browsers know no more.
    """
    scope = f".matchwood-{name}"
    colours = _colours(scope, {**TOKENS, **(tokens or {})})
    rules = (
        f"{','.join(f'{scope} {one}' for one in _BETWEEN.split(what))}{{{how}}}"
        for what, how in {**LOOKS, **looks}.items()
    )
    return "".join([colours, *rules])


THEMES = ("light", "dark")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"--([\w-]+):([^;]+);")
_USED = re.compile(r"var\(--([\w-]+)\)")


@lru_cache(maxsize=64)
def in_theme(style: str, theme: str) -> str:
    """A style sheet with its colours written out, for programs that are not browsers.

    What only browsers know goes: the rules for what happens in a page, and for its window.
    """
    plain = re.sub(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*\}", "", style)
    rules = _RULE.findall(plain)
    colours = dict(_TOKEN.findall(_tokens(rules, theme)))
    kept = (
        f"{what}{{{_USED.sub(lambda used: colours[used[1]], how)}}}"
        for what, how in rules
        if not how.startswith("--")
        and not re.search(r":(?!first-child)|\[data-theme", what)
        and colours.keys() >= {*_USED.findall(how)}
    )
    return "".join(kept)


def _tokens(rules: Sequence[tuple[str, str]], theme: str) -> str:
    """The colours of a theme, as `_colours` wrote them."""
    own = f".matchwood[data-theme={theme}]"
    return next(how for what, how in rules if what.endswith(own))


def _colours(scope: str, tokens: Mapping[str, tuple[str, str]]) -> str:
    """The system's wish, then the theme set around the picture, then its own.

    A selector for its own names it twice, and so counts more than one for what is around it.
    """
    light, dark = (
        "".join(f"--{name}:{colours[side]};" for name, colours in tokens.items()) for side in (0, 1)
    )
    themes = (
        f"[data-theme={theme}] {scope},{scope}.matchwood[data-theme={theme}]{{{colours}}}"
        for theme, colours in (("light", light), ("dark", dark))
    )
    wish = f"@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
    return f"{scope}{{{light}}}{wish}{''.join(themes)}"
