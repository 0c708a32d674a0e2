"""The benchmark: our games, and Connect Four beside OpenSpiel and pgx in the same run.

Prints tables and writes them to `RESULTS.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rich.console import Console

import matchwood
from bench import report
from bench.coach import looking_back
from bench.environments import contestants
from bench.first_minute import first_minute
from bench.ours import (
    THREADS,
    benched_variants,
    from_python,
    games_in_files,
    in_an_arena,
    searcher,
    simulated,
)
from bench.parallel import chunks_elsewhere
from bench.public import public_calls
from bench.report import Table
from bench.search_beside import search_beside
from bench.solid import turning
from bench.table import under_load
from bench.targets import Target, at_least, at_most, target_table
from bench.timing import ROUNDS, SEARCH_ITERATIONS, Contestant, Result, race
from bench.waiting import WARMED, wait_for_import, wait_for_warm

COMMAND = "make bench"
RESULTS = Path(__file__).with_name("RESULTS.md")
SPREAD = f"Medians of {ROUNDS} rounds; in brackets the lowest and the highest."
CORES = "Cores: how many worked for it; less than 1 where others kept the machine busy."
THOUSANDS = 1e-3
MILLIONS = 1e-6
MICROSECONDS = 1e6

MILLION_MOVES = {
    "piecepack-matches players=4": 10,
    "colorfox players=3": 1.5,
    "baguettes": 1.5,
    "top-trumps-match": 3,
    "tic-tac-toe": 1,
    "quartets": 1,
}
"""Random moves a second that we want with one thread, in millions."""
ARENAS = (("random", "easy"), ("medium", "hard"))
IMPORT = "`import matchwood`"
WARM = f"`matchwood warm {' '.join(WARMED)}`, nothing compiled before"
MOST_SECONDS = {IMPORT: 0.3, WARM: 20}
RIVALS = {"bench.rival_open_spiel": "OpenSpiel", "bench.rival_pgx": "pgx"}
"""The modules that let others play, and what has to be installed for each."""
SEARCHING_RIVALS = {"bench.rival_open_spiel": "OpenSpiel"}
TIMES_AS_FAST = {"OpenSpiel from Python": 20, "OpenSpiel, rollouts in C++": 5}
"""Whom we want to outrun, by how much: the fastest contestant whose name begins like this."""
TOGETHER_TIMES_AS_FAST = {"pgx": 5}
"""Rivals that take all cores, and how much faster we want to be on all cores."""
ENVIRONMENT_RIVALS = {"bench.rival_pgx": "pgx", "bench.rival_pettingzoo": "PettingZoo"}
ENVIRONMENT_TIMES_AS_FAST = {"pgx": 5, "PettingZoo": 100}
SEARCH_TARGET = "Connect Four, tree search, times as fast as OpenSpiel's MCTSBot"
SEARCH_TIMES_AS_FAST = 4

Part = tuple[list[Table], list[Target]]
"""Tables that one part of the benchmark shows, and the targets it was to reach."""


def random_games() -> Part:
    variants = [*benched_variants(), *games_in_files()]
    results = race([simulated(variant, cores) for cores in (1, THREADS) for variant in variants])
    rows = [
        (
            result.contestant.name,
            str(result.contestant.at_once),
            f"{result.cores:.2f}",
            str(result.games_a_second * THOUSANDS),
            str(result.moves_a_second * MILLIONS),
            f"{result.moves_a_game:.1f}",
        )
        for result in results
    ]
    columns = (
        *("game", "threads", "cores"),
        *("thousand games/s", "million moves/s", "moves a game"),
    )
    alone = {result.contestant.name: result for result in reversed(results)}
    targets = [
        at_least(f"{name}, million moves/s", alone[name].moves_a_second * MILLIONS, wanted)
        for name, wanted in MILLION_MOVES.items()
    ]
    note = f"By `matchwood.simulate`, points and all. {SPREAD} {CORES}"
    return [Table("Random games", note, columns, rows)], targets


def arenas() -> Part:
    """Games of bots that search, by the public call."""
    variants = benched_variants()
    rows = []
    for bots in ARENAS:
        results = race([in_an_arena(v, bots, cores) for v in variants for cores in (1, THREADS)])
        rows += [
            (
                " against ".join(bots),
                result.contestant.name,
                str(result.contestant.at_once),
                f"{result.cores:.2f}",
                str(result.games_a_second),
                str(result.seconds_a_move * MICROSECONDS),
            )
            for result in results
        ]
    columns = ("bots", "game", "threads", "cores", "games/s", "microseconds a move")
    note = f"As `matchwood arena` plays them, each kept in its folder. {SPREAD} {CORES}"
    return [Table("Arenas", note, columns, rows)], []


def moves_from_python() -> Part:
    results = race([from_python(variant) for variant in benched_variants()])
    moves = {result.contestant.name: result.seconds_a_move * MICROSECONDS for result in results}
    slowest, most = max(moves.items(), key=lambda move: move[1].median)
    table = Table(
        "A move from Python",
        f"`legal_moves()` and `play()` with texts, dealing included. {SPREAD}",
        ("game", "microseconds a move"),
        [(name, str(move)) for name, move in moves.items()],
    )
    return [table], [at_most(f"a move of {slowest} from Python, microseconds", most, 100)]


def new_process() -> Part:
    cold, again = wait_for_warm()
    waits = {IMPORT: wait_for_import(), WARM: cold, "the same once more": again}
    rows = [(what, str(wait.seconds), str(wait.core_seconds)) for what, wait in waits.items()]
    note = f"{SPREAD} Core seconds: how long a core worked for it, others' work left out."
    targets = [
        at_most(f"{what}, seconds", waits[what].seconds, most)
        for what, most in MOST_SECONDS.items()
    ]
    return [Table("A new process", note, ("what", "seconds", "core seconds"), rows)], targets


def connect_four() -> Part:
    others, missing = _rivals("contestants", RIVALS)
    variant = matchwood.load("connect-four")
    alone = replace(simulated(variant, 1), name="Matchwood, one thread")
    together = replace(simulated(variant, THREADS), name=f"Matchwood, {THREADS} threads")
    one, many, *theirs = race([alone, together, *others])
    rows = [
        (
            result.contestant.name,
            str(result.contestant.at_once),
            f"{result.cores:.2f}",
            str(result.moves_a_second * MILLIONS),
            f"{result.moves_a_game:.1f}",
            *(
                str(ours.times_as_fast_as(result)) if result in theirs else ""
                for ours in (one, many)
            ),
        )
        for result in (one, many, *theirs)
    ]
    rows += [(name, "", "", "not installed", "", "", "") for name in missing]
    columns = (
        *("who", "games at once", "cores", "million moves/s", "moves a game"),
        *("times slower than one thread", f"than {THREADS}"),
    )
    table = Table(
        "Connect Four, side by side",
        "Uniform random legal moves from the empty board to the end. OpenSpiel has one thread and "
        "is held against one of ours; pgx takes all cores and is held against all of ours. "
        f"{SPREAD} {CORES}",
        columns,
        rows,
    )
    targets = [
        *_times_as_fast(one, theirs, TIMES_AS_FAST, "Connect Four, one thread"),
        *_times_as_fast(many, theirs, TOGETHER_TIMES_AS_FAST, f"Connect Four, {THREADS} threads"),
    ]
    return [table, _for_each_move(one, *theirs)], targets


def _for_each_move(*results: Result) -> Table:
    told = {result.contestant.name: result.contestant.for_each_move for result in results}
    return Table(
        "What each side does for each move",
        "All choose among the legal moves, make the move and see whether the game is over.",
        ("who", "what else"),
        list(told.items()),
    )


def environments() -> Part:
    """Steps of environments, with what programs that learn want: observations, masks, rewards."""
    others, missing = _rivals("environments", ENVIRONMENT_RIVALS)
    ours = contestants()
    results = race([*ours, *others])
    mine = [result for result in results[: len(ours)] if "Connect Four" in result.contestant.name]
    best = max(mine, key=lambda result: result.moves_a_second.median)
    rows = [
        (
            result.contestant.name,
            str(result.contestant.at_once),
            f"{result.cores:.2f}",
            str(result.moves_a_second * MILLIONS),
            "" if result in results[: len(ours)] else str(best.times_as_fast_as(result)),
        )
        for result in results
    ]
    rows += [(name, "", "", "not installed", "") for name in missing]
    table = Table(
        "Environments, side by side",
        f"Uniform random legal moves on Connect Four, if not said otherwise, with the observation "
        f"of every position and the mask of its legal moves. {SPREAD} {CORES}",
        ("who", "games at once", "cores", "million moves/s", "times slower than our fastest"),
        rows,
    )
    targets = _times_as_fast(best, results[len(ours) :], ENVIRONMENT_TIMES_AS_FAST, "environments")
    return [table, _for_each_move(*results)], targets


def tree_search() -> Part:
    """The same tree (UCT, a node an iteration) and the same rollouts: one random game each."""
    others, missing = _rivals("searchers", SEARCHING_RIVALS)
    ours, *theirs = race([searcher(matchwood.load("connect-four")), *others])
    rows = [
        (
            result.contestant.name,
            f"{result.cores:.2f}",
            str(result.moves_a_second * THOUSANDS),
            "" if result is ours else str(ours.times_as_fast_as(result)),
            result.contestant.for_each_move,
        )
        for result in (ours, *theirs)
    ]
    rows += [(name, "", "not installed", "", "") for name in missing]
    table = Table(
        "Tree search on Connect Four, side by side",
        f"Searches of {SEARCH_ITERATIONS:,} iterations from the empty board: UCT with the same "
        f"constant, one uniform random game an iteration, no estimate. {SPREAD} {CORES}",
        ("who", "cores", "thousand iterations/s", "times slower", "what else"),
        rows,
    )
    ratio = ours.times_as_fast_as(theirs[0]) if theirs else None
    return [table], [at_least(SEARCH_TARGET, ratio, SEARCH_TIMES_AS_FAST)]


def _rivals(which: str, rivals: Mapping[str, str]) -> tuple[list[Contestant], list[str]]:
    """The contestants that can play here in this part, and the names of those not installed."""
    found: list[Contestant] = []
    missing = []
    for module, name in rivals.items():
        try:
            found += getattr(import_module(module), which)()
        except ImportError:
            missing.append(name)
    return found, missing


def _times_as_fast(
    ours: Result, others: Sequence[Result], wanted: Mapping[str, float], what: str
) -> list[Target]:
    targets = []
    for name, factor in wanted.items():
        named = [other for other in others if other.contestant.name.startswith(name)]
        best = max(named, key=lambda other: other.moves_a_second.median, default=None)
        ratio = ours.times_as_fast_as(best) if best else None
        targets.append(at_least(f"{what}, times as fast as {name}", ratio, factor))
    return targets


PARTS: tuple[Callable[[], Part], ...] = (
    # What is ours alone, then side by side with others.
    *(random_games, public_calls, arenas, moves_from_python, new_process, first_minute),
    *(under_load, looking_back, turning),
    *(connect_four, tree_search, search_beside, environments, chunks_elsewhere),
)


def main() -> None:
    """Run all parts, and write each part's results at once: whoever stops in between has the
    rest."""
    console = Console()
    tables, targets = [report.conditions()], list[Target]()
    for part in PARTS:
        with console.status(f"Measuring: {part.__name__.replace('_', ' ')} …"):
            shown, wanted = part()
        for table in shown:
            table.show(console)
        tables += shown
        targets += wanted
        report.write(RESULTS, COMMAND, [target_table(targets), *tables])
    target_table(targets).show(console)
    console.print(f"Written to {RESULTS.name}.")


if __name__ == "__main__":
    main()
