"""Who asks: the token that holds their seats, the language they read, the form they want.

A visitor is a random token, kept by the browser in a cookie that scripts cannot read, or sent by
a program as a bearer. The server keeps only its hash.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from matchwood.engine.words import ENGLISH, LANGUAGES

Connection = ASGIConnection[Any, Any, Any, Any]

TOKEN_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE = "matchwood", "lang", "theme"
TOKEN_BYTES = 32
HALF_A_YEAR = 180 * 24 * 60 * 60
BEARER = "Bearer "
THEMES = ("auto", "light", "dark")


def token_of(connection: Connection) -> str | None:
    bearer: str = connection.headers.get("authorization", "")
    if bearer.startswith(BEARER):
        return bearer.removeprefix(BEARER).strip() or None
    return connection.cookies.get(TOKEN_COOKIE)


def holder_of(connection: Connection) -> str | None:
    """What is known of the one who asks: the hash of their token."""
    token = token_of(connection)
    return None if token is None else hashed(token)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_cookie(connection: Connection, token: str) -> Cookie:
    return Cookie(
        TOKEN_COOKIE,
        value=token,
        max_age=HALF_A_YEAR,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )


def language_of(connection: Connection) -> str:
    """The language that was chosen, or that the browser likes best of those there are."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    liked = connection.headers.get("accept-language", "")
    for language in _by_preference(liked):
        if language in LANGUAGES:
            return language
    return ENGLISH.language


def _by_preference(accepted: str) -> list[str]:
    weights = []
    for part in accepted.split(",")[: 4 * len(LANGUAGES)]:
        tag, _, weight = part.partition(";q=")
        weights.append((_number(weight), tag.strip().lower().partition("-")[0]))
    return [tag for weight, tag in sorted(weights, key=lambda pair: -pair[0]) if weight > 0]


def _number(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


def theme_of(connection: Connection) -> str:
    theme = connection.cookies.get(THEME_COOKIE, THEMES[0])
    return theme if theme in THEMES else THEMES[0]


def wants_json(connection: Connection) -> bool:
    """Whether a program asks: the page's script, or someone at the API."""
    path: str = connection.scope["path"]
    return path.startswith("/api") or "application/json" in connection.headers.get("accept", "")
