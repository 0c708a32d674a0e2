"""The bar of the questions after a game of memory."""

from __future__ import annotations

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.views.model import Recalling, View


def bar(view: View, recalling: Recalling, words: Words) -> Element:
    here = f"/t/{view.table}"
    where = words("Question {number} of {all}", number=recalling.number, all=recalling.questions)
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=where)[f"{recalling.number}/{recalling.questions}"],
        h.p("#said", aria_live="polite")[
            h.strong[_judged(recalling, words)], " ", recalling.asks or _counted(recalling, words)
        ],
        h.div("#buttons.buttons")[
            None
            if recalling.asks
            else h.a("#once-more.button.first", href=f"{here}/memory", data_morph=True)[
                words("Once more")
            ],
            h.a("#back.button", href=here)[words("Back to the game")],
        ],
    ]


def _judged(recalling: Recalling, words: Words) -> str:
    if recalling.was_right is None:
        return ""
    return words("Right!") if recalling.was_right else words("No, it is where the mark is.")


def _counted(recalling: Recalling, words: Words) -> str:
    return words("You remembered {right} of {all}.", right=recalling.right, all=recalling.questions)
