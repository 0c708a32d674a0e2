"""Cost of a move at the server, apart from the network and the disk.

From the move to two packed events: the rules, both views, both pages, what has changed in them.
Machines differ, and so does one from hour to hour; so the cost is told in milliseconds of a core,
and beside it as a multiple of a yardstick that is measured at the same time.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console

from bench.report import Table as Report
from bench.targets import Target, at_most, target_table
from bench.timing import Spread
from matchwood.engine.game import find_game
from matchwood.server.live.broadcast import StreamEvent
from matchwood.server.routes.table import render_page
from matchwood.server.run.serve import tune_gc
from matchwood.server.table.events import Agreement, Contributed, Dealt, Moved, Opened, Sat
from matchwood.server.table.state import Table
from matchwood.server.views.build import build_view
from matchwood.server.views.move_log import MoveLog
from matchwood.server.views.perspective import Perspective, Presence

ROUNDS = 5
MOVES, WARMING = 120, 60
"""So many moves of each game are weighed in a round, after a few to get warm."""
BATCH = 10
"""After so many moves the yardstick is laid on anew."""
LINES = 2000
MILLISECONDS = 1e3

MOST_YARDSTICKS = {
    "baguettes": 3.1,
    "colorfox": 3.6,
    "piecepack-matches": 3.6,
    "top-trumps-match": 4.8,
}
"""Half of what a move cost before the table had its present page: 2.8, 3.1, 3.2 and 3.8 ms of a
core, in the same way and at the same time as the first form of that page took 5.5, 4.9, 3.4 and
5.7 ms, which was later weighed as 12.4, 11.5, 7.7 and 14.3 yardsticks."""

HERE = Presence(here=(True, True), late=(False, False), emotes=(None, None))


def yardstick() -> float:
    """The seconds of a core that some plain work with texts takes: make, keep, join them."""
    began = time.process_time()
    lines: dict[str, int] = {}
    for number in range(LINES):
        line = f'<g id="{number}">{number % 7}</g>'
        lines[line] = len(line)
    "".join(lines)
    return time.process_time() - began


@dataclass
class Viewer:
    """One of two players, who follows the table by a packed stream."""

    seat: int
    last: StreamEvent | None = None

    def see(self, table: Table, story: MoveLog) -> None:
        perspective = Perspective("en", (self.seat,), site="https://matchwood.example")
        shown = render_page(build_view(table, perspective, story, HERE), perspective)
        assert (shown.since(self.last) if self.last else shown).compressed
        self.last = shown


@dataclass
class Weighed:
    """Seconds of a core that some moves cost, and that plain work cost between them."""

    moves: list[float] = field(default_factory=list)
    yardsticks: list[float] = field(default_factory=list)

    @property
    def milliseconds(self) -> float:
        return sum(self.moves) / len(self.moves) * MILLISECONDS

    @property
    def in_yardsticks(self) -> float:
        plain = sum(self.yardsticks) / len(self.yardsticks)
        return sum(self.moves) / len(self.moves) / plain


def dealt(game: str, number: int) -> Table:
    """A table of two, the same for the same number."""
    variant = find_game(game).variant()
    agreement = Agreement(game=game, options={}, bots={}, version=variant.version)
    parts = [Contributed(seat=seat, part=f"{number + seat:032x}", drawn=False) for seat in (0, 1)]
    sat = [Sat(seat=seat, name=name, holder=name) for seat, name in enumerate(("Anna", "Ben"))]
    opened = Opened(agreement=agreement, secret=f"{number:064x}", maker="Anna", bound=True)
    return Table(f"table-{number}", [opened, *sat, *parts, Dealt()])


def play(game: str, number: int, most: int, chance: random.Random) -> Weighed:
    """A game at random, or so many moves of it."""
    table, story, viewers = dealt(game, number), MoveLog(), [Viewer(0), Viewer(1)]
    for viewer in viewers:
        viewer.see(table, story)
    weighed = Weighed()
    while not table.over and len(weighed.moves) < most:
        if len(weighed.moves) % BATCH == 0:
            weighed.yardsticks.append(yardstick())
        assert table.position is not None
        assert table.to_move is not None
        move = Moved(seat=table.to_move, move=chance.choice(table.position.legal_moves()))
        began = time.process_time()
        table = table.after([move])
        for viewer in sorted(viewers, key=lambda each: each.seat == move.seat):
            viewer.see(table, story)
        weighed.moves.append(time.process_time() - began)
    return weighed


def weigh(game: str, moves: int, start: int) -> Weighed:
    """So many moves, of as many games as that takes."""
    chance, found = random.Random(f"{game} {start}"), Weighed()
    number = start
    while len(found.moves) < moves:
        number += 1
        more = play(game, number, moves - len(found.moves), chance)
        found.moves += more.moves
        found.yardsticks += more.yardsticks
    return found


@contextmanager
def as_in_a_server() -> Iterator[None]:
    """With garbage looked for as seldom as there."""
    usual = gc.get_threshold()
    tune_gc()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def cost_of_views() -> tuple[Report, list[Target]]:
    for game in MOST_YARDSTICKS:
        weigh(game, WARMING, 0)
    with as_in_a_server():
        return _cost_of_views()


def _cost_of_views() -> tuple[Report, list[Target]]:
    rows, targets = [], []
    for game, most in MOST_YARDSTICKS.items():
        found = [weigh(game, MOVES, (1 + number) * MOVES) for number in range(ROUNDS)]
        cost = Spread.of([each.milliseconds for each in found])
        relative = Spread.of([each.in_yardsticks for each in found])
        rows.append((game, str(cost), str(relative), f"{most:g}"))
        targets.append(at_most(f"{game}: a move with two viewers, in yardsticks", relative, most))
    note = (
        "Two viewers, in one process: rules, views, pages, changes, packing. The most is half of "
        "what a move cost before the table had its present page, weighed with the same yardstick."
    )
    columns = ("game", "ms of a core", "yardsticks", "at most")
    return Report("Making the views of a move", note, columns, rows), targets


def main() -> None:
    console = Console()
    report, targets = cost_of_views()
    for table in (report, target_table(targets)):
        table.show(console)


if __name__ == "__main__":
    main()
