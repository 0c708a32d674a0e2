"""Views of moments that are over: the steps of a replay, and a move that is looked back at."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from matchwood.drawing.marks import Marks, marked
from matchwood.engine.language import Words
from matchwood.engine.view import shown_to
from matchwood.server.table.state import Table
from matchwood.server.views.build import build_proof, build_seats, build_verdict
from matchwood.server.views.model import Moment, ReplayView, StagedScene, View
from matchwood.server.views.move_log import MoveLog, Reader
from matchwood.server.views.names import initials, names_at
from matchwood.server.views.perspective import Perspective
from matchwood.server.views.pictures import draw_table
from matchwood.server.views.scenes import scene_place


def build_replay(
    table: Table,
    number: int,
    eyes: int | None,
    perspective: Perspective,
    move_log: MoveLog,
    is_scene: bool = False,
) -> ReplayView:
    """Build the view of a finished game after a number of moves, or of the scene before that.

    It is shown through the eyes of a seat, or with all revealed. What a player had to remember is
    shown too.
    """
    assert table.position is not None
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    names = names_at(table)
    log = move_log.for_reader(table, Reader(perspective.language, perspective.reader))
    position = table.position_after(number)
    is_revealed = eyes is None or position.over
    document = move_log.documents.of(position if is_revealed else position.observe(eyes))
    last = move_log.clicks_of(table, number)
    mover = table.turns[number - 1].seat if number else 0
    seats = build_seats(table, perspective, names, document, None)
    if number < len(table.turns):
        to_move = position.to_move
        seats = tuple(replace(seat, winner=False, to_move=seat.number == to_move) for seat in seats)
    if eyes is None:
        document = table.game.revealed(document)
    scene = log.scenes[number - 1] if number else None
    staged = None
    if is_scene and scene and scene.picture:
        staged = StagedScene(number, scene, scene.picture, scene_place(scene, eyes))
    call = scene if scene and not scene.picture else None
    return ReplayView(
        table=table.name,
        game=table.game.name,
        title=table.game.title,
        seats=seats,
        opening=log.opening,
        told=tuple(log.told),
        number=len(position.history),
        eyes=eyes,
        picture=staged.picture
        if staged
        else draw_table(table, document, eyes, names, speaking, last, mover, call),
        staged=staged,
        call=call,
        staged_moves=frozenset(
            made for made, scene in enumerate(log.scenes, 1) if scene and scene.picture
        ),
        notes=tuple(log.notes),
        proof=build_proof(table),
        winners=tuple(table.winners),
        tied=table.variant.tied(table.winners),
        verdict=build_verdict(table, table.position.document, names, speaking),
    )


def build_review(view: View, table: Table, moment: Moment, words: Words) -> View:
    """Show the table as its player saw it before a move, with that move and a better one marked."""
    before = shown_to(table.position_after(moment.number - 1), moment.seat, table.agreement.aids)
    document, move = before.document, table.turns[moment.number - 1].move
    path = table.game.clicks.path_of(move, document)
    names, seat = names_at(table), moment.seat
    drawn = table.game.picture.draw(document, seat, names, words)
    emblem = table.game.emblem(document, seat)
    marks = Marks(path, seat, initials(*names)[seat], emblem, moment.path, ghost=True)
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
