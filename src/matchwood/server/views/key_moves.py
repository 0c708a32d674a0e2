"""Key moves: the three that decided a game, or one's last, judged by a bot, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from matchwood.engine.language import Words
from matchwood.engine.rng import new_generator
from matchwood.engine.view import View
from matchwood.learning.reasons import Line, Reason
from matchwood.server.table.state import Table
from matchwood.server.views.judgements import Judgement
from matchwood.server.views.model import JudgedMove, Moment, Told
from matchwood.server.views.names import names_at

MOST = 3
WORTH_TELLING = 0.05
"""A move that cost less of the win was as good as any."""
REPLIES = 2
"""Following moves that are looked at for reasons."""
GUESSES = 6
"""Sampled positions in all of which a reason has to hold."""


def find_key_moves(judgements: Sequence[Judgement], winners: Sequence[int]) -> list[int]:
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


def describe(
    table: Table,
    judgements: Sequence[Judgement],
    winners: Sequence[int],
    told: Sequence[Told],
    words: Words,
) -> tuple[Moment, ...]:
    """The moments as a reader is told them."""
    texts = {each.number: each.text for each in told}
    return tuple(
        explain_move(table, number, judgements[number - 1], texts[number], words)
        for number in find_key_moves(judgements, winners)
        if number in texts
    )


def add_reasons(
    table: Table, judgements: Sequence[Judgement], judged: Sequence[JudgedMove], words: Words
) -> tuple[JudgedMove, ...]:
    """The analysis of a whole game, with the reasons that can be given."""
    found = (
        explain_move(table, number, judgement, "", words)
        for number, judgement in enumerate(judgements, start=1)
    )
    return tuple(
        replace(each, reason=moment.reason, rule=moment.rule)
        for each, moment in zip(judged, found, strict=True)
    )


def explain_move(
    table: Table, number: int, judgement: Judgement, text: str, words: Words
) -> Moment:
    """A move, and what would have been better; why, if the game finds a reason.

    All of it rests on what its player knew before the move and has seen since. The better move is
    told to its player, as advice; the reason to the reader of the words.
    """
    seat, cost = judgement.seat, judgement.hoped - judgement.chance
    moment = Moment(number, seat, text, judgement.chance, cost)
    if cost < WORTH_TELLING or judgement.best == judgement.move:
        return moment
    known = table.position_after(number - 1).observe(seat)
    document, names = known.document, names_at(table)
    [better] = table.game.words.offers(words.to(seat), [judgement.best], document, names)
    moment = replace(
        moment, better=better, path=tuple(table.game.clicks.path_of(judgement.best, document))
    )
    if table.game.coach is None:
        return moment
    played = _played(table, number, seat)
    sure = _sure(
        table.game.coach.reasons(words, document, played, otherwise, names)
        for otherwise in _otherwise(known, judgement.best)
    )
    return moment if sure is None else replace(moment, reason=sure.text, rule=sure.rule)


def find_merit(known: View, move: str, words: Words, names: Sequence[str]) -> Reason | None:
    """The first merit of a move that holds in all truths that the player to move cannot tell
    apart, if the game finds one."""
    coach = known.variant.game.coach
    if coach is None:
        return None
    document, telling = known.document, words.to(known.to_move)
    return _sure(coach.merits(telling, document, line, names) for line in _otherwise(known, move))


def _sure(found: Iterable[Sequence[Reason]]) -> Reason | None:
    """The first of the reasons that were found in every truth."""
    first, *others = found
    return next((each for each in first if all(each in other for other in others)), None)


def _played(table: Table, number: int, seat: int) -> Line:
    """A move and the answers to it, and what its player saw of them."""
    turns = table.turns[number - 1 : number + REPLIES]
    positions = (table.position_after(number + later) for later in range(len(turns)))
    return Line([turn.move for turn in turns], [each.observe(seat).document for each in positions])


def _otherwise(known: View, move: str) -> Iterator[Line]:
    """Outcomes that another move may have had: nobody knows, and what was hidden must not be told.
    So it is tried in several positions that its player could not tell apart."""
    for seed in range(GUESSES):
        position = known.guess(new_generator(seed))
        seat = position.to_move
        position.play(move)
        yield Line([move], [position.observe(seat).document])
