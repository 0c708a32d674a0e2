"""The bar of the questions after a game of memory."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.views.model import QuizQuestion, View


def bar(view: View, quiz: QuizQuestion, words: Words) -> Element:
    here = f"/t/{view.table}"
    where = words("Question {number} of {all}", number=quiz.number, all=quiz.questions)
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=where)[f"{quiz.number}/{quiz.questions}"],
        h.p("#said", aria_live="polite")[
            h.strong[_judged(quiz, words)], " ", quiz.asks or _counted(quiz, words)
        ],
        h.div("#buttons.buttons")[
            None
            if quiz.asks
            else h.a("#once-more.button.first", href=f"{here}/memory", data_morph=True)[
                words("Once more")
            ],
            h.a("#back.button", href=here)[words("Back to the game")],
        ],
    ]


def _judged(quiz: QuizQuestion, words: Words) -> str:
    if quiz.was_right is None:
        return ""
    return words("Right!") if quiz.was_right else words("No, it is where the mark is.")


def _counted(quiz: QuizQuestion, words: Words) -> str:
    return words("You remembered {right} of {all}.", right=quiz.right, all=quiz.questions)
