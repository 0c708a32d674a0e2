"""Help that a table agrees on: at the set-up, in the log, in what everyone is shown."""

from __future__ import annotations

import random
import re
from html import unescape
from itertools import pairwise

import httpx
import msgspec
import pytest

from matchwood.engine.language import LANGUAGES
from matchwood.games.piecepack_matches.pieces import NONE
from matchwood.server.live.actor import TableActor
from matchwood.server.table import events
from matchwood.server.table.events import Opened
from matchwood.server.table.new_table import rematch_events
from matchwood.server.table.state import Table
from matchwood.server.views.scenes import moves_before_last_turn
from tests.support.serving import BOT, LINK, ME, SCREEN, Program, Served, first_event, two_at

MATCHES, TRUMPS = "piecepack-matches", "top-trumps-match"
SOON_OVER = {"mode": "five-minute", "void_after": "20", "max_voids": "1"}
rule = pytest.mark.rule


def play_once(table: str, programs: list[Program], choose: random.Random) -> None:
    """One move of whoever's turn it is."""
    view = programs[0].view(table)
    offers = programs[view["to_move"]].view(table)["offers"]
    answer = programs[view["to_move"]].move(table, choose.choice(offers)["move"], view["seq"])
    assert answer.status_code == httpx.codes.OK, answer.text


def told(view: dict[str, list[dict[str, int]]]) -> list[int]:
    """The numbers of the moves that are told."""
    return [each["number"] for each in view["told"]]


# What was agreed


def test_aids_are_written_into_what_was_agreed_and_shown_to_everyone(served: Served) -> None:
    with (
        two_at(served.url, MATCHES, aids=["mark-seen"]) as (table, programs),
        Program(served.url) as watcher,
    ):
        opened = served.log(table)[0]
        assert isinstance(opened, Opened)
        assert opened.agreement.aids == ("mark-seen",)
        for program in (*programs, watcher):
            view = program.view(table)
            assert view["aids"] == ["mark-seen"]
            assert ["Mark coins that have been seen", "yes"] in view["options"]
            page = unescape(program.get(f"/t/{table}").text)
            assert "<dt>Mark coins that have been seen</dt><dd>yes</dd>" in page


def test_aids_are_off_unless_chosen(served: Served) -> None:
    with two_at(served.url, MATCHES) as (table, [anna, _]):
        assert anna.view(table)["aids"] == []
        assert "Mark coins that have been seen" not in anna.get(f"/t/{table}").text


def test_aids_are_kept_when_the_same_players_play_again(served: Served) -> None:
    with Program(served.url) as anna:
        table = anna.open(MATCHES, ME, BOT, aids=["hints", "mark-seen"])["table"]
        agreement = served.actor(table).table.agreement
        assert agreement.aids == ("mark-seen", "hints"), "as they are declared, each once"
        opened, *_ = rematch_events(served.actor(table).table, "", breaks_tie=False)
        assert isinstance(opened, Opened)
        assert opened.agreement.aids == agreement.aids
        again = Table("again", [events.read(events.write(opened))])
        assert [aid.name for aid in again.aids] == ["mark-seen", "hints"]


