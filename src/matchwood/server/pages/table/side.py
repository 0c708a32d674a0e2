"""The side: the players' places, what all share, and what happened."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from matchwood.drawing.picture import BOARD, HAND, Picture, seat_part
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts, Tag, cached_tag, remembered
from matchwood.server.pages.parts import (
    STAINS,
    avatars,
    called,
    drawings,
    note,
    post,
    ruled,
    rules_named,
    told_emotes,
)
from matchwood.server.table.emotes import EmoteName
from matchwood.server.views.model import Note, Seat, View
from matchwood.server.views.names import level_name

FEW = 4
"""At a larger table each place is one line."""
_CHAIRS, _LOG = h.div("#chairs.chairs"), h.section("#log.log", aria_labelledby="log-title")


def side(view: View, words: Words, told: int, earlier: bool) -> Parts:
    return shell(
        words,
        chairs(view, words),
        shared(view.picture, len(view.seats)) if view.picture else None,
        log(view, words, told, earlier) if view.phase != "waiting" else None,
        len(view.seats),
        view.game,
    )


def shell(words: Words, seats: Node, common: Node, story: Node, count: int, game: str) -> Parts:
    """The side, which on a small screen comes over the board, with tabs."""
    return _aside(count > FEW, words).holding(_tabs(game, words), seats, common, story)


@remembered
def _tabs(game: str, words: Words) -> Element:
    """They are ordinary radio buttons, and a link, so they need no script."""
    tabs = (("players", words("Players")), ("log", words("Log")))
    return h.div("#tabs.tabs", role="group", aria_label=words("Players and moves"))[
        (
            h.label[
                h.input(f"#tab-{name}", type="radio", name="tab", checked=name == "players"),
                label,
            ]
            for name, label in tabs
        ),
        h.a(href=f"/rules/{game}", data_rule=True)[words("Rules")],
        h.button(
            ".switch.close",
            type="button",
            popovertarget="side",
            popovertargetaction="hide",
            aria_label=words("Close"),
        )["×"],
    ]


@cached_tag
def _aside(many: bool, words: Words) -> Tag:
    kinds = ["side", "many"] if many else ["side"]
    return h.aside("#side", class_=kinds, popover="auto", aria_label=words("Players"))


def chairs(view: View, words: Words) -> Parts:
    whose = avatars(view.seats)
    seats = _in_order(view.seats, view.viewer)
    return _CHAIRS.holding(_place(view, seat, whose[seat.number], words) for seat in seats)


def _in_order(seats: Sequence[Seat], viewer: int | None) -> list[Seat]:
    """The rivals in the order of play, and the viewer last."""
    first = 0 if viewer is None else viewer + 1
    return [*seats[first:], *seats[:first]]


def _place(view: View, seat: Seat, whose: Element, words: Words) -> Parts:
    part = seat_part(seat.number)
    drawn = drawings(view.picture, part) if view.picture else None
    if view.picture and not drawn and seat.number == view.viewer and _is_ended(view):
        drawn = drawings(view.picture, HAND)
    tags = _tags(seat, len(view.mine), _is_partner(view, seat), words)
    return place(seat, whose, tags, drawn, words, _asking(view, seat, words))


def _is_ended(view: View) -> bool:
    """True if there is no strip any more, where one's own things lay; a lesson keeps it."""
    return view.phase == "over" and not view.is_still


def place(
    seat: Seat,
    whose: Element,
    tags: tuple[str, ...],
    drawn: Node,
    words: Words,
    asking: Node = None,
) -> Parts:
    """A seat: its player, how they stand and what they have. Nothing is said by colour alone."""
    chair = _chair(seat.number, seat.to_move, seat.winner)
    return chair.holding(_sitting(seat, whose, tags, words), drawn, asking)


@cached_tag
def _chair(number: int, to_move: bool, winner: bool) -> Tag:
    return h.section(
        f"#chair-{number}",
        class_=[
            "seat",
            f"seat-{number % STAINS}",
            "turn" if to_move else None,
            "winner" if winner else None,
        ],
        data_part=seat_part(number),
        data_seat=str(number),
    )


@remembered
def _sitting(seat: Seat, whose: Element, tags: tuple[str, ...], words: Words) -> Element:
    return h.fragment[
        h.header[
            whose,
            h.span(".name")[words("Empty seat") if is_empty(seat) else called(seat, words)],
            (h.span(".chip")[tag] for tag in tags),
            _emote(seat.emote, words) if seat.emote else None,
            seat.to_move and h.span(".unseen")[words("to move")],
            _tally(seat) if seat.tally[0] else None,
        ],
        h.span(".unseen")[seat.standing] if seat.standing else None,
    ]


def _emote(name: EmoteName, words: Words) -> Element:
    sign, said = told_emotes(words)[name]
    return h.span(".emote", role="status")[h.span(aria_hidden="true")[sign], " ", said]


def _tally(seat: Seat) -> Element:
    number, behind = seat.tally
    return h.span(".tally", aria_hidden="true" if seat.standing else None)[
        number, behind and h.small[" ", behind]
    ]


def is_empty(seat: Seat) -> bool:
    return not seat.name and seat.bot is None


