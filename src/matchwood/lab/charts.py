"""Plots, drawn by Altair: light or dark as the reader prefers, and right without colours.

One ink, dots with their intervals, bars: nothing is told by colour alone.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from matchwood.engine.errors import extra
from matchwood.lab.stats import Estimate

STUDY = "study"
"""The extra that draws."""
WIDTH, ROW = 520, 34
PLOTTERS = ("altair", "vl_convert")
PERCENT = 100
LIGHT = {"paper": "#ffffff", "ink": "#2b2622", "quiet": "#6f675f", "line": "#d9d3cb"}
DARK = {"paper": "#1c1917", "ink": "#f1ece5", "quiet": "#b3aaa0", "line": "#45403a"}
FONT = "system-ui, sans-serif"


def can_plot() -> bool:
    """True if the extra that draws is installed."""
    return all(find_spec(package) for package in PLOTTERS)


@dataclass(frozen=True)
class Plot:
    """A plot, and what it shows in words. A notebook shows it."""

    name: str
    words: str
    drawing: str
    """SVG, in the colours that its reader prefers."""

    def _repr_svg_(self) -> str:
        return self.drawing


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
    """Histogram of how often each length, or the like, was met."""
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
    drawn = convert.vegalite_to_svg(chart.to_dict(), config=_config(LIGHT))
    return Plot(name, words, in_both_themes(drawn))


_HIDDEN_LABEL = re.compile(r'<text [^>]*opacity="0">[^<]*</text>')
_PLACE = re.compile(r' (?:d|transform)="[^"]*"')
_FINE = re.compile(r"(\.\d\d)\d+")


def in_both_themes(drawn: str) -> str:
    """A light drawing that is dark for readers who prefer that; nothing finer than is seen."""
    drawn = _PLACE.sub(lambda found: _FINE.sub(r"\1", found[0]), _HIDDEN_LABEL.sub("", drawn))
    rules = "".join(
        f'[{paint}="{LIGHT[name]}"]{{{paint}:{dark}}}'
        for name, dark in DARK.items()
        for paint in ("fill", "stroke")
        if f'{paint}="{LIGHT[name]}"' in drawn
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    head, end, rest = drawn.partition(">")
    return head + end + style + rest


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
    """For Markdown: its file."""
    return f"![{plot.words}]({plot.name}.svg)"


def embedded(plot: Plot) -> str:
    """For a page that stands alone: the drawing itself."""
    data = base64.b64encode(plot.drawing.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{plot.words}">'
