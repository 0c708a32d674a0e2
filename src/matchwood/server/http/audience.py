"""The perspective of a request: what its visitor may see of a table, and from which seat."""

from __future__ import annotations

import re

from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import language_of, site_of, visitor_of
from matchwood.server.table.state import Table
from matchwood.server.views.perspective import Perspective

_FEW_DIGITS = re.compile(r"[0-9]{1,6}")


def perspective_of(request: AnyRequest, table: Table) -> Perspective:
    """The perspective of a visitor: by the seats they hold, and the one they say they sit on."""
    holder = visitor_of(request).holder
    seats = tuple(table.seats_of(holder))
    wanted = parse_number(request.query_params.get("seat", ""))
    at_screen = wanted if wanted in seats else None
    brought = None if seats else request.query_params.get("invite")
    steps = parse_number(request.query_params.get("around", "")) or 0
    return Perspective(
        language_of(request),
        seats,
        at_screen if len(seats) > 1 else None,
        site_of(request) if seats else "",
        brought if brought == table.invite and table.empty else None,
        steps % len(table.chairs) if seats else 0,
        table.phase == "waiting" and holder is not None and holder == table.maker,
    )


def screen_perspective(request: AnyRequest, table: Table) -> Perspective:
    """The perspective of a shared screen: what anyone may see.

    Opened by somebody who may invite others (a player, the maker of the table, an invited guest),
    it also shows the invitation.
    """
    holder = visitor_of(request).holder
    is_known = holder is not None and (bool(table.seats_of(holder)) or holder == table.maker)
    brought = request.query_params.get("invite") == table.invite
    may_invite = bool(table.empty) and (is_known or brought)
    site = site_of(request) if may_invite else ""
    return Perspective(language_of(request), site=site, may_invite=may_invite)


def parse_number(text: str) -> int | None:
    """A number of a query, if it is one and not absurdly large."""
    return int(text) if _FEW_DIGITS.fullmatch(text) else None
