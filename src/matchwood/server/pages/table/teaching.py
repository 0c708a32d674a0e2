"""The bar of a lesson: what is to be learnt, and the ways back and on."""

from __future__ import annotations

from matchwood.engine.words import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import post, reasoned
from matchwood.server.pages.table.bar import moment_buttons
from matchwood.server.views.model import Teaching, View


def bar(view: View, teaching: Teaching, words: Words) -> Element:
    return h.section("#bar.bar.mine.teaching")[
        h.span(".step", aria_label=_where(teaching, words))[f"{teaching.number}/{teaching.steps}"],
        _ways(teaching, words),
        h.p("#said", aria_live="polite")[reasoned(teaching.says, teaching.rule, view.game)],
        h.div("#buttons.buttons")[
            _onward(teaching, words) if teaching.is_done else moment_buttons(view, words)
        ],
    ]


def _where(teaching: Teaching, words: Words) -> str:
    return words("Step {number} of {steps}", number=teaching.number, steps=teaching.steps)


def _ways(teaching: Teaching, words: Words) -> Element:
    """Back, and on without the move. They stand apart from “Next”: a double click on that must
    neither skip the step after it nor lead back."""
    return h.div("#ways.buttons")[
        teaching.back
        and h.a(".button", href=teaching.back, data_morph=True, aria_label=words("Back"))[
            icon("back")
        ],
        not teaching.is_done and _onward(teaching, words),
    ]


def _onward(teaching: Teaching, words: Words) -> Element:
    """On to the next step; before the move is made that is to skip it. At the end: to play."""
    if teaching.onward is None:
        button = h.button(class_=["first"] if teaching.is_done else [], type="submit")[
            icon("play"), words("Play against Easy")
        ]
        return post(f"/play/{teaching.game}?level=easy&lesson={teaching.lesson}", button)
    kind = ".button.first" if teaching.is_done else ".button"
    label = words("Next") if teaching.is_done else words("Skip")
    return h.a(f"#onward{kind}", href=teaching.onward, data_morph=True)[label]
