"""The three moments that decided a game, by what a bot thinks of its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matchwood.server.analysis import Judgement
from matchwood.server.views import Moment, Told

MOST = 3
EVEN = 0.5


def decisive(judgements: Sequence[Judgement], winners: Sequence[int]) -> list[int]:
    """The numbers of up to three moves, in their order.

    First the one with which a winner took the lead for good, then their greatest gain and the
    rivals' greatest loss, then whatever else cost most.
    """
    found: dict[int, None] = {}
    for index in _candidates(judgements, winners):
        if len(found) < MOST:
            found[index + 1] = None
    return sorted(found)


def _candidates(judgements: Sequence[Judgement], winners: Sequence[int]) -> Iterator[int]:
    gains = _gains(judgements)
    won = [index for index, each in enumerate(judgements) if each.seat in winners]
    lost = [index for index, each in enumerate(judgements) if each.seat not in winners]
    for_good = None
    for index in reversed(won):
        if judgements[index].chance < EVEN:
            break
        for_good = index
    if for_good is not None:
        yield for_good
    if won:
        yield max(won, key=gains.__getitem__)
    if lost:
        yield max(lost, key=lambda index: _cost(judgements[index]))
    yield from sorted(range(len(judgements)), key=lambda index: -_cost(judgements[index]))


def _cost(judgement: Judgement) -> float:
    return judgement.hoped - judgement.chance


def _gains(judgements: Sequence[Judgement]) -> list[float]:
    """By how much each player's chance is better than after their last move."""
    last: dict[int, float] = {}
    gains = []
    for each in judgements:
        gains.append(each.chance - last.get(each.seat, each.chance))
        last[each.seat] = each.chance
    return gains


def in_words(
    judgements: Sequence[Judgement], winners: Sequence[int], told: Sequence[Told]
) -> tuple[Moment, ...]:
    """The moments as a reader is told them."""
    texts = {each.number: each.text for each in told}
    return tuple(
        Moment(number, each.seat, texts[number], each.chance, _cost(each))
        for number in decisive(judgements, winners)
        if number in texts
        for each in (judgements[number - 1],)
    )
