"""The end of Matches as a picture: everyone's tiles, and which of them are marked."""

from __future__ import annotations

from collections.abc import Sequence

from matchwood.engine import svg
from matchwood.engine.game import Document
from matchwood.engine.words import Words
from matchwood.games.piecepack_matches.picture import WIDTH, end_of, panel_places, player_panel
from matchwood.games.piecepack_matches.words import winner_told


def draw(document: Document, names: Sequence[str], words: Words) -> str:
    """PM-9: everyone's tiles, the marked ones under their coins; who has marked most first."""
    players = document["players"]
    seats = sorted(range(players), key=lambda seat: -len(document["marked"][seat]))
    places = panel_places(players)
    return svg.picture(
        document["game"],
        (WIDTH, end_of(places)),
        *(
            player_panel(document, seat, names[seat], place, words, named=False)
            for seat, place in zip(seats, places, strict=True)
        ),
        label=winner_told(words, document, names),
    )
