"""Pictures for places that show no SVG: links that are pasted somewhere, icons of the site.

They take some hundredths of a second, so they are made in threads; what was made last is kept.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image

from matchwood.engine.images import rendered

PNG, GIF = "image/png", "image/gif"
COLOURS = 64
"""How many colours an animated picture has: the look needs no more."""
FRAME, LAST_FRAME = 700, 3000
"""For how many milliseconds a frame is shown, and the last one."""
KEPT = 64


@lru_cache(maxsize=KEPT)
def png(svg: str, width: int) -> bytes:
    """A picture that stands alone, as PNG; it may be asked for again."""
    return rendered(svg, width)


def animated(pictures: list[str], width: int) -> bytes:
    """Pictures that stand alone, one after the other, as GIF."""
    frames = [_frame(picture, width) for picture in pictures]
    found = BytesIO()
    durations = [FRAME] * (len(frames) - 1) + [LAST_FRAME]
    frames[0].save(
        found, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0
    )
    return found.getvalue()


def _frame(picture: str, width: int) -> Image.Image:
    drawn = Image.open(BytesIO(rendered(picture, width))).convert("RGB")
    return drawn.quantize(COLOURS, dither=Image.Dither.NONE)
