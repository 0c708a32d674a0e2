"""Several people at one table: by link, at one screen, watching, leaving and coming back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.games import SHORT, fields
from tests.browser.server import BrowserServer
from tests.browser.visitor import AWAKE, SEE_OTHER, TOLD, Ready, Visitor, by_mouse

pytestmark = pytest.mark.slow

BAGUETTES = fields(SHORT["baguettes"])
COLORFOX = fields(SHORT["colorfox"])

# What the first of a list of so many says in a sentence.
FIRST_OF = """([selector, many]) => {
  const all = document.querySelectorAll(selector);
  return all.length === many && all[0].title;
}"""


# Whether something has happened since.
NEWER = "(seq) => Number(document.getElementById('table').dataset.seq) > seq"

# Someone who looks at another tab, and whose browser may be asked for notifications.
LOOK_ELSEWHERE = """() => {
  window.notes = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return this.permission = "granted"; }
    constructor(title, { body, tag }) {
      this.told = { title, body, tag, open: true };
      notes.push(this.told);
    }
    close() { this.told.open = false; }
  };
  window.elsewhere = true;
  Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
  const detail = { ...document.getElementById("table").dataset };
  document.dispatchEvent(new CustomEvent("shown", { detail }));
}"""
COME_BACK = """() => {
  window.elsewhere = false;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def invite(host: Visitor, guests: list[Visitor]) -> None:
    """Let the guests come by the link that the host's page shows."""
    link = host.find("#invite input").input_value()
    for number, guest in enumerate(guests):
        guest.sit_down(link, f"Guest {number}")


def play_in_turn(players: list[Visitor], watchers: list[Visitor]) -> int:
    """Play to the end; everyone sees every move before the next is made."""
    everyone, made = [*players, *watchers], 0
    while players[0].state("phase") != "over":
        [at_turn] = [player for player in players if player.has_turn()]
        at_turn.make(by_mouse)
        made += 1
        told = {one: one.wait_for(FIRST_OF, [TOLD, made]) for one in everyone}
        is_you = [one for one, text in told.items() if text.startswith("You ")]
        assert is_you == [at_turn], "who moved is “you”, to nobody else"
        assert len({told[watcher] for watcher in watchers}) <= 1
    return made


def test_two_browsers_play_a_game_with_secret_hands_and_go_on_at_the_next_table(
    new_visitor: NewVisitor,
) -> None:
    host, guest, watcher = (new_visitor() for _ in range(3))
    path = host.set_up("colorfox", ["me", "link"], {**COLORFOX, "name-0": "Host"})
    expect(host.find("#invite")).to_contain_text("This link works on this device only.")
    host.seen("waiting-colorfox")
    invite(host, [guest])
    watcher.open(path)
    for player in (host, guest, watcher):
        player.wait_for_phase("playing")
    assert play_in_turn([host, guest], [watcher]) > 0
    assert watcher.state("phase") == "over"
    over = host.state("table")
    host.submit("button:has-text('Rematch')")
    guest.submit("a:has-text('Go to the next table')")
    for player in (host, guest):
        player.wait_for_phase("playing")
    assert host.state("table") == guest.state("table") != over


def test_three_browsers_play_together(new_visitor: NewVisitor) -> None:
    host, *guests = (new_visitor() for _ in range(3))
    agreed = {**BAGUETTES, "option-players": 3, "option-sticks": 2}
    host.set_up("baguettes", ["me", "link", "link"], agreed)
    invite(host, guests)
    for player in (host, *guests):
        player.wait_for_phase("playing")
    assert play_in_turn([host, *guests], []) > 0


def test_who_watches_finds_the_table_on_the_front_page_and_no_hand_on_it(
    new_visitor: NewVisitor,
) -> None:
    player, watcher = new_visitor(), new_visitor()
    path = player.set_up("colorfox", ["me", "bot:random"], {**COLORFOX, "listed": "true"})
    player.ready()
    watcher.open("/")
    watcher.find(f".tables a[href='{path}']").click()
    expect(watcher.find(".head")).to_contain_text("You are watching.")
    assert watcher.find("#offers, .can").count() == 0
    after = player.ready().seq
    player.make(by_mouse)
    expect(watcher.find(TOLD).first).to_be_visible()
    player.ready(after)
    faces = "[id^=hand-] [id^=card-]"
    assert player.find(faces).count() > 0
    assert watcher.find(faces).count() == 0


def test_between_the_turns_of_a_game_with_secret_hands_at_one_screen_a_curtain_falls(
    visitor: Visitor,
) -> None:
    names = {"name-0": "Anna", "name-1": "Ben"}
    visitor.set_up("colorfox", ["me", "screen"], {**COLORFOX, **names})
    handed_to: list[str] = []

    def look(now: Ready) -> None:
        if now.curtain:
            assert visitor.find("#board svg[data-drawing]").count() == 1, (
                "what all may see stays in view"
            )
            assert visitor.find("#strip svg, #offers, [id^=hand-]").count() == 0
            assert "seat=" not in (visitor.state("stream") or "")
            handed_to.append(visitor.find(".curtain a").inner_text())
            if len(handed_to) == 1:
                visitor.seen("curtain")
        else:
            assert visitor.find("#strip svg[data-drawing=hand]").count() == 1

    assert visitor.play(by_mouse, watch=look) > 0
    assert set(handed_to) == {"I am Anna", "I am Ben"}


def told_in(visitor: Visitor) -> list[str]:
    """What the things on the table say of themselves."""
    return sorted(visitor.find("[data-part] svg title").all_text_contents())


def test_a_move_that_showed_nothing_can_be_taken_back(visitor: Visitor) -> None:
    visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    visitor.ready()
    expect(visitor.find("#offers")).to_contain_text("You can take it back")
    before, undo = told_in(visitor), visitor.find("#undo")
    expect(undo).to_be_disabled()
    visitor.make(by_mouse)
    expect(visitor.find(TOLD)).to_have_count(1)
    undo.click()
    expect(visitor.find(TOLD)).to_have_count(0)
    expect(undo).to_be_disabled()
    visitor.ready()
    assert told_in(visitor) == before


def test_a_move_that_showed_something_cannot_be_taken_back(visitor: Visitor) -> None:
    visitor.set_up("piecepack-matches", ["me", "screen"])
    visitor.ready()
    expect(visitor.find("#offers")).to_contain_text("cannot take this move back")
    visitor.make(by_mouse)
    expect(visitor.find(TOLD)).to_have_count(1)
    expect(visitor.find("#undo")).to_be_disabled()


@pytest.mark.parametrize("game", SHORT)
def test_a_refused_click_opens_the_rulebook_at_the_rule(visitor: Visitor, game: str) -> None:
    visitor.set_up(game, ["me", *["screen"] * (SHORT[game].players - 1)], fields(SHORT[game]))
    rule = visitor.find("#notice a[data-rule]")
    visitor.click_what_is_refused()
    number = rule.inner_text()
    assert re.fullmatch(r"[A-Z]{2}-\d+", number)
    rule.click()
    asked = visitor.find(f"#rulebook li[id='{number}'].asked")
    expect(asked).to_be_in_viewport()
    visitor.seen(f"refused-{game}")


def test_a_refused_move_changes_nothing_and_names_the_rule(visitor: Visitor) -> None:
    path = visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    seq = visitor.ready().seq
    answer = visitor.post(f"{path}/move", {"move": "plant a1", "after": seq})
    assert answer.status == 422
    assert re.search(r"BG-\d+", answer.text())
    visitor.page.reload()
    assert visitor.ready().seq == seq


def test_players_go_on_by_themselves_when_the_server_was_killed(
    new_visitor: NewVisitor, server: BrowserServer
) -> None:
    host, guest = new_visitor(), new_visitor()
    host.set_up("baguettes", ["me", "link"], BAGUETTES)
    invite(host, [guest])
    for player in (host, guest):
        player.wait_for_phase("playing")
    [at_turn] = [player for player in (host, guest) if player.has_turn()]
    at_turn.make(by_mouse)
    for player in (host, guest):
        expect(player.find(TOLD)).to_have_count(1)
    server.kill()
    for player in (host, guest):
        expect(player.find("#lost")).to_be_visible()
    [at_turn] = [player for player in (host, guest) if player.has_turn()]
    at_turn.make(by_mouse)
    server.start()
    for player in (host, guest):
        expect(player.find(TOLD)).to_have_count(2)
        expect(player.find("#lost")).to_be_hidden()
        # A server that has just begun, on a busy machine, may ask for a moment.
        player.forgive("ERR_", "status of 503")
    play_on = next(player for player in (host, guest) if player is not at_turn)
    play_on.make(by_mouse)
    for player in (host, guest):
        expect(player.find(TOLD)).to_have_count(3)


def test_a_bot_plays_for_who_is_gone_until_they_return(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor(), new_visitor()
    agreed = {**BAGUETTES, "patience": 1, "automatic": "true"}
    path = host.set_up("baguettes", ["me", "link"], agreed)
    invite(host, [guest])
    host.wait_for_phase("playing")
    guest.open("/")
    chair = host.find("#chair-1")
    expect(chair).to_contain_text("away")
    expect(chair).to_contain_text("a bot plays")
    host.seen("gone")
    host.ready(host.make(by_mouse))
    assert host.find(TOLD, has_text="Guest 0").count() > 0, "the bot has moved"
    guest.open(path)
    expect(chair).not_to_contain_text("away")
    expect(chair).not_to_contain_text("a bot plays")


def test_the_others_may_ask_for_a_bot_when_the_time_is_up(new_visitor: NewVisitor) -> None:
    host, guest = new_visitor(), new_visitor()
    host.set_up("baguettes", ["me", "link"], {**BAGUETTES, "patience": 1})
    invite(host, [guest])
    host.wait_for_phase("playing")
    guest.open("/")
    host.find("#chair-1 button").click()
    expect(host.find("#chair-1")).to_contain_text("a bot plays")


@contextmanager
def without_news(visitor: Visitor) -> Iterator[None]:
    """Let a page hear nothing more of its table."""
    visitor.page.route("**/stream*", lambda _: None)
    try:
        visitor.page.reload()
        visitor.ready()
        yield
    finally:
        visitor.page.unroute_all(behavior="ignoreErrors")


def test_who_moves_on_an_old_board_is_told_that_the_game_has_gone_on(
    new_visitor: NewVisitor,
) -> None:
    visitor = new_visitor()
    path = visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    visitor.wait_for_phase("playing")
    with without_news(visitor):
        first, second = visitor.find("#offers button[name=move]").all()[:2]
        before = visitor.state("seq")
        elsewhere = {"move": first.get_attribute("value"), "after": before}
        assert visitor.post(f"{path}/move", elsewhere).status == SEE_OTHER
        second.evaluate("(button) => button.click()")
        expect(visitor.find("#notice")).to_contain_text("The game has moved on")
        assert visitor.state("seq") != before
    visitor.forgive("409")


def test_until_the_next_view_comes_the_old_board_takes_no_clicks(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.set_up("baguettes", ["me", "screen"], BAGUETTES)
    visitor.wait_for_phase("playing")
    with without_news(visitor):
        sent: list[str] = []
        visitor.page.on("request", lambda request: sent.append(request.method))
        before = int(visitor.state("seq") or 0)
        first, second = visitor.find("#offers button[name=move]").all()[:2]
        with visitor.page.expect_response(lambda answer: answer.request.method == "POST"):
            first.evaluate("(button) => button.click()")
        second.evaluate("(button) => button.click()")
        visitor.wait_for(NEWER, before)
        expect(visitor.find("#notice")).to_be_hidden()
        assert sent.count("POST") == 1


def test_who_looks_elsewhere_is_told_that_it_is_their_turn(new_visitor: NewVisitor) -> None:
    anna, ben = new_visitor(), new_visitor()
    anna.set_up("baguettes", ["me", "link"], BAGUETTES)
    invite(anna, [ben])
    for player in (anna, ben):
        player.wait_for_phase("playing")
    waits, moves = (anna, ben) if ben.has_turn() else (ben, anna)
    waits.wait_for(AWAKE)
    title = waits.page.title()
    waits.page.evaluate(LOOK_ELSEWHERE)
    assert not waits.page.evaluate("document.getElementById('notify').hidden")
    waits.find("#notify").dispatch_event("click")
    waits.wait_for("() => document.getElementById('notify').hidden")
    moves.make(by_mouse)
    [note] = waits.wait_for("() => window.notes.length > 0 && window.notes")
    assert note["title"] == title
    assert note["tag"] == waits.state("table")
    assert note["body"] in waits.page.title()
    assert waits.page.title().startswith("●")
    waits.page.evaluate(COME_BACK)
    assert waits.page.title() == title
    assert not waits.page.evaluate("window.notes[0].open")


def test_a_sign_to_the_others_is_seen_by_them(new_visitor: NewVisitor) -> None:
    anna, ben = new_visitor(), new_visitor()
    anna.set_up("baguettes", ["me", "link"], BAGUETTES)
    invite(anna, [ben])
    for player in (anna, ben):
        player.wait_for_phase("playing")
    anna.find("#emotes summary").click()
    expect(anna.find("#emotes .moves button")).to_have_count(6)
    anna.find("#emotes button[value=bravo]").click()
    expect(ben.find("#chair-0 .emote")).to_contain_text("Well played!")


def test_the_table_can_have_the_whole_screen(visitor: Visitor) -> None:
    visitor.set_up("baguettes", ["me", "bot:random"], BAGUETTES)
    visitor.ready()
    switch = visitor.find("#fullscreen")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
