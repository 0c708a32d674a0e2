"""Making views: a table as those see it who may know the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import starmap

from msgspec.structs import replace

from matchwood.engine.aids import HINTS
from matchwood.engine.game import Document, Game, Scene, find_game
from matchwood.engine.options import Value, written
from matchwood.engine.paths import half_made
from matchwood.engine.pictures import Marks, Picture, marked
from matchwood.engine.position import Position
from matchwood.engine.words import Phrase, Words
from matchwood.server.table.state import Table
from matchwood.server.table.summary import Summary
from matchwood.server.views.model import (
    Button,
    Dealing,
    GivingUp,
    Moment,
    Note,
    Offer,
    Prompt,
    Proof,
    ReplayView,
    Seat,
    StagedScene,
    Told,
    View,
)
from matchwood.server.views.move_log import Account, Looks, MoveLog, Reader
from matchwood.server.views.names import initial, names_at, server_words
from matchwood.server.views.perspective import Perspective, Presence

MOST_TOLD = 1000
"""Of a longer game, so many of the last moves are told; all of them when it is replayed."""


MOST_STAGED = 2
"""Of the scenes that a viewer may have missed, so many of the last are shown."""

AGREED_KEPT = 1000
"""Of so many tables, languages and readers it is kept what was agreed, in words."""


def build_view(
    table: Table, perspective: Perspective, story: MoveLog, presence: Presence | None = None
) -> View:
    """The table as an audience sees it."""
    words = server_words(perspective.language)
    names = names_at(table)
    position = table.position
    viewer, curtain = _eyes(table, perspective)
    shown = _shown(table, viewer, story.looks)
    account = story.of(table, reader_of(table, perspective))
    place, turning = _place(table, perspective, viewer), _turning(table, viewer)
    playing = table.to_move is not None
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    # Behind a curtain nobody looks from a place of their own; where the table does not look the
    # same from everywhere, nothing can be shown to both.
    veiled = curtain is not None and bool(table.game.aids)
    told, notes = ((), ()) if veiled else _told(table, account, viewer)
    offers = _offers(table, viewer, story.looks, names, speaking, clickable=place == viewer)
    is_private, caption = _is_private(position, viewer, table.over), table.game.caption
    view = View(
        table=table.name,
        game=table.game.name,
        title=table.game.title,
        options=_agreed(
            table.game.name,
            tuple(table.variant.options.items()),
            table.agreement.aids,
            table.agreement.breaks_tie,
            speaking,
            words,
        ),
        aids=tuple(aid.name for aid in table.aids),
        help=tuple(speaking.tell(aid.label) for aid in table.aids),
        seq=table.seq,
        phase=table.phase,
        viewer=viewer,
        mine=perspective.seats,
        curtain=curtain,
        to_move=table.to_move,
        seats=_seats(table, perspective, names, shown, presence),
        opening=account.opening,
        task=_task(table, perspective, shown, names),
        observe=partial(_observed, position, viewer, table.over),
        picture=None
        if shown is None or veiled
        else _picture(
            table,
            shown,
            place,
            names,
            speaking,
            story.last,
            table.turns[-1].seat if table.turns else 0,
            _call(account),
        ),
        offers=offers,
        buttons=_buttons(table.game, offers, speaking),
        prompts=_prompts(table.game, offers, shown, names, speaking),
        told=told,
        notes=notes,
        memory=table.game.memory and playing,
        unforeseen=_is_veiled(table),
        undo=table.moves_to_take_back(perspective.seats) > 0,
        dealing=_dealing(table, perspective),
        invite=table.invite
        if table.empty and (perspective.seats or perspective.may_invite)
        else None,
        proof=_proof(table),
        patience=table.agreement.patience,
        practice=table.is_practice,
        only_bots=table.only_bots,
        is_maker=perspective.is_maker,
        turning=speaking.tell(turning) if turning else None,
        place=None if place == viewer else place,
        again=table.again,
        may_ask=_may_ask(table, perspective),
        is_private=is_private,
        caption=speaking.tell(caption) if caption and is_private else "",
        giving_up=_giving_up(table, perspective),
        call=_call(account),
    )
    view = replace(view, scenes=_staged(table, view, account))
    return _ended(view, table, position, names, speaking) if position and table.over else view


def reader_of(table: Table, perspective: Perspective) -> Reader:
    """As whom an audience reads the story of a table."""
    viewer, _ = _eyes(table, perspective)
    has_own_story = table.game.aids and not table.over
    return Reader(perspective.language, perspective.reader, viewer if has_own_story else None)


def _may_ask(table: Table, perspective: Perspective) -> bool:
    """Whether someone may ask a bot whether their last move was good."""
    agreed = table.is_practice and HINTS.name in table.agreement.aids
    return agreed and table.to_move is not None and last_move(table, perspective.seats) is not None


def _giving_up(table: Table, perspective: Perspective) -> GivingUp | None:
    """Effect of giving up for the audience, if they can."""
    mine = [seat for seat in perspective.seats if table.plays(seat)]
    if table.phase != "playing" or not mine:
        return None
    ending = table.ending_if_given_up(table.seat_giving_up(mine))
    if ending is None:
        return "plays on"
    return "loses" if ending.winners else "ends"


def _dealing(table: Table, perspective: Perspective) -> Dealing | None:
    """What a browser has to do for the deal; who plays alone has nobody to wait for."""
    if table.position is not None or table.empty or not perspective.seats:
        return None
    if not all(seat in table.pledges for seat in perspective.seats):
        return "open" if len(table.people) == 1 else "pledge"
    missing = [seat for seat in perspective.seats if seat not in table.contributions]
    return "open" if table.all_pledged and missing else "wait"


def _task(
    table: Table, perspective: Perspective, document: Document | None, names: Sequence[str]
) -> str:
    """What is to be done, said to who is to do it, also where several share a screen."""
    if document is None or table.to_move is None:
        return ""
    reader = table.to_move if table.to_move in perspective.seats else perspective.reader
    words = table.game.speaking(perspective.language).to(reader)
    return table.game.words.task(words, document, names)


def _ended(
    view: View, table: Table, position: Position, names: Sequence[str], words: Words
) -> View:
    """A game that is over, and why it ended as it did."""
    game, document = position.variant.game, position.dump()
    by_rules = table.ending is None
    return replace(
        view,
        winners=tuple(table.winners),
        tied=position.variant.tied(table.winners),
        verdict=_verdict(table, document, names, words),
        ending=None if table.ending is None else table.ending.how,
        finale=game.finale.draw(document, view.viewer, names, words) if by_rules else None,
        can_recall=table.quiz_move is not None,
    )


def _verdict(
    table: Table, document: Document, names: Sequence[str], words: Words
) -> tuple[str, ...]:
    if table.ending is None:
        return tuple(table.game.words.verdict(words, document, names))
    ours = server_words(words.language).to(words.reader)
    if table.ending.how == "agreed":
        return (ours("The players agreed to end the game, so nobody has won."),)
    return tuple(
        ours.about(seat, names, "You gave up.", "{name} gave up.") for seat in table.given_up
    )


def _eyes(table: Table, perspective: Perspective) -> tuple[int | None, int | None]:
    """Through whose eyes an audience looks, and who is to take the screen over first.

    Where several share a screen and are not all shown the same, only the one to move sees what is
    theirs, and only after saying that they are there.
    """
    position, mine = table.position, perspective.seats
    if position is None or len(mine) < 2:
        return (mine[0] if mine else None), None
    if table.over or _all_see_the_same(table, position):
        return (position.to_move if position.to_move in mine else mine[0]), None
    if position.to_move not in mine:
        return None, None
    if perspective.at_screen == position.to_move:
        return position.to_move, None
    return None, position.to_move


def _all_see_the_same(table: Table, position: Position) -> bool:
    """Whether no player knows, or is shown, anything that another is not."""
    anyone, aids = position.seen_by(None), table.agreement.aids
    looks = anyone.veiled(0, aids)
    return all(
        position.seen_by(seat) == anyone and anyone.veiled(seat, aids) == looks
        for seat in table.chairs
    )


def _hidden(position: Position, viewer: int | None, over: bool) -> Position:
    """What may be known; after the end nothing is hidden any more."""
    return position if over else position.seen_by(viewer)


def _observed(position: Position | None, viewer: int | None, over: bool) -> Document | None:
    return None if position is None else _hidden(position, viewer, over).dump()


def _is_private(position: Position | None, viewer: int | None, over: bool) -> bool:
    """True if a viewer knows more than anyone may."""
    if position is None or viewer is None or over:
        return False
    return position.seen_by(viewer) != position.seen_by(None)


def _shown(table: Table, viewer: int | None, looks: Looks) -> Document | None:
    """What pages show of that: in some games less, and more where it was agreed."""
    if table.position is None:
        return None
    if table.over:
        return looks.of(table.position)
    return looks.shown(table, table.position, viewer).document


def _is_veiled(table: Table) -> bool:
    """Whether the table shows less than may be known, and it is no mere matter of memory."""
    own = {aid.name for aid in table.game.aids}
    return bool(own.difference(table.agreement.aids)) and not table.game.memory


def _turning(table: Table, viewer: int | None) -> Phrase | None:
    """What leads to another place at the table is called so, if a player may go there."""
    ways = [aid.turning for aid in table.aids if aid.turning is not None]
    return ways[0] if ways and table.phase == "playing" and viewer is not None else None


def _place(table: Table, perspective: Perspective, viewer: int | None) -> int | None:
    """From whose place the table is drawn: the viewer's own, if they may not walk around."""
    if viewer is None or _turning(table, viewer) is None:
        return viewer
    return (viewer + perspective.steps) % len(table.chairs)


