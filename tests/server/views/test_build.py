"""Views of a table: a reader is “you”, everyone else has a name."""

from __future__ import annotations

from itertools import product

import pytest

from matchwood.engine.language import LANGUAGES
from matchwood.engine.position import SNAPSHOT_EVERY, Position
from matchwood.server.table.commands import GiveUp, TakeBack
from matchwood.server.table.events import TookBack
from matchwood.server.views import build
from matchwood.server.views.build import build_view
from matchwood.server.views.clicks import explain_clicks
from matchwood.server.views.model import View
from matchwood.server.views.move_log import MANY_MOVES, MoveLog, Reader
from matchwood.server.views.perspective import Perspective
from matchwood.server.views.replay import build_replay
from tests.server.table.test_state import ANNA, ME, SCREEN, Log, of_two, play_on

NAMES = ("Anna", "Ben")
READERS = (None, 0, 1)


def seen(log: Log, story: MoveLog, *seats: int, language: str = "en") -> View:
    return build_view(log.table, Perspective(language, seats), story)


def told(log: Log, story: MoveLog, reader: int | None, language: str = "en") -> list[str]:
    account = story.for_reader(log.table, Reader(language, reader))
    return [account.opening, *(each.text for each in account.told)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_you_and_watchers_read_names(language: str) -> None:
    log, story = of_two("piecepack-matches"), MoveLog()
    for _ in range(4):
        log.play(log.table.position.legal_moves()[0])
        mover, turn = log.table.turns[-1].seat, log.table.to_move
        for reader in READERS:
            view = seen(log, story, *([] if reader is None else [reader]), language=language)
            assert (NAMES[mover] in view.told[-1].text) == (reader != mover)
            assert (NAMES[turn] in view.task) == (reader != turn)


@pytest.mark.parametrize(
    ("game", "options", "way"),
    [
        ("piecepack-matches", {"flaming": True}, ["Flaming Matches"]),
        ("baguettes", {}, ["As printed"]),
        ("baguettes", {"size": (3, 3, 3), "sticks": 6}, ["Quick"]),
        ("baguettes", {"size": (3, 3, 3), "sticks": 7}, ["Block", "Sticks per player"]),
        ("colorfox", {}, []),
        ("top-trumps-match", {"mode": "five-minute"}, ["Five-minute game"]),
        ("top-trumps-match", {"target": 6}, ["Points that win"]),
    ],
)
def test_an_invitation_names_the_way_to_play_or_what_is_not_usual(
    game: str, options: dict[str, object], way: list[str]
) -> None:
    log = of_two(game, **options)
    assert [label for label, _ in seen(log, MoveLog()).way] == way


def test_why_clicks_lead_nowhere_does_not_depend_on_their_order() -> None:
    log, story = of_two("colorfox"), MoveLog()
    misfits: list[tuple[str, str]] = []
    while not misfits:
        play_on(log, 1)
        view = seen(log, story, log.table.to_move)
        paths = {offer.clicks for offer in view.offers if len(offer.clicks) == 2}
        cards, places = {card for card, _ in paths}, {place for _, place in paths}
        misfits = sorted({*product(cards, places)} - paths)
    [card, place] = misfits[0]
    told = explain_clicks(view, log.table, [card, place], "en")
    assert told["rule"]
    assert explain_clicks(view, log.table, [place, card], "en") == told


def test_what_usually_comes_later_may_be_clicked_first_and_asks_for_the_rest() -> None:
    log, story = of_two("top-trumps-match"), MoveLog()
    view = seen(log, story, log.table.to_move)
    [prompt] = [prompt for prompt in view.prompts if prompt.clicks == ("cell",)]
    assert prompt.text == "Choose the symbol that will face you."


def test_a_step_of_the_replay_shows_who_is_to_move_then_and_only_its_end_who_has_won() -> None:
    log, story = of_two(), MoveLog()
    while not log.table.over:
        log.play(log.table.position.legal_moves()[0])
    moves = len(log.table.turns)
    for number in (0, 1, moves):
        step = build_replay(log.table, number, None, Perspective("en"), story)
        to_move = [seat.number for seat in step.seats if seat.to_move]
        won = [seat.number for seat in step.seats if seat.winner]
        if number < moves:
            assert (to_move, won) == ([log.table.position_after(number).to_move], [])
        else:
            assert (to_move, won) == ([], [*log.table.winners])


def test_a_reader_who_comes_later_is_told_the_same_as_one_who_was_there() -> None:
    log, story = of_two("piecepack-matches"), MoveLog()
    for number in range(6):
        log.play(log.table.position.legal_moves()[number])
        told(log, story, 0)
    for reader in READERS:
        assert told(log, story, reader) == told(log, MoveLog(), reader)
    log.play(log.table.position.legal_moves()[0])
    assert [len(told(log, story, reader)) for reader in READERS] == [8] * 3


def test_after_the_end_no_bot_plays_for_whoever_gave_up() -> None:
    log, story = of_two(), MoveLog()
    play_on(log, 2)
    log.do(ANNA, GiveUp())
    view = seen(log, story, 0)
    assert view.seats[0].gave_up
    assert [seat.stand_in for seat in view.seats] == [None, None]


def test_a_replay_tells_the_winner_at_its_end_only() -> None:
    log, story = of_two(), MoveLog()
    play_on(log, 2)
    log.do(ANNA, GiveUp())
    for number, won in ((0, False), (1, False), (2, True)):
        step = build_replay(log.table, number, None, Perspective("en"), story)
        assert [seat.winner for seat in step.seats] == [False, won]


def test_a_replay_reveals_everything_to_all_eyes_and_to_no_players() -> None:
    log, story = of_two("piecepack-matches"), MoveLog()
    play_on(log, 2)
    log.do(ANNA, GiveUp())
    for eyes, revealed in ((None, True), (0, False), (1, False)):
        step = build_replay(log.table, 1, eyes, Perspective("en"), story)
        drawn = "".join(each.inside for each in step.picture.drawings)
        assert ("underneath" in drawn) == revealed


def test_a_move_that_was_taken_back_is_told_no_more() -> None:
    log, story = of_two(), MoveLog()
    first, second = log.table.position.legal_moves()[:2]
    mover = log.mover()
    log.play(first)
    before = {reader: told(log, story, reader) for reader in READERS}
    log.do(mover, TakeBack(log.table.seq))
    assert [len(told(log, story, reader)) for reader in READERS] == [1] * 3
    log.play(second)
    for reader in READERS:
        assert len(told(log, story, reader)) == 2
        assert told(log, story, reader) != before[reader]


def test_in_a_long_game_what_is_taken_back_is_told_anew_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, story, moves = of_two("piecepack-matches"), MoveLog(), 2 * SNAPSHOT_EVERY + 5
    play_on(log, moves)
    before, last = told(log, story, 0), log.table.turns[-1].move
    log.happen([TookBack(0)])
    log.play(next(move for move in log.table.position.legal_moves() if move != last))
    played, play = [], Position.play
    monkeypatch.setattr(
        Position, "play", lambda self, move: played.append(move) or play(self, move)
    )
    after = told(log, story, 0)
    assert after[:-1] == before[:-1]
    assert after[-1] != before[-1]
    assert len(played) <= SNAPSHOT_EVERY + 1


def test_a_reader_who_comes_into_a_long_game_is_told_all_of_it() -> None:
    log, story = of_two("piecepack-matches"), MoveLog()
    play_on(log, 3)
    told(log, story, 0)
    alone = MoveLog()
    told(log, alone, 1)
    play_on(log, 2)
    assert story.missing(log.table, Reader("en", 0)) == 2
    assert story.missing(log.table, Reader("en", 1)) == 5
    story.merge(log.table, alone)
    for reader in (0, 1):
        assert story.missing(log.table, Reader("en", reader)) == 0
        assert told(log, story, reader) == told(log, MoveLog(), reader)


def test_a_story_that_is_far_behind_is_replaced() -> None:
    log, story, alone = of_two("piecepack-matches"), MoveLog(), MoveLog()
    told(log, story, 0)
    play_on(log, MANY_MOVES + 1)
    told(log, alone, 1)
    story.merge(log.table, alone)
    assert story.missing(log.table, Reader("en", 1)) == 0
    assert story.missing(log.table, Reader("en", 0)) == MANY_MOVES + 1, (
        "they are told when they ask"
    )


def test_who_share_a_screen_are_called_by_name_and_told_what_to_do() -> None:
    log = Log("piecepack-matches", ME, SCREEN).deal(ANNA)
    name = ("Anna", "Ada")[log.table.to_move or 0]
    view = seen(log, MoveLog(), 0, 1)
    assert name in view.opening
    assert view.task == "Turn over a coin that may match one of your tiles."


@pytest.mark.parametrize(("teams", "tied"), [("false", True), ("true", False)])
def test_partners_who_win_share_no_tie(teams: str, tied: bool) -> None:
    log = Log("baguettes", *[ME, SCREEN] * 2, players="4", teams=teams)
    assert log.table.variant.tied([0, 2]) == tied
    assert not log.table.variant.tied([0])


def test_of_a_very_long_game_a_view_tells_the_last_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MOST_TOLD", 3)
    log, story = of_two(), MoveLog()
    for _ in range(5):
        log.play(log.table.position.legal_moves()[0])
    assert [each.number for each in seen(log, story, 0).told] == [3, 4, 5]
