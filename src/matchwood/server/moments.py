"""The three moments that decided a game, by what a bot thinks of its moves."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from matchwood.engine.game import Line
from matchwood.engine.position import Position
from matchwood.engine.words import Words
from matchwood.server.analysis import Judgement
from matchwood.server.naming import names_at
from matchwood.server.table import Table
from matchwood.server.views import Moment, Told

MOST = 3
WORTH_TELLING = 0.05
"""A move that cost less of the win was as good as any."""
REPLIES = 2
"""How many of the moves that followed are looked at for reasons."""


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
    table: Table,
    judgements: Sequence[Judgement],
    winners: Sequence[int],
    told: Sequence[Told],
    words: Words,
) -> tuple[Moment, ...]:
    """The moments as a reader is told them."""
    texts = {each.number: each.text for each in told}
    return tuple(
        _told(table, number, judgements[number - 1], texts[number], words)
        for number in decisive(judgements, winners)
        if number in texts
    )


def _told(table: Table, number: int, judgement: Judgement, text: str, words: Words) -> Moment:
    """A move, and what would have been better; why, if the game finds a reason."""
    cost = judgement.hoped - judgement.chance
    moment = Moment(number, judgement.seat, text, judgement.chance, cost)
    if cost < WORTH_TELLING or judgement.best == judgement.move:
        return moment
    before, names = table.position_after(number - 1), names_at(table)
    document = before.observe(judgement.seat)
    telling = words.to(judgement.seat)
    [better] = table.game.words.offers(telling, [judgement.best], document, names)
    if table.game.coach is None:
        return replace(moment, better=better)
    replies = [turn.move for turn in table.turns[number : number + REPLIES]]
    reasons = table.game.coach.reasons(
        telling,
        document,
        _line(before, [judgement.move, *replies], judgement.seat),
        _line(before, [judgement.best], judgement.seat),
        names,
    )
    return replace(moment, better=better, reason=reasons[0].text if reasons else "")


def _line(before: Position, moves: Sequence[str], viewer: int) -> Line:
    position, documents = before.copy(), []
    for move in moves:
        position.play(move)
        documents.append(position.observe(viewer))
    return Line(moves, documents)
