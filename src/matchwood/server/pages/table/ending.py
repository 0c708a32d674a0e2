"""After the end: who won and why, what they won with, how all stand, and where to go from here."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from matchwood.engine.game import find_game
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import board, called, copied, fold, post, result, ruled, themed
from matchwood.server.pages.table import side
from matchwood.server.pages.table.moments import moments
from matchwood.server.pages.table.proof import proof
from matchwood.server.views.model import Seat, View
from matchwood.server.views.names import level_name

CLOSE = 0.75
"""Part of the winner's number from which on a loser was close."""
MOST_IN_A_HEADLINE = 4
"""Numbers that can be read at a glance."""


def ending(view: View, words: Words, told: int, earlier: bool) -> Parts:
    # Of a game of memory the script has kept nothing: now the whole story comes.
    most = len(view.told) if find_game(view.game).memory else told
    return h.together(
        hero(view, words, _onward(view, words)),
        moments(view, words),
        h.div(".results").holding(
            side.chairs(view, words),
            _last_board(view),
            side.log(view, words, most, earlier),
        ),
        h.footer(".folds")[proof(view, view.proof, words), _record(view.table, words)],
    )


def hero(view: View, words: Words, onward: Node = None) -> Element:
    """The winners, why they won, and what with."""
    return h.section("#hero.hero")[
        h.div(".words")[
            h.p("#won.won", tabindex="-1", aria_live="polite")[
                _to_the_loser(view, words) if has_lost(view) else headline(view, words)
            ],
            h.ul(".verdict")[
                h.li[headline(view, words)] if has_lost(view) else None,
                (h.li[ruled(each, view.game)] for each in view.verdict),
            ],
            onward,
        ],
        h.div(".finale" if view.finale and has_lost(view) else "#finale.finale")[
            _won_with(view, words)
        ],
    ]


def _won_with(view: View, words: Words) -> Node:
    """The winning things; for whoever has lost, or if it was not played out, the last board."""
    if view.finale is not None and not has_lost(view):
        return Markup(view.finale.svg(view.game))
    last = view.told[-1].number if view.told else 0
    return themed(f"/t/{view.table}/picture.svg?move={last}", words("The last board"))


def _last_board(view: View) -> Parts | None:
    """The board as it was at the end; where the hero shows it, what was won with."""
    if not view.picture or not view.finale:
        return None
    if has_lost(view):
        return h.div("#finale.last-board").holding(Markup(view.finale.svg(view.game)))
    return h.div(".last-board").holding(board(view.picture))


def has_lost(view: View) -> bool:
    """True for the one player of a page whom others have beaten."""
    return len(view.mine) == 1 and bool(view.winners) and view.mine[0] not in view.winners


def _to_the_loser(view: View, words: Words) -> str:
    """Headline for a loser: how close it was, with their own number first."""
    if not _score(view):
        return words("Not this time.")
    own, best = (int(view.seats[seat].tally[0]) for seat in (view.mine[0], view.winners[0]))
    score = f"{own}\u00a0:\u00a0{best}"
    if own >= CLOSE * best:
        return words("So close, {score}", score=score)
    return words("Not this time, {score}", score=score)


def headline(view: View, words: Words) -> str:
    """Headline: who won, and how high, where there is something to count."""
    if not view.winners:
        return words("The game has ended without a winner.")
    if len(view.winners) > 1:
        return result(view.winners, view.tied, view.seats, words)
    [winner], names = view.winners, [called(seat, words) for seat in view.seats]
    if score := _score(view):
        return words.about(winner, names, "You won, {score}", "{name} won, {score}", score=score)
    return words.about(winner, names, "You won!", "{name} won.")


def _score(view: View) -> str:
    """The winner’s number and those of the others, the highest first; where all are the same, they
    do not tell who won."""
    can_be_counted = all(seat.tally[0].isdigit() for seat in view.seats)
    if view.ending is not None or not can_be_counted or len(view.seats) > MOST_IN_A_HEADLINE:
        return ""
    numbers = _numbers(view.seats)
    return "" if len({*numbers}) == 1 else "\u00a0:\u00a0".join(numbers)


def _numbers(seats: Sequence[Seat]) -> list[str]:
    ranked = sorted(seats, key=lambda seat: (not seat.winner, -int(seat.tally[0])))
    return [seat.tally[0] for seat in ranked]


def _onward(view: View, words: Words) -> Element:
    here = f"/t/{view.table}"
    return h.div(".buttons")[
        h.a(".button.first", href=f"/t/{view.again}")[words("Go to the next table")]
        if view.again
        else _rematch(view, words)
        if view.mine
        else None,
        _lesson(view.game, words) if has_lost(view) else None,
        h.a(".button", href=f"{here}/replay")[icon("replay"), words("Replay")],
        view.can_recall and h.a("#recall.button", href=f"{here}/memory")[words("What lay where?")],
        h.details("#share.drawer", name="drawer")[
            h.summary(".button")[icon("share"), words("Share")],
            h.div(".inside")[
                h.h2[words("Share")],
                h.p[words("This link shows the game, move by move:")],
                copied(f"{here}/replay", words, words("Link to the game")),
                h.p(".buttons")[
                    h.a(".button", href=f"{here}/picture.png", download=f"{view.game}.png")[
                        words("As a picture")
                    ],
                    h.a(".button", href=f"{here}/picture.gif", download=f"{view.game}.gif")[
                        words("As an animated picture")
                    ],
                ],
            ],
        ],
    ]


def _lesson(game: str, words: Words) -> Element | None:
    first = next(iter(find_game(game).lessons), None)
    if first is None:
        return None
    return h.a("#lesson.button", href=f"/learn/{game}/{first}/1")[words("Learn in 2 minutes")]


def _rematch(view: View, words: Words) -> Element:
    return post(
        f"/t/{view.table}/again",
        h.button(".first", type="submit")[icon("again"), words("Rematch")],
        view.next_level
        and h.button("#next-level", type="submit", name="level", value=view.next_level)[
            words("Won twice in a row: try {level}", level=level_name(view.next_level, words))
        ],
        view.tied
        and h.button(type="submit", name="tie", value="1")[words("Play again to break the tie")],
    )


def _record(table: str, words: Words) -> Element:
    return fold(
        "record",
        words("Record of the game"),
        h.p[words("All moves as a text, to be kept or replayed elsewhere.")],
        h.p(".buttons")[
            h.a(".button", href=f"/t/{table}/record", download=True)[words("Download the record")]
        ],
    )
