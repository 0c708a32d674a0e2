"""The first minute: from the end of the installation to a game against a bot, nothing compiled.

A server is started in an empty home, once for each game, and asked for that game as soon as it
shows a page. A program plays for the person: it sits down, has the game dealt, and moves until
the bot has moved too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from bench.report import Table
from bench.targets import Target, at_most
from bench.timing import Spread

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
ROUNDS = 3
MOST_SECONDS = {"page": 5, "game": 30, "everything": 60, "again": 3}
A_MOMENT = 0.05
BOT = 1
"""Seat of the bot."""


@contextmanager
def _served(home: str) -> Iterator[tuple[httpx.Client, float]]:
    """A server as `make play` starts it, and how long its first page took."""
    command = [sys.executable, "-m", "matchwood.cli", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "HOME": home, "COLUMNS": "200"}
    for variable in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        environment.pop(variable, None)
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if "://" in word)
        try:
            with httpx.Client(base_url=address, timeout=60, trust_env=False) as http:
                _wait_for_page(http)
                yield http, time.perf_counter() - began
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _wait_for_page(http: httpx.Client) -> None:
    while True:
        try:
            http.get("/").raise_for_status()
            return
        except httpx.ConnectError:  # It does not listen yet.
            time.sleep(A_MOMENT)


def _first_game(http: httpx.Client, game: str) -> None:
    """Play until a bot has answered."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot"}]
    told = _when_ready(http, "/api/tables", {"game": game, "seats": seats})
    http.headers["authorization"] = f"Bearer {told['token']}"
    table = f"/api/tables/{told['table']}"
    http.post(f"{table}/deal", json={}).raise_for_status()
    view = http.get(table).json()
    while not any(move["seat"] == BOT for move in view["told"]):
        if view["offers"]:
            move = {"move": view["offers"][0]["move"], "after": view["seq"]}
            http.post(f"{table}/moves", json=move).raise_for_status()
        time.sleep(A_MOMENT)
        view = http.get(table).json()


def _when_ready(http: httpx.Client, path: str, wanted: dict[str, object]) -> dict[str, str]:
    while (answer := http.post(path, json=wanted)).status_code == httpx.codes.SERVICE_UNAVAILABLE:
        time.sleep(A_MOMENT)
    told: dict[str, str] = answer.raise_for_status().json()
    return told


def _everything(home: str) -> float:
    command = [sys.executable, "-m", "matchwood.cli", "warm", *GAMES]
    environment = {**os.environ, "NUMBA_CACHE_DIR": home}
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


def first_minute() -> tuple[list[Table], list[Target]]:
    pages, again, everything = list[float](), list[float](), list[float]()
    games: dict[str, list[float]] = {game: [] for game in GAMES}
    for _ in range(ROUNDS):
        for game in GAMES:
            with tempfile.TemporaryDirectory() as home, _served(home) as (http, seconds):
                pages.append(seconds)
                began = time.perf_counter()
                _first_game(http, game)
                games[game].append(time.perf_counter() - began)
        with tempfile.TemporaryDirectory() as home:
            everything.append(_everything(home))
    with tempfile.TemporaryDirectory() as home:
        with _served(home) as (http, _):
            while "<progress" in http.get("/").text:
                time.sleep(1)
        for _ in range(ROUNDS):
            with _served(home) as (_, seconds):
                again.append(seconds)
    found = {
        "the page, nothing compiled": (pages, MOST_SECONDS["page"]),
        **{
            f"from the page to a bot's first move at {game}": (seconds, MOST_SECONDS["game"])
            for game, seconds in games.items()
        },
        "`matchwood warm` of our four games": (everything, MOST_SECONDS["everything"]),
        "the page, everything compiled": (again, MOST_SECONDS["again"]),
    }
    spreads = {what: (Spread.of(seconds), most) for what, (seconds, most) in found.items()}
    note = (
        "`matchwood serve` in an empty home, started anew for each game, which is asked for as "
        f"soon as the page is there; {ROUNDS} rounds."
    )
    rows = [(what, str(spread)) for what, (spread, _) in spreads.items()]
    targets = [at_most(f"{what}, s", spread, most) for what, (spread, most) in spreads.items()]
    return [Table("The first minute", note, ("what", "seconds"), rows)], targets


if __name__ == "__main__":
    from rich.console import Console

    for table in first_minute()[0]:
        table.show(Console())
