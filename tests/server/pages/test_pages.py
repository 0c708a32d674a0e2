"""The pages: what they say, what their forms send, and what they must never contain."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import NullTranslations
from html.parser import HTMLParser
from importlib.resources import files as resources
from itertools import pairwise
from types import SimpleNamespace
from typing import TypeVar, cast

import msgspec
import pytest

import matchwood
from matchwood import bots
from matchwood.drawing import style, svg
from matchwood.drawing.picture import Drawing, Picture
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.language import ENGLISH, LANGUAGES, Phrase, Words, words_of
from matchwood.server.base.files import CSS
from matchwood.server.base.preferences import CHOICES, Settings
from matchwood.server.pages import analysis, assets, front, message, replay, rules, setup, table
from matchwood.server.pages.html import Element
from matchwood.server.pages.table import screen
from matchwood.server.routes.set_up import parse_set_up
from matchwood.server.table.errors import Refused
from matchwood.server.table.events import Moved, Sat, TookBack
from matchwood.server.views.model import (
    Button,
    JudgedMove,
    Moment,
    Offer,
    PartialHint,
    Prompt,
    Proof,
    ReplayView,
    Seat,
    Told,
    View,
)
from matchwood.server.views.names import initials

SERVER = resources("matchwood.server")
Changed = TypeVar("Changed", bound=msgspec.Struct)
LEVELS = ("random", bots.USUAL, "expert")
HEX = "ab" * 32
SETTINGS = Settings("en", "auto", "/here")
AT = "http://matchwood.test/rules"
PLAIN = '<svg viewBox="0 0 480 500"></svg>'
PICTURE = Picture(
    "colorfox",
    "⟪the table⟫",
    (
        Drawing("board", "board", (0, 0, 10, 10), svg.Drawn('<g id="spot-1"/>'), "⟪cards⟫"),
        Drawing("own", "hand", (0, 0, 9, 1), svg.Drawn('<g id="hand-0"/>')),
        Drawing("sticks", "seat-1", (0, 0, 9, 1), svg.Drawn('<g id="sticks-1-G"/>')),
        Drawing("rest", "reserve", (0, 0, 9, 1), svg.Drawn('<g id="pile"/>')),
    ),
)
FINALE = Drawing("finale", "finale", (0, 0, 16, 9), svg.Drawn("<g/>"))
NOTE = (svg.Drawn('<path d="M0 0H9"/>'), "⟪+⟫")
MOST_BYTES, MOST_PACKED = 70_000, 20_000
"""Bytes of script and style of a table's page before someone does anything at it, unpacked and on
the wire; the style sheet of a game's pictures is counted with them."""


@dataclass
class Tag:
    name: str
    attributes: dict[str, str | None]
    text: str = ""


@dataclass
class Parsed(HTMLParser):
    """A page taken apart: its tags, and its text in reading order."""

    html: str
    tags: list[Tag] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.tags:
            self.tags[-1].text += data

    def all(self, kind: str, /, **attributes: str) -> list[Tag]:
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            tag
            for tag in self.tags
            if tag.name == kind
            and all(tag.attributes.get(key) == value for key, value in wanted.items())
        ]

    def values(self, attribute: str) -> list[str]:
        return [tag.attributes[attribute] or "" for tag in self.tags if attribute in tag.attributes]


def parsed(page: Element) -> Parsed:
    return Parsed(str(page))


# What the pages are made of. What comes from elsewhere stands in ⟪⟫.

SEATS = (
    Seat(0, "⟪Anna⟫", None, True, True, None, False, True, False, "⟪5 points⟫"),
    Seat(1, "⟪Ben⟫", None, False, False, None, True, False, False, "⟪7 points⟫"),
    Seat(2, "⟪Chloé⟫", "random", False, True, None, False, False, False, ""),
    Seat(3, "⟪Dora⟫", None, False, False, "greedy", True, False, False, ""),
)
OFFERS = (
    Offer("R>1:G", "⟪red for green⟫", ("sticks-0-R", "sticks-1-G"), False, "⟪+6⟫", True),
    Offer("keep", "⟪keep all⟫", ("keep",), True),
)
PLAYING = View(
    table="t1",
    game="colorfox",
    title="⟪Colorfox⟫",
    options=(("⟪Players⟫", "⟪four⟫"),),
    seq=9,
    phase="playing",
    viewer=0,
    mine=(0,),
    curtain=None,
    to_move=0,
    giving_up="loses",
    seats=SEATS,
    opening="⟪Anna starts (CF-6).⟫",
    task="⟪Swap (CF-10).⟫",
    picture=PICTURE,
    offers=OFFERS,
    buttons=(Button("keep", "⟪Keep⟫", "keep"), Button("pull", "⟪Pull⟫", None)),
    prompts=(Prompt(("sticks-0-R",), "⟪Now theirs⟫"),),
    told=tuple(Told(n, n % 2, "keep", f"⟪move {n}, CF-9⟫") for n in range(1, 31)),
    notes=(NOTE,) * 30,
    undo=True,
    invite=None,
    proof=Proof(HEX),
    patience=90,
    practice=False,
)


def changed(struct: Changed, **changes: object) -> Changed:
    return msgspec.structs.replace(struct, **changes)


WAITING = changed(
    PLAYING,
    giving_up=None,
    phase="waiting",
    to_move=None,
    seats=(SEATS[0], Seat(1, "", None, False, False, None, False, False, False, "")),
    offers=(),
    buttons=(),
    prompts=(),
    picture=None,
    told=(),
    notes=(),
    undo=False,
)
OVER = changed(
    PLAYING,
    giving_up=None,
    phase="over",
    to_move=None,
    offers=(),
    buttons=(),
    prompts=(),
    undo=False,
    winners=(0, 1),
    tied=True,
    seats=tuple(changed(seat, winner=seat.number < 2, to_move=False) for seat in SEATS),
    verdict=("⟪Anna has 21 points (CF-15).⟫",),
    moments=(
        Moment(2, 1, "⟪Ben laid a card.⟫", 0.4, 0.0),
        Moment(3, 0, "⟪Anna skipped.⟫", 0.3, 0.2, "⟪Lay a card.⟫", "⟪It joins two (CF-9).⟫"),
    ),
    finale=FINALE,
    proof=Proof(HEX, HEX, ((0, HEX, False), (1, HEX, True)), (), "table: t1\n", HEX),
)
WON = changed(
    OVER,
    winners=(0,),
    tied=False,
    seats=(
        changed(SEATS[0], winner=True, tally=("68", "")),
        changed(SEATS[1], tally=("55", "⟪of 99⟫")),
    ),
)
STEP = ReplayView(
    table="t1",
    game="colorfox",
    title="⟪Colorfox⟫",
    seats=SEATS[:2],
    opening=PLAYING.opening,
    told=PLAYING.told,
    number=2,
    eyes=None,
    picture=PICTURE,
    notes=(*PLAYING.notes[:29], ()),
    proof=OVER.proof,
    winners=(1,),
    tied=False,
    verdict=OVER.verdict,
)
INVITING = table.Invitation(url="http://table.example/t/t1?invite=x")
INVITED = table.Invitation(brought="x")


