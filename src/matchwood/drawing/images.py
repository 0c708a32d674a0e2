"""Pictures that stand alone, for places that show no SVG."""

from __future__ import annotations

from importlib.resources import as_file, files

import resvg_py

FONTS = ("bricolage-400.ttf", "bricolage-700.ttf")


def rendered(svg: str, width: int) -> bytes:
    """A picture as PNG, so many pixels wide. It takes some hundredths of a second."""
    with as_file(files("matchwood.drawing") / "fonts") as folder:
        fonts = [str(folder / name) for name in FONTS]
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts
            )
        )
