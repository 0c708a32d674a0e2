"""Looking at the table from another place, where that was agreed."""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.views.model import View


def steps_walked(view: View) -> int:
    """How many places around the table the viewer has walked to look from there."""
    if view.viewer is None or view.place is None:
        return 0
    return (view.place - view.viewer) % len(view.seats)


def way_on(view: View, label: str) -> Element:
    """The way to the next place at the table, and from the last one back to the own."""
    steps = (steps_walked(view) + 1) % len(view.seats)
    asked = {"seat": view.viewer, "around": steps or None}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return h.a("#around.button", href=f"/t/{view.table}?{query}", data_morph=True)[label]