def form(name: str, words: Words = ENGLISH, spoken: bool = True, **changes: object) -> Element:
    """The set-up of a game. If it has words of its own for its form, they stand in ⟪⟫."""
    declared = find_game(name)
    presets = tuple(
        replace(preset, label=Phrase(f"⟪{preset.name}⟫"), help=Phrase(f"⟪{preset.name}.⟫"))
        for preset in declared.presets
    )
    game = replace(declared, title=f"⟪{declared.title}⟫", presets=presets)
    labels = {option.name: Phrase(f"⟪{option.name}⟫") for option in game.options}
    choices = {
        (option.name, value): Phrase(f"⟪{value}⟫")
        for option in game.options
        for value in (*option.values, None)
    }
    vars(game)["words"] = SimpleNamespace(
        LABELS=labels if spoken else {},
        CHOICES=choices if spoken else {},
        FORMATS=labels if spoken else {},
    )
    return setup.page(game, LEVELS, words, words, SETTINGS, **changes)


Page = Callable[[Words], Element]


def page_of(
    view: View, invitation: table.Invitation = table.NO_INVITATION, **changes: object
) -> Page:
    return lambda words: table.page(changed(view, **changes), words, SETTINGS, invitation)


def seen(
    view: View = PLAYING,
    words: Words = ENGLISH,
    invitation: table.Invitation = table.NO_INVITATION,
    **changes: object,
) -> Parsed:
    """The part of a table's page that streams send."""
    return parsed(table.fragment(changed(view, **changes), words, invitation))


def seen_whole(view: View, **changes: object) -> Parsed:
    return parsed(page_of(view, **changes)(ENGLISH))


def replayed(words: Words = ENGLISH, **changes: object) -> Element:
    return replay.page(changed(STEP, **changes), words, SETTINGS)


def shown_book(game: str, language: str = "en") -> Parsed:
    book = rules.Book(find_game(game), language, is_drawn=False)
    return parsed(rules.page(book, ENGLISH, SETTINGS, AT))


CARD = front.GameCard("colorfox", "⟪Colorfox⟫", "⟪Connect.⟫", "/static/games/colorfox.svg", (2, 4))
LISTED = front.Listed("t1", "colorfox", "⟪Colorfox⟫", ("⟪Anna⟫", "⟪Ben⟫"), 1)
MINE = [
    front.OwnTable(f"mine-{phase}", "⟪Colorfox⟫", ("⟪Anna⟫",), phase)
    for phase in ("waiting", "playing", "over")
]


def entrance(
    words: Words,
    games: Sequence[front.GameCard] = (CARD,),
    mine: Sequence[front.OwnTable] = (),
    listed: Sequence[front.Listed] = (),
) -> Element:
    content = front.Front(games, mine, listed, LEVELS[1:], LEVELS[1])
    return front.page(content, words, SETTINGS)


def book(language: str, title: str = "⟪Colorfox⟫", text: str = "# ⟪Rules⟫") -> rules.Book:
    """A rulebook of no real game, in which each text can be told from those of the page."""
    game = SimpleNamespace(
        name="colorfox",
        title=title,
        lessons={},
        prints=None,  # the form for PDFs has texts of a game
        rulebook=lambda language: SimpleNamespace(text=text),
    )
    return rules.Book(cast(Game, game), language, is_drawn=False)


OLD_LOG = [Sat(0, "⟪Anna⟫", "a"), Moved(0, "⟪wrong⟫"), TookBack(0), Moved(0, "⟪right⟫")]
PAGES: Mapping[str, Page] = {
    "front": lambda words: entrance(words, mine=MINE, listed=[LISTED]),
    "old table": lambda words: message.old_table("⟪no⟫", OLD_LOG, words, SETTINGS),
    "front without tables": entrance,
    **{
        f"setup of {game}": lambda words, game=game: form(game, words, error="⟪No.⟫")
        for game in game_names()
    },
    "waiting": page_of(WAITING, invitation=INVITING),
    "invited": page_of(WAITING, invitation=INVITED, mine=(), viewer=None),
    "all there": page_of(WAITING, seats=SEATS[:2]),
    "playing": page_of(PLAYING),
    "two at one screen": page_of(PLAYING, mine=(0, 2)),
    "curtain": page_of(PLAYING, curtain=0, viewer=None),
    "watching": page_of(
        PLAYING,
        **{"mine": (), "viewer": None, "offers": (), "buttons": (), "prompts": ()},
        **{"undo": False, "told": (), "notes": (), "patience": 0},
    ),
    "many moves": page_of(PLAYING, offers=OFFERS[1:] * 30, practice=True),
    "practice with hints": page_of(PLAYING, practice=True, aids=("hints",), help=("⟪Hints⟫",)),
    "from another place": page_of(
        PLAYING, turning="⟪Turn⟫", place=1, unforeseen=True, offers=OFFERS[:1]
    ),
    "a game of memory": page_of(PLAYING, memory=True),
    "moves to take back": page_of(PLAYING, offers=OFFERS[:1], patience=60),
    "a hint": page_of(PLAYING, practice=True, aids=("hints",), hint="⟪red⟫", hinted="keep"),
    "over": page_of(OVER),
    "won high": page_of(WON),
    **{
        f"screen, {view.phase}": lambda words, view=view: screen.page(
            view, words, SETTINGS, INVITING
        )
        for view in (WAITING, PLAYING, OVER)
    },
    "over and going on": page_of(OVER, again="t2", winners=()),
    "replay": replayed,
    "end of the replay": lambda words: replayed(words, number=30, eyes=1),
    "rules": lambda words: rules.page(book(words.language), words, SETTINGS, AT),
    "message": lambda words: message.page(404, "⟪Gone.⟫", words, SETTINGS),
    "message with a way back": lambda words: message.page(409, "⟪No.⟫", words, SETTINGS, "/t/t1"),
}
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@every_page
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_in_every_language(page: Page, language: str) -> None:
    shown = parsed(page(words_of("matchwood.server", language)))
    ids = shown.values("id")
    assert shown.html.startswith("<!doctype html>")
    assert shown.all("html", lang=language)
    assert len(shown.all("h1")) == len(shown.all("main")) == 1
    assert len(ids) == len(set(ids))
    assert {tag.attributes["for"] for tag in shown.all("label") if "for" in tag.attributes} <= {
        *ids
    }
    assert "{" not in shown.text


