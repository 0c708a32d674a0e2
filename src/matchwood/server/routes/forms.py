"""How the forms of pages are read that are no commands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from matchwood.bots import LEVELS, USUAL
from matchwood.engine.aids import HINTS
from matchwood.engine.errors import listed
from matchwood.engine.game import PLAYERS, Game, find_game
from matchwood.engine.options import written
from matchwood.server.table.commands import MoveText
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.errors import BadRequest, Refused
from matchwood.server.table.new_table import NOBODY, USUAL_PATIENCE, Chair, Wanted
from matchwood.server.table.state import LONGEST_GAME

LONGEST_LEVEL = max(map(len, LEVELS))


class Said(Struct, frozen=True):
    emote: EmoteName


class Again(Struct, frozen=True):
    tie: bool = False
    """Whether the game is to break a tie."""
    level: Annotated[str, Meta(max_length=LONGEST_LEVEL)] = ""
    """Of the bots, if it is to be another."""


_OPTION, AID = "option-", "aid-"


def read_set_up(form: Mapping[str, str], default_name: str) -> Wanted:
    """The table that a set-up form asks for: as many play as chairs are taken."""
    if "game" not in form:
        raise BadRequest("The form does not say which game it is for.")
    game = find_game(form["game"])
    taken = [
        chair
        for chair in range(max(game.player_counts))
        if form.get(f"seat-{chair}", NOBODY) != NOBODY
    ]
    seats = [_chair(form, chair, default_name) for chair in taken]
    options = _options(game, form, taken)
    if any(chair.kind == "link" for chair in seats) and not _own_name(form, taken):
        raise Refused("Please enter your name: those whom you invite will see it.")
    wanted = Wanted(
        game=game.name,
        options=options,
        seats=seats,
        listed="listed" in form,
        patience=_whole(form, "patience", USUAL_PATIENCE),
        automatic="automatic" in form,
        stand_in=form.get("stand-in", USUAL),
        aids=[name.removeprefix(AID) for name in form if name.startswith(AID)],
    )
    if wanted.people == 1:
        return wanted
    # The form says that hints are for one alone, and has them ticked before it knows who sits.
    return replace(wanted, aids=[aid for aid in wanted.aids if aid != HINTS.name])


def _own_name(form: Mapping[str, str], taken: Sequence[int]) -> bool:
    """True if whoever sets the table up has said their name, or has no chair."""
    mine = [chair for chair in taken if form.get(f"seat-{chair}") == "me"]
    return not mine or any(form.get(f"name-{chair}", "").strip() for chair in mine)


def _options(game: Game, form: Mapping[str, str], taken: Sequence[int]) -> dict[str, str]:
    """The options of the preset, then those of the form's own; and who sits where."""
    preset = next((each for each in game.presets if each.name == form.get("preset")), None)
    options = {} if preset is None else {n: written(v) for n, v in preset.options.items()}
    if preset and int(options.get(PLAYERS, len(taken))) != len(taken):
        raise Refused(
            "{preset} is for {players} players; {taken} chairs are taken.",
            preset=preset.label,
            players=options[PLAYERS],
            taken=len(taken),
        )
    if len(taken) not in game.player_counts:
        raise Refused(
            "{game} is for {players} players; {taken} chairs are taken.",
            game=game.title,
            players=listed(map(str, game.player_counts)),
            taken=len(taken),
        )
    if len(game.player_counts) > 1:
        options[PLAYERS] = str(len(taken))
    for option in game.options:
        value = form.get(_OPTION + option.name)
        if value is None or option.name == PLAYERS:
            continue
        if option.names_seat and value != written(None):
            value = _seat(value, taken)
        options[option.name] = value
    return options


def _seat(chair: str, taken: Sequence[int]) -> str:
    """The number that who sits on a chair has among those who play."""
    if chair not in map(str, taken):
        raise Refused("Nobody sits on the chair that is to start.")
    return str([str(each) for each in taken].index(chair))


class Tried(Struct, frozen=True):
    """A move in a lesson."""

    move: MoveText


class PlayOn(Struct, frozen=True):
    """After which move of a finished game someone would go on."""

    move: Annotated[int, Meta(ge=0, le=LONGEST_GAME)]


def _chair(form: Mapping[str, str], seat: int, default_name: str) -> Chair:
    kind, _, level = form.get(f"seat-{seat}", "link").partition(":")
    name = form.get(f"name-{seat}", "").strip() or f"{default_name} {seat + 1}"
    match kind:
        case "bot":
            return Chair("bot", level=level)
        case "me":
            return Chair("me", name)
        case "screen":
            return Chair("screen", name)
        case "link":
            return Chair("link")
    raise BadRequest("The form does not say who plays on seat {seat}.", seat=seat + 1)


def _whole(form: Mapping[str, str], field: str, default: int) -> int:
    text = form.get(field, str(default))
    if not re.fullmatch(r"\d{1,9}", text):
        raise BadRequest("The form has no number for {field}.", field=field)
    return int(text)