def _is_partner(view: View, seat: Seat) -> bool:
    """True if someone plays with the viewer: partners share their emblem."""
    if seat.mine or not seat.emblem or len(view.mine) != 1:
        return False
    return any(other.mine and other.emblem == seat.emblem for other in view.seats)


@cached_tag
def _tags(seat: Seat, mine: int, is_partner: bool, words: Words) -> tuple[str, ...]:
    tags = [words("partner")] if is_partner else []
    if seat.mine:
        tags.append(words("you") if mine == 1 else words("at this screen"))
    if seat.bot is not None:
        tags.append(level_name(seat.bot, words) if seat.here else words("is getting ready"))
    elif not seat.here and not is_empty(seat):
        tags.append(words("away"))
    if seat.gave_up:
        tags.append(words("gave up"))
    if seat.would_end:
        tags.append(words("would like to end"))
    if seat.stand_in is not None:
        tags.append(words("a bot plays: {level}", level=level_name(seat.stand_in, words)))
    if seat.winner:
        tags.append(words("won"))
    return tuple(tags)


def _asking(view: View, seat: Seat, words: Words) -> Markup | None:
    """Form of a chair: before the deal it can be left or freed, and the others may ask for a bot if
    someone is gone for too long."""
    if view.phase == "waiting" and view.dealing in (None, "pledge") and not is_empty(seat):
        may_free = seat.mine or (view.is_maker and seat.bot is None)
        return _free(view.table, seat, words) if may_free else None
    playing = view.phase == "playing" and bool(view.mine)
    may_ask = playing and seat.late and not seat.mine and seat.stand_in is None
    return _ask(view.table, view.seq, seat, words) if may_ask else None


@remembered
def _free(table: str, seat: Seat, words: Words) -> Element:
    label = words("Leave this seat") if seat.mine else words("Free this seat")
    return post(f"/t/{table}/get-up", h.button(type="submit")[label], smooth=True, seat=seat.number)


@remembered
def _ask(table: str, seq: int, seat: Seat, words: Words) -> Element:
    return post(
        f"/t/{table}/stand-in",
        h.button(type="submit")[words("Let a bot play for {name}", name=seat.name)],
        smooth=True,
        seat=seat.number,
        after=seq,
    )


def shared(picture: Picture, players: int) -> Node:
    """The parts that are nobody's."""
    owned = {BOARD, HAND, *(seat_part(seat) for seat in range(players))}
    return [
        _shared(part).holding(drawings(picture, part))
        for part in picture.parts
        if part not in owned
    ]


@cached_tag
def _shared(part: str) -> Tag:
    return h.section(f"#part-{part}.shared", data_part=part)


def log(view: View, words: Words, most: int, earlier: bool) -> Parts:
    """The moves, the newest first. The script keeps those before the ones that are shown."""
    # In a game of memory the script must not keep what is no longer told.
    first = 0 if view.memory else max(len(view.told) - most, 0)
    shown = list(zip(view.told[first:], view.notes[first:], strict=True))
    before = 0 if view.memory or not shown else shown[0][0].number - 1
    newest = view.told[-1].number if view.told else 0
    whose = avatars(view.seats, "small")
    return _LOG.holding(
        _log_title(words),
        _moves_told(before).holding(
            [
                _line(
                    each.number,
                    each.text,
                    icons,
                    whose[each.seat],
                    view.game,
                    each.number == newest,
                )
                for each, icons in reversed(shown)
            ],
            _earlier(view, words) if earlier and before else None,
        ),
        _memory(words) if view.memory else None,
        h.p(".quiet.opening")[ruled(view.opening, view.game)] if len(view.told) < FEW else None,
    )


@remembered
def _log_title(words: Words) -> Element:
    return h.h2("#log-title.unseen")[words("What happened")]


@cached_tag
def _moves_told(before: int) -> Tag:
    return h.ol("#moves-told", tabindex="0", reversed=True, data_before=str(before))


@remembered
def _memory(words: Words) -> Element:
    return h.p(".quiet")[
        words(
            "Remember the moves before these: this is a game of memory. "
            "The whole story comes when it is over."
        )
    ]


def _earlier(view: View, words: Words) -> Element:
    """Link to earlier moves. It counts as the move before the first, so the script keeps it until
    that is told."""
    seat = "" if view.viewer is None else f"&seat={view.viewer}"
    link = h.a(href=f"/t/{view.table}?moves=all{seat}", data_morph=True)[words("Earlier moves")]
    return h.li(value="0")[link]


@cached_tag
def _line(number: int, text: str, icons: Note, whose: Markup, game: str, newest: bool) -> Parts:
    # After every move two of them are new to each reader: as text they are made faster.
    kind = ' class="last"' if newest else ""
    begin = f'<li id="told-{number}" value="{number}"{kind} title="{escape(text)}">'
    return Parts((begin, _told(text, icons, whose, game), "</li>"))


@remembered
def _told(text: str, icons: Note, whose: Markup, game: str) -> Element:
    """A move that was made: icons for the eye, the sentence for the ear and the pointer; the rules
    that it names can be read by all."""
    if not icons:
        return h.fragment[whose, h.span(".text")[ruled(text, game)]]
    return h.fragment[whose, note(icons, game), h.span(".unseen")[text], rules_named(text, game)]
