"""The three moments that decided a game, by what a bot thinks of its moves."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.server.analysis import Judgement
from matchwood.server.views import Moment, Told

MOST = 3


def decisive(judgements: Sequence[Judgement], winners: Sequence[int]) -> list[int]:
    """The numbers of up to three moves, in their order: those after which a winner's chance was
    most above, or a loser's most below, what it had been after their move before."""
    weights = {
        number: gain if judgement.seat in winners else -gain
        for number, (judgement, gain) in enumerate(
            zip(judgements, _gains(judgements), strict=True), start=1
        )
    }
    return sorted(sorted(weights, key=lambda number: -weights[number])[:MOST])


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
        Moment(number, each.seat, texts[number], each.chance, each.hoped - each.chance)
        for number in decisive(judgements, winners)
        if number in texts
        for each in (judgements[number - 1],)
    )