@every_page
def test_headings_go_down_step_by_step(page: Page) -> None:
    levels = [int(tag.name[1]) for tag in parsed(page(ENGLISH)).tags if re.match(r"h\d", tag.name)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@every_page
def test_no_page_has_script_style_or_another_host_in_it(page: Page) -> None:
    shown = parsed(page(ENGLISH))
    assert all(tag.text == "" and tag.attributes.get("src") for tag in shown.all("script"))
    assert not shown.all("style")
    for tag in shown.tags:
        assert not [name for name in tag.attributes if name == "style" or name.startswith("on")]
    for attribute in ("href", "src", "action", "data-stream", "data-source"):
        assert all(re.match(r"/(?!/)|#", value) for value in shown.values(attribute))


# Languages


class Marked(NullTranslations):
    """A catalogue that translates every text into itself in ⟦⟧."""

    def gettext(self, text: str) -> str:
        return f"⟦{text}⟧"

    def ngettext(self, one: str, more: str, n: int) -> str:
        return f"⟦{one if n == 1 else more}⟧"


SPOKEN_ATTRIBUTES = (
    *("aria-label", "title", "placeholder", "alt"),
    *("data-auto", "data-light", "data-dark", "data-done", "data-pause"),
)
OUR_NAMES = (
    r"Matchwood|matchwood verify RECORD( --commitment … --contribution … --server …)?|table: t1"
    r"|English|Français|Deutsch|EN|FR|DE|(ab){32}|CF-\d+"
)


@every_page
def test_every_text_is_translated(page: Page) -> None:
    shown = parsed(page(Words("de", Marked())))
    for said in (shown.text, *(each for name in SPOKEN_ATTRIBUTES for each in shown.values(name))):
        rest = said
        while (shorter := re.sub(r"⟦[^⟦⟧⟪⟫]*⟧|⟪[^⟦⟧⟪⟫]*⟫", "", rest)) != rest:
            rest = shorter
        assert not re.search(r"[^\W\d_]", re.sub(OUR_NAMES, "", rest)), rest


def test_the_language_links_come_back_to_the_page() -> None:
    shown = parsed(message.page(404, "", ENGLISH, Settings("en", "dark", "/t/t1?seat=1")))
    assert {
        link.attributes["href"] for link in shown.all("a") if "hreflang" in link.attributes
    } == {f"/t/t1?seat=1&lang={language}" for language in LANGUAGES}
    assert shown.all("html", data_theme="dark")


def test_no_path_makes_the_language_links_leave_the_host() -> None:
    for path in ("//elsewhere.example/", "/\\elsewhere.example"):
        shown = parsed(message.page(404, "", ENGLISH, Settings("en", "auto", path)))
        assert all(re.match(r"/(?![/\\])|#", link) for link in shown.values("href"))


# Setting up


@pytest.mark.parametrize("game", game_names())
def test_the_form_has_a_field_for_all_that_chairs_and_presets_do_not_say(game: str) -> None:
    shown = parsed(form(game))
    names = {
        tag.attributes.get("name")
        for tag in shown.tags
        if tag.name in ("input", "select", "textarea")
    }
    declared = find_game(game)
    said = {"players", "teams", "flaming", "mode"}
    assert names == {
        *("game", "listed", "patience", "automatic", "stand-in"),
        *(["preset"] if declared.presets else []),
        *(f"option-{option.name}" for option in declared.options if option.name not in said),
        *(f"aid-{aid.name}" for aid in declared.all_aids),
        *(
            f"{field}-{seat}"
            for field in ("seat", "name")
            for seat in range(max(declared.player_counts))
        ),
    }
    assert shown.all("form", method="post", action="/tables")
    assert shown.all("input", name="game", value=game)


def usual(shown: Parsed) -> dict[str, str]:
    """Fields that are sent if nothing was changed; those of one name joined, as far as filled."""
    sent: dict[str, list[str]] = {}
    select = ""
    for tag in shown.tags:
        name, attributes = tag.attributes.get("name") or "", tag.attributes
        if tag.name == "select":
            select = name
        elif tag.name == "option" and "selected" in attributes:
            sent[select] = [attributes["value"] or ""]
        elif tag.name == "textarea":
            sent[name] = [tag.text]
        elif tag.name == "input" and (
            attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        ):
            sent.setdefault(name, []).append(attributes.get("value") or "")
    return {name: "x".join(filter(None, values)) for name, values in sent.items()}


@pytest.mark.parametrize("game", game_names())
def test_the_form_as_it_comes_asks_for_the_usual_game(game: str) -> None:
    sent = usual(parsed(form(game)))
    options = {
        name.removeprefix("option-"): value
        for name, value in sent.items()
        if name.startswith("option-") and value
    }
    declared = find_game(game)
    assert declared.variant(options).options == declared.variant().options
    assert [name for name in sent if name.startswith("aid-")] == ["aid-hints"]
    chairs = [sent[f"seat-{seat}"] for seat in range(max(declared.player_counts))]
    assert [chair for chair in chairs if chair != "nobody"] == ["me", "link"]
    assert chairs.index("link") == len(chairs) // 2  # opposite
    assert sent.get("preset") == next((each.name for each in declared.presets), None)


def test_players_and_their_seats_follow_from_the_chairs_that_are_taken() -> None:
    chairs = {"seat-0": "me", "seat-1": "nobody", "seat-2": "screen", "seat-3": "bot:easy"}
    form = {"game": "colorfox", **chairs, "name-2": "Ben", "option-youngest": "2"}
    wanted = parse_set_up(form, "Player")
    assert [chair.kind for chair in wanted.seats] == ["me", "screen", "bot"]
    assert wanted.seats[1].name == "Ben"
    assert wanted.options == {"players": "3", "youngest": "1"}


def test_a_preset_gives_the_options_that_the_form_leaves_empty() -> None:
    chairs = {f"seat-{seat}": "me" if seat == 0 else "bot:easy" for seat in range(4)}
    form = {"game": "baguettes", "preset": "teams", **chairs, "option-sticks": "4"}
    assert parse_set_up(form, "Player").options == {"players": "4", "teams": "true", "sticks": "4"}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (
            {"game": "baguettes", "preset": "teams", "seat-0": "me", "seat-2": "link"},
            "Two against two is for 4 players; 2 chairs are taken.",
        ),
        (
            {"game": "piecepack-matches", **{f"seat-{seat}": "link" for seat in range(5)}},
            "Matches is for 2, 3, 4, 6 players; 5 chairs are taken.",
        ),
        (
            {"game": "top-trumps-match", "seat-0": "me"},
            "Top Trumps Match is for 2 players; 1 chairs",
        ),
        (
            {"game": "colorfox", "seat-0": "me", "seat-2": "link", "option-youngest": "1"},
            "Nobody sits on the chair that is to start.",
        ),
    ],
)
def test_chairs_that_fit_no_game_are_refused_with_a_sentence(
    form: dict[str, str], sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        parse_set_up(form, "Player")


def test_a_refused_form_comes_back_filled_with_the_sentence_on_top() -> None:
    values = {
        **{"game": "baguettes", "preset": "teams"},
        **{"option-size": "2x3x5", "option-sticks": "6", "patience": "0", "stand-in": "random"},
        **{"automatic": "true", "seat-0": "bot:random", "name-0": "Zoë", "seat-1": "me"},
    }
    shown = parsed(form("baguettes", values=values, error="Too many sticks."))
    sent = usual(shown)
    assert {name: sent[name] for name in values} == values
    assert "listed" not in sent
    assert shown.all("p", role="alert")[0].text == "Too many sticks."


def test_a_deck_of_ones_own_and_the_youngest_are_kept() -> None:
    values = {"option-deck": "RROO,OOYY", "option-youngest": "2"}
    sent = usual(parsed(form("colorfox", values=values)))
    assert (sent["option-deck"], sent["option-youngest"]) == ("RROO,OOYY", "2")


def test_a_game_without_words_of_its_own_shows_options_as_they_are_written() -> None:
    block, cards = (parsed(form(game, spoken=False)) for game in ("baguettes", "colorfox"))
    assert "1 to 16; empty: as in the rules" in block.text
    assert "sticks" in [tag.text for tag in block.all("label")]
    assert [tag.text for tag in cards.all("option", value="none")] == ["drawn by lot"]
    assert "Empty: standard." in cards.text
    assert "Empty" not in parsed(form("connect-four")).text


def test_numbers_show_their_bounds() -> None:
    shown = parsed(form("baguettes"))
    assert [tag.attributes["max"] for tag in shown.all("input", name="option-size")] == ["6"] * 3
    [sticks] = shown.all("input", name="option-sticks")
    assert (sticks.attributes["min"], sticks.attributes["max"]) == ("1", "16")


# The table


def moves(shown: Parsed) -> list[dict[str, str | None]]:
    buttons = (tag.attributes for tag in shown.all("button", name="move"))
    return [attributes for attributes in buttons if "data-clicks" in attributes]


def hidden(shown: Parsed, name: str) -> set[str | None]:
    return {tag.attributes["value"] for tag in shown.all("input", type="hidden", name=name)}


def test_moves_are_buttons_that_know_their_clicks() -> None:
    shown = seen()
    assert [
        (
            *(move["value"], move["data-clicks"], move.get("data-effect")),
            *("data-warns" in move, "data-final" in move),
        )
        for move in moves(shown)
    ] == [
        ("R>1:G", "sticks-0-R sticks-1-G", "⟪+6⟫", True, False),
        ("keep", "keep", None, False, True),
    ]
    assert hidden(shown, "after") == {"9"}
    actions = {tag.attributes["action"] for tag in shown.all("form")}
    verbs = ("move", "undo", "stand-in", "give-up", "end", "emote")
    assert actions == {f"/t/t1/{verb}" for verb in verbs}
    assert all("data-smooth" in tag.attributes for tag in shown.all("form"))


@pytest.mark.parametrize(
    ("offers", "sentence", "marks"),
    [
        (OFFERS, "Moves marked “final” cannot be taken back.", 1),
        (OFFERS[:1], "You can take it back until someone else moves.", 0),
        (OFFERS[1:], "You cannot take this move back.", 0),
    ],
)
def test_the_page_says_beforehand_what_can_be_taken_back(
    offers: tuple[Offer, ...], sentence: str, marks: int
) -> None:
    shown = seen(PLAYING, offers=offers)
    assert sentence in shown.text
    tagged = [tag for tag in shown.all("span", **{"class": "chip"}) if tag.text == "final"]
    assert len(tagged) == marks


def test_many_moves_can_be_searched() -> None:
    for offers, ways in ((OFFERS, 0), (OFFERS * 11, 1)):
        assert len(seen(PLAYING, offers=offers).all("input", type="search")) == ways


def test_the_stream_repeats_the_last_moves_and_the_page_tells_all() -> None:
    told = [
        [each for each in shown.values("id") if each.startswith("told-")]
        for shown in (seen(), seen_whole(PLAYING))
    ]
    before = 30 - table.TOLD_IN_STREAM
    assert told[0] == [f"told-{number}" for number in range(30, before, -1)]
    assert told[1] == [f"told-{number}" for number in range(30, 0, -1)]
    assert seen().values("data-before") == [str(before)]


def test_a_page_leads_to_moves_that_are_too_long_ago_for_it() -> None:
    told = tuple(Told(n, 0, "keep", f"move {n}") for n in range(1, table.TOLD_AT_FIRST + 2))
    view = changed(PLAYING, told=told, notes=(NOTE,) * len(told))
    earlier = "/t/t1?moves=all&seat=0"
    page = seen_whole(view)
    assert earlier in page.values("href")
    assert "told-1" not in page.values("id")
    for all_told in (
        table.page(view, ENGLISH, SETTINGS, told=len(told)),
        table.fragment(view, ENGLISH),
    ):
        assert earlier not in parsed(all_told).values("href")


def test_the_stream_is_followed_with_the_same_eyes() -> None:
    stranger = {"mine": (), "viewer": None, "giving_up": None}
    for shown, query in (
        (seen(), "?seat=0"),
        (seen(PLAYING, **stranger), ""),
        (seen(WAITING, invitation=INVITED, **stranger), "?invite=x"),
    ):
        assert shown.values("data-stream") == [f"/t/t1/stream{query}"]


def parts(shown: Parsed) -> list[str]:
    """Names of the drawings that a page shows of the parts of the table."""
    return shown.values("data-drawing")


def test_behind_the_curtain_the_board_is_shown_and_no_hand() -> None:
    veiled = {"viewer": None, "curtain": 0, "offers": ()}
    shown = seen(PLAYING, **veiled)
    assert parts(shown) == ["board", "sticks", "rest"]
    assert "/t/t1?seat=0" in shown.values("href")
    assert not parts(seen(PLAYING, picture=None, **veiled))


def test_every_part_of_the_picture_stands_where_it_belongs() -> None:
    shown = seen()
    assert shown.values("data-part") == [
        *("board", "hand", "seat-1", "seat-2", "seat-3", "seat-0", "reserve")
    ]
    assert parts(shown) == ["board", "own", "sticks", "rest"]
    assert shown.all("div", **{"class": "board board-colorfox kind-usual"})


def test_of_a_long_game_one_can_play_on_from_all_but_its_end() -> None:
    """Only the last thousand of the moves are told."""
    told = [Told(number, 0, "move", "⟪…⟫") for number in range(5_001, 6_001)]
    view = changed(
        OVER,
        told=tuple(told),
        notes=((),) * len(told),
        moments=(Moment(5_500, 1, "⟪…⟫", 0.4, 0.0), OVER.moments[0]),
    )
    assert hidden(seen(view), "move") >= {"5500", "2"}
    shown = seen(view, moments=(Moment(6_000, 1, "⟪…⟫", 0.4, 0.0),))
    assert not shown.all("form", action="/t/t1/play-on")


def test_the_bar_has_the_buttons_of_the_moment() -> None:
    shown = seen()
    steps = [tag.attributes for tag in shown.all("button") if "data-step" in tag.attributes]
    assert [
        (step["data-step"], step.get("value"), step.get("type"), "hidden" in step) for step in steps
    ] == [("keep", "keep", None, False), ("pull", None, "button", True)]
    [prompt] = [tag for tag in shown.all("li") if "data-path" in tag.attributes]
    assert (prompt.attributes["data-path"], prompt.text) == ("sticks-0-R", "⟪Now theirs⟫")


@pytest.mark.parametrize(
    ("movers", "mine", "told"),
    [
        ((0, 1, 2, 3), (0,), [2, 3, 4]),
        ((0, 1, 1, 2), (0,), [2, 3, 4]),
        ((1, 2, 0), (0,), [3]),
        ((1, 2, 3), (0,), [1, 2, 3]),
        ((1, 1, 1, 1, 1, 1, 1), (0,), [2, 3, 4, 5, 6, 7]),
        ((0, 1, 2, 3), (), [4]),
    ],
)
def test_the_bar_tells_all_that_others_did_since_ones_own_move(
    movers: tuple[int, ...], mine: tuple[int, ...], told: list[int]
) -> None:
    moves = tuple(Told(n, seat, "keep", f"⟪move {n}⟫") for n, seat in enumerate(movers, start=1))
    view = changed(PLAYING, told=moves, notes=(NOTE,) * len(moves), mine=mine)
    fragment = str(table.fragment(view, ENGLISH))
    did = fragment.partition('id="did"')[2].partition("</p>")[0]
    assert [int(number) for number in re.findall(r"⟪move (\d+)⟫", did)] == told
    seats = {movers[number - 1] for number in told}
    assert did.count("avatar") == len(seats), "whoever moves twice is named once"


def test_a_hint_is_told_step_by_step_and_can_be_followed_at_once() -> None:
    view = changed(PLAYING, practice=True, aids=("hints",))
    assert seen(view).all("a", id="hint", href="/t/t1?hint=1")
    shown = seen(view, hinting=PartialHint("where", ("keep",), 2))
    assert "inside the dashed line" in shown.text
    for id_ in ("hint", "tell-more"):
        assert shown.all("a", id=id_, href="/t/t1?hint=2")
    whole = PartialHint("move", ("keep",), None)
    told = changed(view, hinting=whole, hint="⟪red⟫", hinted="keep")
    shown = seen(told)
    assert "A bot would play: ⟪red⟫." in shown.text
    shown = seen(told, merit="⟪It joins two.⟫", merit_rule="CF-10")
    assert "⟪red⟫. ⟪It joins two.⟫ (CF-10)" in shown.text
    assert shown.all("button", id="do-it", name="move", value="keep")
    assert shown.all("button", id="hint")[0].attributes.keys() >= {"disabled"}


def test_without_script_the_moves_in_words_stay_unfolded() -> None:
    for in_words in (False, True):
        page = table.page(PLAYING, ENGLISH, SETTINGS, in_words=in_words)
        [offers] = parsed(page).all("details", id="offers")
        assert ("open" in offers.attributes) == in_words


def test_settings_are_links_that_come_back_to_the_page() -> None:
    liked = Settings("en", "dark", "/t/t1?seat=1", "on", "brisk")
    shown = parsed(table.page(PLAYING, ENGLISH, liked))
    [html] = shown.all("html", data_theme="dark", data_pace="brisk")
    assert "data-letters" in html.attributes
    links = [tag.attributes for tag in shown.all("a") if "data-setting" in tag.attributes]
    assert {link["href"] for link in links} == {
        f"/t/t1?seat=1&{name}={value}"
        for name in ("theme", "letters", "pace")
        for value in CHOICES[name]
    }
    chosen = [link["data-value"] for link in links if "aria-current" in link]
    assert chosen == ["dark", "on", "brisk"]


def test_the_end_says_who_won_and_how_high() -> None:
    even = tuple(changed(seat, tally=("0", "")) for seat in WON.seats)
    anna, many = ENGLISH.to(0), (WON.seats[0], *WON.seats[1:] * 4)
    for view, words, said in (
        (WON, anna, "You won, 68\u00a0:\u00a055"),
        (WON, ENGLISH, "⟪Anna⟫ won, 68\u00a0:\u00a055"),
        (changed(WON, ending="gave up"), anna, "You won!"),
        (changed(WON, seats=even), anna, "You won!"),
        (changed(WON, seats=many), anna, "You won!"),
        (changed(OVER, tied=False), anna, "You and ⟪Ben⟫ have won!"),
    ):
        assert seen(view, words).all("p", id="won")[0].text == said


@pytest.mark.parametrize(
    ("own", "said"),
    [("55", "So close, 55\u00a0:\u00a068"), ("30", "Not this time, 30\u00a0:\u00a068")],
)
def test_whoever_lost_reads_of_themselves_first_and_finds_the_lesson(own: str, said: str) -> None:
    seats = (WON.seats[0], changed(WON.seats[1], tally=(own, "")))
    lost = changed(WON, viewer=1, mine=(1,), seats=seats)
    shown = seen(lost, words=ENGLISH.to(1))
    assert shown.all("p", id="won")[0].text == said
    assert f"⟪Anna⟫ won, 68\u00a0:\u00a0{own}" in shown.text
    assert shown.all("a", id="lesson")[0].attributes["href"].startswith("/learn/colorfox/")
    assert not seen(WON, words=ENGLISH.to(0)).all("a", id="lesson")
    given_up = seen(lost, words=ENGLISH.to(1), ending="gave up")
    assert given_up.all("p", id="won")[0].text == "Not this time."


def test_a_screen_for_all_has_the_board_the_places_and_the_way_in() -> None:
    waiting, playing = (
        parsed(screen.fragment(changed(view, viewer=None, mine=()), ENGLISH, invitation))
        for view, invitation in ((WAITING, INVITING), (PLAYING, table.NO_INVITATION))
    )
    assert waiting.all("input", value=str(INVITING.url))
    assert parts(playing) == ["board", "sticks", "rest"]
    assert not [*playing.all("a"), *playing.all("input")]
    assert playing.values("data-stream") == ["/t/t1/board/stream"]


def test_who_watches_can_do_nothing() -> None:
    shown = seen(PLAYING, viewer=None, mine=(), giving_up=None, offers=(), buttons=(), undo=False)
    assert not shown.all("form")
    assert "You are watching." in shown.text


def test_ones_partner_is_named_and_ones_own_cards_have_a_caption() -> None:
    teams = tuple(changed(seat, emblem=("red", "green")[seat.number % 2]) for seat in SEATS)
    shown = seen(PLAYING, seats=teams, caption="⟪Secret⟫")
    chips = [tag.text for tag in shown.all("span", **{"class": "chip"})]
    assert chips.count("partner") == 1
    assert chips.index("partner") == chips.index("random") - 1, "it stands at the third chair"
    assert [tag.text for tag in shown.all("p", **{"class": "caption"})] == ["⟪Secret⟫"]
    assert not seen().all("p", **{"class": "caption"})
    assert "partner" not in seen().text


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anna", "Ben"), ("A", "B")),
        (("Anna", "Anton"), ("An", "At")),
        (("Anton", "Anna", "Annika"), ("At", "Aa", "Ai")),
        (("Ann", "Anna"), ("A", "Aa")),
        (("Aab", "Aac", "Aba"), ("Ab", "Ac", "Aa")),
        (("Player 1", "Player 2", "Paula"), ("1", "2", "P")),
        (("Émile", "Élodie", "☺", ""), ("Ém", "Él", "?", "?")),
    ],
)
def test_players_have_different_initials_on_avatars_and_on_the_board(
    names: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    players = tuple(changed(SEATS[seat], name=name) for seat, name in enumerate(names))
    avatars = seen(PLAYING, seats=players, told=(), notes=()).all(
        "span", **{"class": "avatar seat-1"}
    )
    assert {tag.attributes["data-initial"] for tag in avatars} == {shown[1]}
    assert tuple(short or "?" for short in initials(*names)) == shown


def test_what_someone_says_is_read_in_words() -> None:
    shown = seen(PLAYING, seats=(changed(SEATS[0], emote="bravo"), *SEATS[1:])).html
    assert shown.count("👏</span> Well played!") == 1
    assert shown.count("👏 Well played!") == 1, "and on a small screen in the head"


def test_a_bot_can_be_asked_for_only_where_one_may_stand_in() -> None:
    asked = hidden(seen(), "seat")
    assert asked == {"1"}  # seat 3 has a bot already


def test_who_has_the_link_can_sit_down_on_an_empty_chair() -> None:
    strangers = tuple(changed(seat, mine=False) for seat in WAITING.seats)
    way = (("⟪Two against two⟫", "⟪Four play.⟫"),)
    view = changed(WAITING, mine=(), viewer=None, seats=strangers, way=way)
    shown = seen(view, invitation=INVITED)
    assert all(text in shown.text for text in way[0])
    assert [tag.attributes["action"] for tag in shown.all("form")] == ["/t/t1/sit"]
    assert hidden(shown, "invite") == {"x"}
    assert hidden(shown, "seat") == {"1"}, "there is no other to choose"
    assert f"{strangers[0].name} invites you to {view.title}." in shown.text
    assert "/learn/colorfox/" in " ".join(filter(None, shown.values("href")))
    assert not seen(view).all("form")


def test_players_see_the_link_while_a_chair_is_empty() -> None:
    shown = seen(WAITING, invitation=INVITING)
    assert shown.all("input", value=str(INVITING.url))
    full = seen(WAITING, invitation=INVITING, seats=SEATS[:2])
    assert not full.all("input", type="text")


def test_the_deal_waits_for_all_chairs() -> None:
    for seats, step in ((WAITING.seats, None), (SEATS[:2], "pledge"), (SEATS[:2], "open")):
        shown = seen(WAITING, seats=seats, dealing=step)
        [deal] = shown.all("form", action="/t/t1/deal")
        assert deal.attributes.get("data-step") == step
        assert hidden(shown, "contribution") == hidden(shown, "digest") == {""}


def test_before_the_deal_a_chair_can_be_left_and_freed_by_who_set_the_table_up() -> None:
    for is_maker, dealing, seats in (
        (False, "pledge", ["0"]),
        (True, "pledge", ["0", "1"]),
        (True, "open", []),
    ):
        shown = seen(WAITING, seats=SEATS[:2], is_maker=is_maker, dealing=dealing)
        assert len(shown.all("form", action="/t/t1/get-up")) == len(seats)
        assert hidden(shown, "seat") == set(seats)


def test_who_gave_up_and_who_would_end_the_game_is_told() -> None:
    given_up = changed(SEATS[0], gave_up=True, stand_in="easy")
    willing = changed(SEATS[1], would_end=True)
    shown = seen(PLAYING, seats=(SEATS[0], willing))
    assert f"{willing.name} would like to end the game." in shown.text
    shown = seen(PLAYING, seats=(given_up, SEATS[1]), giving_up=None)
    assert "gave up" in shown.text
    assert not shown.all("form", action="/t/t1/give-up")
    over = seen(OVER, winners=(), ending="agreed", verdict=("⟪agreed⟫",))
    assert "The game has ended without a winner." in over.text


def test_at_the_end_everything_that_made_the_deal_is_shown() -> None:
    shown = seen(OVER)
    assert [
        tag.attributes["data-seat"] for tag in shown.all("code") if "data-seat" in tag.attributes
    ] == ["0", "1"]
    assert shown.values("data-secret") == shown.values("data-seed") == [HEX]
    assert shown.values("data-terms") == ["table: t1\n"]
    assert "Drawn by the server for ⟪Ben⟫" in shown.text


def test_winners_who_share_may_play_on_to_break_the_tie() -> None:
    for winners, tied, ways in (((0, 1), True, 1), ((1,), False, 0), ((0, 1), False, 0)):
        shown = seen(OVER, winners=winners, tied=tied)
        assert shown.all("form", action="/t/t1/again")
        assert len(shown.all("button", name="tie", value="1")) == ways


def test_a_table_that_went_on_leads_to_the_next() -> None:
    shown = seen(OVER, again="t2")
    assert "/t/t2" in shown.values("href")
    assert not shown.all("form", action="/t/t1/again")


def test_numbers_of_rules_lead_into_the_rulebook() -> None:
    links = seen().all("a", data_rule="CF-10")
    assert [link.attributes["href"] for link in links] == ["/rules/colorfox#CF-10"]


def test_what_a_player_is_called_is_only_text() -> None:
    name = '<script>alert("1")</script>'
    seats = tuple(changed(seat, name=name) for seat in SEATS)
    told, notes = (Told(1, 0, name, name),), ((name,),)
    view = changed(PLAYING, seats=seats, task=name, opening=name, told=told, notes=notes, curtain=0)
    over = changed(OVER, seats=seats, verdict=(name,), title=name)
    for page in (
        table.page(view, ENGLISH, SETTINGS),
        table.page(over, ENGLISH, SETTINGS),
        replayed(seats=seats[:2], told=told, notes=notes, number=1),
        entrance(
            ENGLISH,
            [],
            [front.OwnTable("t", name, (name,), "over")],
            [front.Listed("t", "g", name, (name,), 2)],
        ),
        form("colorfox", values={"name-0": name, "option-deck": name}, error=name),
        rules.page(book("en", name, name), ENGLISH, SETTINGS, AT),
        message.page(400, name, ENGLISH, SETTINGS),
    ):
        shown = parsed(page)
        assert len(shown.all("script")) == 1
        assert name in shown.text + "".join(shown.values("value"))


# Pictures of the real games


@cache
def picture(game: str) -> Picture:
    position = matchwood.load(game).new(seed=1)
    return position.variant.game.picture.draw(position.observe(0).document, 0)


@pytest.mark.parametrize("game", game_names())
def test_no_id_of_the_page_is_one_of_the_picture(game: str) -> None:
    for view in (PLAYING, OVER):
        shown = changed(view, game=game, picture=picture(game))
        ids = seen_whole(shown).values("id")
        assert len(ids) == len(set(ids))


def test_one_s_own_games_are_on_the_front_page() -> None:
    shown = parsed(entrance(ENGLISH, [], MINE))
    assert [each for each in shown.values("href") if "/t/" in each] == [
        f"/t/{each.table}" for each in MINE
    ]


def test_of_an_old_table_the_moves_that_were_not_taken_back_are_told() -> None:
    shown = parsed(message.old_table("⟪no⟫", OLD_LOG, ENGLISH, SETTINGS)).text
    assert "⟪right⟫" in shown
    assert "⟪wrong⟫" not in shown


def test_all_games_are_on_the_front_page() -> None:
    cards = [front.GameCard(name, name, "", f"/pictures/{name}", (2, 2)) for name in game_names()]
    shown = parsed(entrance(ENGLISH, cards))
    by_day, by_night = shown.values("src")[1::2], shown.values("src")[2::2]
    assert [f"/pictures/{name}" for name in game_names()] == by_day
    assert [f"{picture}&theme=dark" for picture in by_day] == by_night
    for name in game_names():
        assert shown.all("form", action=f"/play/{name}")
        assert {f"/new/{name}", f"/rules/{name}"} <= {*shown.values("href")}


# Replay


def steps(number: int, eyes: int | None = None) -> list[str | None]:
    shown = parsed(replayed(number=number, eyes=eyes))
    names = ("first", "back", "forward", "last")
    return [shown.all("a", id=name)[0].attributes["href"] for name in names]


def test_the_replay_goes_both_ways_and_stops_at_the_ends() -> None:
    here = "/t/t1/replay?move="
    assert steps(2) == [f"{here}0", f"{here}1", f"{here}3", f"{here}30"]
    assert steps(0)[:2] == [f"{here}0"] * 2
    assert steps(30)[2:] == [f"{here}30"] * 2
    assert steps(1, eyes=1)[2] == f"{here}2&eyes=1"


def test_the_replay_offers_all_eyes_and_every_move() -> None:
    shown = parsed(replayed())
    links = shown.values("href")
    assert {f"/t/t1/replay?move=2{eyes}" for eyes in ("", "&eyes=0", "&eyes=1")} <= {*links}
    assert {f"/t/t1/replay?move={number}" for number in range(31)} <= {*links}
    assert "/t/t1/record" in links


def test_the_replay_of_a_long_game_lists_the_moves_around_the_one_that_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "MOVES_AROUND", 3)
    page = replayed(number=10)
    [listed] = re.findall(r'<ol id="moves-told".*?</ol>', page, re.DOTALL)
    told = [int(number) for number in re.findall(r'<li[^>]* value="(\d+)"', listed)]
    assert [number for number in told if number] == [*range(8, 14)]


