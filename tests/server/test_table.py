"""A table as the replay of its log, and what may happen at it."""

from __future__ import annotations

import pytest

from matchwood.engine.deals import PART_BYTES, draw
from matchwood.engine.errors import BadOption, IllegalMove, UnknownBot
from matchwood.server import events
from matchwood.server.events import Event, Moved
from matchwood.server.refusals import NotYours, Refused, Stale
from matchwood.server.setting_up import Chair, Wanted, first_events, once_more
from matchwood.server.table import Table

ANNA, BEN, EVE = "a" * 64, "b" * 64, "e" * 64


class Log:
    """A table that is played by hand, and the log that it leaves."""

    def __init__(self, game: str, *seats: Chair, **options: str) -> None:
        self.events = list(first_events(Wanted(game, list(seats), options), ANNA))
        self.table = Table("test", self.events)

    def happen(self, decided: list[Event]) -> None:
        for event in decided:
            self.events.append(event)
            self.table.apply(event)

    def deal(self, *holders: str) -> Log:
        for holder in holders:
            self.happen(self.table.deal(holder, bytes(PART_BYTES)))
        return self

    def play(self, *moves: str) -> None:
        for move in moves:
            self.happen(self.table.move(self.mover(), self.table.seq, move))

    def mover(self) -> str:
        assert self.table.to_move is not None
        return self.table.players[self.table.to_move].holder


ME, SCREEN, LINK, BOT = Chair("me", "Anna"), Chair("screen", "Ada"), Chair("link"), Chair("bot")


def of_two(game: str = "baguettes", **options: str) -> Log:
    """Anna and Ben, each with a browser of their own."""
    log = Log(game, ME, LINK, **options)
    log.happen(log.table.sit(BEN, None, "Ben", log.table.invite))
    return log.deal(ANNA, BEN)


def test_the_log_alone_brings_the_table_back() -> None:
    log = of_two("piecepack-matches")
    log.play("flip 1")
    log.play(log.table.position.legal()[0])
    again = Table("test", [events.read(events.write(event)) for event in log.events])
    assert again.position == log.table.position
    assert again.turns == log.table.turns
    assert (again.seq, again.moved_at) == (log.table.seq, log.table.moved_at)


def test_only_an_invited_friend_sits_down_and_only_on_an_empty_chair() -> None:
    log = Log("colorfox", ME, LINK, LINK, players="3")
    with pytest.raises(NotYours, match="invitation link"):
        log.table.sit(BEN, 1, "Ben", "guessed")
    with pytest.raises(Stale, match="This seat is taken"):
        log.table.sit(BEN, 0, "Ben", log.table.invite)
    with pytest.raises(Refused, match="no seat 7"):
        log.table.sit(BEN, 7, "Ben", log.table.invite)
    log.happen(log.table.sit(BEN, 2, "  Ben\n\t", log.table.invite))
    assert log.table.players[2].name == "Ben"
    assert log.table.empty == [1]
    log.happen(log.table.sit(EVE, None, "Eve", log.table.invite))
    with pytest.raises(Stale, match="All seats"):
        log.table.sit(BEN, None, "Ben", log.table.invite)


@pytest.mark.parametrize("name", ["", " \n", "x" * 25])
def test_a_name_is_short_and_not_empty(name: str) -> None:
    log = Log("baguettes", ME, LINK)
    with pytest.raises(Refused, match=r"name|called"):
        log.table.sit(BEN, None, name, log.table.invite)


def test_the_game_begins_when_every_player_has_added_their_part() -> None:
    log = Log("baguettes", ME, LINK)
    with pytest.raises(Stale, match="still empty"):
        log.table.deal(ANNA, None)
    log.happen(log.table.sit(BEN, None, "Ben", log.table.invite))
    with pytest.raises(NotYours, match="You don’t play"):
        log.table.deal(EVE, None)
    log.happen(log.table.deal(ANNA, draw()))
    assert log.table.phase == "waiting"
    with pytest.raises(Stale, match="You have added"):
        log.table.deal(ANNA, draw())
    log.happen(log.table.deal(BEN, None))
    assert log.table.phase == "playing"
    assert [made.drawn for made in log.table.contributions.values()] == [False, True]
    assert log.table.proof.leads_to(log.table.position.seed)
    with pytest.raises(Stale, match="already been dealt"):
        log.table.deal(BEN, draw())


def test_the_deal_follows_from_the_secret_and_every_contribution() -> None:
    log = Log("baguettes", ME, SCREEN)
    others = [Table("test", log.events) for _ in range(2)]
    for table, part in zip(others, (bytes(32), bytes([1]) * 32), strict=True):
        for event in table.deal(ANNA, part):
            table.apply(event)
    assert others[0].position.seed != others[1].position.seed


def test_a_move_is_made_by_whose_turn_it_is() -> None:
    log = of_two()
    other = BEN if log.mover() == ANNA else ANNA
    with pytest.raises(NotYours, match="not your turn"):
        log.table.move(other, log.table.seq, log.table.position.legal()[0])
    with pytest.raises(NotYours, match="You don’t play"):
        log.table.move(EVE, log.table.seq, log.table.position.legal()[0])
    with pytest.raises(IllegalMove, match="BG-"):
        log.table.move(log.mover(), log.table.seq, "pull A1")


