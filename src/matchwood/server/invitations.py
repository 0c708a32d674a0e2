"""The link that leads a friend to an empty chair, and its code for a phone's camera."""

from __future__ import annotations

from functools import lru_cache

import segno

from matchwood.server.hosts import works_only_here
from matchwood.server.pages.table import Invitation
from matchwood.server.showing import Audience
from matchwood.server.views import View

CODES_KEPT = 200
"""A code takes six milliseconds, and is shown whenever something happens before the deal."""


def invitation(view: View, audience: Audience) -> Invitation:
    if view.invite is None:
        return Invitation(brought=audience.invite)
    url = f"{audience.site}/t/{view.table}?invite={view.invite}"
    if works_only_here(audience.site):
        return Invitation(url, only_here=True)
    return Invitation(url, _code(url))


@lru_cache(CODES_KEPT)
def _code(url: str) -> str:
    code: str = segno.make(url, micro=False).svg_inline(omitsize=True)
    return code