def test_one_plays_on_before_one_s_own_move_and_after_a_rival_s() -> None:
    shown = seen_whole(OVER)
    assert [tag.attributes["value"] for tag in shown.all("input", name="move")] == ["2", "2"]
    assert f"{SEATS[0].name}’s chance to win: 30 %; with the best move 50 %." in shown.text


def test_the_analysis_says_why_to_whom_and_by_which_rule() -> None:
    judged = JudgedMove(2, 1, 0.2, 0.6, "⟪Lay a card.⟫", "⟪It joins two.⟫", "CF-9")
    step = changed(STEP, analysis=(judged,))
    for reader, whom in ((0, f"Advice to {SEATS[1].name}"), (1, "Better")):
        section = analysis.section(step, str, "", ENGLISH.to(reader))
        told = "40 % less chance to win. {whom}: ⟪Lay a card.⟫. ⟪It joins two.⟫ (CF-9)"
        assert told.format(whom=whom) in parsed(section).text
        assert "/rules/colorfox#CF-9" in parsed(section).values("href")


def test_advice_to_a_rival_says_that_it_is_for_them() -> None:
    for reader, count in ((0, 0), (1, 1), (None, 1)):
        page = table.page(OVER, ENGLISH.to(reader), SETTINGS)
        assert parsed(page).text.count(f"Advice to {SEATS[0].name}:") == count


