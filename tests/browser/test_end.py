"""After the game: why it ended so, whether the deal was fair, once more, and the replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from matchwood.cli import main
from matchwood.games.colorfox import SMALL_DECK
from tests.browser.conftest import Finish
from tests.browser.games import SHORT, fields
from tests.browser.test_coach import LONG, check_all_is_read
from tests.browser.visitor import TOLD, Visitor, by_mouse

pytestmark = pytest.mark.slow

NOTHING_FITS = ",".join("RGBY" for _ in SMALL_DECK.split(","))
"""A deck of Colorfox with which all must pass at once, so that nobody wins a stick."""


@pytest.fixture
def over(finish: Finish) -> str:
    """The path of a table at which Anna has played to the end."""
    return finish(SHORT["baguettes"]).path


def test_the_browser_checks_the_deal_by_itself_and_sees_if_it_was_forged(
    anna: Visitor, over: str
) -> None:
    anna.open(over)
    expect(anna.find("#proof .fair")).to_be_visible()
    anna.find("#proof summary").click()
    for found in ("remembered", "contributed", "computed"):
        expect(anna.find(f"[data-finding={found}]")).to_be_visible()
        expect(anna.find(f"[data-finding=not-{found}]")).to_be_hidden()
    key = f"matchwood-deal-{anna.state('table')}"
    truth = anna.page.evaluate("(key) => localStorage.getItem(key)", key)
    forged = json.dumps({"commitment": "00", "contribution": "11"})
    remember = "([key, deal]) => localStorage.setItem(key, deal)"
    anna.page.evaluate(remember, [key, forged])
    anna.page.reload()
    expect(anna.find("#proof .unfair")).to_be_visible()
    anna.find("#proof summary").click()
    for found in ("remembered", "contributed"):
        expect(anna.find(f"[data-finding=not-{found}]")).to_be_visible()
        expect(anna.find(f"[data-finding={found}]")).to_be_hidden()
    anna.page.evaluate(remember, [key, truth])


def test_the_record_that_is_downloaded_can_be_verified(
    anna: Visitor, over: str, tmp_path: Path
) -> None:
    anna.open(over)
    anna.find("#record summary").click()
    with anna.page.expect_download() as download:
        anna.find(f"a[href='{over}/record']").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert main(["verify", str(record)]) == 0


def test_after_the_end_everyones_tiles_are_seen(anna: Visitor, finish: Finish) -> None:
    anna.open(finish(SHORT["piecepack-matches"]).path)
    for seat in range(2):
        expect(anna.find(f"#chair-{seat} > svg [id^='tile-']")).to_have_count(12)


def test_winners_who_share_can_play_to_break_the_tie(visitor: Visitor) -> None:
    visitor.set_up("colorfox", ["me", "bot:random"], {"option-deck": NOTHING_FITS})
    visitor.play(by_mouse)
    expect(visitor.find("#chairs .winner")).to_have_count(2)
    tied = visitor.state("table")
    visitor.submit("button[name=tie]")
    visitor.wait_for_phase("playing")
    assert visitor.state("table") != tied


def test_a_replay_goes_step_by_step_by_links_and_by_keys(anna: Visitor, over: str) -> None:
    anna.open(over)
    moves = anna.find(TOLD).count()
    anna.open(f"{over}/replay")
    said = anna.find("#said")
    anna.find("#forward").click()
    expect(said).to_contain_text(f"Move 1 of {moves}.")
    anna.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(f"Move 2 of {moves}.")
    anna.page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text(f"Move 1 of {moves}.")
    anna.page.keyboard.press("End")
    expect(said).to_contain_text(f"Move {moves} of {moves}.")
    expect(anna.find("#chairs .verdict")).to_be_visible()
    anna.page.keyboard.press("Home")
    expect(anna.find("#first")).to_have_attribute("aria-disabled", "true")


def test_what_a_replay_tells_is_read_whole_at_every_size(anna: Visitor, finish: Finish) -> None:
    anna.open(f"{finish(SHORT['colorfox']).path}/replay?move=6")
    check_all_is_read(anna)
    anna.page.evaluate(LONG)
    check_all_is_read(anna)


def test_a_link_opens_a_replay_at_a_move(anna: Visitor, over: str) -> None:
    anna.open(f"{over}/replay")
    anna.find(f"{TOLD} a").nth(1).click()
    expect(anna.find("#said")).to_contain_text("Move 2 of")
    link = anna.find("#elsewhere input").input_value()
    expect(anna.page).to_have_url(link)
    anna.rest()
    anna.open(link)
    expect(anna.find("#said")).to_contain_text("Move 2 of")


def test_a_replay_plays_by_itself_and_pauses(anna: Visitor, finish: Finish) -> None:
    """The game is long enough not to be over before it is paused, however busy the machine."""
    anna.open(f"{finish(SHORT['colorfox']).path}/replay")
    play = anna.find("#play")
    play.click()
    expect(play).to_have_text("Pause")
    expect(anna.find("#said")).to_contain_text(re.compile(r"Move ([2-9]|\d\d+) of"))
    play.click()
    expect(play).to_have_text("Watch")


def test_a_replay_shows_everything_or_what_one_player_saw(anna: Visitor, finish: Finish) -> None:
    anna.open(f"{finish(SHORT['colorfox']).path}/replay")
    anna.seen("replay-colorfox-revealed")
    faces = "[...document.querySelectorAll('[id^=hand-] [id^=card-]')].map((card) => card.id)"
    hands = []
    for seat, name in enumerate(("Anna", "Birch")):
        anna.find("#eyes a", has_text=name).click()
        expect(anna.find("#eyes a[aria-current]")).to_have_text(name)
        expect(anna.page).to_have_url(re.compile(f"eyes={seat}"))
        hands.append(anna.page.evaluate(faces))
    assert all(hands)
    assert hands[0] != hands[1]


def test_a_game_that_is_not_over_has_neither_replay_nor_record(visitor: Visitor) -> None:
    path = visitor.set_up("baguettes", ["me", "bot:random"], fields(SHORT["baguettes"]))
    visitor.ready()
    for after_the_game in ("replay", "record"):
        answer = visitor.context.request.get(f"{visitor.address}{path}/{after_the_game}")
        assert answer.status in (403, 422)