def _told(
    table: Table, account: Account, viewer: int | None
) -> tuple[tuple[Told, ...], tuple[Note, ...]]:
    """The moves that a reader is told: in a game of memory, until it is over, only the last."""
    first = max(len(account.told) - MOST_TOLD, 0)
    if table.to_move is not None and table.game.memory:
        reader = table.to_move if viewer is None else viewer
        first = forgotten([turn.seat for turn in table.turns], table.to_move, reader)
    return tuple(account.told[first:]), tuple(account.notes[first:])


NOBODY = -1


def forgotten(seats: Sequence[int], to_move: int, reader: int) -> int:
    """How many moves, given by who made them, came before the reader's last turn.

    A turn is all that a seat does in a row; one that still goes on is not the last yet.
    """
    place = len(seats)
    while place and seats[place - 1] == to_move:
        place -= 1
    while place and seats[place - 1] != reader:
        place -= 1
    while place and seats[place - 1] == reader:
        place -= 1
    return place


def _call(account: Account) -> Scene | None:
    """What the last move brought about that has no picture of its own."""
    last = account.scenes[-1] if account.scenes else None
    return last if last and last.picture is None else None


def _staged(table: Table, view: View, account: Account) -> tuple[StagedScene, ...]:
    """The scenes since the viewer's last turn; at the end also what came of the last move."""
    if not account.scenes:
        return ()
    seats, ended = [turn.seat for turn in table.turns], table.over and table.ending is None
    mover = seats[-1] if table.to_move is None else table.to_move
    reader = mover if view.viewer is None else view.viewer
    first = forgotten(seats, NOBODY if table.over else mover, reader)
    found = []
    for number, scene in enumerate(account.scenes[first:], first + 1):
        is_last = ended and number == len(seats)
        picture = (
            view.picture if is_last and scene and not scene.picture else scene and scene.picture
        )
        if scene and picture:
            place = _elsewhere(scene, view.viewer)
            found.append(StagedScene(number, scene, picture, place, is_last))
    return tuple(found[-MOST_STAGED:])