def test_what_decided_a_game_has_a_heading_and_each_move_one_below_it() -> None:
    page = seen_whole(OVER)
    headings = [tag for tag in page.tags if re.fullmatch("h[1-6]", tag.name)]
    levels = [int(tag.name[1]) for tag in headings]
    [title] = [n for n, tag in enumerate(headings) if tag.attributes.get("id") == "moments-title"]
    assert levels[title : title + 4] == [2, 3, 3, 2]


def test_the_end_of_a_game_of_memory_tells_the_whole_story() -> None:
    for game, rows in (("piecepack-matches", len(OVER.told)), ("colorfox", table.TOLD_IN_STREAM)):
        shown = seen(OVER, game=game)
        assert sum("value" in tag.attributes for tag in shown.all("li")) == rows
    assert len(OVER.told) > table.TOLD_IN_STREAM


def test_a_game_that_was_not_played_out_ends_with_its_last_board() -> None:
    ended = changed(WON, ending="gave up", finale=None)
    for page, boards in ((WON, 0), (ended, 2)):
        shown = seen_whole(page)
        sources = [tag.attributes["src"] for tag in shown.all("img", alt="The last board")]
        assert len(sources) == boards
        assert all(f"move={page.told[-1].number}" in source for source in sources)
        assert bool(shown.all("div", id="board")) != bool(boards)


