"""Seats of a game in the terminal: people at this keyboard, bots, and agreed help."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.bots import BOTS, LEVELS
from matchwood.bots.registry import FILE, SEPARATOR, name_bots, names_of_bots
from matchwood.engine.errors import MatchwoodError, listed, nearest, quoted
from matchwood.engine.game import Game

ME = "me"
YOU = "You"


class BadSeats(MatchwoodError):
    """The seats cannot be taken like this."""


def read_seats(text: str) -> list[str]:
    """The seats in order, from a list such as `me,random,mine.py:mine`."""
    seats = [word.strip() for word in text.split(",")]
    takers = (ME, *BOTS)
    for seat in seats:
        is_file = SEPARATOR in seat or seat.endswith(FILE)
        if not is_file and seat not in (*takers, *names_of_bots()):
            raise BadSeats(
                "{seat} cannot take a seat; those who can are {takers}.",
                nearest(seat, takers),
                seat=quoted(seat),
                takers=listed(takers),
            )
    bots = iter(name_bots([seat for seat in seats if seat != ME]))
    return [seat if seat == ME else next(bots) for seat in seats]


def usual_seats(players: int) -> list[str]:
    """One person, and the weakest bot on every other seat."""
    return [ME] + [LEVELS[0]] * (players - 1)


def check_seats(seats: Sequence[str], players: int) -> None:
    if len(seats) != players:
        raise BadSeats(f"This game is for {players} players, and {len(seats)} were given.")


def read_aids(game: Game, text: str, seats: Sequence[str]) -> tuple[str, ...]:
    """The help that was agreed on, from a list such as `mark-seen,hints`."""
    words = [word.strip() for word in text.split(",")]
    return game.read_aids([word for word in words if word], people=seats.count(ME))


def seat_names(seats: Sequence[str]) -> list[str]:
    """Names by seat; a person who plays alone against bots is “You”."""
    alone = seats.count(ME) == 1
    return [_name(number, seat, alone) for number, seat in enumerate(seats, start=1)]


def _name(number: int, seat: str, alone: bool) -> str:
    if seat != ME:
        return f"Player {number} ({seat})"
    return YOU if alone else f"Player {number}"
