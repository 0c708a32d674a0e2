"""What has changed between two states of a page, for someone who has the one before.

A page is cut into pieces at every `<`. The new one is told as runs of pieces of the last one, each
by where it begins and ends, and as text where it is new; joined by `<` they are the new page. A
browser counts letters in another way than Python, but pieces alike.
"""

from __future__ import annotations

from collections.abc import Sequence

Run = tuple[int, int]
Changes = list[Run | str]

BETWEEN = "<"
FEW = 3
"""A shorter run is not worth telling: such pieces as the end of an element are everywhere."""


def changes(last: str, now: str) -> Changes:
    old, new = last.split(BETWEEN), now.split(BETWEEN)
    places = {piece: place for place, piece in enumerate(old)}
    found: Changes = []
    fresh: list[str] = []
    place = at = 0
    while at < len(new):
        length = _common(old, place, new, at)
        if length < FEW and new[at] in places:
            place = places[new[at]]
            length = _common(old, place, new, at)
        if length < FEW:
            fresh.append(new[at])
            place, at = place + 1, at + 1
            continue
        if fresh:
            found.append(BETWEEN.join(fresh))
            fresh = []
        found.append((place, place + length))
        place, at = place + length, at + length
    return [*found, BETWEEN.join(fresh)] if fresh else found


def _common(old: Sequence[str], place: int, new: Sequence[str], at: int) -> int:
    """How many pieces are the same from here on; it is tried in ever longer steps."""
    length, step = 0, 1
    most = min(len(old) - place, len(new) - at)
    while step:
        end = length + step
        if end <= most and old[place + length : place + end] == new[at + length : at + end]:
            length, step = end, 2 * step
        else:
            step //= 2
    return length


def changed(last: str, changes: Changes) -> str:
    """The new state; the script of the page does the same."""
    pieces = last.split(BETWEEN)
    return BETWEEN.join(
        each if isinstance(each, str) else BETWEEN.join(pieces[slice(*each)]) for each in changes
    )
