"""The table: waiting for players, playing, and the end.

`fragment` is the part that changes; the stream sends it anew after every event, and the script
lays it over the one that is there. `page` is the whole page around it. What stands where:

    head      the game, whose score it is on a small screen, the tools (`head`, `drawers`, `menu`)
    bar       whose turn it is, what to do, the buttons of the moment (`bar`)
    stage     the board, the strip with the hand, and beside it the players and the log (`stage`)

Before the deal the board's place holds the way in (`waiting`), after the end the whole stage tells
how it went (`ending`, `proof`).
"""

from __future__ import annotations

from urllib.parse import urlencode

from matchwood.engine.language import Words
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Parts, Tag, cached_tag
from matchwood.server.pages.layout import SECONDS_BETWEEN_LOOKS, Preview, document
from matchwood.server.pages.table import (
    bar,
    ending,
    head,
    scene,
    stage,
    teaching,
    waiting,
)
from matchwood.server.pages.table.waiting import NO_INVITATION, Invitation
from matchwood.server.views.model import View

__all__ = ("NO_INVITATION", "TOLD_AT_FIRST", "TOLD_IN_STREAM", "Invitation", "fragment", "page")

STYLES = {"waiting": "waiting.css", "over": "ending.css"}
"""Style sheets that only one phase needs."""
LATER = ("solid.css", "book.css", "scene.css")
"""Style sheets that nobody needs before they turn something, open a sheet, or read a rule."""
TOLD_IN_STREAM, TOLD_AT_FIRST = 8, 50
"""Last moves that the stream repeats, and that a page tells; the script keeps the others."""


def page(
    view: View,
    words: Words,
    settings: Settings,
    invitation: Invitation = NO_INVITATION,
    told: int = TOLD_AT_FIRST,
    in_words: bool = False,
    preview: Preview | None = None,
) -> Element:
    """The whole page; whoever plays `in_words` finds the moves unfolded."""
    styles = [STYLES[view.phase]] if view.phase in STYLES else []
    styles += ["scene.css"] if view.staged or view.call else []
    return document(
        view.title,
        _main(view, words, invitation, told, settings, in_words),
        toasts(words),
        words=words,
        settings=settings,
        games=[view.game],
        styles=styles,
        later=[name for name in (*LATER, *STYLES.values()) if name not in styles],
        waits=_waits(view, invitation),
        goes_on=_goes_on(view, settings),
        is_table=True,
        preview=preview,
    )


def toasts(words: Words) -> Element:
    """Messages that the script shows now and then: a refusal, and a lost connection."""
    return h.fragment[
        h.div(
            "#notice.toast",
            role="alert",
            hidden=True,
            data_sure=words("Click again to do it all the same."),
        )[
            h.p,
            h.button(".switch", type="button", aria_label=words("Close"))["×"],
        ],
        h.p("#lost.toast", role="status", hidden=True)[
            words("The connection is lost. Trying again …")
        ],
    ]


def _waits(view: View, invitation: Invitation) -> bool:
    """True if nothing can be done here until others do something."""
    if view.is_still:
        return False
    if view.staged:
        return not view.mine
    if view.phase == "waiting":
        return invitation.brought is None
    return view.looks_back or (view.phase == "playing" and view.to_move not in view.mine)


def _goes_on(view: View, settings: Settings) -> tuple[int, str] | None:
    """Seconds after which a waiting page goes on, and its URL then, with scenes of missed moves."""
    if view.staged:
        return scene.SECONDS, scene.onward(view, view.staged)
    if view.phase == "playing" and view.told:
        return SECONDS_BETWEEN_LOOKS, scene.seen_until_now(settings.path, view)
    return None


def fragment(
    view: View,
    words: Words,
    invitation: Invitation = NO_INVITATION,
    told: int = TOLD_IN_STREAM,
) -> Parts:
    """The table itself, with so many of the last moves."""
    return _main(view, words, invitation, told, None, False)


def _main(
    view: View,
    words: Words,
    invitation: Invitation,
    told: int,
    settings: Settings | None,
    in_words: bool,
) -> Parts:
    staged, seated = view.staged, view.viewer is not None
    my_turn = view.phase == "playing" and seated and view.viewer == view.to_move and not staged
    table = _table(
        view.game,
        view.table,
        view.address,
        view.phase,
        None if view.is_still else _stream(view, invitation),
        staged.place if staged else view.place,
        bool(view.mine),
        view.proof.commitment,
    )
    table = table(data_seq=str(view.seq), data_turn=my_turn)
    if view.scenes:
        table = table(data_staged=str(view.scenes[-1].number))
    if staged:
        table = table(data_scene=str(staged.number), data_stands=scene.standing(view, staged))
    return table.holding(
        # A page is for someone who has just come; the stream is for who has missed something.
        None
        if settings or view.is_still
        else scene.templates(
            view, lambda shown: _main(shown, words, invitation, told, None, False)
        ),
        head.head(view, words, settings, in_words),
        _content(view, words, invitation, told, earlier=settings is not None),
    )


@cached_tag
def _table(
    game: str,
    table: str,
    address: str,
    phase: str,
    stream: str | None,
    place: int | None,
    seated: bool,
    commitment: str,
) -> Tag:
    return h.main(
        "#table",
        tabindex="-1",
        class_=["table", phase] if stream else ["table", "playing", "lesson"],
        data_game=game,
        data_stream=stream,
        data_address=address,
        data_table=table,
        data_phase=phase,
        data_place=None if place is None else str(place),
        data_seated=seated,
        data_commitment=commitment,
    )


def _content(view: View, words: Words, invitation: Invitation, told: int, earlier: bool) -> Parts:
    still = _still_bar(view, words)
    if still is not None:
        return h.together(still, stage.stage(view, words, told, earlier))
    if view.phase == "over":
        return ending.ending(view, words, told, earlier)
    if view.phase == "waiting":
        return h.together(waiting.bar(view, words), waiting.stage(view, words, invitation))
    return h.together(bar.bar(view, words), stage.stage(view, words, told, earlier))


def _still_bar(view: View, words: Words) -> Element | None:
    """The bar of a page that shows anything but the table as it is now."""
    if view.staged is not None:
        return scene.bar(view, view.staged, words)
    if view.lesson_step is not None:
        return teaching.lesson_bar(view, view.lesson_step, words)
    if view.review is not None:
        return teaching.review_bar(view, view.review, words)
    if view.quiz is not None:
        return teaching.quiz_bar(view, view.quiz, words)
    return None


def _stream(view: View, invitation: Invitation) -> str:
    """URL of the stream that the script follows, with the perspective of this page."""
    around = None if view.place is None else bar.steps_walked(view)
    return _address(view.table, view.viewer, invitation.brought, around)


@cached_tag
def _address(table: str, seat: int | None, invite: str | None, around: int | None) -> str:
    asked = {"seat": seat, "invite": invite, "around": around}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return f"/t/{table}/stream" + (f"?{query}" if query else "")
