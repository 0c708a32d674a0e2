"""Differences between two states of a page, for a subscriber who has the one before.

A page is a sequence of pieces: parts of the page (`pages/html.py`) and of its drawings
(`drawing/svg.py`). The new page is given as runs of pieces of the last one, each by where it begins
and ends, and as text where a piece is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

Run = tuple[int, int]
Changes = list[Run | str]


def changes(old: Sequence[str], new: Sequence[str]) -> Changes:
    """The new pieces as runs of the old ones and texts."""
    places = dict(zip(old, count()))
    end = len(old)
    old = [*old, ""]
    found: Changes = []
    begin = at = 0
    """Beginning of the present run, and the old piece that is likely to be next."""
    for piece in new:
        if piece is old[at] or piece == old[at]:
            at += 1
            continue
        if begin < at:
            found.append((begin, at))
        place = places.get(piece)
        if place is None:
            found.append(str(piece))
            if at < end:
                at += 1  # Most likely it stands in the place of another.
            begin = at
        else:
            begin, at = place, place + 1
    if begin < at:
        found.append((begin, at))
    return found


def changed(last: Sequence[str], changes: Changes) -> list[str]:
    """Pieces of the new page; `static/` has the same in JavaScript."""
    pieces: list[str] = []
    for each in changes:
        if isinstance(each, str):
            pieces.append(each)
        else:
            pieces.extend(last[slice(*each)])
    return pieces