def _elsewhere(scene: Scene, viewer: int | None) -> int | None:
    """From whose place a scene is drawn, if that is not the viewer's; who watches has the first."""
    return None if scene.place == (viewer or 0) else scene.place


def _picture(
    table: Table,
    document: Document,
    viewer: int | None,
    names: Sequence[str],
    words: Words,
    last: Sequence[str],
    mover: int,
    call: Scene | None,
) -> Picture:
    """The table, with the clicks of the last move marked, and what it brought about."""
    picture = table.game.picture.draw(document, viewer, names, words)
    lit = call.marks if call else ()
    emblem = table.game.emblem(document, mover)
    return marked(picture, Marks(last, mover, initial(names[mover]), emblem, lit=lit))


def _offers(
    table: Table,
    viewer: int | None,
    looks: Looks,
    names: Sequence[str],
    words: Words,
    clickable: bool,
) -> tuple[Offer, ...]:
    """The moves; whoever looks from another's place has to choose them by their words."""
    if table.position is None or viewer is None or table.to_move != viewer:
        return ()
    hidden, document = looks.shown(table, table.position, viewer)
    game = table.game
    moves, finals = zip(*table.position.choices_by(hidden), strict=True)
    texts = game.words.offers(words, moves, document, names)
    effects = zip(*game.words.effects(words, moves, document, names), strict=True)
    paths = [tuple(game.clicks.path_of(move, document)) if clickable else () for move in moves]
    return tuple(starmap(Offer, zip(moves, texts, paths, finals, *effects, strict=True)))


