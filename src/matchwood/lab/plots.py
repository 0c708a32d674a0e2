"""Ratings as a picture: every bot is a match, its head the rating, its stick the interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from matchwood.drawing.style import sheet
from matchwood.drawing.svg import (
    CORNER,
    SHADOW_DROP,
    Drawn,
    block,
    circle,
    cut,
    group,
    path,
    picture,
    short,
    text,
    with_style,
)
from matchwood.lab.ratings import Estimate, Standings

WIDTH, MARGIN = 720, 16
TITLE, ROW, AXIS = 44, 40, 34
"""How high the title is, a bot's row, and what stands below the last one."""
LEFT, RIGHT = 150, 100
"""The room for names and for numbers, on either side of the scale."""
INSET = 18
TITLE_SIZE, NAME_SIZE, NUMBER_SIZE, TICK_SIZE = 18, 16, 15, 12
HEAD, STICK = 5.5, 5
MOST_TICKS = 8
ROUND_STEPS = (1, 2, 5, 10)
LEAST_SPAN = 20.0
"""In Elo: equal bots are not drawn far apart."""

LOOKS = {
    ".tick": "fill:none;stroke:var(--hairline);stroke-width:1",
    ".stick": f"fill:none;stroke:var(--wood);stroke-width:{STICK}",
    ".head": "fill:var(--red)",
    "text.tick": "fill:var(--quiet);stroke:none;font-weight:400",
}


@dataclass(frozen=True)
class Scale:
    """Where a rating is drawn: from the first tick on the left to the last on the right."""

    ticks: Sequence[float]

    def at(self, rating: float) -> float:
        left, right = MARGIN + LEFT, WIDTH - MARGIN - RIGHT
        first, last = self.ticks[0], self.ticks[-1]
        return left + (right - left) * (rating - first) / (last - first)


def scale(estimates: Sequence[Estimate]) -> Scale:
    """Round numbers in round steps, from below the lowest interval to above the highest."""
    low = min(estimate.low for estimate in estimates)
    high = max(estimate.high for estimate in estimates)
    step = _round_step(max(high - low, LEAST_SPAN) / MOST_TICKS)
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return Scale([step * number for number in range(first, last + 1)])


def _round_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in ROUND_STEPS if power * step >= least)


def plot_ratings(title: str, standings: Standings) -> str:
    """The ratings with their intervals as SVG, the strongest on top."""
    rows = len(standings.ratings)
    height = 2 * MARGIN + TITLE + rows * ROW + AXIS
    middle = MARGIN + TITLE / 2
    card = WIDTH - 2 * MARGIN, height - 2 * MARGIN
    along = scale(list(standings.ratings.values()))
    told = "; ".join(_told(bot, standings.ratings[bot]) for bot in standings.ranking)
    count = f"{standings.games:,} games of every two bots"
    room = WIDTH - 2 * (MARGIN + INSET) - len(count) * TICK_SIZE
    drawn = picture(
        "ratings",
        (WIDTH, height),
        block(*card, at=(MARGIN, MARGIN + SHADOW_DROP), class_="shadow"),
        block(*card, CORNER, at=(MARGIN, MARGIN), class_="card"),
        text(cut(title, TITLE_SIZE, room), TITLE_SIZE, (MARGIN + INSET, middle), class_="start"),
        text(count, TICK_SIZE, (WIDTH - MARGIN - INSET, middle), class_="tick end"),
        *(_tick(along.at(tick), tick, rows) for tick in along.ticks),
        *(
            _match(bot, standings.ratings[bot], along, MARGIN + TITLE + (row + 0.5) * ROW)
            for row, bot in enumerate(standings.ranking)
        ),
        label=f"{title}. Ratings with 95 % intervals: {told}.",
    )
    return with_style(drawn, sheet("ratings", LOOKS))


def _tick(x: float, rating: float, rows: int) -> Drawn:
    top = MARGIN + TITLE
    bottom = top + rows * ROW
    return group(
        path(f"M{short(x)} {top}V{bottom}", class_="tick"),
        text(signed(rating), TICK_SIZE, (x, bottom + AXIS / 2), class_="tick"),
    )


def _match(bot: str, estimate: Estimate, along: Scale, y: float) -> Drawn:
    low, value, high = map(along.at, (estimate.low, estimate.value, estimate.high))
    right = WIDTH - MARGIN - INSET
    return group(
        text(cut(bot, NAME_SIZE, LEFT - INSET), NAME_SIZE, (MARGIN + INSET, y), class_="start"),
        path(f"M{short(low)} {short(y)}H{short(high)}", class_="stick"),
        circle(HEAD, (value, y), class_="head"),
        text(signed(estimate.value), NUMBER_SIZE, (right, y), class_="quiet end"),
        title=_told(bot, estimate),
    )


def _told(bot: str, estimate: Estimate) -> str:
    value, low, high = map(signed, (estimate.value, estimate.low, estimate.high))
    return f"{bot} {value}, {low} to {high}"


def signed(rating: float) -> str:
    """A rating in whole points with its sign."""
    points = round(rating)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"