def test_a_rule_that_a_told_move_names_can_be_read_though_the_move_is_told_in_icons() -> None:
    for notes in (PLAYING.notes, ((),) * len(PLAYING.told)):
        page = table.page(changed(PLAYING, notes=notes), ENGLISH, SETTINGS)
        [line] = re.findall(r'<li id="told-30".*?</li>', page, re.DOTALL)
        seen = re.sub(r'<span class="unseen">.*?</span>', "", line)
        assert 'href="/rules/colorfox#CF-9"' in seen


def test_how_it_ended_is_told_at_the_end_only() -> None:
    for number, told in ((29, False), (30, True)):
        assert ("has won." in parsed(replayed(number=number)).text) == told


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_every_rule_can_be_linked_to(game: str, language: str) -> None:
    book = find_game(game).rulebook(language)
    shown = rules.Book(find_game(game), language, is_drawn=False)
    for page in (rules.page(shown, ENGLISH, SETTINGS, AT), rules.part(shown)):
        ids = parsed(page).values("id")
        assert [each for each in ids if each in book.rules] == list(book.rules)


@pytest.mark.parametrize("game", game_names())
def test_a_book_says_on_paper_where_its_appendix_is(game: str) -> None:
    text = shown_book(game).text
    assert (f"The appendix is at {AT}." in text) == ("Appendix" in text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_a_book_begins_with_links_to_all_its_chapters(game: str, language: str) -> None:
    page = shown_book(game, language)
    chapters = [tag.attributes.get("id") for tag in page.all("h2")]
    links = [each for each in page.values("href") if each.startswith("#chapter-")]
    assert links == [f"#{chapter}" for chapter in chapters]
    assert len({*links}) == len(links) > len(("aim", "turn", "end"))


BOOK_TEXT = "# A\n\n## B\n\n- **CF-1** See CF-2."


def test_beside_a_table_the_headings_of_the_book_are_lower() -> None:
    tags = {tag.name for tag in parsed(rules.rendered(BOOK_TEXT, rules.BESIDE_THE_TABLE)).tags}
    assert {"h3", "h4"} <= tags
    assert not {"h1", "h2"} & tags


def test_rules_lead_to_each_other() -> None:
    assert '<a href="#CF-2">CF-2</a>' in str(rules.rendered(BOOK_TEXT))


def test_a_table_in_the_book_has_no_empty_head() -> None:
    empty, full = (parsed(rules.rendered(f"| {head} |\n|---|\n| 1 |")) for head in (" ", "a"))
    assert not empty.all("th")
    assert full.all("th")
    assert empty.all("td")


# The files


@pytest.mark.parametrize("name", assets.OURS)
def test_every_file_that_pages_ask_for_is_there(name: str) -> None:
    assert assets.our_file(name).data


def test_script_and_style_of_a_table_are_small() -> None:
    # A browser test holds that nothing else is loaded.
    names = [*assets.needed_scripts(), "enlarge.js"]
    sheets = [assets.our_file(name) for name in ("matchwood.css", "table.css")]
    loaded = [*(assets.scripts()[name] for name in names), *sheets]
    assert sum(len(file.data) for file in loaded) < MOST_BYTES
    assert sum(len(gzip.compress(file.data)) for file in loaded) < MOST_PACKED


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a  >  b, c { color : red;\n  margin: 1px  2px; }\n", "a>b,c{color :red;margin:1px 2px;}"),
        ('/* why */ a :is(b) { content: " ; /* x */"; }', 'a :is(b){content:" ; /* x */";}'),
        (
            "a { width: calc(1px + 2px) }\n@media (a) and (b: 1) {}",
            "a{width:calc(1px + 2px)}@media (a) and (b:1){}",
        ),
    ],
)
def test_a_style_sheet_is_sent_without_what_only_readers_need(source: str, wanted: str) -> None:
    assert assets.without_comments(source, CSS) == wanted


