"""Building views: a table as viewers of one perspective see it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import starmap

from msgspec.structs import replace

from matchwood.drawing.clicks import half_made
from matchwood.engine.game import PLAYERS, Document, Game, find_game
from matchwood.engine.language import Phrase, Words
from matchwood.engine.options import HINTS, Value, written
from matchwood.engine.position import Position
from matchwood.engine.view import choices, shown_to
from matchwood.server.table.state import Table
from matchwood.server.table.summary import Summary
from matchwood.server.views.model import (
    Button,
    Dealing,
    GivingUp,
    Note,
    Offer,
    Prompt,
    Proof,
    Seat,
    Told,
    View,
)
from matchwood.server.views.move_log import Documents, MoveLog, ReaderLog
from matchwood.server.views.names import names_at, server_words
from matchwood.server.views.perspective import Perspective, Presence, reader_of, viewpoint
from matchwood.server.views.pictures import draw_table, drawn_from, seat_switch, shown_document
from matchwood.server.views.scenes import called_scene, missed_scenes, moves_before_last_turn

MOST_TOLD = 1000
"""The most moves that a view tells, the last ones; a replay tells all."""
AGREEMENTS_KEPT = 1000
"""Descriptions of agreements kept, by table, language and reader."""


def build_view(
    table: Table, perspective: Perspective, move_log: MoveLog, presence: Presence | None = None
) -> View:
    """Build the view of a table for a perspective."""
    words = server_words(perspective.language)
    names = names_at(table)
    position = table.position
    viewer, curtain = viewpoint(table, perspective)
    document = shown_document(table, viewer, move_log.documents)
    log = move_log.for_reader(table, reader_of(table, perspective))
    place, turning = drawn_from(table, perspective, viewer), seat_switch(table, viewer)
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    # Behind a curtain nobody looks from a place of their own; where the table does not look the
    # same from everywhere, nothing can be shown to both.
    veiled = curtain is not None and bool(table.game.aids)
    told, notes = ((), ()) if veiled else _recent_moves(table, log, viewer)
    offers = _build_offers(
        table, viewer, move_log.documents, names, speaking, clickable=place == viewer
    )
    is_private, caption = _is_private(position, viewer, table.over), table.game.caption
    call = called_scene(log)
    picture = None
    if document is not None and not veiled:
        mover = table.turns[-1].seat if table.turns else 0
        picture = draw_table(
            table, document, place, names, speaking, move_log.last_clicks, mover, call
        )
    view = View(
        table=table.name,
        game=table.game.name,
        title=table.game.title,
        options=_describe_agreement(
            table.game.name,
            tuple(table.variant.options.items()),
            table.agreement.aids,
            table.agreement.breaks_tie,
            speaking,
            words,
        ),
        way=_describe_way(table.game.name, tuple(table.variant.options.items()), speaking, words),
        aids=tuple(aid.name for aid in table.aids),
        help=tuple(speaking.tell(aid.label) for aid in table.aids),
        seq=table.seq,
        phase=table.phase,
        viewer=viewer,
        mine=perspective.seats,
        curtain=curtain,
        to_move=table.to_move,
        seats=build_seats(table, perspective, names, document, presence),
        opening=log.opening,
        task=_describe_task(table, perspective, document, names),
        observe=partial(_observe, position, viewer, table.over),
        picture=picture,
        offers=offers,
        buttons=_build_buttons(table.game, offers, speaking),
        prompts=_build_prompts(table.game, offers, document, names, speaking),
        told=told,
        notes=notes,
        memory=table.game.memory and table.to_move is not None,
        unforeseen=_hides_reasons(table),
        undo=table.moves_to_take_back(perspective.seats) > 0,
        dealing=_dealing_step(table, perspective),
        invite=table.invite
        if table.empty and (perspective.seats or perspective.may_invite)
        else None,
        proof=build_proof(table),
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
        giving_up=_effect_of_giving_up(table, perspective),
        call=call,
    )
    view = replace(view, scenes=missed_scenes(table, view, log))
    return _add_ending(view, table, position, names, speaking) if position and table.over else view


def _may_ask(table: Table, perspective: Perspective) -> bool:
    """True if the viewer may ask a bot whether their last move was good."""
    agreed = table.is_practice and HINTS.name in table.agreement.aids
    return agreed and table.to_move is not None and last_move(table, perspective.seats) is not None


def _effect_of_giving_up(table: Table, perspective: Perspective) -> GivingUp | None:
    """Effect of giving up for the viewer, if they can."""
    mine = [seat for seat in perspective.seats if table.plays(seat)]
    if table.phase != "playing" or not mine:
        return None
    ending = table.ending_if_given_up(table.seat_giving_up(mine))
    if ending is None:
        return "plays on"
    return "loses" if ending.winners else "ends"


def _dealing_step(table: Table, perspective: Perspective) -> Dealing | None:
    """Next step of the viewer’s browser in the deal; who plays alone opens their part at once."""
    if table.position is not None or table.empty or not perspective.seats:
        return None
    if not all(seat in table.pledges for seat in perspective.seats):
        return "open" if len(table.people) == 1 else "pledge"
    missing = [seat for seat in perspective.seats if seat not in table.contributions]
    return "open" if table.all_pledged and missing else "wait"


def _describe_task(
    table: Table, perspective: Perspective, document: Document | None, names: Sequence[str]
) -> str:
    """Tell the player to move what to do, also where several share a screen."""
    if document is None or table.to_move is None:
        return ""
    reader = table.to_move if table.to_move in perspective.seats else perspective.reader
    words = table.game.speaking(perspective.language).to(reader)
    return table.game.words.task(words, document, names)


def _add_ending(
    view: View, table: Table, position: Position, names: Sequence[str], words: Words
) -> View:
    """Add the result of a game that is over, and the reason."""
    game, document = position.variant.game, position.document
    by_rules = table.ending is None
    return replace(
        view,
        winners=tuple(table.winners),
        tied=position.variant.tied(table.winners),
        verdict=build_verdict(table, document, names, words),
        ending=None if table.ending is None else table.ending.how,
        finale=game.finale.draw(document, view.viewer, names, words) if by_rules else None,
        can_recall=table.quiz_move is not None,
    )


def build_verdict(
    table: Table, document: Document, names: Sequence[str], words: Words
) -> tuple[str, ...]:
    """Say why a game ended as it did."""
    if table.ending is None:
        return tuple(table.game.words.verdict(words, document, names))
    ours = server_words(words.language).to(words.reader)
    if table.ending.how == "agreed":
        return (ours("The players agreed to end the game, so nobody has won."),)
    return tuple(
        ours.about(seat, names, "You gave up.", "{name} gave up.") for seat in table.given_up
    )


def _observe(position: Position | None, viewer: int | None, over: bool) -> Document | None:
    """Document of what the viewer may know; after the end nothing is hidden."""
    if position is None:
        return None
    return (position if over else position.observe(viewer)).document


def _is_private(position: Position | None, viewer: int | None, over: bool) -> bool:
    """True if a viewer knows more than anyone may."""
    if position is None or viewer is None or over:
        return False
    return position.observe(viewer) != position.observe(None)


def _hides_reasons(table: Table) -> bool:
    """True if the table shows less than may be known, and not for the sake of memory alone."""
    own = {aid.name for aid in table.game.aids}
    return bool(own.difference(table.agreement.aids)) and not table.game.memory


def _recent_moves(
    table: Table, log: ReaderLog, viewer: int | None
) -> tuple[tuple[Told, ...], tuple[Note, ...]]:
    """Moves that a viewer is told; in a game of memory, until its end, only the last."""
    first = max(len(log.told) - MOST_TOLD, 0)
    if table.to_move is not None and table.game.memory:
        reader = table.to_move if viewer is None else viewer
        first = moves_before_last_turn([turn.seat for turn in table.turns], table.to_move, reader)
    return tuple(log.told[first:]), tuple(log.notes[first:])


def _build_offers(
    table: Table,
    viewer: int | None,
    documents: Documents,
    names: Sequence[str],
    words: Words,
    clickable: bool,
) -> tuple[Offer, ...]:
    """Build the legal moves; seen from another seat they have no clicks, only words."""
    if table.position is None or viewer is None or table.to_move != viewer:
        return ()
    hidden, document = documents.shown(table, table.position, viewer)
    game = table.game
    moves, finals = zip(*choices(table.position, hidden), strict=True)
    texts = game.words.offers(words, moves, document, names)
    effects = zip(*game.words.effects(words, moves, document, names), strict=True)
    paths = [tuple(game.clicks.path_of(move, document)) if clickable else () for move in moves]
    return tuple(starmap(Offer, zip(moves, texts, paths, finals, *effects, strict=True)))


def _build_buttons(game: Game, offers: Sequence[Offer], words: Words) -> tuple[Button, ...]:
    """Build the buttons for steps that are in no drawing, in the order of the game."""
    if not offers or not game.words.BUTTONS:
        return ()
    alone = {offer.clicks[0]: offer.move for offer in offers if len(offer.clicks) == 1}
    steps = {step for offer in offers for step in offer.clicks}
    return tuple(
        Button(step, words.tell(label), alone.get(step))
        for step, label in game.words.BUTTONS.items()
        if step in steps
    )


def _build_prompts(
    game: Game,
    offers: Sequence[Offer],
    document: Document | None,
    names: Sequence[str],
    words: Words,
) -> tuple[Prompt, ...]:
    """Say what to do next after each path of clicks that is part of a move."""
    if document is None or not offers:
        return ()
    paths = half_made((offer.clicks for offer in offers), game.words.BUTTONS)
    texts = game.words.prompts(words, paths, document, names)
    return tuple(Prompt(path, text) for path, text in zip(paths, texts, strict=True))


def build_seats(
    table: Table,
    perspective: Perspective,
    names: Sequence[str],
    document: Document | None,
    presence: Presence | None,
) -> tuple[Seat, ...]:
    """Build the seats; without `presence`, everyone counts as here."""
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


@lru_cache(maxsize=AGREEMENTS_KEPT)
def _describe_agreement(
    name: str,
    options: tuple[tuple[str, Value], ...],
    aids: tuple[str, ...],
    breaks_tie: bool,
    speaking: Words,
    words: Words,
) -> tuple[tuple[str, str], ...]:
    """Describe an agreement as pairs of label and value."""
    game = find_game(name)
    pairs = [_describe_option(game, option, value, speaking, words) for option, value in options]
    pairs += [(speaking.tell(aid.label), words("yes")) for aid in game.all_aids if aid.name in aids]
    if breaks_tie:
        pairs.append((words("To break the tie"), words("yes")))
    return tuple(pairs)


@lru_cache(maxsize=AGREEMENTS_KEPT)
def _describe_way(
    name: str, options: tuple[tuple[str, Value], ...], speaking: Words, words: Words
) -> tuple[tuple[str, str], ...]:
    """Describe how the game is played: its preset, or the options that are not the usual ones."""
    game, chosen = find_game(name), dict(options)
    usual = {**game.variant().options, PLAYERS: chosen.get(PLAYERS)}
    for preset in game.presets:
        if {**usual, **preset.options} == {PLAYERS: None, **chosen}:
            return ((speaking.tell(preset.label), speaking.tell(preset.help)),)
    return tuple(
        _describe_option(game, option, value, speaking, words)
        for option, value in options
        if value != usual[option]
    )


def _describe_option(
    game: Game, option: str, value: Value, speaking: Words, words: Words
) -> tuple[str, str]:
    plain = words("yes") if value is True else words("no") if value is False else written(value)
    label = game.words.LABELS.get(option, Phrase(option))
    said = game.words.CHOICES.get((option, value), Phrase(plain))
    return speaking.tell(label), speaking.tell(said)


def build_proof(table: Table) -> Proof:
    """Build the proof of the deal; before the end it is only the commitment."""
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


def last_move(table: Table, seats: Sequence[int]) -> int | None:
    """Number of the last move that one of the seats made."""
    numbered = enumerate(reversed(table.turns))
    return next((len(table.turns) - ago for ago, turn in numbered if turn.seat in seats), None)


def summary_of(table: Table) -> Summary:
    """Summary of a table for lists, as anyone may know it."""
    position, seen = table.position, None
    if position is not None and table.phase == "playing" and table.players:
        seen = shown_to(position, None, table.agreement.aids).document
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