def test_a_move_is_never_made_twice() -> None:
    log = of_two()
    mover, seq, move = log.mover(), log.table.seq, "pierce A1"
    log.play(move)
    with pytest.raises(Stale, match="already been made"):
        log.table.move(mover, seq, move)
    with pytest.raises(Stale, match="moved on"):
        log.table.move(mover, seq, "pierce A2")


def test_what_does_not_change_the_position_does_not_make_a_move_stale() -> None:
    log = of_two()
    seq = log.table.seq
    log.happen(log.table.stand_in(1 - log.table.to_move))
    assert log.table.move(log.mover(), seq, "pierce A1")


def test_a_move_is_taken_back_until_another_has_moved() -> None:
    log = of_two()
    before, mover = log.table.position.copy(), log.mover()
    log.play("pierce A1")
    assert log.table.may_take_back(log.table.seats_of(mover)) is not None
    with pytest.raises(Refused, match="cannot be taken back"):
        log.table.take_back(log.mover(), log.table.seq)
    log.happen(log.table.take_back(mover, log.table.seq))
    assert log.table.position == before
    log.play("pierce A1", "pierce A2")
    with pytest.raises(Refused, match="cannot be taken back"):
        log.table.take_back(mover, log.table.seq)


def test_nothing_is_taken_back_that_showed_something_hidden() -> None:
    log = of_two("piecepack-matches")
    mover = log.mover()
    log.play("flip 1")
    with pytest.raises(Refused, match="showed something hidden"):
        log.table.take_back(mover, log.table.seq)


def test_a_bot_stands_in_until_the_player_returns() -> None:
    log = of_two()
    seat, mover = log.table.to_move, log.mover()
    log.happen(log.table.stand_in(seat))
    assert log.table.bot_at(seat) == log.table.agreement.stand_in
    assert log.table.stand_in(seat) == []
    log.happen(log.table.come_back(mover))
    assert log.table.bot_at(seat) is None
    log.happen(log.table.stand_in(seat))
    log.play("pierce A1")
    assert log.table.bot_at(seat) is None, "who moves is back"


def test_a_bot_that_thought_too_long_does_not_move() -> None:
    log = Log("baguettes", ME, BOT).deal(ANNA)
    if log.table.to_move == 0:
        log.play("pierce A1")
    after = log.table.moved_at
    log.happen(log.table.bot_move(after, "pierce A2"))
    with pytest.raises(Stale):
        log.table.bot_move(after, "pierce A3")


def test_before_and_after_the_game_nothing_is_moved() -> None:
    log = Log("baguettes", ME, SCREEN, size="2x2x2", sticks="1")
    with pytest.raises(Stale, match="not been dealt"):
        log.table.move(ANNA, log.table.seq, "pierce A1")
    with pytest.raises(Refused, match="once this game is over"):
        log.deal(ANNA).table.go_on(ANNA, "next")
    with pytest.raises(Refused, match="after the game"):
        log.table.record(["", ""])
    while not log.table.over:
        log.play(log.table.position.legal()[-1])
    with pytest.raises(Stale, match="over"):
        log.table.move(ANNA, log.table.seq, "pierce A1")
    assert log.table.record(["Anna", "Ada"]).proof is not None
    assert log.table.phase == "over"


def test_the_phase_is_known_before_the_move_is_made() -> None:
    log = Log("baguettes", ME, SCREEN, size="2x2x2", sticks="1").deal(ANNA)
    while not log.table.over:
        [*_, move] = decided = log.table.move(ANNA, log.table.seq, log.table.position.legal()[-1])
        assert isinstance(move, Moved)
        expected = log.table.phase_after(decided)
        log.happen(decided)
        assert log.table.phase == expected


def test_the_same_players_go_on_at_a_table_with_a_new_secret() -> None:
    log = of_two(size="2x2x2", sticks="1")
    while not log.table.over:
        log.play(log.table.position.legal()[-1])
    following = Table("next", once_more(log.table, breaks_tie=True))
    assert following.players == log.table.players
    assert following.variant.options == log.table.variant.options
    assert following.agreement.breaks_tie
    assert following.secret != log.table.secret
    assert following.invite != log.table.invite


@pytest.mark.parametrize(
    ("wanted", "error", "told"),
    [
        (Wanted("baguettes", [ME]), Refused, "for 2 players, and 1"),
        (Wanted("baguettes", [BOT, BOT]), Refused, "at least one person"),
        (Wanted("baguettes", [ME, Chair("bot", level="god")]), UnknownBot, "no bot “god”"),
        (Wanted("baguettes", [ME, BOT], {"size": "9x9x9"}), BadOption, "size cannot be"),
        (Wanted("baguettes", [ME, BOT], patience=-1), Refused, "waits for 0 to"),
        (Wanted("colorfox", [ME, BOT], {"deck": "/etc/passwd"}), BadOption, "deck cannot be"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    wanted: Wanted, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        first_events(wanted, ANNA)
