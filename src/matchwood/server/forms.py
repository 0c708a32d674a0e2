"""How the forms of pages are read that are no commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from matchwood.bots import LEVELS
from matchwood.engine.aids import HINTS
from matchwood.server.commands import MoveText
from matchwood.server.emotes import EmoteName
from matchwood.server.refusals import BrokenRequest
from matchwood.server.setting_up import Chair, Wanted, variant_of
from matchwood.server.table import LONGEST_GAME

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
    """The table that a set-up form asks for; seats beyond those of the game are ignored."""
    options = {
        field.removeprefix(_OPTION): value
        for field, value in form.items()
        if field.startswith(_OPTION)
    }
    if "game" not in form:
        raise BrokenRequest("The form does not say which game it is for.")
    variant = variant_of(form["game"], options)
    wanted = Wanted(
        game=form["game"],
        options=options,
        seats=[_chair(form, seat, default_name) for seat in range(variant.players)],
        listed="listed" in form,
        patience=_whole(form, "patience", Wanted.__struct_defaults__[2]),
        automatic="automatic" in form,
        stand_in=form.get("stand-in", Wanted.__struct_defaults__[4]),
        aids=[name.removeprefix(AID) for name in form if name.startswith(AID)],
    )
    if wanted.people == 1:
        return wanted
    # The form says that hints are for one alone, and has them ticked before it knows who sits.
    return replace(wanted, aids=[aid for aid in wanted.aids if aid != HINTS.name])


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
    raise BrokenRequest("The form does not say who plays on seat {seat}.", seat=seat + 1)


def _whole(form: Mapping[str, str], field: str, default: int) -> int:
    text = form.get(field, str(default))
    if not re.fullmatch(r"\d{1,9}", text):
        raise BrokenRequest("The form has no number for {field}.", field=field)
    return int(text)
