"""Explanations of clicks that are no move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from matchwood.drawing.picture import Picture
from matchwood.engine.game import Document, Game
from matchwood.server.table.state import Table
from matchwood.server.views.model import View
from matchwood.server.views.names import server_words

LONGEST_PERMUTED = 3
"""Longer paths are tried only in the order in which they were clicked."""


def explain_clicks(
    view: View, table: Table, clicks: list[str], language: str
) -> dict[str, str | None]:
    """A sentence that says why clicks lead nowhere, and the rule, if a rule forbids the move."""
    words = server_words(language)
    document = view.observe()
    if table.to_move is None or document is None:
        return {"rule": None, "sentence": words("No move is possible right now.")}
    if view.viewer != table.to_move:
        return {"rule": None, "sentence": words("It’s not your turn.")}
    can_be_clicked = all(_is_drawn(step, view.picture, table.game) for step in clicks)
    move = _attempted_move(table.game, clicks, document) if can_be_clicked else None
    refusal = None if move is None or table.position is None else table.position.why_not(move)
    if refusal is None:
        sentence = words("That does nothing right now.")
        return {"rule": None, "sentence": f"{sentence} {view.task}".strip()}
    speaking = table.game.speaking(language)
    return {"rule": refusal.rule, "sentence": speaking.tell(refusal.phrase)}


def _attempted_move(game: Game, clicks: list[str], document: Document) -> str | None:
    """The move that clicks mean, in whichever order they were made."""
    orders: Iterable[Sequence[str]] = [clicks]
    if len(clicks) <= LONGEST_PERMUTED:
        orders = permutations(clicks)
    return next(filter(None, (game.clicks.attempt(order, document) for order in orders)), None)


def _is_drawn(step: str, picture: Picture | None, game: Game) -> bool:
    """True if an element is in a drawing, or is a button."""
    drawings = () if picture is None else picture.drawings
    named = f'id="{step}"'
    return step in game.words.BUTTONS or any(named in drawing.inside for drawing in drawings)
