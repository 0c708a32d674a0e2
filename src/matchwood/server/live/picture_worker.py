"""Pictures for places that show no SVG: links that are pasted somewhere, icons of the site.

To draw one takes a tenth of a second or more and never releases the interpreter's lock. So it is
done by `renderers` in processes that run this module: jobs come on standard input, pictures go out
on standard output, and the end of the input ends the process.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from io import BytesIO
from queue import SimpleQueue
from typing import BinaryIO

from msgspec import Struct, json
from PIL import Image

from matchwood.drawing.images import rendered
from matchwood.engine.game import find_game
from matchwood.printing.document import typeset
from matchwood.server.views.board_svg import Board, board_svg

COLOURS = 64
"""How many colours an animated picture has: the look needs no more."""
FRAME, LAST_FRAME = 700, 3000
"""For how many milliseconds a frame is shown, and the last one."""
LENGTH_BYTES = 4
"""Size of the number before each job and each picture that says how long it is."""
POLITENESS = 10
"""Niceness of the drawing processes."""


class Still(Struct, frozen=True, tag=True):
    """A picture that stands alone, to be drawn as PNG."""

    svg: str
    width: int


class Animation(Struct, frozen=True, tag=True):
    """Boards of a game, one after the other, to be drawn as GIF."""

    game: str
    boards: list[Board]
    names: list[str]
    language: str
    size: tuple[int, int]


class Print(Struct, frozen=True, tag=True):
    """Sheets to print, to be typeset as PDF."""

    sources: dict[str, bytes]


Job = Still | Animation | Print


def draw(job: Job) -> bytes:
    if isinstance(job, Still):
        return rendered(job.svg, job.width)
    if isinstance(job, Print):
        return typeset(job.sources)
    game = find_game(job.game)
    words = game.speaking(job.language)
    frames = [
        _frame(board_svg(game, board, job.names, words, job.size), job.size[0])
        for board in job.boards
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


def framed(data: bytes) -> bytes:
    """A message of the pipes: its length, and itself."""
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
                drawn = draw(json.decode(jobs.get(), type=Job))
            except Exception as error:
                from matchwood.server.base import error_log  # It brings the web framework along.

                error_log.report(error, "while drawing a picture")
                sys.exit(1)
            sys.stdout.buffer.write(framed(drawn))
            sys.stdout.buffer.flush()


def _read(pipe: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Take in jobs. The pipe ends with the server, however that ends, and so does this process."""
    while length := pipe.read(LENGTH_BYTES):
        jobs.put(pipe.read(int.from_bytes(length)))
    os._exit(0)


if __name__ == "__main__":
    main()