def test_the_sheet_of_all_pages_says_how_large_an_icon_is() -> None:
    assert re.search(r"\.icon\{width:", assets.our_file("matchwood.css").data.decode())


def test_the_pages_have_the_colours_of_the_pictures() -> None:
    sheet = (SERVER / "static" / "matchwood.css").read_text(encoding="utf-8")
    colours = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", sheet)
    shared = {name: pair for name, *pair in colours if name in style.TOKENS}
    assert {"paper", "ink", "card", "mark-ink"} <= set(shared)
    assert {name: tuple(pair) for name, pair in shared.items()} == {
        name: style.TOKENS[name] for name in shared
    }


OF_FRAMES = {
    "pages.css": {"front.css", "setup.css", "book.css"},
    "table.css": {
        *("book.css", "ending.css", "replay.css", "scene.css", "screen.css", "solid.css"),
        "waiting.css",
    },
}
"""The sheets that pages add to those of their frame."""


def test_every_sheet_comes_with_a_frame() -> None:
    sheets = {name for name in assets.OURS if name.endswith(".css")}
    assert sheets == {"matchwood.css", *OF_FRAMES, *(set().union(*OF_FRAMES.values()))}


@pytest.mark.parametrize(
    ("frame", "name"),
    [(frame, name) for frame, others in OF_FRAMES.items() for name in sorted({frame, *others})],
)
def test_a_sheet_finds_its_variables_on_its_page(frame: str, name: str) -> None:
    """A variable that nobody sets takes the whole declaration with it, as once a ring."""
    sheets = (SERVER / "static" / each for each in ("matchwood.css", frame, name))
    styles = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    scripts = "".join(script.data.decode() for script in assets.scripts().values())
    known = set(re.findall(r"--([\w-]+)\s*:", styles + scripts))
    assert set(re.findall(r"var\(--([\w-]+)\)", styles)) <= known


