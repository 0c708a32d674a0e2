"""Setting up a table: from what was asked for to its first events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from matchwood.bots import MASTER, USUAL
from matchwood.bots.registry import check_offered
from matchwood.engine.fairness import draw
from matchwood.engine.game import Variant, find_game
from matchwood.engine.options import HINTS, recall_options, written
from matchwood.engine.rng import new_generator
from matchwood.server.table.errors import Refused
from matchwood.server.table.events import Agreement, Dealt, Event, Opened, Sat
from matchwood.server.table.player_names import checked_name
from matchwood.server.table.state import LONGEST_GAME, Table

LONGEST_PATIENCE = 24 * 60 * 60
USUAL_PATIENCE = 120
NOBODY = "nobody"
"""On a chair that stays free."""


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """Player for a seat: who asks, another person at the same screen, a friend who comes by a
    link, or a bot."""

    kind: Literal["me", "screen", "link", "bot"]
    name: str = ""
    level: str = USUAL


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that someone would like to have."""

    game: str
    seats: list[Chair]
    options: dict[str, str] = field(default_factory=dict)
    listed: bool = False
    patience: int = USUAL_PATIENCE
    automatic: bool = True
    stand_in: str = USUAL
    aids: list[str] = field(default_factory=list)
    """The help to be agreed on, by name."""

    @property
    def people(self) -> int:
        """Number of players who are no bots."""
        return sum(chair.kind != "bot" for chair in self.seats)


def opening_events(wanted: Wanted, holder: str) -> list[Event]:
    """Events that set a table up; raises what is wrong with it."""
    variant = variant_of(wanted.game, wanted.options)
    _check(wanted, variant)
    bots = {seat: chair.level for seat, chair in enumerate(wanted.seats) if chair.kind == "bot"}
    agreement = Agreement(
        game=variant.game.name,
        version=variant.version,
        options={name: written(value) for name, value in variant.options.items()},
        bots=bots,
        listed=wanted.listed,
        patience=wanted.patience,
        automatic=wanted.automatic,
        stand_in=wanted.stand_in,
        aids=variant.game.read_aids(wanted.aids, wanted.people),
    )
    sitting = [
        Sat(seat, checked_name(chair.name), holder)
        for seat, chair in enumerate(wanted.seats)
        if chair.kind in ("me", "screen")
    ]
    # Where bots play each other, there is nobody whose part the deal could wait for.
    dealt = [Dealt()] if wanted.people == 0 else []
    return [Opened(agreement, draw().hex(), holder, bound=True), *sitting, *dealt]


def is_listed(first: Sequence[Event]) -> bool:
    """True if the table that begins so is on the list of games."""
    return any(event.agreement.listed for event in first if isinstance(event, Opened))


def variant_of(game: str, options: Mapping[str, str]) -> Variant:
    """A game as it was asked for. Options are recalled, so no file is ever opened."""
    found = find_game(game)
    return found.variant(recall_options(found.options, options))


def _check(wanted: Wanted, variant: Variant) -> None:
    if len(wanted.seats) != variant.players:
        raise Refused(
            "This game is for {players} players, and {seats} were given.",
            players=variant.players,
            seats=len(wanted.seats),
        )
    if variant.longest > LONGEST_GAME:
        raise Refused(
            "With these options a game could take {moves} moves; a table has room for {most}.",
            moves=variant.longest,
            most=LONGEST_GAME,
        )
    for level in (wanted.stand_in, *(c.level for c in wanted.seats if c.kind == "bot")):
        check_offered(level)
        if level == MASTER:
            raise Refused("The bot {bot} thinks too long for a server.", bot=MASTER)
    if not 0 <= wanted.patience <= LONGEST_PATIENCE:
        raise Refused(
            "A table waits for 0 to {most} seconds; 0 is for ever.", most=LONGEST_PATIENCE
        )


def continuation_events(table: Table, moves: int, seat: int, name: str, holder: str) -> list[Event]:
    """A table where one person goes on against bots from where another game stood.

    What was hidden from that seat is guessed anew, so that nothing is given away.
    """
    position = table.position_after(moves)
    if position.over:
        raise Refused("The game was over there.")
    bots = {each: table.agreement.bots.get(each, table.agreement.stand_in) for each in table.chairs}
    del bots[seat]
    agreement = replace(
        table.agreement,
        bots=bots,
        listed=False,
        breaks_tie=False,
        aids=table.game.read_aids({*table.agreement.aids, HINTS.name}, people=1),
    )
    guessed = position.observe(seat).guess(new_generator(int.from_bytes(draw()[:4])))
    return [
        Opened(agreement, draw().hex(), holder, bound=True),
        Sat(seat, checked_name(name), holder),
        Dealt(guessed.state.tobytes().hex(), moves),
    ]


def rematch_events(
    table: Table, holder: str, breaks_tie: bool, level: str | None = None
) -> list[Event]:
    """The same players with the same agreement at a new table; bots may be of another level."""
    bots = table.agreement.bots
    agreement = replace(
        table.agreement,
        version=table.variant.version,
        breaks_tie=breaks_tie,
        bots=bots if level is None else dict.fromkeys(bots, level),
    )
    sitting = [Sat(seat, who.name, who.holder) for seat, who in sorted(table.players.items())]
    return [Opened(agreement, draw().hex(), holder, bound=True), *sitting]
