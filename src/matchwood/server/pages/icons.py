"""The small line drawings on buttons."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

PATHS = {
    "undo": "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
    "hint": "M9 18h6M10 21h4M8.5 15.5C8.5 13 6 12 6 8.8a6 6 0 0 1 12 0c0 3.2-2.5 4.2-2.5 6.7z",
    "moves": "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
    "rules": "M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2zM12 6v14",
    "fullscreen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "sound": "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18.3 6.5a8 8 0 0 1 0 11",
    "emotes": "M12 3a9 9 0 1 0 .01 0M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "again": "M5 12a7 7 0 1 0 2.4-5.3M5 4v4h4",
    "replay": "M5 5l8 7-8 7zM14 5l6 7-6 7",
    "play": "M7 4l12 8-12 8z",
    "good": "M12 3a9 9 0 1 0 .01 0M9.4 9.4a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2.2M12 17h.01",
    "back": "M14 5l-7 7 7 7",
    "share": "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
    "close": "M6 6l12 12M18 6L6 18",
    "zoom-in": "M12 5v14M5 12h14",
    "zoom-out": "M5 12h14",
    "person": "M12 12a4.2 4.2 0 1 0-.01 0M4.5 21a7.5 7.5 0 0 1 15 0",
    "letter": "M4 6h16v12H4zM4 7l8 6 8-6",
    "bot": "M5 9h14v10H5zM12 9V5M9.5 13.5h.01M14.5 13.5h.01M12 4h.01M2.5 13v3M21.5 13v3",
    "fit": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 12h6M12 9v6",
}


@cache
def icon(name: str) -> Markup:
    """An icon for the eye only: its button or link has the words."""
    return Markup(
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{PATHS[name]}"/></svg>'
    )
