"""Pictures of the states that no test comes by: for eyes, not for assertions.

`make screenshots` runs it by its name; its own does not begin with `test_`, so no other run does.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matchwood.engine.game import Variant, find_game
from matchwood.engine.language import LANGUAGES
from tests.browser.conftest import Finish, NewVisitor
from tests.browser.games import SHORT, against_bots, fields
from tests.browser.test_layout import played
from tests.browser.visitor import AWAKE, NARROW, Visitor

TIGHT = ((1280, 720), (768, 1024), (390, 844))
"""Windows in which long words may have too little room."""
MIDDLE = 14
"""After so many moves of all players there is much to see, and the game is not over."""
LONG = {"name-0": "Maximiliane-Josephine"}

# Open what slides out at a click, one at a time.
DRAWERS = "[...document.querySelectorAll('details.drawer')].map(({ id }) => id)"
OPEN = "(id) => { document.getElementById(id).open = true; }"
CLOSE = "for (const each of document.querySelectorAll('details.drawer')) each.open = false"
SIDE = "document.getElementById('side').showPopover()"


def fewest_and_most() -> list[Variant]:
    """Each game as it is usually played, and with as many as can sit at a table."""
    most = {"baguettes": 4, "colorfox": 4, "piecepack-matches": 6}
    usual = [find_game(game).variant() for game in SHORT]
    return [*usual, *(find_game(game).variant({"players": most[game]}) for game in most)]


def sit(visitor: Visitor, variant: Variant, name: str = "Anna") -> str:
    agreed = {**fields(variant), "name-0": name, "aid-hints": "true"}
    return visitor.set_up(variant.game.name, against_bots(variant), agreed)


def go_on(visitor: Visitor, path: str, moves: int) -> None:
    now = visitor.ready()
    for _ in range(moves):
        now = played(visitor, path, now)


@pytest.mark.parametrize("variant", fewest_and_most(), ids=str)
def test_tables(visitor: Visitor, variant: Variant) -> None:
    name = f"table-{variant.game.name}-{variant.players}"
    path = sit(visitor, variant)
    visitor.ready()
    visitor.seen(f"{name}-start")
    go_on(visitor, path, MIDDLE // variant.players)
    now = visitor.ready()
    assert now.phase == "playing"
    visitor.seen(f"{name}-middle")
    longest = max(now.offers, key=lambda offer: len(offer.steps))
    for number, step in enumerate(longest.steps[:-1], start=1):
        visitor.click(step)
        visitor.seen(f"{name}-half-{number}")
    if longest.steps[1:]:
        visitor.find("#cancel").click()
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.page.evaluate(SIDE)
    visitor.seen(f"{name}-side", NARROW)


@pytest.mark.parametrize("game", SHORT)
def test_someone_elses_turn(new_visitor: NewVisitor, game: str) -> None:
    host, guest = new_visitor(), new_visitor()
    host.set_up(game, ["me", "link"], {"name-0": "Anna"})
    guest.open(host.find("#invite input").input_value())
    guest.seen(f"invited-{game}")
    guest.sit_down(host.find("#invite input").input_value(), "Ben")
    for player in (host, guest):
        player.wait_for_phase("playing")
    moves, waits = (host, guest) if host.has_turn() else (guest, host)
    waits.wait_for(AWAKE)
    waits.seen(f"waits-{game}")
    if game == "baguettes":
        waits.find("#emotes summary").click()
        waits.seen("emotes")
        waits.find("#emotes button[value=bravo]").click()
        expect(moves.find(".emote")).to_be_visible()
        moves.seen("emote-said")


def test_drawers(visitor: Visitor) -> None:
    sit(visitor, find_game("baguettes").variant())
    visitor.ready()
    for drawer in visitor.page.evaluate(DRAWERS):
        visitor.page.evaluate(CLOSE)
        visitor.page.evaluate(OPEN, drawer)
        if drawer == "rules":
            expect(visitor.find("#rulebook li").first).to_be_attached()
        visitor.seen(f"drawer-{drawer}")


@pytest.mark.parametrize("game", SHORT)
def test_ends(anna: Visitor, finish: Finish, game: str) -> None:
    path = finish(SHORT[game]).path
    anna.open(path)
    expect(anna.find("#moments .moment").first).to_be_visible()
    anna.seen(f"moments-{game}")
    anna.open(f"{path}/replay?move=5&analysis=1")
    expect(anna.find("#analysis svg")).to_be_visible()
    anna.seen(f"analysis-{game}")
    anna.open(f"/rules/{game}")
    anna.seen(f"rules-{game}")


@pytest.mark.parametrize("game", SHORT)
def test_screens_for_all(visitor: Visitor, game: str) -> None:
    path = visitor.set_up(game, ["me", *["link"] * (SHORT[game].players - 1)], LONG)
    invite = visitor.find("#invite input").input_value()
    visitor.seen(f"waiting-{game}")
    visitor.open(f"{path}/board?invite={invite.rpartition('=')[2]}")
    visitor.seen(f"screen-{game}-waiting")
    path = sit(visitor, SHORT[game])
    go_on(visitor, path, 3)
    visitor.open(f"{path}/board")
    visitor.seen(f"screen-{game}")


def test_what_one_has(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.seen("front-new")
    visitor.open("/mine")
    visitor.seen("mine-empty")
    paths = [sit(visitor, SHORT[game]) for game in SHORT]
    go_on(visitor, paths[-1], 2)
    visitor.open("/")
    visitor.seen("front-unfinished")
    visitor.open("/mine")
    visitor.seen("mine")
    visitor.open(f"{paths[0]}/delete")
    visitor.seen("delete")
    visitor.open("/offline")
    visitor.seen("offline")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_long_words(new_visitor: NewVisitor, language: str) -> None:
    """French and German need more room than English."""
    visitor = new_visitor(language=language)
    visitor.open("/")
    visitor.seen(f"{language}-front", TIGHT)
    for game in SHORT:
        visitor.open(f"/new/{game}")
        visitor.seen(f"{language}-set-up-{game}", TIGHT)
        path = sit(visitor, SHORT[game], LONG["name-0"])
        visitor.ready()
        visitor.seen(f"{language}-start-{game}", TIGHT)
        go_on(visitor, path, 5)
        visitor.seen(f"{language}-middle-{game}", TIGHT)
        visitor.page.evaluate(OPEN, "menu")
        visitor.seen(f"{language}-menu-{game}", TIGHT)
        visitor.open(f"/learn/{game}")
        visitor.seen(f"{language}-lesson-{game}", TIGHT)