@pytest.mark.parametrize(
    ("game", "aids", "seats", "sentence"),
    [
        (MATCHES, ["mark-sen"], (ME, BOT), "There is no aid “mark-sen”"),
        (TRUMPS, ["mark-seen"], (ME, BOT), "“mark-seen” is for Matches"),
        (TRUMPS, ["other-side", "🦊"], (ME, BOT), "There is no aid “🦊”"),
        (TRUMPS, ["hints"], (ME, SCREEN), "one person"),
        (TRUMPS, ["hints"], (ME, LINK), "one person"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_aid_that_cannot_be_is_refused_in_one_sentence_and_nothing_changes(
    served: Served,
    language: str,
    game: str,
    aids: list[str],
    seats: tuple[dict[str, str], ...],
    sentence: str,
) -> None:
    with Program(served.url, language) as anna:
        answer = anna.post("/api/tables", game=game, seats=seats, aids=aids)
        assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        said = answer.json()["sentence"]
        assert (sentence in said) == (language == "en"), said
        assert said.count(".") == 1 or "Did you mean" in said


def test_a_form_with_an_unknown_aid_comes_back_with_the_sentence(served: Served) -> None:
    with Program(served.url, origin=served.url) as anna:
        form = {"game": TRUMPS, "seat-0": "me", "seat-1": "bot:random", "aid-fox": "true"}
        answer = anna.http.post("/tables", data=form)
        assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert "There is no aid “fox”" in answer.text
        assert 'id="setup"' in answer.text


@pytest.mark.parametrize(("other", "agreed"), [("bot:random", ["hints"]), ("screen", [])])
def test_hints_that_the_form_has_ticked_are_agreed_for_one_alone(
    served: Served, other: str, agreed: list[str]
) -> None:
    with Program(served.url, origin=served.url) as anna:
        form = {"game": "baguettes", "seat-0": "me", "seat-1": other, "aid-hints": "true"}
        answer = anna.http.post("/tables", data=form)
        table = answer.headers["location"].removeprefix("/t/")
        assert anna.view(table)["aids"] == agreed


def test_a_quick_game_against_a_bot_has_hints(served: Served) -> None:
    with Program(served.url, origin=served.url) as anna:
        answer = anna.http.post("/play/baguettes", data={})
        table = answer.headers["location"].removeprefix("/t/")
        assert anna.view(table)["aids"] == ["hints"]


def test_a_hint_that_was_not_agreed_on_is_refused(served: Served) -> None:
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, BOT, options={"size": "2x2x2", "sticks": "2"})["table"]
        anna.post(f"/api/tables/{table}/deal")
        while not (view := anna.view(table))["offers"]:
            pass
        for path in (f"/t/{table}?hint=1", f"/api/tables/{table}?hint=1"):
            answer = anna.http.get(path)
            assert answer.status_code == httpx.codes.FORBIDDEN
            assert "No hints were agreed on" in unescape(answer.text)
        assert anna.view(table) == view
        assert 'id="hint"' not in anna.get(f"/t/{table}").text


def test_a_program_can_ask_for_a_hint_too(served: Served) -> None:
    small = {"size": "2x2x2", "sticks": "2"}
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, BOT, options=small, aids=["hints"])["table"]
        anna.post(f"/api/tables/{table}/deal")
        while not (view := anna.view(table))["offers"]:
            pass
        hint = anna.view(table, hint=True)["hint"]
        assert hint in [offer["text"] for offer in view["offers"]]


def test_the_games_are_listed_with_their_aids(served: Served) -> None:
    with Program(served.url) as anna:
        aids = {each["name"]: each["aids"] for each in anna.get("/api/games").json()}
    assert [aid["name"] for aid in aids[MATCHES]] == ["mark-seen", "hints"]
    assert [aid["name"] for aid in aids[TRUMPS]] == ["other-side", "hints"]
    assert all(aid["help"].endswith(".") for each in aids.values() for aid in each)


# A game of memory


@pytest.mark.parametrize(
    ("seats", "to_move", "reader", "past"),
    [
        ([], 0, 0, 0),
        ([0], 1, 0, 0),
        ([0], 1, 1, 0),
        ([0, 1], 0, 0, 0),
        ([0, 1, 0], 1, 0, 2),
        ([0, 1, 0], 1, 1, 1),
        ([0, 1, 2, 0, 1, 2], 0, 0, 3),
        ([0, 1, 2, 0, 1, 2], 0, 1, 4),
        ([0, 0, 1, 1, 0, 0], 1, 0, 4),
        ([0, 0, 1, 1, 0], 0, 0, 0),
        ([0, 0, 1, 1, 0], 0, 1, 2),
    ],
    ids=str,
)
def test_a_reader_is_told_their_last_turn_and_those_since(
    seats: list[int], to_move: int, reader: int, past: int
) -> None:
    assert moves_before_last_turn(seats, to_move, reader) == past


@rule("PM-12")
def test_a_game_of_memory_tells_each_reader_only_what_happened_since_their_last_turn(
    served: Served,
) -> None:
    choose = random.Random(1)
    with (
        two_at(served.url, MATCHES, listed=True) as (table, programs),
        Program(served.url) as watcher,
    ):
        actor = served.actor(table)
        for number in range(1, 8):
            play_once(table, programs, choose)
            mover = actor.table.turns[-1].seat
            assert told(programs[mover].view(table)) == [number]
            since = [number - 1, number] if number > 1 else [number]
            assert told(programs[1 - mover].view(table)) == since
            assert told(watcher.view(table)) == since
        everyone = [programs[mover], programs[1 - mover], watcher]
        for program, numbers in zip(everyone, ([7], [6, 7], [6, 7]), strict=True):
            for path in (f"/t/{table}", f"/t/{table}?moves=all", f"/t/{table}/stream"):
                stream = path.endswith("stream")
                page = first_event(program, path).decode() if stream else program.get(path).text
                lines = re.findall(r"id=\\?\"told-(\d+)", page)
                assert sorted(map(int, lines)) == numbers
                assert re.findall(r"data-before=\\?\"(\d+)", page) == ["0"]
                assert "Earlier moves" not in page
            assert "game of memory" in program.get(f"/t/{table}").text


@rule("PM-12")
def test_the_whole_story_comes_with_the_end_and_in_the_replay(served: Served) -> None:
    with two_at(served.url, MATCHES) as (table, programs):
        actor = served.actor(table)
        position, seq = actor.table.position.copy(), actor.table.seq
        tiles = position.document["tiles"]
        while not position.over:
            coins = position.document["coins"]
            mine = tiles[position.to_move]
            fitting = [spot for spot, coin in enumerate(coins, 1) if coin and coin["coin"] in mine]
            move = f"flip {fitting[0]}"
            seq = programs[position.to_move].move(table, move, seq).json()["seq"]
            position.play(move)
        everything = list(range(1, len(position.history) + 1))
        view = programs[0].view(table)
        assert view["phase"] == "over"
        assert told(view) == everything
        assert not view["memory"]
        page = programs[1].get(f"/t/{table}").text
        assert "game of memory" not in page
        assert len(re.findall(r'id="told-\d+"', page)) == len(everything)
        replay = programs[1].get(f"/t/{table}/replay", move=2).text
        assert len(re.findall("turns? the coin on spot", replay)) > len(everything)


def without_document(answer: bytes) -> object:
    """A view without what programs may know."""
    view = msgspec.json.decode(answer)
    view.pop("document", None)
    return view


def shown(actor: TableActor, program: Program) -> list[object]:
    """What pages, and all of the API that is meant for people, say of a table."""
    page, api = f"/t/{actor.table.name}", f"/api/tables/{actor.table.name}"
    return [
        program.get(page).content,
        first_event(program, f"{page}/stream"),
        program.get(f"{api}/legal").content,
        without_document(program.get(api).content),
    ]


@rule("PM-12")
def test_no_page_shows_which_coins_have_been_seen(served: Served) -> None:
    choose = random.Random(2)
    with (
        two_at(served.url, MATCHES, listed=True) as (table, programs),
        Program(served.url) as watcher,
    ):
        for _ in range(9):
            play_once(table, programs, choose)
        actor = served.actor(table)
        truth = actor.table.position
        other = truth.copy()
        lying = other.state.face != NONE
        other.state.seen[lying] = 1 - other.state.seen[lying]
        for program in (*programs, watcher):
            before = shown(actor, program)
            actor.table.position = other
            try:
                assert shown(actor, program) == before
            finally:
                actor.table.position = truth


# The other side


@rule("TT-7")
def test_no_page_shows_a_player_the_other_side(served: Served) -> None:
    choose = random.Random(3)
    with two_at(served.url, TRUMPS) as (table, programs), Program(served.url) as watcher:
        for _ in range(5):
            play_once(table, programs, choose)
        actor = served.actor(table)
        truth = actor.table.position
        for viewer, program in ((0, programs[0]), (1, programs[1]), (None, watcher)):
            other = truth.copy()
            side = 0 if viewer is None else 1 - viewer
            lying = other.state.cube >= 0
            other.state.shows[side, lying] = (other.state.shows[side, lying] + 1) % 15
            before = shown(actor, program)
            actor.table.position = other
            try:
                assert (shown(actor, program) == before) == (viewer is not None)
            finally:
                actor.table.position = truth
        texts = [program.view(table)["told"][-1]["text"] for program in programs]
        mover = actor.table.turns[-1].seat
        assert texts[1 - mover].endswith("on your side.")
        assert "towards" in texts[mover]


@rule("TT-7")
def test_where_it_was_agreed_the_grid_can_be_turned_round_and_back(served: Served) -> None:
    with (
        two_at(served.url, TRUMPS, aids=["other-side"]) as (table, programs),
        Program(served.url) as watcher,
    ):
        actor = served.actor(table)
        mover = actor.table.to_move
        own = programs[mover].get(f"/t/{table}").text
        [way] = re.findall(r'id="around"[^>]* href="([^"]+)"', own)
        turned = programs[mover].http.get(unescape(way)).text
        assert "You see the table from" in turned
        assert "around=1" in re.findall(r'data-stream="([^"]+)"', turned)[0]
        assert 'data-clicks=""' in turned, "the moves are chosen by their words"
        [back] = re.findall(r'id="around"[^>]* href="([^"]+)"', turned)
        again = programs[mover].http.get(unescape(back)).text
        assert picture(again) == picture(own) != picture(turned)
        assert symbols(turned) == symbols(programs[1 - mover].get(f"/t/{table}").text)
        assert symbols(turned) != symbols(own)
        assert 'id="around"' not in watcher.get(f"/t/{table}", around=1).text


@rule("TT-7")
def test_where_it_was_not_agreed_nothing_turns_the_grid(served: Served) -> None:
    with two_at(served.url, TRUMPS) as (table, [anna, _]):
        own = anna.get(f"/t/{table}").text
        assert 'id="around"' not in own
        for steps in ("1", "3", "-1", "x", "9" * 50):
            assert picture(anna.get(f"/t/{table}", around=steps).text) == picture(own)


def picture(page: str) -> str:
    """The large grid."""
    [drawn] = re.findall(r'<svg[^>]* data-drawing="grid".*?</svg>', page, re.DOTALL)
    return str(drawn)


def symbols(page: str) -> list[str]:
    """What its cells show."""
    cells = re.findall(r'id="cell-(\w\d)".*?(?:symbol (\w+)|socket)', picture(page), re.DOTALL)
    return sorted(cells)


@rule("TT-7")
def test_at_one_screen_nothing_is_told_until_it_is_clear_who_looks(served: Served) -> None:
    with Program(served.url) as anna:
        table = anna.open(TRUMPS, ME, SCREEN, options=SOON_OVER)["table"]
        anna.post(f"/api/tables/{table}/deal")
        for _ in range(2):
            seat = anna.view(table)["curtain"]
            view = anna.view(table, seat=seat)
            anna.move(table, view["offers"][0]["move"], view["seq"])
        waiting = anna.view(table)
        assert waiting["curtain"] == seat ^ 1
        assert waiting["told"] == []
        first, second = anna.view(table, seat=seat ^ 1)["told"]
        assert "towards" in first["text"], "what they did themselves"
        assert second["text"].endswith("on your side.")


def test_at_the_end_both_sides_are_shown_and_told_to_everyone(served: Served) -> None:
    with two_at(served.url, TRUMPS, options=SOON_OVER) as (table, programs):
        choose = random.Random(4)
        while programs[0].view(table)["phase"] == "playing":
            play_once(table, programs, choose)
        views = [program.view(table) for program in programs]
        assert told(views[0]) == told(views[1])
        faces = [re.findall(r"into \w\w: (.*?) towards", str(view["told"])) for view in views]
        assert faces[0] == faces[1] != []
        assert all('data-drawing="other-side"' in view["picture"] for view in views)
        for one, two in pairwise(views[0]["told"]):
            assert two["number"] == one["number"] + 1
        assert "on your side" not in programs[0].get(f"/t/{table}/replay").text
