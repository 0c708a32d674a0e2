"""Plots, drawn by Altair: in light and in dark, and right without colours.

One ink, dots with their intervals, bars: nothing is told by colour alone.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from matchwood.engine.errors import extra
from matchwood.lab.stats import Estimate

STUDY = "study"
"""The extra that draws."""
WIDTH, ROW = 520, 34
THEMES = ("light", "dark")
PLOTTERS = ("altair", "vl_convert")
PERCENT = 100
INKS = {
    "light": {"paper": "#ffffff", "ink": "#2b2622", "quiet": "#6f675f", "line": "#d9d3cb"},
    "dark": {"paper": "#1c1917", "ink": "#f1ece5", "quiet": "#b3aaa0", "line": "#45403a"},
}
FONT = "system-ui, sans-serif"


def can_plot() -> bool:
    """Whether the extra that draws is installed."""
    return all(find_spec(package) for package in PLOTTERS)


@dataclass(frozen=True)
class Plot:
    """A plot in every theme, and what it shows in words."""

    name: str
    words: str
    drawings: Mapping[str, str]
    """SVG, by theme."""


def plot_intervals(
    name: str,
    words: str,
    rows: Mapping[str, Estimate],
    axis: str,
    even: float | None = None,
    scale: float = PERCENT,
) -> Plot:
    """A dot with its interval for each row, and a line where all would be even."""
    alt = extra("altair", STUDY)
    data = [{"row": row, **_scaled(each, scale)} for row, each in rows.items()]
    base = alt.Chart(alt.Data(values=data)).encode(
        y=alt.Y("row:N", sort=list(rows), title=None),
    )
    along = alt.Scale(zero=False, padding=12)
    bars = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title=axis, scale=along), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(x=alt.X("value:Q", scale=along))
    layers = [bars, dots]
    if even is not None:
        line = alt.Chart(alt.Data(values=[{"even": scale * even}]))
        layers.insert(0, line.mark_rule(strokeDash=[4, 4]).encode(x="even:Q"))
    return _plot(name, words, alt.layer(*layers).properties(width=WIDTH, height=ROW * len(rows)))


def histogram(name: str, words: str, values: Sequence[float], axis: str) -> Plot:
    """How often each length, or the like, was met."""
    alt = extra("altair", STUDY)
    chart = (
        alt.Chart(alt.Data(values=[{"value": value} for value in values]))
        .mark_bar()
        .encode(
            x=alt.X(
                "value:Q",
                bin=alt.Bin(maxbins=30, minstep=1),
                title=axis,
                axis=alt.Axis(format="d"),
            ),
            y=alt.Y("count():Q", title="games"),
        )
        .properties(width=WIDTH, height=160)
    )
    return _plot(name, words, chart)


def curve(
    name: str, words: str, points: Mapping[float, Estimate], axes: tuple[str, str], even: float
) -> Plot:
    """A line through dots with their intervals, in per cent, and one where all would be even."""
    alt = extra("altair", STUDY)
    data = [{"x": x, **_scaled(each, PERCENT)} for x, each in points.items()]
    along, up = axes
    scale = alt.Scale(domain=[0, 100])
    base = alt.Chart(alt.Data(values=data)).encode(x=alt.X("x:Q", title=along))
    layers = [
        alt.Chart(alt.Data(values=[{"even": 100 * even}]))
        .mark_rule(strokeDash=[4, 4])
        .encode(y="even:Q"),
        base.mark_rule(strokeWidth=2).encode(y=alt.Y("low:Q", title=up, scale=scale), y2="high:Q"),
        base.mark_line().encode(y=alt.Y("value:Q", scale=scale)),
        base.mark_point(filled=True, size=70, opacity=1).encode(y=alt.Y("value:Q", scale=scale)),
    ]
    return _plot(name, words, alt.layer(*layers).properties(width=WIDTH, height=240))


def _scaled(found: Estimate, scale: float) -> dict[str, float]:
    return {"value": scale * found.value, "low": scale * found.low, "high": scale * found.high}


def _plot(name: str, words: str, chart: Any) -> Plot:
    convert = extra("vl_convert", STUDY)
    drawings = {
        theme: str(convert.vegalite_to_svg(chart.to_dict(), config=_config(INKS[theme])))
        for theme in THEMES
    }
    return Plot(name, words, drawings)


def _config(inks: Mapping[str, str]) -> dict[str, Any]:
    text = {"labelColor": inks["ink"], "titleColor": inks["quiet"], "labelFontSize": 13}
    return {
        "background": inks["paper"],
        "font": FONT,
        "view": {"stroke": None},
        "mark": {"color": inks["ink"]},
        "rule": {"color": inks["ink"]},
        "bar": {"color": inks["ink"]},
        "point": {"color": inks["ink"]},
        "line": {"color": inks["ink"]},
        "axis": {
            **text,
            "gridColor": inks["line"],
            "domainColor": inks["line"],
            "tickColor": inks["line"],
            "titleFontWeight": "normal",
            "titleFontSize": 12,
            "labelLimit": 260,
        },
    }


def linked(plot: Plot) -> str:
    """For Markdown: the file of the theme that the reader prefers."""
    light, dark = (f"{plot.name}-{theme}.svg" for theme in THEMES)
    return _picture(plot, light, dark)


def embedded(plot: Plot) -> str:
    """For a page that stands alone: the drawing itself."""
    light, dark = (
        "data:image/svg+xml;base64," + base64.b64encode(plot.drawings[theme].encode()).decode()
        for theme in THEMES
    )
    return _picture(plot, light, dark)


def _picture(plot: Plot, light: str, dark: str) -> str:
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" alt="{plot.words}"></picture>'
    )
