"""The chances of winning over a finished game, drawn and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from matchwood.drawing import svg
from matchwood.engine.game import find_game
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node
from matchwood.server.pages.parts import STAINS, advised, called, reasoned
from matchwood.server.views.model import JudgedMove, ReplayView, Seat

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 56, 470, 14, 150
LEGEND, LEGEND_LINE, LEGEND_GAP = 176, 26, 6
FEWEST_IN_LEGEND = 3
"""Names are no further apart than those of so many players."""
DOT, SIZE = 4, 15
COSTLY = 0.05
"""From this share of the win on, a move is called costly."""
MOST_NAMED = 5
DASHES = (None, "7 4", "2 4", "12 4", "7 3 2 3", "1 3")
"""Every player's line has the colour of their avatar and a pattern of its own, since colours never
speak alone; where there are more players than stains, one comes again with another pattern."""

Link = Callable[[int], str]
"""URL of the replay after a number of moves."""


def section(step: ReplayView, link: Link, ask: str, words: Words) -> Element:
    """The analysis, or the way to it."""
    if step.analysis is None:
        content = [h.p(".buttons")[h.a(".button", href=ask)[words("Analyse the game")]]]
    else:
        content = [
            h.div[Markup(_chart(step, step.analysis, words))],
            _costly(step, step.analysis, link, words),
        ]
    return h.section("#analysis", aria_labelledby="analysis-title")[
        h.h2("#analysis-title")[words("Chances of winning")],
        h.p(".quiet")[
            words("Estimated by a bot, for each move from what the player could know at the time.")
        ],
        content,
    ]


def _chart(step: ReplayView, judged: Sequence[JudgedMove], words: Words) -> str:
    last = max(len(judged), 2)

    def at(number: int, chance: float) -> svg.Point:
        x = LEFT + (RIGHT - LEFT) * (number - 1) / (last - 1)
        return x, BOTTOM - (BOTTOM - TOP) * chance

    lines = []
    for seat in step.seats:
        own = [at(each.number, each.chance) for each in judged if each.seat == seat.number]
        lines += _line(seat, own, step.game)
    now = at(min(max(step.number, 1), last), 0)[0]
    return svg.element(
        "svg",
        *(_level(percent) for percent in (0, 50, 100)),
        svg.path(f"M{svg.short(now)} {TOP}V{BOTTOM}", stroke="currentColor", stroke_width=2),
        *lines,
        *(_legend(seat, len(step.seats), step.game, words) for seat in step.seats),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=words("The chances of winning, move by move"),
        class_=f"matchwood-{step.game}",
    )


def _level(percent: int) -> svg.Drawn:
    y = BOTTOM - (BOTTOM - TOP) * percent / 100
    return svg.group(
        svg.path(f"M{LEFT} {svg.short(y)}H{RIGHT}", stroke="currentColor", opacity=0.25),
        svg.text(f"{percent} %", SIZE, (LEFT - 6, y), class_="quiet end"),
    )


def _line(seat: Seat, points: Sequence[svg.Point], game: str) -> list[svg.Drawn]:
    if not points:
        return []
    way = "L".join(f"{svg.short(x)} {svg.short(y)}" for x, y in points)
    return [
        svg.path(f"M{way}", fill="none", stroke_width=2, **_look(seat, game)),
        *(svg.circle(DOT, point, fill=_colour(seat, game)) for point in points),
    ]


def _look(seat: Seat, game: str) -> dict[str, svg.Attribute]:
    round_, place = divmod(seat.number, STAINS)
    dashes = DASHES[(place + round_) % len(DASHES)]
    return {"stroke": _colour(seat, game), "stroke_dasharray": dashes}


def _colour(seat: Seat, game: str) -> str:
    """Colour of the seat's avatar."""
    if seat.emblem:
        return find_game(game).all_emblems[seat.emblem].colour
    return f"var(--seat-{seat.number % STAINS})"


def _legend(seat: Seat, players: int, game: str, words: Words) -> svg.Drawn:
    room = (RIGHT - LEFT) / max(players, FEWEST_IN_LEGEND)
    x, beside = LEFT + seat.number * room, LEGEND_LINE + LEGEND_GAP
    line = f"M{svg.short(x)} {LEGEND}h{LEGEND_LINE}"
    name = svg.cut(called(seat, words), SIZE, room - beside)
    return svg.group(
        svg.path(line, fill="none", stroke_width=3, **_look(seat, game)),
        svg.text(name, SIZE, (x + beside, LEGEND), class_="start"),
    )


def _costly(step: ReplayView, judged: Sequence[JudgedMove], link: Link, words: Words) -> Element:
    """The moves that cost most, in the order in which they were made."""
    costly = sorted((each for each in judged if each.cost >= COSTLY), key=lambda each: -each.cost)
    if not costly:
        return h.p[words("No move cost much.")]
    named = sorted(costly[:MOST_NAMED], key=lambda each: each.number)
    return h.ul(".verdict")[(h.li[_cost(step, each, link, words)] for each in named)]


def _cost(step: ReplayView, each: JudgedMove, link: Link, words: Words) -> list[Node]:
    return [
        h.a(href=link(each.number), data_morph=True)[
            words.about(
                each.seat,
                [called(seat, words) for seat in step.seats],
                "Move {number} (you):",
                "Move {number} ({name}):",
                number=each.number,
            )
        ],
        " ",
        words("{points} % less chance to win.", points=round(100 * each.cost)),
        " ",
        advised(each.best, step.seats[each.seat], words),
        " ",
        each.reason and reasoned(each.reason, each.rule, step.game),
    ]