def test_an_edited_file_has_another_address() -> None:
    links = parsed(message.page(404, "", ENGLISH, SETTINGS)).values("href")
    assert any(re.fullmatch(r"/static/matchwood\.css\?v=[0-9a-f]{10}", link) for link in links)


def test_a_line_of_the_chart_has_the_colour_of_its_players_avatar() -> None:
    plain, emblazoned = SEATS[1], changed(SEATS[0], emblem="blue")
    assert analysis._look(plain, "colorfox")["stroke"] == "var(--seat-1)"
    colour = find_game("baguettes").all_emblems["blue"].colour
    assert analysis._look(emblazoned, "baguettes")["stroke"] == colour


def test_every_seat_of_a_large_table_has_a_line_of_its_own() -> None:
    seats = [changed(SEATS[0], number=number) for number in range(12)]
    looks = [tuple(analysis._look(seat, "colorfox").values()) for seat in seats]
    assert len(set(looks)) == len(seats)
    judged = tuple(
        JudgedMove(n, seat.number, 0.5, 0.0, "") for n, seat in enumerate(seats, start=1)
    )
    step = changed(STEP, seats=tuple(seats), analysis=judged)
    assert analysis._chart(step, judged, ENGLISH).count("<circle") == len(seats)


def test_the_bot_that_steps_in_is_of_the_usual_level() -> None:
    assert usual(parsed(form("colorfox")))["stand-in"] == bots.USUAL