def _buttons(game: Game, offers: Sequence[Offer], words: Words) -> tuple[Button, ...]:
    """The steps of the moves that are clicked in no drawing, in the order of the game."""
    if not offers or not game.words.BUTTONS:
        return ()
    alone = {offer.clicks[0]: offer.move for offer in offers if len(offer.clicks) == 1}
    steps = {step for offer in offers for step in offer.clicks}
    return tuple(
        Button(step, words.tell(label), alone.get(step))
        for step, label in game.words.BUTTONS.items()
        if step in steps
    )


def _prompts(
    game: Game,
    offers: Sequence[Offer],
    document: Document | None,
    names: Sequence[str],
    words: Words,
) -> tuple[Prompt, ...]:
    """What is to be done after each of the clicks that begin a move and do not make it yet."""
    if document is None or not offers:
        return ()
    paths = half_made((offer.clicks for offer in offers), game.words.BUTTONS)
    texts = game.words.prompts(words, paths, document, names)
    return tuple(Prompt(path, text) for path, text in zip(paths, texts, strict=True))


def _seats(
    table: Table,
    perspective: Perspective,
    names: Sequence[str],
    document: Document | None,
    presence: Presence | None,
) -> tuple[Seat, ...]:
    """Who sits where; once a game is over, it no longer matters who is there."""
    winners = table.winners
    speaking = table.game.speaking(perspective.language)
    standing = table.game.words.standing(speaking, document) if document else [""] * len(names)
    tallies = table.game.words.tally(speaking, document) if document else [("", "")] * len(names)
    emblems = table.game.emblems(document) if document else ()
    return tuple(
        Seat(
            number=seat,
            name=names[seat],
            bot=table.agreement.bots.get(seat),
            mine=seat in perspective.seats,
            here=presence is None or presence.here[seat],
            stand_in=table.bot_at(seat) if seat in table.players and not table.over else None,
            late=presence is not None and presence.late[seat],
            emote=presence.emotes[seat] if presence is not None and presence.emotes else None,
            gave_up=seat in table.given_up,
            would_end=seat in table.would_end and not table.over,
            to_move=seat == table.to_move,
            winner=seat in winners,
            standing=standing[seat],
            tally=tallies[seat],
            emblem=emblems[seat] if emblems else "",
        )
        for seat in table.chairs
    )


@lru_cache(maxsize=AGREED_KEPT)
def _agreed(
    name: str,
    options: tuple[tuple[str, Value], ...],
    aids: tuple[str, ...],
    breaks_tie: bool,
    speaking: Words,
    words: Words,
) -> tuple[tuple[str, str], ...]:
    game = find_game(name)
    labels, choices = game.words.LABELS, game.words.CHOICES
    pairs = []
    for option, value in options:
        plain = words("yes") if value is True else words("no") if value is False else written(value)
        said = choices.get((option, value), Phrase(plain))
        pairs.append((speaking.tell(labels.get(option, Phrase(option))), speaking.tell(said)))
    pairs += [(speaking.tell(aid.label), words("yes")) for aid in game.all_aids if aid.name in aids]
    if breaks_tie:
        pairs.append((words("To break the tie"), words("yes")))
    return tuple(pairs)


