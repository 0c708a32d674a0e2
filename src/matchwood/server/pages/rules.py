"""The rulebook of a game, from its Markdown; every rule can be linked to by its number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from matchwood.engine.game import Game
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import Option
from matchwood.learning.rulebook import FIGURE
from matchwood.printing import papers
from matchwood.printing.document import words_for
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.layout import document
from matchwood.server.pages.parts import RULE, lesson_links

CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)
"""The heading of a chapter, in Markdown."""
PAPER, CUT, BACKS, PIECE_SIZE = "paper", "cut", "backs", "piece-size"
"""Names of what can be chosen for sheets to print."""
BESIDE_THE_TABLE = 2
"""Levels by which headings are deeper when the book lies beside a table."""
APPENDIX = '<div class="appendix">'


@dataclass(frozen=True)
class Book:
    """A rulebook in one language."""

    game: Game
    language: str
    is_drawn: bool
    """True if its figures can be drawn: that needs the rules compiled."""

    @property
    def text(self) -> str:
        return self.game.rulebook(self.language).text

    def figure(self, name: str) -> Markup | None:
        """Drawings of a figure, before and after where there are both."""
        found = self.game.figures.get(name)
        if found is None or not self.is_drawn:
            return None
        drawn = found.drawings(self.game, self.game.speaking(self.language))
        return Markup("").join(Markup(each.svg(self.game.name)) for each in drawn)


def page(book: Book, words: Words, settings: Settings, url: str) -> Element:
    """The rulebook on a page of its own, which is at `url`; on paper it says so instead of its
    appendix."""
    game, html = book.game.name, _html(book, 0)
    return document(
        words("Rules of {game}", game=book.game.title),
        h.main(".book")[
            h.p(".buttons")[
                lesson_links(book.game, words),
                h.a(".button", href=f"/new/{game}")[words("Set up a table")],
                h.a(".button", href="/")[words("All games")],
            ],
            _printing(book, words),
            _contents(book.text, words),
            h.article[html, APPENDIX in html and _elsewhere(url, words)],
        ],
        words=words,
        settings=settings,
        games=[game],
        styles=("book.css",),
    )


def _printing(book: Book, words: Words) -> Element | None:
    """A form whose answer is the game as PDF; it works without a script."""
    game, sheets = book.game, book.game.prints
    if sheets is None:
        return None
    said = words_for(game, book.language)
    fields = {
        PAPER: (words("Paper"), {name: each.title for name, each in papers.PAPERS.items()}),
        PIECE_SIZE: (words("Size"), _told(sheets.SIZES, said)),
        BACKS: (words("Backs"), _told(_labels(papers.BACKS), said)),
        CUT: (words("Cutting"), _told(_labels(papers.CUTS), said)),
    }
    return h.details(".printing")[
        h.summary(".button")[words("Print and play")],
        h.p[words("The whole game to cut out, with these rules, as PDF.")],
        h.form(action=f"/print/{game.name}.pdf")[
            (
                h.label[label, h.select(name=name)[_options(choices)]]
                for name, (label, choices) in fields.items()
            ),
            (
                h.label[
                    said.tell(game.words.LABELS[option.name]),
                    h.input(
                        name=option.name,
                        placeholder=_placeholder(option, said),
                        autocomplete="off",
                    ),
                ]
                for option in game.options
                if option.name in game.formats
            ),
            h.button[words("Make the PDF")],
        ],
    ]


def _placeholder(option: Option, said: Words) -> str:
    allowed = option.allowed()
    return allowed if isinstance(allowed, str) else said.tell(allowed)


def _told(choices: Mapping[str, Phrase], said: Words) -> dict[str, str]:
    return {name: said.tell(phrase) for name, phrase in choices.items()}


def _labels(ways: Mapping[str, papers.Way]) -> dict[str, Phrase]:
    return {name: way.label for name, way in ways.items()}


def _options(choices: Mapping[str, str]) -> list[Element]:
    return [h.option(value=name)[label] for name, label in choices.items()]


def _contents(text: str, words: Words) -> Element:
    """The chapters, each a link to its heading."""
    chapters = enumerate(CHAPTER.findall(text), start=1)
    return h.nav(".contents", aria_label=words("Contents"))[
        h.ol[(h.li[h.a(href=f"#{_chapter(number)}")[heading]] for number, heading in chapters)]
    ]


def _chapter(number: int) -> str:
    """The id of the heading of a chapter."""
    return f"chapter-{number}"


def _elsewhere(url: str, words: Words) -> Element:
    return h.p(".on-paper")[words("The appendix is at {address}.", address=url)]


def part(book: Book) -> Element:
    """The rulebook to lie beside a table, where the script puts it."""
    return h.article[_html(book, BESIDE_THE_TABLE)]


_made: dict[tuple[str, str, bool, int], Markup] = {}
"""Books by their text: they take a while, for their figures."""


def _html(book: Book, deeper: int) -> Markup:
    key = book.text, book.language, book.is_drawn, deeper
    if key not in _made:
        _made[key] = rendered(book.text, deeper, book.figure)
    return _made[key]


def rendered(
    text: str, deeper: int = 0, figure: Callable[[str], Markup | None] = lambda name: None
) -> Markup:
    """Markdown as HTML, with headings so much deeper, and figures by their names. On a page of
    their own chapters can be linked to."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("text", _linked)
    markdown.add_render_rule("image", _figure)
    setattr(markdown, "validateLink", lambda address: True)  # noqa: B010  # they are all ours
    tokens = _with_appendix(_without_empty_heads(markdown.parse(text)))
    chapters = count(1)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2" and not deeper:
            token.attrSet("id", _chapter(next(chapters)))
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1:]) + deeper}"
        if token.type == "list_item_open" and (number := _number(tokens[place:])):
            token.attrSet("id", number)
    return Markup(markdown.renderer.render(tokens, markdown.options, {"figure": figure}))


def _figure(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """A picture that the game draws, with what it shows as its caption."""
    token = tokens[place]
    drawn = env["figure"](str(token.attrGet("src")).removeprefix(FIGURE))
    return str(h.span(".figure")[drawn, h.span(".caption")[token.content]])


def _without_empty_heads(tokens: list[Token]) -> list[Token]:
    """Markdown has no table without a head; one whose cells are all empty is not meant."""
    left: list[Token] = []
    for token in tokens:
        left.append(token)
        if token.type == "thead_close":
            start = max(place for place, each in enumerate(left) if each.type == "thead_open")
            if not any(each.content for each in left[start:]):
                del left[start:]
    return left


def _with_appendix(tokens: list[Token]) -> list[Token]:
    """The last chapter, if it has no rules, is for those who type; nobody needs it on paper."""
    is_chapter = (token.type == "heading_open" and token.tag == "h2" for token in tokens)
    first = max((place for place, found in enumerate(is_chapter) if found), default=len(tokens))
    last = tokens[first:]
    items = (place for place, token in enumerate(last) if token.type == "list_item_open")
    if not last or any(_number(last[place:]) for place in items):
        return tokens
    begin, end = (Token("html_block", "", 0, content=each) for each in (APPENDIX, "</div>"))
    return [*tokens[:first], begin, *last, end]


def _number(tokens: Sequence[Token]) -> str | None:
    """The number with which a list item begins, if it is a rule."""
    item = next(token for token in tokens if token.type == "inline")
    found = RULE.match(item.content.removeprefix("**"))
    return found[1] if found and item.content.startswith("**") else None


def _linked(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """A text in which every number of a rule leads to it."""
    return RULE.sub(r'<a href="#\1">\1</a>', str(escape(tokens[place].content)))
