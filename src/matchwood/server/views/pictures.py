"""Pictures of a table as one viewer sees it."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.drawing.marks import Marks, marked
from matchwood.drawing.picture import Picture
from matchwood.drawing.scene import Scene
from matchwood.engine.game import Document
from matchwood.engine.language import Phrase, Words
from matchwood.server.table.state import Table
from matchwood.server.views.move_log import Documents
from matchwood.server.views.names import initials
from matchwood.server.views.perspective import Perspective


def shown_document(table: Table, viewer: int | None, documents: Documents) -> Document | None:
    """Document that the picture is drawn from: what the viewer knows, less what is veiled."""
    if table.position is None:
        return None
    if table.over:
        return documents.of(table.position)
    return documents.shown(table, table.position, viewer).document


def seat_switch(table: Table, viewer: int | None) -> Phrase | None:
    """Label of the link to the next seat's view, if a player may look from there."""
    labels = [aid.turning for aid in table.aids if aid.turning is not None]
    return labels[0] if labels and table.phase == "playing" and viewer is not None else None


def drawn_from(table: Table, perspective: Perspective, viewer: int | None) -> int | None:
    """Seat from which the table is drawn: the viewer's own, unless they look from another."""
    if viewer is None or seat_switch(table, viewer) is None:
        return viewer
    return (viewer + perspective.steps) % len(table.chairs)


def draw_table(
    table: Table,
    document: Document,
    viewer: int | None,
    names: Sequence[str],
    words: Words,
    last: Sequence[str],
    mover: int,
    call: Scene | None,
) -> Picture:
    """Draw a position with the clicks of its last move marked, and what that brought about."""
    picture = table.game.picture.draw(document, viewer, names, words)
    lit = call.marks if call else ()
    emblem = table.game.emblem(document, mover)
    return marked(picture, Marks(last, mover, initials(*names)[mover], emblem, lit=lit))
