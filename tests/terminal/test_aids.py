"""Help at the terminal: what is drawn and told with it, and without."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

import matchwood
from matchwood.bots import Budget
from matchwood.terminal import table
from matchwood.terminal.table import Table

MATCHES, TRUMPS = "piecepack-matches", "top-trumps-match"
Screen = Callable[..., str]


class Keyboard(io.StringIO):
    """Lines that come from a keyboard, not from a pipe."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """What a terminal shows while lines are typed, until there are no more."""

    def shown(game: str, seats: list[str], aids: list[str], *lines: str, **options: object) -> str:
        monkeypatch.setattr(sys, "stdin", Keyboard("".join(f"{line}\n" for line in lines)))
        monkeypatch.setattr(table, "HINT", Budget(iterations=60))
        position = matchwood.load(game, **options).new("a seed")
        console = Console(file=io.StringIO(), width=100, highlight=False)
        book = position.variant.game.rulebook()
        with pytest.raises(EOFError):
            Table(console, position, seats, book, aids).play()
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    return shown


def test_the_help_that_was_agreed_on_is_told_at_the_start(screen: Screen) -> None:
    plain = screen(MATCHES, ["me", "random"], [])
    helped = screen(MATCHES, ["me", "random"], ["mark-seen", "hints"])
    assert helped.startswith("Help agreed on: Mark coins that have been seen; Hints from a bot.\n")
    assert "Help agreed on" not in plain


@pytest.mark.rule("PM-12")
def test_coins_that_have_been_seen_are_marked_only_where_that_was_agreed(screen: Screen) -> None:
    turns = ["flip 1", "flip 2", "flip 1"]
    plain = screen(MATCHES, ["me", "me"], [], *turns)
    marked = screen(MATCHES, ["me", "me"], ["mark-seen"], *turns)
    assert "•" not in plain
    last = marked.rpartition("move 4")[2]
    dotted = {int(spot) for spot in re.findall(r"(\d+) \([^)]*\)•", last)}
    lying = {spot for spot in (1, 2) if re.search(rf" {spot} \(", last)}
    assert dotted == lying
    assert "A coin with • has been seen." in last


@pytest.mark.rule("PM-12")
def test_only_the_turns_since_the_last_look_are_told(screen: Screen) -> None:
    shown = screen(MATCHES, ["me", "random"], [], "1", "1", "1")
    between = re.split(r"─+ Matches · move \d+ .*─+\n", shown)[2:]
    assert [len(re.findall(r": flip \d+\n", part)) for part in between[:-1]] == [2, 2]


@pytest.mark.rule("TT-7")
def test_a_rivals_push_is_told_by_the_readers_own_side(screen: Screen) -> None:
    shown = screen(TRUMPS, ["me", "random"], [], "1", "1", youngest=0)
    said = " ".join(shown.split())
    told = re.findall(r"Player 2 \(random\) pushes a cube into \w\d: [^.]+\.", said)
    assert len(told) >= 2
    assert all(line.endswith(" on your side.") for line in told)
    assert "Player 2 (random): " not in shown
    assert re.search(r"You: \w\d=\w\n", shown), "one's own move is told as it was made"
    open_to_all = screen(TRUMPS, ["me", "random"], ["other-side"], "1", "1", youngest=0)
    assert re.search(r"Player 2 \(random\): \w\d=\w\n", open_to_all)


@pytest.mark.rule("TT-7")
@pytest.mark.parametrize(("aids", "sides"), [([], 1), (["other-side"], 2)])
def test_the_other_side_is_drawn_only_where_looking_was_agreed(
    screen: Screen, aids: list[str], sides: int
) -> None:
    shown = screen(TRUMPS, ["me", "random"], aids, "1", youngest=0)
    heads = [line for line in shown.splitlines() if re.search(r"│ +a +b +c|│ +e +d +c", line)]
    assert heads
    assert {line.count(" c ") for line in heads} == {sides}


def test_a_hint_is_given_where_hints_were_agreed_on(screen: Screen) -> None:
    options = {"size": (2, 2, 2), "sticks": 2}
    seats = ["me", "random"]
    helped = screen("baguettes", seats, ["hints"], "help", "hint", **options)
    assert "hint           what a bot would do" in helped
    assert re.search(r"A bot would do this: \S+", helped)
    plain = screen("baguettes", seats, [], "help", "hint", **options)
    assert "what a bot would do" not in plain
    assert "“hint” is refused" in plain
