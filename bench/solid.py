"""The block of Baguettes in a browser: how long the script takes for a frame while it is turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matchwood
from bench.report import Table
from bench.targets import Target, at_most
from bench.timing import Spread
from matchwood import Position
from matchwood.testing import random_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ("2x2x2", "4x4x4", "6x6x6")
ROUNDS, FRAMES = 3, 120
WINDOW = {"width": 1440, "height": 900}
WAYS = {"turned": "[0.05]", "lifted": "[0, 0, step % 20 < 10 ? 0.1 : -0.1]"}
MOST_MILLISECONDS = 8
"""Milliseconds of script allowed for a frame of the largest block."""
MEASURE = """
async () => {
  const thing = solid("block"), script = [], frames = [];
  thing.took = (milliseconds) => script.push(milliseconds);
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < FRAMES; step += 1) {
    thing.turn(...WAY);
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return [script, frames];
}
"""


def turning() -> tuple[list[Table], list[Target]]:
    note = (
        f"Script for a frame in milliseconds, and from one frame to the next, painted without a "
        f"graphics card. Medians of {ROUNDS} rounds of {FRAMES} frames; in brackets the lowest "
        "and the highest."
    )
    columns = ("block", "elements", "way", "script", "95 of 100", "frame to frame")
    try:
        rows, slowest = _measured()
    except ImportError:
        rows, slowest = [("no browser", *[""] * 5)], None
    targets = []
    if slowest:
        what = f"a frame of the block {SIZES[-1]}, script, milliseconds"
        targets.append(at_most(what, slowest, MOST_MILLISECONDS))
    return [Table("Turning the block", note, columns, rows)], targets


def _measured() -> tuple[list[tuple[str, ...]], Spread]:
    from playwright.sync_api import sync_playwright
    from tools.board_page import open_board
    from tools.browser import chromium

    rows, middles = [], list[Spread]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page(viewport=WINDOW)  # type: ignore[arg-type]
        for size in SIZES:
            open_board(page, _position(size))
            elements = str(page.locator(".live *").count())
            for way, by in WAYS.items():
                script, late, frames = _rounds(page, by)
                rows.append((size, elements, way, str(script), str(late), str(frames)))
                middles.append(script)
        browser.close()
    return rows, max(middles[-len(WAYS) :], key=lambda script: script.median)


def _position(size: str) -> Position:
    """In the middle of a game of four."""
    positions = list(random_game(matchwood.load("baguettes", players=4, size=size, sticks=9), 1))
    return max(
        positions, key=lambda each: len(each.document["rods"]) + len(each.document["sticks"])
    )


def _rounds(page: Page, by: str) -> tuple[Spread, Spread, Spread]:
    asked = MEASURE.replace("FRAMES", str(FRAMES)).replace("WAY", by)
    rounds = [page.evaluate(asked) for _ in range(ROUNDS)]
    middles = [sorted(script)[len(script) // 2] for script, _ in rounds]
    ends = [sorted(script)[int(0.95 * len(script))] for script, _ in rounds]
    frames = [sorted(frames)[len(frames) // 2] for _, frames in rounds]
    return Spread.of(middles), Spread.of(ends), Spread.of(frames)
