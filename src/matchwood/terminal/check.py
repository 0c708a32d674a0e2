"""The laws of all games, one after the other, told in sentences.

    python -m matchwood.terminal.check GAME

checks a game and writes a line of JSON for each law, before and after. It runs as a process of its
own, since a rule that never ends can only be stopped from outside.
"""

from __future__ import annotations

import inspect
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO

from rich.console import Console

from matchwood.engine import game_files
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game, Variant, find_game

RANDOM_GAMES, LEAST_RANDOM_GAMES, SECONDS_OF_RANDOM_GAMES = 200, 40, 10.0
"""More than the laws look at: what a rule forgets may happen in one game of twenty. Games that
take long are fewer."""


class Broken(MatchwoodError):
    """A game does not keep all laws."""


def check(console: Console, game: Game, seconds: float) -> None:
    """Check a game, law by law; raise if it breaks one."""
    broken = 0
    for sentence in missing(game):
        console.print(f"- {sentence}", markup=False)
        broken += 1
    for law, failure in _laws(game, seconds):
        console.print(f"{'✗' if failure else '✓'} {law}", markup=False)
        if failure:
            console.print(f"  {failure}", markup=False)
            broken += 1
    if broken:
        raise Broken("{game} is not whole: {n} things to mend.", game=game.title, n=broken)
    console.print(f"{game.title} keeps all laws.", markup=False)


def missing(game: Game) -> Iterator[str]:
    """Parts that a game lacks, as far as that shows without playing it."""
    rules = game.rulebook().rules
    if not rules:
        yield (
            "The rulebook has no rules: each begins a line, as in “- **R-1** Mark an empty cell.”"
        )
    for move in game.moves:
        if not move.rule:
            yield f"The move “{move.pattern}” names no rule: add rule=“…” with its number."
        elif move.rule not in rules:
            yield f"The move “{move.pattern}” names the rule {move.rule}, which is not there."
        if not move.says:
            yield f"The move “{move.pattern}” is told as it is typed: add says=“{{name}} …”."


def _laws(game: Game, seconds: float) -> Iterator[tuple[str, str]]:
    """Each law, and how it is broken."""
    command = [sys.executable, "-m", __name__, game.name]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process.stdout, lines), daemon=True)
    reader.start()
    law = "The rules compile."
    try:
        while True:
            try:
                line = lines.get(timeout=seconds)
            except queue.Empty:
                yield (
                    law,
                    f"This did not end within {seconds:g} seconds: does a loop go on for ever?",
                )
                return
            if line is None:
                if process.wait():
                    yield law, "The process that checked it broke off."
                return
            told = json.loads(line)
            law = told["law"]
            if "failure" in told:
                yield law, told["failure"]
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def check_laws(name: str) -> None:
    """Check a game in this process, and write a line of JSON before and after each law."""
    from matchwood import testing

    def check_random_games(variant: Variant) -> None:
        """Random games always have a move, and come to their end."""
        end = None
        for seed in range(RANDOM_GAMES):
            for _ in testing.random_game(variant, seed):
                pass
            # What the first game takes is compiling.
            end = end or time.monotonic() + SECONDS_OF_RANDOM_GAMES
            if seed + 1 >= LEAST_RANDOM_GAMES and time.monotonic() > end:
                return

    game = find_game(name)
    variants = testing.variants(game)
    for law in (check_random_games, *testing.LAWS):
        told = " ".join((inspect.getdoc(law) or law.__name__).split("\n\n")[0].split())
        _tell(law=told)
        failure = ""
        for variant in variants:
            try:
                law(variant)
            except AssertionError as error:
                failure = f"{variant}: {str(error).splitlines()[0] or 'it does not hold'}."
            except Exception as error:
                failure = game_files.sentence(game, error) or f"{type(error).__name__}: {error}"
            if failure:
                break
        _tell(law=told, failure=failure)


def _tell(**told: str) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    check_laws(sys.argv[1])
