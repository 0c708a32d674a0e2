"""The table: waiting for players, playing, and the end.

`fragment` is the part that changes; the stream sends it anew after every event, and the script
lays it over the one that is there. `page` is the whole page around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from markupsafe import Markup, escape

from matchwood.engine.aids import HINTS
from matchwood.engine.words import Words
from matchwood.server.commands import LONGEST_NAME
from matchwood.server.levels import level_name
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, remembered
from matchwood.server.pages.layout import Settings, document
from matchwood.server.pages.parts import (
    called,
    copied,
    drawing,
    fold,
    patience_told,
    post,
    result,
    ruled,
)
from matchwood.server.views import Offer, Proof, Seat, View

MANY_OFFERS = 20
"""From more moves than this on, they can be searched."""
TOLD_IN_STREAM, TOLD_AT_FIRST = 20, 50
"""How many of the last moves the stream repeats, and a page tells; the script keeps the others."""

# Elements that stand in every table's page, made once.
_NOW, _TITLE = h.section("#now", aria_labelledby="title"), h.h1("#title")
_SAID, _LAST, _TURN = h.div("#said", aria_live="polite"), h.p(".last"), h.p(".turn")
_CHAIRS, _CHAIRS_TITLE = h.section("#chairs", aria_labelledby="chairs-title"), h.h2("#chairs-title")
_SIDE, _QUIET = h.div("#side"), h.p(".quiet")


@dataclass(frozen=True)
class Invitation:
    """What the page knows of the way to an empty chair."""

    url: str | None = None
    """The link for a friend, shown to those who sit here, and its code as a picture."""
    qr: str | None = None
    only_here: bool = False
    """Whether the link works on no other device."""
    brought: str | None = None
    """What a visitor without a chair came with, so that they may sit down."""
    name: str = ""
    """What that visitor called themselves before."""


NO_INVITATION = Invitation()


def page(
    view: View,
    words: Words,
    settings: Settings,
    invitation: Invitation = NO_INVITATION,
    told: int = TOLD_AT_FIRST,
) -> Element:
    return document(
        view.title,
        fragment(view, words, invitation, told, earlier=True),
        h.div("#notice.toast", role="alert", hidden=True)[
            h.p,
            h.button(".switch", type="button", aria_label=words("Close"))["×"],
        ],
        h.p("#lost.toast", role="status", hidden=True)[
            words("The connection is lost. Trying again …")
        ],
        words=words,
        settings=settings,
        games=[view.game],
        waits=_waits(view, invitation),
    )


def _waits(view: View, invitation: Invitation) -> bool:
    """Whether nothing can be done here until others do something."""
    if view.phase == "waiting":
        return invitation.brought is None
    return view.phase == "playing" and view.to_move not in view.mine


def fragment(
    view: View,
    words: Words,
    invitation: Invitation = NO_INVITATION,
    told: int = TOLD_IN_STREAM,
    earlier: bool = False,
) -> Element:
    """The table itself, with so many of the last moves, and perhaps the way to earlier ones."""
    phases = {"waiting": _waiting, "playing": _playing, "over": _over}
    my_turn = view.phase == "playing" and view.viewer is not None and view.viewer == view.to_move
    return h.main(
        "#table",
        tabindex="-1",
        class_=["table", view.phase],
        data_stream=_stream(view, invitation),
        data_table=view.table,
        data_seq=str(view.seq),
        data_phase=view.phase,
        data_turn=my_turn,
        data_seated=bool(view.mine),
        data_commitment=view.proof.commitment,
    )[
        phases[view.phase](view, words, invitation),
        _chairs(view, words),
        _SIDE[
            _offers(view, words) if view.offers else None,
            _leaving(view, words) if view.phase == "playing" and view.mine else None,
            _proof(view, view.proof, words) if view.phase == "over" else None,
            _told(view, words, told, earlier) if view.phase != "waiting" else None,
            _rulebook(view.game, words),
            _agreed(view.options, _patience(view), view.proof.commitment, words),
        ],
    ]


def _stream(view: View, invitation: Invitation) -> str:
    """Where the script follows the table, with the same eyes as this page."""
    around = None if view.place is None else _steps(view)
    asked = {"seat": view.viewer, "invite": invitation.brought, "around": around}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return f"/t/{view.table}/stream" + (f"?{query}" if query else "")


def _steps(view: View) -> int:
    """How many places around the table the viewer has walked to look from there."""
    if view.viewer is None or view.place is None:
        return 0
    return (view.place - view.viewer) % len(view.seats)


def _now(view: View, *said: Node, undo: Node = None, onward: Node = None) -> Element:
    """What has happened and what is to be done; readers of the screen hear it as it changes."""
    return _NOW[
        h.div[_TITLE[view.title], undo],
        _SAID[said],
        onward,
    ]


def _name(view: View, seat: int, words: Words) -> str:
    return called(view.seats[seat], words)


# Before the deal


def _waiting(view: View, words: Words, invitation: Invitation) -> Element:
    empty = [seat for seat in view.seats if _is_empty(seat)]
    return h.fragment[
        _now(
            view,
            _TURN[
                words.many(
                    "Waiting for {n} more player.", "Waiting for {n} more players.", n=len(empty)
                )
                if empty
                else words("Everyone is here. The game is about to begin.")
            ],
        ),
        h.section("#board.panel")[
            _sit(view, empty, words, invitation.brought, invitation.name)
            if empty and invitation.brought and not view.mine
            else None,
            _invite(words, invitation) if empty and invitation.url else None,
            _deal(view, words, ready=not empty) if view.mine else None,
            _QUIET[
                words(
                    "The server has already drawn its secret for the deal. This is its "
                    "fingerprint; your browser remembers it and checks it after the game:"
                )
            ],
            h.p[h.code(".digits")[view.proof.commitment]],
        ],
    ]


def _is_empty(seat: Seat) -> bool:
    return not seat.name and seat.bot is None


def _invite(words: Words, invitation: Invitation) -> Element:
    assert invitation.url is not None
    return h.div("#invite")[
        h.h2[words("Invite a friend")],
        h.p[words("Anyone with this link can take an empty seat.")],
        copied(invitation.url, words, words("Link for a friend")),
        invitation.only_here
        and h.p(".quiet")[
            words(
                "This link works on this device only. To play with others in your network, start "
                "the server with {option}.",
                option="--host 0.0.0.0",
            )
        ],
        invitation.qr
        and h.figure(".qr")[
            Markup(invitation.qr),
            h.figcaption(".quiet")[words("The same link, for a phone’s camera.")],
        ],
    ]


def _sit(view: View, empty: list[Seat], words: Words, brought: str, name: str) -> Element:
    return h.div("#sit")[
        h.h2[words("There is a seat for you")],
        post(
            f"/t/{view.table}/sit",
            h.div(".field")[
                h.label(for_="sit-name")[words("Your name")],
                h.input(
                    "#sit-name",
                    name="name",
                    maxlength=str(LONGEST_NAME),
                    autocomplete="off",
                    value=name or None,
                ),
            ],
            h.div(".field")[
                h.label(for_="sit-seat")[words("Seat")],
                h.select("#sit-seat", name="seat")[
                    (
                        h.option(value=str(seat.number))[
                            words("Seat {number}", number=seat.number + 1)
                        ]
                        for seat in empty
                    )
                ],
            ],
            h.button(".first", type="submit")[words("Sit down")],
            invite=brought,
        ),
    ]


def _deal(view: View, words: Words, ready: bool) -> Element:
    """The script fills the contribution in, and sends it by itself when all are there."""
    return h.form(
        "#deal",
        method="post",
        action=f"/t/{view.table}/deal",
        data_smooth=True,
        data_step=view.dealing,
    )[
        h.input(type="hidden", name="contribution", value=""),
        h.input(type="hidden", name="digest", value=""),
        h.button(".first", type="submit", disabled=not ready)[words("Deal")],
        _QUIET[
            words(
                "Every browser at the table draws random digits and shows their fingerprint. "
                "When all fingerprints are there the digits are added up, and the game begins."
            )
            if ready
            else words("The game begins when every seat is taken.")
        ],
    ]


# Playing


def _playing(view: View, words: Words, invitation: Invitation) -> Element:
    return h.fragment[
        _now(
            view,
            _LAST[_last(view)],
            _TURN[_turn(view, words)],
            _finality(view, words) if view.offers else None,
            _hint(view, words) if view.offers and _has_hints(view) else None,
            _elsewhere(view, view.place, words) if view.place is not None else None,
            undo=_undo(view, words) if view.undo else None,
            onward=_turn_round(view, view.turning) if view.turning else None,
        ),
        _curtain(view, view.curtain, words)
        if view.curtain is not None
        else h.section("#board", aria_label=words("The table"))[drawing(view.picture)],
    ]


def _turn_round(view: View, label: str) -> Element:
    """The way to the next place at the table, and from the last one back to the own."""
    steps = (_steps(view) + 1) % len(view.seats)
    asked = {"seat": view.viewer, "around": steps or None}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return h.p(".buttons")[
        h.a("#around.button", href=f"/t/{view.table}?{query}", data_morph=True)[label]
    ]


def _elsewhere(view: View, place: int, words: Words) -> Element:
    return _QUIET[words("You see the table from {name}’s seat.", name=_name(view, place, words))]


def _has_hints(view: View) -> bool:
    return view.practice and HINTS.name in view.aids


def _last(view: View) -> Node:
    """What happened last; before the first move, who starts."""
    return ruled(view.told[-1].text if view.told else view.opening, view.game)


def _turn(view: View, words: Words) -> list[Node]:
    assert view.to_move is not None
    task = ruled(view.task, view.game)
    if view.to_move not in view.mine:
        return [h.strong[task]]
    if len(view.mine) > 1:
        whose = words("{name}, it’s your turn.", name=_name(view, view.to_move, words))
    else:
        whose = words("It’s your turn.")
    return [h.strong[whose], " ", task]


def _curtain(view: View, seat: int, words: Words) -> Element:
    name = _name(view, seat, words)
    return h.section("#board.panel.curtain")[
        h.h2[words("Hand the screen to {name}", name=name)],
        h.p[words("What comes next is for {name} only.", name=name)],
        h.p(".buttons")[
            h.a(".button.first", href=f"/t/{view.table}?seat={seat}", data_morph=True)[
                words("I am {name}", name=name)
            ]
        ],
    ]


def _finality(view: View, words: Words) -> Element:
    """The page says beforehand whether a move can be taken back."""
    finals = {offer.final for offer in view.offers}
    if finals == {True}:
        told = words("You cannot take this move back.")
    elif finals == {False} and view.practice:
        told = words(
            "You can take it back, even after the bots’ answers, unless something comes to light."
        )
    elif finals == {False} and view.unforeseen:
        told = words(
            "You can take it back until someone else moves, unless something comes to light."
        )
    elif finals == {False}:
        told = words("You can take it back until someone else moves.")
    else:
        told = words("Moves marked “final” cannot be taken back.")
    return _QUIET[told]


def _hint(view: View, words: Words) -> Element:
    """What a bot would do, for someone who practises; it goes with the next move."""
    if view.hint is not None:
        return h.p[words("A bot would play: {move}", move=view.hint)]
    link = h.a(href=f"/t/{view.table}?hint=1", data_morph=True)[words("What would a bot do?")]
    return _QUIET[link]


def _undo(view: View, words: Words) -> Element:
    return post(
        f"/t/{view.table}/undo",
        h.button(type="submit")[words("Take back")],
        smooth=True,
        after=view.seq,
    )


def _offers(view: View, words: Words) -> Element:
    mixed = len({offer.final for offer in view.offers}) > 1
    mark = _mark(words) if mixed else ""
    return fold(
        "offers",
        words("Possible moves ({count})", count=len(view.offers)),
        h.div(".field.scripted")[
            h.label(for_="filter")[words("Show only moves with")],
            h.input("#filter", type="search", autocomplete="off"),
        ]
        if len(view.offers) > MANY_OFFERS
        else None,
        post(
            f"/t/{view.table}/move",
            h.ul(".moves")[Markup("".join([_offer(offer, mark) for offer in view.offers]))],
            smooth=True,
            after=view.seq,
        ),
        open=True,
    )


def _leaving(view: View, words: Words) -> Element | None:
    """Giving up, and ending the game together; folded, so that neither happens by accident."""
    mine = [seat for seat in view.seats if seat.mine and not seat.gave_up]
    if not mine:
        return None
    here = f"/t/{view.table}"
    willing = [called(seat, words) for seat in view.seats if seat.would_end]
    together = any(not seat.mine and seat.bot is None for seat in view.seats)
    agreed = all(seat.would_end for seat in mine)
    return fold(
        "leaving",
        words("Stop playing"),
        willing and h.p[words("{names} would like to end the game.", names=", ".join(willing))],
        h.div(".buttons")[
            post(f"{here}/give-up", h.button(type="submit")[words("Give up")], smooth=True),
            None
            if agreed
            else post(
                f"{here}/end",
                h.button(type="submit")[
                    words("Agree to end without a winner")
                    if together
                    else words("End without a winner")
                ],
                smooth=True,
            ),
        ],
        _QUIET[
            words("Giving up lets the other side win.")
            if len(view.seats) == 2
            else words("If you give up, a bot plays on for you.")
        ],
        open=bool(willing),
    )


@remembered
def _mark(words: Words) -> Element:
    return h.fragment[" ", h.span(".tag")[words("final")]]


def _offer(offer: Offer, mark: str) -> str:
    """There may be more than a hundred, at every move: as text they are made much faster."""
    value, clicks = _plain(offer.move), _plain(" ".join(offer.clicks))
    final, marked = (" data-final", mark) if offer.final else ("", "")
    return (
        f'<li><button name="move" value="{value}" data-clicks="{clicks}"{final}>'
        f"{escape(offer.text)}{marked}</button></li>"
    )


@remembered
def _plain(text: str) -> str:
    return text


# The end


def _over(view: View, words: Words, invitation: Invitation) -> Element:
    return h.fragment[
        _now(
            view,
            h.p(".turn.won")[
                h.strong[
                    result(view.winners, view.tied, view.seats, words)
                    if view.winners
                    else words("The game has ended without a winner.")
                ]
            ],
            h.ul(".verdict")[(h.li[ruled(sentence, view.game)] for sentence in view.verdict)],
            onward=_onward(view, words),
        ),
        h.section("#board", aria_label=words("The table"))[
            view.finale and h.div("#finale")[drawing(view.finale)],
            drawing(view.picture),
        ],
    ]


def _onward(view: View, words: Words) -> Element:
    here = f"/t/{view.table}"
    again = post(
        f"{here}/again",
        h.button(".first", type="submit")[words("Play again")],
        view.tied
        and h.button(type="submit", name="tie", value="1")[words("Play again to break the tie")],
    )
    return h.div(".buttons")[
        h.a(".button.first", href=f"/t/{view.again}")[words("Go to the next table")]
        if view.again
        else again
        if view.mine
        else None,
        h.a(".button", href=f"{here}/replay")[words("Replay")],
        h.a(".button", href=f"{here}/record", download=True)[words("Download the record")],
    ]


def _proof(view: View, proof: Proof, words: Words) -> Element:
    """All that the deal was made of; the script shows those sentences that turn out to be true."""
    return fold(
        "proof",
        words("Was the deal fair?"),
        h.div(
            "#check",
            data_keep=True,
            data_secret=proof.secret,
            data_seed=proof.seed,
            data_terms=proof.terms or "",
        )[(_finding(name, sentence) for name, sentence in _findings(words).items())],
        h.p[
            words(
                "The SHA-256 of the text “matchwood deal”, a line end, the terms, and the secret "
                "must be the commitment. With each player’s seat (one byte, from 0) and digits "
                "after that, it must be the seed. This command checks it, and the whole game, "
                "against what your browser remembers:"
            ),
            " ",
            h.code["matchwood verify RECORD --commitment … --contribution …"],
        ],
        h.dl("#remembered", hidden=True, data_keep=True)[
            h.dt[words("The commitment that your browser was shown")],
            h.dd[h.code(".digits", data_remembered="commitment")],
            h.dt[words("The digits that your browser added")],
            h.dd[h.code(".digits", data_remembered="contribution")],
        ],
        _QUIET[
            words(
                "Nobody at the table can choose the deal, not even together with the server. "
                "Whoever runs the server could see all hands, though, as every server can."
            )
        ],
        h.dl[
            h.dt[words("Commitment, shown before the deal")],
            h.dd[h.code(".digits")[proof.commitment]],
            h.dt[words("Secret of the server")],
            h.dd[h.code(".digits")[proof.secret]],
            (_contribution(view, *each, words) for each in proof.contributions),
            (_missing(view, seat, words) for seat in proof.withheld),
            proof.terms
            and [
                h.dt[words("Terms")],
                h.dd[h.pre(".digits")[proof.terms]],
            ],
            h.dt[words("Seed")],
            h.dd[h.code(".digits")[proof.seed]],
        ],
        open=True,
    )


def _contribution(view: View, seat: int, digits: str, drawn: bool, words: Words) -> Element:
    names = [called(each, words) for each in view.seats]
    if drawn:
        whose = words.about(
            seat, names, "Drawn by the server for you", "Drawn by the server for {name}"
        )
    else:
        whose = words.about(seat, names, "From your browser", "From {name}’s browser")
    return h.fragment[
        h.dt[whose],
        h.dd[h.code(".digits", data_seat=str(seat))[digits]],
    ]


def _missing(view: View, seat: int, words: Words) -> Element:
    names = [called(each, words) for each in view.seats]
    return h.fragment[
        h.dt[words.about(seat, names, "From your browser", "From {name}’s browser")],
        h.dd[words("not shown in time, so the deal was made without it")],
    ]


def _finding(name: str, sentence: str) -> Element:
    good = not name.startswith("not-")
    return h.p(f".finding.{'good' if good else 'bad'}", data_finding=name, hidden=True)[
        h.span(aria_hidden="true")["✓ " if good else "✗ "], sentence
    ]


def _findings(words: Words) -> dict[str, str]:
    return {
        "remembered": words("The commitment is the one your browser was shown before the deal."),
        "not-remembered": words(
            "The commitment is NOT the one your browser was shown before the deal."
        ),
        "contributed": words("The digits of your browser are among those used, unchanged."),
        "not-contributed": words("The digits of your browser are NOT among those used."),
        "computed": words("Your browser has computed it: commitment and seed are right."),
        "not-computed": words("Your browser has computed it: commitment or seed are WRONG."),
    }


# Beside the table


def _chairs(view: View, words: Words) -> Element:
    return _CHAIRS[
        _CHAIRS_TITLE[words("Players")],
        h.ul[
            (
                _chair(
                    seat, view.phase == "playing", len(view.mine), _asking(view, seat, words), words
                )
                for seat in view.seats
            )
        ],
        None if view.mine else _QUIET[words("You are watching.")],
        _QUIET[words("Help agreed on: {aids}", aids="; ".join(view.help))] if view.help else None,
    ]


@remembered
def _chair(seat: Seat, playing: bool, mine: int, asking: Markup | None, words: Words) -> Element:
    """Who sits there and how they stand. Everything is said in words, nothing by colour alone."""
    name = words("Empty seat") if _is_empty(seat) else called(seat, words)
    turn = seat.to_move and playing
    return h.li(f"#chair-{seat.number}", class_={"turn": turn, "winner": seat.winner})[
        h.span(".name")[turn and h.span(aria_hidden="true")["▸ "], name],
        (h.span(".tag")[tag] for tag in _tags(seat, turn, mine, words)),
        h.span(".standing")[seat.standing],
        asking,
    ]


def _tags(seat: Seat, turn: bool, mine: int, words: Words) -> list[str]:
    tags = []
    if seat.mine:
        tags.append(words("you") if mine == 1 else words("at this screen"))
    if seat.bot is not None:
        tags.append(words("bot: {level}", level=level_name(seat.bot, words)))
        if not seat.here:
            tags.append(words("is getting ready"))
    elif not seat.here and not _is_empty(seat):
        tags.append(words("away"))
    if seat.gave_up:
        tags.append(words("gave up"))
    if seat.stand_in is not None:
        tags.append(words("a bot plays: {level}", level=level_name(seat.stand_in, words)))
    if turn:
        tags.append(words("to move"))
    if seat.winner:
        tags.append(words("won"))
    return tags


def _asking(view: View, seat: Seat, words: Words) -> Markup | None:
    """What can be done about a chair: before the deal it can be left or freed, and the others may
    ask for a bot if someone is gone for too long."""
    if view.phase == "waiting" and view.dealing in (None, "pledge") and not _is_empty(seat):
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


def _told(view: View, words: Words, most: int, earlier: bool) -> Element:
    """The moves, the newest first. The script keeps those before the ones that are shown."""
    # In a game of memory the script must not keep what is no longer told.
    shown = view.told if view.memory else view.told[-most:]
    before = 0 if view.memory or not shown else shown[0].number - 1
    return fold(
        "told",
        words("What happened"),
        h.ol("#moves-told", tabindex="0", reversed=True, data_before=str(before))[
            [_line(each.number, each.text, view.game) for each in reversed(shown)],
            _earlier(view, words) if earlier and before else None,
        ],
        _QUIET[
            words(
                "Remember the moves before these: this is a game of memory. "
                "The whole story comes when it is over."
            )
        ]
        if view.memory
        else None,
        _QUIET[ruled(view.opening, view.game)],
        open=True,
    )


def _earlier(view: View, words: Words) -> Element:
    """It counts as the move before the first, so the script keeps it until that is told."""
    seat = "" if view.viewer is None else f"&seat={view.viewer}"
    link = h.a(href=f"/t/{view.table}?moves=all{seat}", data_morph=True)[words("Earlier moves")]
    return h.li(value="0")[link]


@remembered
def _line(number: int, text: str, game: str) -> Element:
    """A move that was made."""
    return h.li(f"#told-{number}", value=str(number))[ruled(text, game)]


@remembered
def _rulebook(game: str, words: Words) -> Element:
    return fold(
        "rules",
        words("Rules"),
        h.p[
            h.a(href=f"/rules/{game}", target="_blank")[words("The rulebook on a page of its own")]
        ],
        h.div("#rulebook", data_keep=True, data_source=f"/rules/{game}?part=1"),
    )


def _patience(view: View) -> int | None:
    """Who plays against bots alone is waited for in any case."""
    return None if view.practice else view.patience


@remembered
def _agreed(
    options: tuple[tuple[str, str], ...], patience: int | None, commitment: str, words: Words
) -> Element:
    """What was agreed, for those who join or forget."""
    return fold(
        "agreed",
        words("Game options"),
        h.dl[
            ([h.dt[label], h.dd[value]] for label, value in options),
            None
            if patience is None
            else [
                h.dt[words("Time before a bot steps in")],
                h.dd[patience_told(patience, words)],
            ],
        ],
        _QUIET[words("Commitment of the server to its secret for the deal:")],
        h.p[h.code(".digits")[commitment]],
    )
