"""After the game: why it ended so, whether the deal was fair, once more, and the replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from matchwood.cli import main
from tests.browser.conftest import NewVisitor
from tests.browser.games import SHORT, against_bots, fields
from tests.browser.visitor import Visitor, by_mouse

pytestmark = pytest.mark.compiled

BAGUETTES = fields(SHORT["baguettes"])


@pytest.fixture
def over(visitor: Visitor) -> str:
    """The path of a table at which the visitor has played to the end."""
    path = visitor.set_up("baguettes", ["me", "bot:random"], {**BAGUETTES, "name-0": "Anna"})
    visitor.play(by_mouse)
    return path


def test_the_browser_checks_the_deal_by_itself(visitor: Visitor, over: str) -> None:
    for found in ("remembered", "contributed", "computed"):
        expect(visitor.find(f"[data-finding={found}]")).to_be_visible()
        expect(visitor.find(f"[data-finding=not-{found}]")).to_be_hidden()


def test_the_browser_sees_that_a_deal_was_forged(visitor: Visitor, over: str) -> None:
    key = f"matchwood-deal-{visitor.state('table')}"
    forged = '{"commitment": "00", "contribution": "11"}'
    visitor.page.evaluate("([key, deal]) => localStorage.setItem(key, deal)", [key, forged])
    visitor.page.reload()
    expect(visitor.find("[data-finding=not-remembered]")).to_be_visible()
    expect(visitor.find("[data-finding=not-contributed]")).to_be_visible()


def test_the_record_that_is_downloaded_can_be_verified(
    visitor: Visitor, over: str, tmp_path: Path
) -> None:
    with visitor.page.expect_download() as download:
        visitor.find(f"a[href='{over}/record']").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert main(["verify", str(record)]) == 0


def test_all_players_go_on_at_the_next_table(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor(), new_visitor()
    # With one stick each the game is over before it has begun to be hard.
    host.set_up("baguettes", ["me", "link"], {**BAGUETTES, "option-sticks": 1})
    guest.sit_down(host.find("#invite input").input_value(), "Ben")
    host.wait_for_phase("playing")
    while host.state("phase") != "over":
        at_turn = next(one for one in (host, guest) if one.find("#offers").count())
        seq = at_turn.ready().seq
        at_turn.make(by_mouse)
        for one in (host, guest):
            expect(one.find("#table")).not_to_have_attribute("data-seq", str(seq))
    host.submit("button:text-is('Play again')")
    guest.submit("a:has-text('Go on at the next table')")
    for one in (host, guest):
        one.wait_for_phase("playing")
    assert host.state("table") == guest.state("table")


def test_winners_who_share_can_play_to_break_the_tie(visitor: Visitor) -> None:
    """Top Trumps Match is shared if nobody makes a line before the rounds are void."""
    game = "top-trumps-match"
    visitor.set_up(game, against_bots(SHORT[game]), fields(SHORT[game]))
    visitor.play(by_mouse)
    if visitor.find("#chairs .winner").count() < SHORT[game].players:
        pytest.skip("someone has made a line")
    visitor.submit("button[name=tie]")
    visitor.wait_for_phase("playing")


def test_a_replay_goes_step_by_step_by_links_and_by_keys(visitor: Visitor, over: str) -> None:
    moves = visitor.find("#moves-told li").count()
    visitor.open(f"{over}/replay")
    said = visitor.find("#said")
    visitor.find("#forward").click()
    expect(said).to_contain_text(f"Move 1 of {moves}.")
    visitor.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(f"Move 2 of {moves}.")
    visitor.page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text(f"Move 1 of {moves}.")
    visitor.page.keyboard.press("End")
    expect(said).to_contain_text(f"Move {moves} of {moves}.")
    expect(visitor.find("#chairs .verdict")).to_be_visible()
    visitor.page.keyboard.press("Home")
    expect(visitor.find("#first")).to_have_attribute("aria-disabled", "true")


def test_a_link_opens_a_replay_at_a_move(visitor: Visitor, over: str) -> None:
    visitor.open(f"{over}/replay")
    visitor.find("#moves-told a").nth(1).click()
    expect(visitor.find("#said")).to_contain_text("Move 2 of")
    link = visitor.find("#elsewhere input").input_value()
    assert link == visitor.page.url
    visitor.open(link)
    expect(visitor.find("#said")).to_contain_text("Move 2 of")


def test_a_replay_plays_by_itself_and_pauses(visitor: Visitor, over: str) -> None:
    visitor.open(f"{over}/replay")
    play = visitor.find("#play")
    play.click()
    expect(play).to_have_text("Pause")
    expect(visitor.find("#said")).to_contain_text("Move 2 of")
    play.click()
    expect(play).to_have_text("Play")


def test_a_replay_shows_everything_or_what_one_player_saw(visitor: Visitor) -> None:
    agreed = fields(SHORT["colorfox"])
    path = visitor.set_up("colorfox", ["me", "bot:random"], {**agreed, "name-0": "Anna"})
    visitor.play(by_mouse)
    visitor.open(f"{path}/replay")
    visitor.seen("replay-colorfox-revealed")
    faces = "[...document.querySelectorAll('[id^=hand-] [id^=card-]')].map((card) => card.id)"
    hands = []
    for seat, name in enumerate(("Anna", "Bot (random)")):
        visitor.find("#eyes a", has_text=name).click()
        expect(visitor.find("#eyes a[aria-current]")).to_have_text(name)
        assert f"eyes={seat}" in visitor.page.url
        hands.append(visitor.page.evaluate(faces))
    assert all(hands)
    assert hands[0] != hands[1]


def test_a_game_that_is_not_over_has_neither_replay_nor_record(visitor: Visitor) -> None:
    path = visitor.set_up("baguettes", ["me", "bot:random"], BAGUETTES)
    visitor.ready()
    for after_the_game in ("replay", "record"):
        answer = visitor.context.request.get(f"{visitor.address}{path}/{after_the_game}")
        assert answer.status in (403, 422)
