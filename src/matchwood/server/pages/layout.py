"""Frame of every page: the head, previews of links, and the switches of preferences."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from matchwood.engine.language import LANGUAGES, Words
from matchwood.server.base.preferences import LANGUAGE, USUAL, Settings
from matchwood.server.base.urls import at
from matchwood.server.pages import html as h
from matchwood.server.pages.assets import (
    address_of_ours,
    address_of_script,
    address_of_style,
    needed_scripts,
)
from matchwood.server.pages.html import Element, Node

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""Each in its own language, so that it is found by those who need it."""
SECONDS_BETWEEN_LOOKS = 3
LATER = "later"
"""A link of this kind the script makes a style sheet. One that is `disabled` would do, if browsers
that look ahead in a page did not fetch it all the same."""


@dataclass(frozen=True)
class Preview:
    """Preview of a link where it is pasted, in the page's language; addresses are absolute."""

    title: str
    sentence: str
    address: str
    picture: str = ""


def document(
    title: str,
    *content: Node,
    words: Words,
    settings: Settings,
    games: Iterable[str] = (),
    styles: Iterable[str] = (),
    later: Collection[str] = (),
    waits: bool = False,
    goes_on: tuple[int, str] | None = None,
    preview: Preview | None = None,
    is_table: bool = False,
) -> Element:
    """A whole page. The pictures of `games` are in it, so their style sheets come with it; `styles`
    are those of its own, and `later` those that the script loads when someone is there, or the
    browser if it runs none.

    One that `waits` for others is loaded anew now and then where there is no script to follow;
    `goes_on` says after how many seconds, and what is loaded, if that is not the same. A table
    fills the window and brings its own head.
    """
    return h.html(
        lang=words.language,
        data_theme=None if settings.theme == USUAL else settings.theme,
        data_letters=settings.letters != USUAL,
        data_pace=settings.pace,
    )[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.title[f"{title} · Matchwood" if title else "Matchwood"],
            h.link(rel="icon", href=address_of_ours("icon.svg"), type="image/svg+xml"),
            h.link(rel="manifest", href=f"/{words.language}/manifest.webmanifest"),
            _preview_tags(preview) if preview else None,
            _sheets(("matchwood.css", "table.css" if is_table else "pages.css", *styles)),
            (h.link(rel=LATER, href=address_of_ours(name)) for name in later),
            later and h.noscript[_sheets(later)],
            (h.link(rel="stylesheet", href=address_of_style(game)) for game in games),
            h.script(type="module", src=address_of_script()),
            (
                h.link(rel="modulepreload", href=address_of_script(name))
                for name in needed_scripts()[1:]
            ),
            waits and h.noscript[h.meta(http_equiv="refresh", content=_refresh(goes_on))],
        ],
        h.body[
            h.a(".skip", href="#content")[words("Skip to the content")],
            None if is_table else _header(words, settings),
            h.div("#content", tabindex="-1")[content],
            None if is_table else _footer(words, is_front=not title),
        ],
    ]


def _preview_tags(preview: Preview) -> Element:
    """Open Graph and Twitter tags of a preview, for the head of a page."""
    told = {
        "og:site_name": "Matchwood",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": preview.address,
        "og:image": preview.picture,
    }
    return h.fragment[
        h.meta(name="description", content=preview.sentence),
        h.meta(
            name="twitter:card", content="summary_large_image" if preview.picture else "summary"
        ),
        (h.meta(property=name, content=text) for name, text in told.items() if text),
    ]


def _sheets(names: Iterable[str]) -> list[Element]:
    return [h.link(rel="stylesheet", href=address_of_ours(name)) for name in names]


def _refresh(goes_on: tuple[int, str] | None) -> str:
    if goes_on is None:
        return str(SECONDS_BETWEEN_LOOKS)
    seconds, path = goes_on
    return f"{seconds};url={at(path)}"


def _header(words: Words, settings: Settings) -> Element:
    themes = {
        "auto": words("Colours: as on your device"),
        "light": words("Colours: light"),
        "dark": words("Colours: dark"),
    }
    return h.header(".top")[
        h.a(".home", href="/")["Matchwood"],
        languages(words, settings),
        h.button(
            "#theme.switch.scripted",
            type="button",
            aria_label=themes[settings.theme],
            **{f"data_{theme}": label for theme, label in themes.items()},
        )[_icon("◐")],
        h.button(
            "#sound.switch.scripted",
            type="button",
            aria_label=words("Sounds"),
            aria_pressed="false",
            **sounds(words),
        )[_icon("♪")],
    ]


def sounds(words: Words) -> dict[str, str]:
    """Labels of the switch, between which the script chooses (sound.js)."""
    return {"data_on": words("Sounds: on"), "data_off": words("Sounds: off")}


def languages(words: Words, settings: Settings) -> Element:
    return h.nav(".languages", aria_label=words("Language"))[
        (_language(language, words, settings) for language in LANGUAGES)
    ]


def _language(language: str, words: Words, settings: Settings) -> Element:
    name = LANGUAGE_NAMES[language]
    return h.a(
        href=settings.link(LANGUAGE, language),
        lang=language,
        hreflang=language,
        title=name,
        aria_label=name,
        aria_current="true" if language == words.language else None,
    )[language.upper()]


def _icon(sign: str) -> Element:
    return h.span(aria_hidden="true")[sign]


def _footer(words: Words, is_front: bool) -> Element:
    """The foot of a page; why deals are fair stands on the front page itself."""
    return h.footer[
        h.p[
            words("Matchwood: four match games, told in our own words."),
            None if is_front else [" ", h.a(href="/#fair")[words("Why the deal is fair")]],
        ]
    ]
