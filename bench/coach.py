"""Time after the end of a game until the coach has its moments: a bot judges every move.

The games are those of two bots that play about as people do; the coach has one thread, as at the
server, and what it says is put into words. People wait by the clock on the wall, so the target is
for that; the seconds of a core beside it tell how much the machine was busy otherwise.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from rich.console import Console

from bench.report import Table as Report
from bench.targets import Target, at_most, target_table
from bench.timing import Spread
from matchwood.bots import choose
from matchwood.engine.game import find_game
from matchwood.engine.language import ENGLISH
from matchwood.engine.rng import new_generator
from matchwood.server.table.events import Agreement, Dealt, Event, Moved, Opened, Sat
from matchwood.server.table.state import Table
from matchwood.server.views.judgements import budget_for, judge_move
from matchwood.server.views.key_moves import explain_move, find_key_moves

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
LEVELS = ("medium", "easy")
ROUNDS = 3
MOST_SECONDS = 3


def played(game: str, seed: int) -> Table:
    """A game of two bots, as a table has it where a person sat on the first seat."""
    found = find_game(game)
    agreement = Agreement(
        game=game, version=found.variant().version, options={}, bots={1: LEVELS[1]}
    )
    opened = Opened(agreement, f"{seed:064x}", "me", bound=False)
    first: list[Event] = [opened, Sat(0, "Anna", "me"), Dealt()]
    table = Table("bench", first)
    generator = new_generator(seed)
    while table.to_move is not None and table.position is not None:
        action = choose(LEVELS[table.to_move], table.position, generator)
        [move] = found.text.say(table.position.state, [action])
        table = table.after([Moved(table.to_move, move)])
    return table


class Took(NamedTuple):
    """Seconds on the wall, and of a core."""

    wall: float
    core: float


def look_back(table: Table) -> Took:
    """Time taken until the moments of a game are found and told."""
    began = Took(time.perf_counter(), time.process_time())
    budget = budget_for(len(table.turns))
    position, judgements = table.position_after(0), []
    for turn in table.turns:
        judgements.append(judge_move(position, turn.move, budget))
        position.play(turn.move)
    words = table.game.speaking(ENGLISH.language)
    for number in find_key_moves(judgements, table.winners):
        explain_move(table, number, judgements[number - 1], "", words)
    return Took(time.perf_counter() - began.wall, time.process_time() - began.core)


def looking_back() -> tuple[list[Report], list[Target]]:
    rows, targets = [], []
    for game in GAMES:
        tables = [played(game, seed) for seed in range(1, ROUNDS + 1)]
        look_back(tables[0])  # whatever is compiled or loaded first is not the coach's
        took = [look_back(table) for table in tables]
        wall, core = (Spread.of(seconds) for seconds in zip(*took, strict=True))
        moves = Spread.of([len(table.turns) for table in tables])
        rows.append((game, str(moves), str(wall), str(core)))
        targets.append(at_most(f"{game}, what decided a usual game, seconds", wall, MOST_SECONDS))
    note = f"Games of {LEVELS[0]} against {LEVELS[1]} bots, {ROUNDS} of each."
    heads = ("game", "moves", "seconds", "seconds of a core")
    table = Report("The coach after a game", note, heads, rows)
    return [table], targets


if __name__ == "__main__":
    reports, wanted = looking_back()
    for each in (*reports, target_table(wanted)):
        each.show(Console())
