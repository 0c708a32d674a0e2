"""A process that draws PNGs and animations, and typesets sheets to print.

A picture takes a tenth of a second or more and holds the interpreter's lock, so `picture_pool`
starts processes that run this module. Pickled jobs come on standard input, pickled pictures or
refusals go out on standard output, and the end of the input ends the process.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from queue import SimpleQueue
from typing import BinaryIO, Protocol

from PIL import Image

from matchwood.drawing.images import rendered
from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import Game
from matchwood.printing.document import pdf
from matchwood.printing.papers import Order
from matchwood.server.base import error_log
from matchwood.server.views.board_svg import Board, board_svg

COLOURS = 64
"""Number of colours of an animated picture: the look needs no more."""
FRAME, LAST_FRAME = 700, 3000
"""Milliseconds for which a frame is shown, and the last one."""
LENGTH_BYTES = 4
"""Size of the number before each job and each picture that says how long it is."""
POLITENESS = 10
"""Niceness of the drawing processes."""


class Job(Protocol):
    """Something to be drawn; it is pickled on its way to this process."""

    def draw(self) -> bytes: ...


@dataclass(frozen=True)
class Still:
    """A picture that stands alone, to be drawn as PNG."""

    svg: str
    width: int

    def draw(self) -> bytes:
        return rendered(self.svg, self.width)


@dataclass(frozen=True)
class Print:
    """Sheets to print, to be typeset as PDF, with the figures of the rulebook if they are drawn."""

    order: Order
    figures: Mapping[str, Sequence[str]] | None

    def draw(self) -> bytes:
        return pdf(self.order, self.figures)


@dataclass(frozen=True)
class Animation:
    """Boards of a game, one after the other, to be drawn as GIF."""

    game: Game
    boards: Sequence[Board]
    names: Sequence[str]
    language: str
    size: tuple[int, int]

    def draw(self) -> bytes:
        words = self.game.speaking(self.language)
        frames = [
            _frame(board_svg(self.game, board, self.names, words, self.size), self.size[0])
            for board in self.boards
        ]
        found = BytesIO()
        durations = [FRAME] * (len(frames) - 1) + [LAST_FRAME]
        frames[0].save(
            found, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0
        )
        return found.getvalue()


def _frame(svg: str, width: int) -> Image.Image:
    drawn = Image.open(BytesIO(rendered(svg, width))).convert("RGB")
    return drawn.quantize(COLOURS, dither=Image.Dither.NONE)


def framed(message: object) -> bytes:
    """A message of the pipes: its length, and itself pickled."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH_BYTES) + data


def main() -> None:
    """Draw what comes on standard input until that ends."""
    if sys.platform != "win32":
        os.nice(POLITENESS)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            try:
                answer: bytes | MatchwoodError = pickle.loads(jobs.get()).draw()
            except MatchwoodError as refused:
                answer = refused
            except Exception as error:
                error_log.report(error, "while drawing a picture")
                sys.exit(1)
            sys.stdout.buffer.write(framed(answer))
            sys.stdout.buffer.flush()


def _read(pipe: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Take in jobs. The pipe ends with the server, however that ends, and so does this process."""
    while length := pipe.read(LENGTH_BYTES):
        jobs.put(pipe.read(int.from_bytes(length)))
    os._exit(0)


if __name__ == "__main__":
    main()
