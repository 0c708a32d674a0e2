"""Matches, for piecepack: turn coins over, and mark your tiles with those that match.

`pieces` names the pieces, `rules` plays and knows what may lie under a coin, `bot` is for bots and
programs, its `foresight` for the master. `text` reads and writes moves, documents and clicks and
wipes what is not shown, `words` tells them to people; `picture`, `sketch` and `prints` draw, and
`teach` teaches.
"""

from matchwood.engine.game import Game, Preset
from matchwood.engine.language import Phrase
from matchwood.engine.options import Aid, Option, flag
from matchwood.games.piecepack_matches.pieces import MARK_SEEN

GAME = Game(
    name="piecepack-matches",
    title="Matches",
    summary="Turn coins over and remember them: the first to mark all their tiles wins.",
    version=2,
    versions=lambda options: 2 if options["flaming"] else 1,  # PM-11
    options=(
        Option("players", (2, 3, 4, 6), 2, "number of players"),
        flag("flaming", "Flaming Matches: a coin that stays may be put on a free spot"),
    ),
    module=__name__,
    aids=(
        Aid(
            MARK_SEEN,
            Phrase("Mark coins that have been seen"),
            Phrase("A small eye marks every coin that has been turned over before."),
        ),
    ),
    memory=True,  # PM-12
    presets=(
        Preset(
            "printed",
            Phrase("Matches"),
            Phrase("A coin that does not fit stays where it lies."),
        ),
        Preset(
            "flaming",
            Phrase("Flaming Matches"),
            Phrase("A coin that does not fit may be put on a free spot."),
            {"flaming": True},
        ),
    ),
)
