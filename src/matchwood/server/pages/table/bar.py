"""The bar: whose turn it is, what to do, what happened last, and the buttons of the moment."""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.parts import avatars, called, note, post, reasoned, ruled
from matchwood.server.views.model import Note, PartialHint, View

MOST_DONE = 6
"""Moves of others that the bar tells; the log tells all."""

# Elements that stand in every table's page, made once.
_BAR, _MY_BAR = h.section("#bar.bar"), h.section("#bar.bar.mine")
_LONG_BAR = h.section("#bar.bar.mine.long")
_SAID, _DID = h.p("#said", aria_live="polite"), h.p("#did.did", aria_live="polite")
_BUTTONS = h.div("#buttons.buttons")


def bar(view: View, words: Words) -> Parts:
    assert view.to_move is not None
    mine = _LONG_BAR if view.hinted else _MY_BAR
    return (mine if view.to_move in view.mine else _BAR).holding(
        avatars(view.seats)[view.to_move],
        _SAID[_said(view, words)],
        _DID[did(view)],
        again(words) if view.told else None,
        _BUTTONS[_buttons(view, words)],
    )


@remembered
def again(words: Words) -> Element:
    return h.button("#again.scripted", type="button", data_keep=True)[
        icon("again"), h.span[words("Show again")]
    ]


def _said(view: View, words: Words) -> list[Node]:
    """The sentence of the bar: whose turn it is and what to do, or what a bot would do."""
    assert view.to_move is not None
    task = ruled(view.task, view.game)
    if view.place is not None:
        name = called(view.seats[view.place], words)
        return [words("You see the table from {name}’s seat.", name=name)]
    if view.hinting is not None:
        why = reasoned(view.merit, view.merit_rule, view.game) if view.merit else None
        return [ruled(_hint(view, view.hinting, words), view.game), " ", why]
    if view.to_move not in view.mine:
        return [task]
    if len(view.mine) > 1:
        whose = words("{name}:", name=called(view.seats[view.to_move], words))
    else:
        whose = words("Your turn:")
    return [h.strong[whose], " ", task]


def _hint(view: View, hinting: PartialHint, words: Words) -> str:
    """A hint in words, as far as it is told; on the board it is marked."""
    match hinting.tells:
        case "where":
            return words("Look inside the dashed line.")
        case "nearer":
            return words("It is one of these.")
        case "piece":
            return words("Begin with the marked piece.")
        case "button":
            return words("Look at the buttons.")
    assert view.hint is not None
    return words("A bot would play: {move}.", move=view.hint.rstrip("."))


def did(view: View) -> Element:
    """All moves since the viewer's own last one; before the first move, who starts."""
    if not view.told:
        return h.span(".opening")[view.opening]
    first = len(view.told) - 1
    if view.told[first].seat not in view.mine and view.mine:
        least = max(len(view.told) - MOST_DONE, 0)
        while first > least and view.told[first - 1].seat not in view.mine:
            first -= 1
    mover, done, all_whose = None, [], avatars(view.seats, "small")
    for told, icons in zip(view.told[first:], view.notes[first:], strict=True):
        whose = None if told.seat == mover else all_whose[told.seat]
        done.append(_did(whose, icons, view.game, told.text))
        mover = told.seat
    return h.fragment[done]


@remembered
def _did(whose: Element | None, icons: Note, game: str, text: str) -> Element:
    """A move as icons for the eye and as a sentence for the ear."""
    return h.span(".done")[whose, note(icons, game) if icons else None, h.span(".unseen")[text]]


def _buttons(view: View, words: Words) -> Node:
    return [
        _do_it(view, view.hinted, words) if view.hinted is not None else None,
        _tell_more(view, view.hinting, words) if view.hinting is not None else None,
        way_on(view, view.turning) if view.turning else None,
        _was_that_good(view.table, words) if view.may_ask and not view.hinting else None,
        moment_buttons(view, words),
    ]


def moment_buttons(view: View, words: Words) -> Node:
    """Buttons for steps that are in no drawing, and for the way out of a half-made move."""
    direct = [button for button in view.buttons if button.move is not None]
    return [
        post(
            f"{view.address}/move",
            (
                h.button(name="move", value=button.move, data_step=button.step)[button.label]
                for button in direct
            ),
            smooth=True,
            after=view.seq,
        )
        if direct
        else None,
        (
            h.button(".scripted", type="button", hidden=True, data_step=button.step)[button.label]
            for button in view.buttons
            if button.move is None
        ),
        _cancel(words),
    ]


@remembered
def _cancel(words: Words) -> Element:
    return h.button("#cancel.scripted", type="button", hidden=True)[words("Cancel")]


@remembered
def _was_that_good(table: str, words: Words) -> Element:
    return h.a("#good.button", href=f"/t/{table}/good", data_morph=True)[
        icon("good"), h.span[words("Was that good?")]
    ]


def _tell_more(view: View, hinting: PartialHint, words: Words) -> Element | None:
    """The way to the next step of a hint."""
    if hinting.further is None:
        return None
    return h.a(
        "#tell-more.button", href=f"/t/{view.table}?hint={hinting.further}", data_morph=True
    )[words("More")]


def _do_it(view: View, move: str, words: Words) -> Element:
    return post(
        f"{view.address}/move",
        h.button("#do-it.first", name="move", value=move)[words("Do it")],
        smooth=True,
        after=view.seq,
    )


def steps_walked(view: View) -> int:
    """Number of places that the viewer has walked around the table to look from there."""
    if view.viewer is None or view.place is None:
        return 0
    return (view.place - view.viewer) % len(view.seats)


def way_on(view: View, label: str) -> Element:
    """The way to the next place at the table, and from the last one back to the own."""
    steps = (steps_walked(view) + 1) % len(view.seats)
    asked = {"seat": view.viewer, "around": steps or None}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return h.a("#around.button", href=f"/t/{view.table}?{query}", data_morph=True)[label]
