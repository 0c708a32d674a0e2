"""The answer to “Was that good?”: how good, what was better, and why."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import advised, reasoned
from matchwood.server.pages.table.moments import chance
from matchwood.server.views.model import Moment, View

AS_GOOD, COSTLY = 0.02, 0.15
"""What cost less of the win was as good as the best; what cost more was costly."""


def bar(view: View, moment: Moment, words: Words) -> Element:
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_hidden="true")[icon("hint")],
        h.p("#said", aria_live="polite")[
            h.strong[verdict(moment, words)],
            " ",
            moment.better and [advised(moment.better, view.seats[moment.seat], words), " "],
            reasoned(moment.reason, moment.rule, view.game) if moment.reason else None,
            h.span(".quiet")[" ", chance(view, moment, words)],
        ],
        h.div("#buttons.buttons")[
            h.a("#back.button.first", href=f"/t/{view.table}", data_morph=True)[
                words("Back to the game")
            ]
        ],
    ]


def verdict(moment: Moment, words: Words) -> str:
    """How good a move was, in a word or two."""
    if moment.cost < AS_GOOD:
        return words("Very good: nothing was better.")
    if not moment.better:
        return words("Good: hardly anything was better.")
    if moment.cost < COSTLY:
        return words("Not bad, but there was something better.")
    return words("That cost you a lot.")
