"""A table as the replay of its log, and what may happen at it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from matchwood.engine import position as engine_position
from matchwood.engine.errors import BadOption, IllegalMove, UnknownBot
from matchwood.engine.fairness import PART_BYTES, draw, pledge
from matchwood.engine.position import Position
from matchwood.engine.record_text import read_record
from matchwood.server.storage.backup_file import LONGEST_LINE, StoredEvent
from matchwood.server.table import commands, events
from matchwood.server.table import state as tables
from matchwood.server.table.commands import (
    LONGEST_MOVE,
    Command,
    Deal,
    EndGame,
    GetUp,
    GiveUp,
    Move,
    Sit,
    StandIn,
    TakeBack,
    deal_without_missing,
    decide,
    decide_bot_move,
    decide_rematch,
)
from matchwood.server.table.errors import Conflict, Forbidden, Refused
from matchwood.server.table.events import Event, Moved, Returned, Sat, StoodIn, TookBack, WouldEnd
from matchwood.server.table.new_table import (
    LONGEST_PATIENCE,
    Chair,
    Wanted,
    opening_events,
    rematch_events,
)
from matchwood.server.table.player_names import LONGEST_NAME, MOST_IN_ONE
from matchwood.server.table.presence import Absences, bots_may_play, stand_in_changes
from matchwood.server.table.state import Table
from matchwood.server.views.build import build_view
from matchwood.server.views.move_log import MoveLog
from matchwood.server.views.perspective import Perspective

ANNA, BEN, EVE = "a" * 64, "b" * 64, "e" * 64
NOBODY_GONE: Absences = {}


class Log:
    """A table that is played by hand, and the log that it leaves."""

    def __init__(
        self,
        game: str,
        *seats: Chair,
        patience: int = 120,
        automatic: bool = True,
        **options: str,
    ) -> None:
        wanted = Wanted(game, list(seats), options, patience=patience, automatic=automatic)
        self.events = list(opening_events(wanted, ANNA))
        self.table = Table("test", self.events)

    def decide(self, holder: str, command: Command, gone: Absences = NOBODY_GONE) -> list[Event]:
        """What would happen; that the table allows it is part of the question."""
        events = decide(command, self.table, holder, gone)
        self.table.after(events)
        return events

    def do(self, holder: str, command: Command, gone: Absences = NOBODY_GONE) -> list[Event]:
        return self.happen(self.decide(holder, command, gone))

    def happen(self, events: list[Event]) -> list[Event]:
        self.events += events
        self.table = self.table.after(events)
        return events

    def deal(self, *holders: str) -> Log:
        for holder in holders:
            self.do(holder, Deal("00" * PART_BYTES))
        return self

    def play(self, *moves: str) -> None:
        for move in moves:
            self.do(self.mover(), Move(move, self.table.seq))

    def mover(self) -> str:
        assert self.table.to_move is not None
        return self.table.players[self.table.to_move].holder


ENDLESS = {"void_after": "10000", "max_voids": "100"}
ME, SCREEN, LINK, BOT = Chair("me", "Anna"), Chair("screen", "Ada"), Chair("link"), Chair("bot")


def of_two(game: str = "baguettes", **options: Any) -> Log:
    """Anna and Ben, each with a browser of their own."""
    log = Log(game, ME, LINK, **options)
    log.do(BEN, Sit("Ben", log.table.invite))
    return log.deal(ANNA, BEN)


def play_on(log: Log, moves: int) -> None:
    """So many moves that do not end the game."""
    for _ in range(moves):
        position = log.table.position
        log.play(next(move for move in position.legal_moves() if not ends(position, move)))


def ends(position: Position, move: str) -> bool:
    then = position.copy()
    then.play(move)
    return then.over


def test_the_log_alone_brings_the_table_back() -> None:
    log = of_two("piecepack-matches")
    log.play("flip 1")
    log.play(log.table.position.legal_moves()[0])
    again = Table("test", [events.read(events.write(event)) for event in log.events])
    assert again.position == log.table.position
    assert again.turns == log.table.turns
    assert (again.seq, again.moved_at) == (log.table.seq, log.table.moved_at)


def test_a_table_is_a_value_that_never_changes() -> None:
    log = of_two()
    before, position = log.table, log.table.position.copy()
    log.play("pierce A1")
    assert before.position == position
    assert (before.turns, before.seq + 1) == ([], log.table.seq)
    with pytest.raises(IllegalMove, match="BG-"):
        log.table.after([Moved(log.table.to_move, "pierce A1")])
    assert [turn.move for turn in log.table.turns] == ["pierce A1"]


# Sitting down and getting up


def test_only_an_invited_friend_sits_down_and_only_on_an_empty_chair() -> None:
    log = Log("colorfox", ME, LINK, LINK, players="3")
    with pytest.raises(Forbidden, match="invitation link"):
        log.decide(BEN, Sit("Ben", "guessed", 1))
    with pytest.raises(Conflict, match="This seat is taken"):
        log.decide(BEN, Sit("Ben", log.table.invite, 0))
    with pytest.raises(Refused, match="no seat 7"):
        log.decide(BEN, Sit("Ben", log.table.invite, 7))
    log.do(BEN, Sit("  Ben\n\t", log.table.invite, 2))
    assert log.table.players[2].name == "Ben"
    assert log.table.empty == [1]
    log.do(EVE, Sit("Eve", log.table.invite))
    with pytest.raises(Conflict, match="All seats"):
        log.decide("d" * 64, Sit("Dan", log.table.invite))


def test_who_asks_twice_for_a_chair_gets_one() -> None:
    log = Log("colorfox", ME, LINK, LINK, players="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    assert log.do(BEN, Sit("Ben", log.table.invite)) == []
    assert log.do(BEN, Sit("Ben", log.table.invite, 1)) == []
    with pytest.raises(Conflict, match="already have a seat"):
        log.decide(BEN, Sit("Ben", log.table.invite, 2))
    assert log.table.empty == [2]


def test_before_the_deal_a_player_gets_up_and_the_maker_frees_a_chair() -> None:
    log = Log("colorfox", ME, LINK, LINK, players="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    log.do(EVE, Sit("Eve", log.table.invite))
    with pytest.raises(Forbidden, match="your own seat"):
        log.decide(EVE, GetUp(1))
    log.do(BEN, GetUp())
    assert log.table.empty == [1]
    log.do(BEN, Sit("Ben", log.table.invite))
    log.do(BEN, GetUp())
    old = log.table.invite
    log.do(ANNA, GetUp(2))
    assert log.table.empty == [1, 2]
    with pytest.raises(Forbidden, match="your own seat"):
        log.decide(EVE, GetUp())
    with pytest.raises(Forbidden, match="invitation"):
        log.decide(EVE, Sit("Eve", old))
    assert Table("test", log.events).invite == log.table.invite != old
    log.do(EVE, Sit("Eve", log.table.invite))
    log.do(BEN, Sit("Ben", log.table.invite))
    log.do(BEN, Deal())
    log.do(BEN, GetUp())
    log.do(BEN, Sit("Ben", log.table.invite))
    assert log.table.pledges == {}, "who sits down anew is bound to nothing"
    log.deal(ANNA, BEN, EVE)
    with pytest.raises(Conflict, match="already been dealt"):
        log.decide(BEN, GetUp())


@pytest.mark.parametrize("name", ["", " \n", "x" * 25])
def test_a_name_is_short_and_not_empty(name: str) -> None:
    log = Log("baguettes", ME, LINK)
    with pytest.raises(Refused, match=r"name|called"):
        log.decide(BEN, Sit(name, log.table.invite))


# The deal


def sealed(table: Table, part: bytes) -> Deal:
    return Deal(digest=pledge(table.name, part))


def test_the_game_begins_when_every_player_has_added_their_part() -> None:
    log = Log("baguettes", ME, LINK)
    with pytest.raises(Conflict, match="still empty"):
        log.decide(ANNA, Deal())
    log.do(BEN, Sit("Ben", log.table.invite))
    with pytest.raises(Forbidden, match="You don’t play"):
        log.decide(EVE, Deal())
    log.do(ANNA, Deal(draw().hex()))
    assert log.table.phase == "waiting"
    with pytest.raises(Conflict, match="You have added"):
        log.decide(ANNA, Deal(draw().hex()))
    log.do(BEN, Deal())
    assert log.table.phase == "playing"
    assert [made.drawn for made in log.table.contributions.values()] == [False, True]
    assert log.table.proof.leads_to(log.table.position.seed)
    assert log.table.proof.is_committed()
    with pytest.raises(Conflict, match="already been dealt"):
        log.decide(BEN, Deal(draw().hex()))


def test_a_part_is_opened_only_when_everyone_is_bound_to_theirs() -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    mine, yours = draw(), draw()
    log.do(ANNA, sealed(log.table, mine))
    with pytest.raises(Conflict, match="not ready yet"):
        log.decide(ANNA, Deal(mine.hex()))
    log.do(BEN, sealed(log.table, yours))
    assert mine.hex() not in repr(log.events), "the server cannot know it yet"
    with pytest.raises(Refused, match="not the digits"):
        log.decide(BEN, Deal(mine.hex()))
    with pytest.raises(Conflict, match="already been dealt"):
        log.decide(ANNA, GetUp())
    log.do(ANNA, Deal(mine.hex()))
    assert log.table.phase == "waiting"
    log.do(BEN, Deal(yours.hex()))
    assert log.table.phase == "playing"
    assert log.table.proof.contributions == {0: mine, 1: yours}


def test_a_part_of_the_deal_that_is_sent_again_changes_nothing_and_is_no_fault() -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    mine, yours = draw(), draw()
    for holder, part in ((ANNA, mine), (BEN, yours)):
        log.do(holder, sealed(log.table, part))
        assert log.decide(holder, sealed(log.table, part)) == []
    for holder, part in ((ANNA, mine), (BEN, yours)):
        log.do(holder, Deal(part.hex()))
        assert log.decide(holder, Deal(part.hex())) == []
        assert log.decide(holder, sealed(log.table, part)) == []
    assert log.table.phase == "playing"


def test_the_deal_does_without_the_part_of_who_left_before_opening_it() -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    part = draw()
    log.do(ANNA, sealed(log.table, part))
    assert deal_without_missing(log.table) == [], "nobody is missing while not all are bound"
    log.do(BEN, sealed(log.table, draw()))
    log.do(ANNA, Deal(part.hex()))
    log.happen(deal_without_missing(log.table))
    assert log.table.phase == "playing"
    assert log.table.proof.withheld == {1}
    assert log.table.proof.contributions == {0: part}
    assert log.table.proof.leads_to(log.table.position.seed)


def test_the_deal_is_bound_to_the_table_and_to_what_was_agreed() -> None:
    log = Log("baguettes", ME, SCREEN)
    [opened, *others] = log.events
    elsewhere = Table("other", log.events)
    agreement = replace(opened.agreement, options={**opened.agreement.options, "sticks": "5"})
    otherwise = Table("test", [replace(opened, agreement=agreement), *others])
    assert len({each.commitment for each in (log.table, elsewhere, otherwise)}) == 3
    seeds = {
        each.after(decide(Deal("00" * 32), each, ANNA, {})).position.seed
        for each in (log.table, elsewhere, otherwise)
    }
    assert len(seeds) == 3


def test_the_deal_follows_from_the_secret_and_every_contribution() -> None:
    log = Log("baguettes", ME, SCREEN)
    seeds = {
        log.table.after(log.decide(ANNA, Deal(digits * 32))).position.seed
        for digits in ("00", "01")
    }
    assert len(seeds) == 2


def test_a_table_of_bots_alone_is_dealt_at_once() -> None:
    log = Log("baguettes", BOT, BOT)
    assert log.table.phase == "playing"
    assert log.table.only_bots
    assert log.table.proof.leads_to(log.table.position.seed)


# Moves


def test_a_move_is_made_by_whose_turn_it_is() -> None:
    log = of_two()
    other = BEN if log.mover() == ANNA else ANNA
    move = Move(log.table.position.legal_moves()[0], log.table.seq)
    with pytest.raises(Forbidden, match="not your turn"):
        log.decide(other, move)
    with pytest.raises(Forbidden, match="You don’t play"):
        log.decide(EVE, move)
    with pytest.raises(IllegalMove, match="BG-"):
        log.decide(log.mover(), Move("pull A1", log.table.seq))


def test_a_move_is_never_made_twice_whatever_happened_since() -> None:
    log = of_two()
    mover, move = log.mover(), Move("pierce A1", log.table.seq)
    log.do(mover, move)
    for _ in range(3):
        with pytest.raises(Conflict, match="already been made"):
            log.decide(mover, move)
        with pytest.raises(Conflict, match="moved on"):
            log.decide(mover, Move("pierce A2", move.after))
        log.play(log.table.position.legal_moves()[0])
    log.do(log.mover(), Move(log.table.position.legal_moves()[0], log.table.seq))
    with pytest.raises(Conflict, match="moved on"):
        log.decide(mover, Move("pierce A1", log.table.turns[1].at))


def test_a_move_is_held_against_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log = of_two()
    asked = []
    legal = Position.legal_actions

    def counted(position: Position) -> object:
        asked.append(position)
        return legal(position)

    monkeypatch.setattr(Position, "legal_actions", counted)
    log.table.after(decide(Move("pierce A1", log.table.seq), log.table, log.mover(), {}))
    assert len(asked) == 1


def test_what_does_not_change_the_position_does_not_make_a_move_stale() -> None:
    log = of_two()
    seq = log.table.seq
    log.happen([StoodIn(1 - log.table.to_move)])
    assert log.decide(log.mover(), Move("pierce A1", seq))


# Taking back


def test_a_move_is_taken_back_until_another_has_moved() -> None:
    log = of_two()
    before, mover = log.table.position.copy(), log.mover()
    log.play("pierce A1")
    assert log.table.moves_to_take_back(log.table.seats_of(mover)) == 1
    with pytest.raises(Refused, match="cannot be taken back"):
        log.decide(log.mover(), TakeBack(log.table.seq))
    log.do(mover, TakeBack(log.table.seq))
    assert log.table.position == before
    log.play("pierce A1", "pierce A2")
    with pytest.raises(Refused, match="cannot be taken back"):
        log.decide(mover, TakeBack(log.table.seq))


def test_nothing_is_taken_back_that_showed_something_hidden() -> None:
    log = of_two("piecepack-matches")
    mover = log.mover()
    log.play("flip 1")
    with pytest.raises(Refused, match="showed something hidden"):
        log.decide(mover, TakeBack(log.table.seq))


def bots_answer(log: Log) -> None:
    while log.table.to_move is not None and log.table.bot_at(log.table.to_move):
        log.happen(
            decide_bot_move(log.table, log.table.moved_at, log.table.position.legal_moves()[0])
        )


def test_against_bots_a_move_is_taken_back_together_with_their_answers() -> None:
    log = Log("baguettes", ME, BOT, BOT, players="3").deal(ANNA)
    bots_answer(log)
    first = log.table.position.copy()
    for _ in range(2):
        log.play(log.table.position.legal_moves()[0])
        bots_answer(log)
    assert log.table.moves_to_take_back([0]) == 3
    log.do(ANNA, TakeBack(log.table.seq))
    log.do(ANNA, TakeBack(log.table.seq))
    assert log.table.position == first
    assert log.table.to_move == 0
    with pytest.raises(Refused, match="cannot be taken back"):
        log.decide(ANNA, TakeBack(log.table.seq))


def test_where_a_bots_answer_showed_something_nothing_is_taken_back() -> None:
    log = of_two("piecepack-matches")
    log.happen([StoodIn(1 - log.table.to_move)])
    mover = log.mover()
    while log.mover() == mover:
        log.play(log.table.position.legal_moves()[0])
    bots_answer(log)
    assert log.table.moves_to_take_back(log.table.seats_of(mover)) == 0


def test_where_another_person_has_moved_nothing_is_taken_back_past_that() -> None:
    log = Log("baguettes", ME, LINK, BOT, players="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    log.deal(ANNA, BEN)
    bots_answer(log)
    seen = set()
    for _ in range(2):
        seen.add(log.mover())
        log.play(log.table.position.legal_moves()[0])
        bots_answer(log)
    last = log.table.turns[-1]
    mover = next(turn for turn in reversed(log.table.turns) if not turn.by_bot).seat
    assert seen == {ANNA, BEN}
    assert log.table.moves_to_take_back([mover]) == (2 if last.by_bot else 1)
    assert log.table.moves_to_take_back([1 - mover]) == 0


def test_going_back_far_into_a_long_game_finds_every_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_position, "SNAPSHOT_EVERY", 4)
    log = of_two("piecepack-matches")
    positions = [log.table.position.copy()]
    for _ in range(20):
        play_on(log, 1)
        positions.append(log.table.position.copy())
    for moves, position in enumerate(positions):
        found = log.table.position_after(moves)
        assert found == position
        assert found.history == position.history
    assert Table("test", log.events).turns[-1] == log.table.turns[-1]


# Bots


def test_a_game_that_need_not_end_is_given_no_more_room_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = of_two("piecepack-matches")
    log.play("flip 1")
    assert bots_may_play(log.table, NOBODY_GONE, watched=True)
    monkeypatch.setattr(tables, "LONGEST_GAME", 1)
    with pytest.raises(Refused, match="room for"):
        log.play("flip 2")
    assert not bots_may_play(log.table, NOBODY_GONE, watched=True), "bots do not try in vain"
    log.do(ANNA, EndGame())
    log.do(BEN, EndGame())
    assert log.table.over


def test_moves_are_not_made_and_taken_back_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    log = of_two()
    mover = log.mover()
    log.play("pierce A1")
    log.do(mover, TakeBack(log.table.seq))
    log.play("pierce A1")
    monkeypatch.setattr(tables, "LONGEST_LOG", log.table.seq)
    with pytest.raises(Refused, match="room for"):
        log.do(mover, TakeBack(log.table.seq))
    log.do(ANNA, EndGame())
    log.do(BEN, EndGame())
    assert log.table.over


def test_nobody_sits_down_and_gets_up_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    log.do(BEN, GetUp())
    monkeypatch.setattr(commands, "MOST_COMINGS", log.table.seq)
    with pytest.raises(Conflict, match="Too many have come and gone"):
        log.do(BEN, Sit("Ben", log.table.invite))


def test_the_longest_log_of_a_table_can_be_restored() -> None:
    name = MOST_IN_ONE * LONGEST_NAME * "\N{FIRE}"
    sat, moved = (
        len(msgspec.json.encode(StoredEvent(1e9 / 7, events.write(event).decode())))
        for event in (Sat(10, name, ANNA), Moved(10, LONGEST_MOVE * "x"))
    )
    before_the_deal, after_it = tables.MOST_COMINGS * sat, tables.LONGEST_LOG * moved
    assert before_the_deal + after_it < LONGEST_LINE


def test_a_bot_stands_in_until_the_player_moves_or_returns() -> None:
    log = of_two()
    seat = log.table.to_move
    log.happen([StoodIn(seat)])
    assert log.table.bot_at(seat) == log.table.agreement.stand_in
    log.happen([Returned(seat)])
    assert log.table.bot_at(seat) is None
    log.happen([StoodIn(seat)])
    log.play("pierce A1")
    assert log.table.bot_at(seat) is None, "who moves is back"


def test_a_bot_that_thought_too_long_does_not_move() -> None:
    log = Log("baguettes", ME, BOT).deal(ANNA)
    if log.table.to_move == 0:
        log.play("pierce A1")
    after = log.table.moved_at
    log.happen(decide_bot_move(log.table, after, "pierce A2"))
    with pytest.raises(Conflict):
        decide_bot_move(log.table, after, "pierce A3")


# The end


def test_before_and_after_the_game_nothing_is_moved() -> None:
    log = Log("baguettes", ME, SCREEN, size="2x2x2", sticks="1")
    with pytest.raises(Conflict, match="not been dealt"):
        log.decide(ANNA, Move("pierce A1", log.table.seq))
    with pytest.raises(Refused, match="once this game is over"):
        decide_rematch(log.deal(ANNA).table, ANNA, "next")
    with pytest.raises(Refused, match="after the game"):
        log.table.record(["", ""])
    while not log.table.over:
        log.play(log.table.position.legal_moves()[-1])
    with pytest.raises(Conflict, match="over"):
        log.decide(ANNA, Move("pierce A1", log.table.seq))
    assert log.table.record(["Anna", "Ada"]).proof is not None
    assert log.table.phase == "over"


def test_with_two_sides_the_other_wins_when_one_gives_up() -> None:
    log = of_two()
    log.play("pierce A1")
    with pytest.raises(Forbidden, match="You don’t play"):
        log.decide(EVE, GiveUp())
    with pytest.raises(Forbidden, match="for yourself"):
        log.decide(BEN, GiveUp(0))
    log.do(BEN, GiveUp())
    assert (log.table.phase, log.table.winners, log.table.to_move) == ("over", [0], None)
    with pytest.raises(Conflict, match="over"):
        log.decide(ANNA, GiveUp())
    record = log.table.record(["Anna", "Ben"])
    assert (record.winners, record.gave_up) == ((0,), {1: 1})
    *_, last = read_record(record.write()).replay()
    assert last.history == ["pierce A1"]


def test_with_partners_giving_up_ends_the_game_for_both() -> None:
    log = Log("baguettes", *[ME, SCREEN] * 2, players="4", teams="true").deal(ANNA)
    log.do(ANNA, GiveUp(1))
    assert log.table.winners == [0, 2]


def test_with_more_sides_a_bot_keeps_the_chair_of_who_gives_up() -> None:
    log = of_three()
    log.do(BEN, GiveUp())
    assert log.table.phase == "playing"
    assert log.table.bot_at(1) == log.table.agreement.stand_in
    assert stand_in_changes(log.table, {ANNA: 0, BEN: 0}) == [], "it stays when Ben looks in"
    until_turn_of(log, 1)
    with pytest.raises(Forbidden, match="gave up"):
        log.decide(BEN, Move(log.table.position.legal_moves()[0], log.table.seq))
    log.do(ANNA, GiveUp())
    assert log.table.winners == [2], "only the bot is left"


def of_three() -> Log:
    """Anna and Ben with a bot, each on a side of their own."""
    log = Log("baguettes", ME, LINK, BOT, players="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    return log.deal(ANNA, BEN)


def until_turn_of(log: Log, seat: int) -> None:
    while log.table.to_move != seat:
        log.happen([Moved(log.table.to_move, log.table.position.legal_moves()[0])])


def test_who_gave_up_decides_nothing_any_more() -> None:
    log = of_three()
    until_turn_of(log, 1)
    log.play(log.table.position.legal_moves()[0])
    assert log.table.moves_to_take_back([1])
    log.do(BEN, GiveUp())
    assert log.table.phase == "playing"
    for command in (
        TakeBack(log.table.seq),
        EndGame(),
        StandIn(0),
        GiveUp(),
        Move("pass", log.table.seq),
    ):
        with pytest.raises(Forbidden, match="gave up"):
            log.decide(BEN, command, {ANNA: 10.0**9})
    log.do(ANNA, EndGame())
    assert log.table.phase == "over", "who gave up is not asked"


def test_nothing_is_taken_back_from_before_someone_gave_up() -> None:
    """Or else a record would say that they did after moves that were never made."""
    log = of_three()
    until_turn_of(log, 0)
    log.play(log.table.position.legal_moves()[0])
    assert log.table.moves_to_take_back([0])
    log.do(BEN, GiveUp())
    assert not log.table.moves_to_take_back([0])
    log.do(ANNA, GiveUp())
    assert list(read_record(log.table.record(["Anna", "Ben", "Bot"]).write()).replay())


@pytest.mark.parametrize(
    ("seats", "options", "told"),
    [
        ((ME, LINK), {}, "loses"),
        ((ME, LINK, BOT), {"players": "3"}, "plays on"),
        ((ME, BOT, BOT), {"players": "3"}, "ends"),
        ((ME, LINK, BOT, BOT), {"players": "4", "teams": "true"}, "loses"),
        ((ME, LINK, BOT, BOT), {"players": "4"}, "plays on"),
    ],
)
def test_what_giving_up_does_is_what_was_told(
    seats: tuple[Chair, ...], options: dict[str, str], told: str
) -> None:
    log = Log("baguettes", *seats, **options)
    if LINK in seats:
        log.do(BEN, Sit("Ben", log.table.invite))
    log.deal(*sorted(log.table.people))
    assert build_view(log.table, Perspective("en", (0,)), MoveLog()).giving_up == told
    log.do(ANNA, GiveUp())
    ended = {"plays on": ("playing", False), "loses": ("over", True), "ends": ("over", False)}
    assert (log.table.phase, bool(log.table.winners)) == ended[told]
    assert build_view(log.table, Perspective("en", (0,)), MoveLog()).giving_up is None


def test_whoever_gave_up_did_so_after_no_move_that_was_taken_back() -> None:
    """As logs tell of before that was refused."""
    log = Log("baguettes", ME, LINK, BOT, players="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    log.deal(ANNA, BEN)
    for _ in log.table.chairs:
        if log.table.bot_at(log.table.to_move):
            move = log.table.position.legal_moves()[0]
            log.happen(decide_bot_move(log.table, log.table.moved_at, move))
        else:
            log.play(log.table.position.legal_moves()[0])
        if log.table.turns[-1].seat == 0:
            break
    after = len(log.table.turns)
    log.do(BEN, GiveUp())
    log.happen([TookBack(0, 1)])
    log.do(ANNA, GiveUp())
    record = log.table.record(["Anna", "Ben", "Birch"])
    assert record.gave_up == {1: after - 1, 0: after - 1}
    assert list(read_record(record.write()).replay())


def test_a_game_ends_without_a_winner_when_all_who_are_there_agree() -> None:
    log = of_two()
    log.play("pierce A1")
    log.do(ANNA, EndGame())
    assert (log.table.phase, log.table.would_end) == ("playing", {0})
    log.play("pierce A2")
    assert log.table.would_end == set(), "a move says that the game goes on"
    log.do(ANNA, EndGame())
    log.do(BEN, EndGame())
    assert (log.table.phase, log.table.winners) == ("over", [])
    record = log.table.record(["Anna", "Ben"])
    assert (record.winners, record.agreed_to_end) == (None, True)
    assert list(read_record(record.write()).replay())


def test_who_is_gone_for_longer_than_was_agreed_is_not_asked_whether_the_game_shall_end() -> None:
    log, patience = of_two(patience=LONGEST_PATIENCE), LONGEST_PATIENCE
    assert log.decide(ANNA, EndGame(), {BEN: patience - 1}) == [WouldEnd(0)]
    log.do(ANNA, EndGame(), {BEN: patience})
    assert log.table.phase == "over"


def test_where_it_was_agreed_to_wait_for_ever_no_game_ends_without_who_is_away() -> None:
    log = of_two(patience=0)
    log.do(ANNA, EndGame(), {BEN: 10.0**9})
    assert log.table.phase == "playing"
    log.do(BEN, EndGame())
    assert log.table.phase == "over"


def test_the_same_players_go_on_at_a_table_with_a_new_secret() -> None:
    log = of_two(size="2x2x2", sticks="1")
    while not log.table.over:
        log.play(log.table.position.legal_moves()[-1])
    following = Table("next", rematch_events(log.table, ANNA, breaks_tie=True))
    assert following.players == log.table.players
    assert following.variant.options == log.table.variant.options
    assert following.agreement.breaks_tie
    assert following.secret != log.table.secret
    assert following.invite != log.table.invite


@pytest.mark.parametrize(
    ("wanted", "error", "told"),
    [
        (Wanted("baguettes", [ME]), Refused, "for 2 players, and 1"),
        (Wanted("baguettes", [ME, Chair("bot", level="god")]), UnknownBot, "no bot “god”"),
        (Wanted("baguettes", [ME, Chair("bot", level="master")]), Refused, "thinks too long"),
        (Wanted("baguettes", [ME, ME], stand_in="master"), Refused, "thinks too long"),
        (Wanted("baguettes", [ME, BOT], {"size": "9x9x9"}), BadOption, "size cannot be"),
        (Wanted("baguettes", [ME, BOT], patience=-1), Refused, "waits for 0 to"),
        (Wanted("top-trumps-match", [ME, BOT], ENDLESS), Refused, "a table has room for"),
        (Wanted("colorfox", [ME, BOT], {"deck": "/etc/passwd"}), BadOption, "cards cannot be read"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    wanted: Wanted, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        opening_events(wanted, ANNA)
