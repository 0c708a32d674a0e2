"""What has changed between two states of a page, for someone who has the one before.

A page is made of parts (`pages/html.py`), those of a drawing among them (`drawing/svg.py`), and
here they are called pieces. The new page is told as runs of pieces of the last one, each by where
it begins and ends, and as text where a piece is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

Run = tuple[int, int]
Changes = list[Run | str]


def changes(old: Sequence[str], new: Sequence[str]) -> Changes:
    """The pieces of a page, told by those of the last one."""
    places = dict(zip(old, count()))
    end = len(old)
    old = [*old, ""]
    found: Changes = []
    begin = at = 0
    """The run that is under way, up to where the last page is likely to go on."""
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
                at += 1  # most likely it stands in the place of another
            begin = at
        else:
            begin, at = place, place + 1
    if begin < at:
        found.append((begin, at))
    return found


def changed(last: Sequence[str], changes: Changes) -> list[str]:
    """The pieces of the new page; the script does the same."""
    pieces: list[str] = []
    for each in changes:
        if isinstance(each, str):
            pieces.append(each)
        else:
            pieces.extend(last[slice(*each)])
    return pieces
