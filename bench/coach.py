"""How long after the end of a game the coach has its moments: a bot judges every move.

The games are those of two bots that play about as people do; the coach has one thread, as at the
server, and what it says is put into words.
"""

from __future__ import annotations

import time

from rich.console import Console

from bench.report import Table as Report
from bench.targets import Target, at_most, target_table
from bench.timing import Spread
from matchwood.bots import choose
from matchwood.engine.game import find_game
from matchwood.engine.generators import new_generator
from matchwood.engine.words import ENGLISH
from matchwood.server.analysis import budget_for, judge
from matchwood.server.events import Agreement, Dealt, Event, Moved, Opened, Sat
from matchwood.server.moments import decisive, explained
from matchwood.server.table import Table

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
LEVELS = ("medium", "easy")
ROUNDS = 3
MOST_SECONDS = 3


def played(game: str, seed: int) -> Table:
    """A game of two bots, as a table has it where a person sat on the first seat."""
    found = find_game(game)
    agreement = Agreement(game=game, version=found.version, options={}, bots={1: LEVELS[1]})
    first: list[Event] = [Opened(agreement, f"{seed:064x}", "me"), Sat(0, "Anna", "me"), Dealt()]
    table = Table("bench", first)
    generator = new_generator(seed)
    while table.to_move is not None and table.position is not None:
        action = choose(LEVELS[table.to_move], table.position, generator)
        [move] = found.text.say(table.position.state, [action])
        table = table.after([Moved(table.to_move, move)])
    return table


def look_back(table: Table) -> float:
    """The seconds of a core until the moments of a game are found and told."""
    began = time.process_time()
    budget = budget_for(len(table.turns))
    position, judgements = table.position_after(0), []
    for turn in table.turns:
        judgements.append(judge(position, turn.move, budget))
        position.play(turn.move)
    words = table.game.speaking(ENGLISH.language)
    for number in decisive(judgements, table.winners):
        explained(table, number, judgements[number - 1], "", words)
    return time.process_time() - began


def looking_back() -> tuple[list[Report], list[Target]]:
    rows, targets = [], []
    for game in GAMES:
        tables = [played(game, seed) for seed in range(1, ROUNDS + 1)]
        look_back(tables[0])  # whatever is compiled or loaded first is not the coach's
        seconds = Spread.of([look_back(table) for table in tables])
        moves = Spread.of([len(table.turns) for table in tables])
        rows.append((game, str(moves), str(seconds)))
        targets.append(
            at_most(f"{game}, what decided a usual game, seconds", seconds, MOST_SECONDS)
        )
    note = f"Games of {LEVELS[0]} against {LEVELS[1]} bots, {ROUNDS} of each; seconds of a core."
    table = Report("The coach after a game", note, ("game", "moves", "seconds"), rows)
    return [table], targets


if __name__ == "__main__":
    reports, wanted = looking_back()
    for each in (*reports, target_table(wanted)):
        each.show(Console())
