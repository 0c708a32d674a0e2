"""Bars of pages that teach: a step of a lesson, a question of the quiz, the review of a move."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import advised, post, reasoned
from matchwood.server.pages.table.bar import moment_buttons
from matchwood.server.pages.table.moments import chance
from matchwood.server.views.model import LessonStep, Moment, QuizQuestion, View

AS_GOOD, COSTLY = 0.02, 0.15
"""Shares of the win: a move that cost less was as good as the best, one that cost more costly."""


def lesson_bar(view: View, step: LessonStep, words: Words) -> Element:
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=_step_label(step, words))[f"{step.number}/{step.steps}"],
        _ways(step, words),
        h.p("#said", aria_live="polite")[reasoned(step.says, step.rule, view.game)],
        h.div("#buttons.buttons")[
            _onward(step, words) if step.is_done else moment_buttons(view, words)
        ],
    ]


def _step_label(step: LessonStep, words: Words) -> str:
    return words("Step {number} of {steps}", number=step.number, steps=step.steps)


def _ways(step: LessonStep, words: Words) -> Element:
    """Back, and on without the move. They stand apart from “Next”: a double click on that must
    neither skip the step after it nor lead back."""
    return h.div("#ways.buttons")[
        step.back
        and h.a(".button", href=step.back, data_morph=True, aria_label=words("Back"))[icon("back")],
        not step.is_done and _onward(step, words),
    ]


def _onward(step: LessonStep, words: Words) -> Element:
    """On to the next step; before the move is made that is to skip it. At the end: to play."""
    if step.onward is None:
        button = h.button(class_=["first"] if step.is_done else [], type="submit")[
            icon("play"), words("Play against Easy")
        ]
        return post(f"/play/{step.game}?level=easy&lesson={step.lesson}", button)
    kind = ".button.first" if step.is_done else ".button"
    label = words("Next") if step.is_done else words("Skip")
    return h.a(f"#onward{kind}", href=step.onward, data_morph=True)[label]


def quiz_bar(view: View, quiz: QuizQuestion, words: Words) -> Element:
    here = f"/t/{view.table}"
    where = words("Question {number} of {all}", number=quiz.number, all=quiz.questions)
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=where)[f"{quiz.number}/{quiz.questions}"],
        h.p("#said", aria_live="polite")[
            h.strong[_right_or_not(quiz, words)], " ", quiz.asks or _result(quiz, words)
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


def _right_or_not(quiz: QuizQuestion, words: Words) -> str:
    if quiz.was_right is None:
        return ""
    return words("Right!") if quiz.was_right else words("No, it is where the mark is.")


def _result(quiz: QuizQuestion, words: Words) -> str:
    return words("You remembered {right} of {all}.", right=quiz.right, all=quiz.questions)


def review_bar(view: View, moment: Moment, words: Words) -> Element:
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
    """Verdict on a move, in a word or two."""
    if moment.cost < AS_GOOD:
        return words("Very good: nothing was better.")
    if not moment.better:
        return words("Good: hardly anything was better.")
    if moment.cost < COSTLY:
        return words("Not bad, but there was something better.")
    return words("That cost you a lot.")
