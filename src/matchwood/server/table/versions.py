"""Versions of the rules of a table: a log of other rules is not replayed."""

from __future__ import annotations

from matchwood.engine.errors import MatchwoodError
from matchwood.engine.game import find_game, game_names
from matchwood.engine.options import recall_options
from matchwood.server.table.errors import UnreadableTable
from matchwood.server.table.events import Agreement


def check_version(agreement: Agreement) -> None:
    """Refuse a log of other rules: replayed by ours it would silently be another game."""
    if agreement.game not in game_names():
        raise UnreadableTable(
            "The game of this table, {game}, is not installed here any more, so it cannot be "
            "played on.",
            game=agreement.game,
        )
    game = find_game(agreement.game)
    # Options of other rules may be none of ours.
    ours = game.version if game.versions is None else _version_now(agreement)
    if agreement.version != ours:
        raise UnreadableTable(
            "This table was set up by version {theirs} of the rules of {game}; "
            "this is version {ours}, so it cannot be played on.",
            theirs=agreement.version,
            game=game.title,
            ours=ours,
        )


def is_current_version(agreement: Agreement) -> bool:
    """True if the game is installed here, with the version of its rules that was agreed on."""
    if agreement.game not in game_names():
        return False
    try:
        return _version_now(agreement) == agreement.version
    except MatchwoodError:  # An option that is no longer there.
        return False


def _version_now(agreement: Agreement) -> int:
    game = find_game(agreement.game)
    return game.variant(recall_options(game.options, agreement.options)).version