def _proof(table: Table) -> Proof:
    if not table.over or table.position is None:
        return Proof(table.commitment)
    return Proof(
        table.commitment,
        table.secret.hex(),
        tuple((seat, made.part, made.drawn) for seat, made in sorted(table.contributions.items())),
        tuple(sorted(table.withheld)),
        None if table.terms is None else str(table.terms),
        table.position.seed.hex(),
    )


def build_replay(
    table: Table,
    number: int,
    eyes: int | None,
    perspective: Perspective,
    story: MoveLog,
    is_scene: bool = False,
) -> ReplayView:
    """A finished game after so many moves, through the eyes of a seat or with all revealed; or the
    scene before that, if there is one.

    What a player had to remember is shown now.
    """
    assert table.position is not None
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    names = names_at(table)
    account = story.of(table, Reader(perspective.language, perspective.reader))
    position = table.position_after(number)
    document = story.looks.of(_hidden(position, eyes, eyes is None or position.over))
    last = story.last_clicks(table, number)
    mover = table.turns[number - 1].seat if number else 0
    seats = _seats(table, perspective, names, document, None)
    if number < len(table.turns):
        to_move = position.to_move
        seats = tuple(replace(seat, winner=False, to_move=seat.number == to_move) for seat in seats)
    if eyes is None:
        document = table.game.revealed(document)
    scene = account.scenes[number - 1] if number else None
    staged = None
    if is_scene and scene and scene.picture:
        staged = StagedScene(number, scene, scene.picture, _elsewhere(scene, eyes))
    call = scene if scene and not scene.picture else None
    return ReplayView(
        table=table.name,
        game=table.game.name,
        title=table.game.title,
        seats=seats,
        opening=account.opening,
        told=tuple(account.told),
        number=len(position.moves),
        eyes=eyes,
        picture=staged.picture
        if staged
        else _picture(table, document, eyes, names, speaking, last, mover, call),
        staged=staged,
        call=call,
        staged_moves=frozenset(
            made for made, scene in enumerate(account.scenes, 1) if scene and scene.picture
        ),
        notes=tuple(account.notes),
        proof=_proof(table),
        winners=tuple(table.winners),
        tied=table.variant.tied(table.winners),
        verdict=_verdict(table, table.position.dump(), names, speaking),
    )


def last_move(table: Table, mine: Sequence[int]) -> int | None:
    """The number of the last move that was made by someone of these."""
    numbered = enumerate(reversed(table.turns))
    return next((len(table.turns) - ago for ago, turn in numbered if turn.seat in mine), None)


def build_review(view: View, table: Table, moment: Moment, words: Words) -> View:
    """The table as its player saw it before a move, with what they played and what was better."""
    before = table.position_after(moment.number - 1).shown_to(moment.seat, table.agreement.aids)
    document, move = before.dump(), table.turns[moment.number - 1].move
    path = table.game.clicks.path_of(move, document)
    names, seat = names_at(table), moment.seat
    drawn = table.game.picture.draw(document, seat, names, words)
    emblem = table.game.emblem(document, seat)
    marks = Marks(path, seat, initial(names[seat]), emblem, moment.path, ghost=True)
    return replace(
        view,
        picture=marked(dataclasses.replace(drawn, anew=False), marks),
        place=None,
        offers=(),
        buttons=(),
        prompts=(),
        hinting=None,
        scenes=(),
        call=None,
        review=moment,
    )


def summary_of(table: Table) -> Summary:
    """Summary of a table for lists, as anyone may know it."""
    position, seen = table.position, None
    if position is not None and table.phase == "playing" and table.players:
        seen = position.shown_to(None, table.agreement.aids).dump()
    shared = table.over and table.variant.tied(table.winners)
    return Summary(
        agreement=table.agreement,
        phase=table.phase,
        seq=table.seq,
        names=tuple(names_at(table)),
        moves=len(table.turns),
        to_move=table.to_move,
        won=() if shared else tuple(table.winners),
        goes_on=table.continued_from is not None,
        document=seen,
    )
