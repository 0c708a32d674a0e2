"""The bar of a lesson: what is to be learnt, and the ways back and on."""

from __future__ import annotations

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import post, reasoned
from matchwood.server.pages.table.bar import moment_buttons
from matchwood.server.views.model import LessonStep, View


def bar(view: View, step: LessonStep, words: Words) -> Element:
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=_where(step, words))[f"{step.number}/{step.steps}"],
        _ways(step, words),
        h.p("#said", aria_live="polite")[reasoned(step.says, step.rule, view.game)],
        h.div("#buttons.buttons")[
            _onward(step, words) if step.is_done else moment_buttons(view, words)
        ],
    ]


def _where(step: LessonStep, words: Words) -> str:
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
