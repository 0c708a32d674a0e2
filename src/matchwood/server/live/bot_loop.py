"""The bot loop: bots of a table move for as long as it is their turn.

A bot thinks in a thread of the bot pool, on a position in which everything is hidden that its seat
may not know, and its move is submitted like any other.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import TYPE_CHECKING

from matchwood.bots import choose
from matchwood.bots.registry import playing_as
from matchwood.engine.rng import new_generator
from matchwood.engine.view import View as Knowledge
from matchwood.lab.warm import BOTS
from matchwood.server.base import error_log
from matchwood.server.live.context import Services
from matchwood.server.table.commands import decide_bot_move
from matchwood.server.table.errors import Conflict, StoreError, TableNotFound
from matchwood.server.table.presence import bots_may_play

if TYPE_CHECKING:
    from matchwood.server.live.actor import TableActor

ANY_MOVE = "random"
"""Level of the bot that moves for one that fails."""
OWN_MOVE_ATTEMPTS, MOVE_ATTEMPTS = 2, 3
"""Failures after which a bot is no longer asked for its own move, and for any move."""


def level_to_move(actor: TableActor) -> str | None:
    """The level of the bot to move, if it is one, and someone is there for whom it plays."""
    table, seat = actor.table, actor.table.to_move
    if seat is None or not actor.holds_lease:
        return None
    if not bots_may_play(table, actor.presence.absences, actor.attendance.watched):
        return None
    return table.bot_at(seat)


async def play_bots(actor: TableActor, services: Services) -> None:
    """Play for as long as it is a bot's turn.

    A bot that fails is asked once more, then any legal move is made for it: whoever plays with it
    would rather meet a weak move than wait for ever. If that fails too, it is left until something
    happens at the table, or someone looks at it anew.
    """
    failures, retry = 0, services.timings.retry
    while (level := level_to_move(actor)) and failures < MOVE_ATTEMPTS:
        try:
            await _play(actor, services, level if failures < OWN_MOVE_ATTEMPTS else ANY_MOVE)
            failures = 0
        except Conflict:
            continue
        except TableNotFound:
            return
        except StoreError:
            await asyncio.sleep(retry)
        except Exception as error:
            game = actor.table.agreement.game
            error_log.report(error, f"in the turn of a bot, {level} at {game}")
            failures += 1
            await asyncio.sleep(retry)


async def _play(actor: TableActor, services: Services, level: str) -> None:
    table, timings = actor.table, services.timings
    assert table.position is not None
    await services.workshop.wait(table.agreement.game, BOTS)
    hidden = table.position.observe(table.position.to_move)
    move, _ = await asyncio.gather(
        services.bot_pool.run(actor.client, partial(_think, level, hidden)),
        asyncio.sleep(timings.watched_bot if table.only_bots else timings.bot),
    )
    await actor.submit(partial(decide_bot_move, after=table.moved_at, move=move))


def _think(level: str, hidden: Knowledge) -> str:
    """The move of a bot, which knows no more than its seat."""
    action = choose(playing_as(level), hidden, new_generator(secrets.randbits(64)))
    [text] = hidden.variant.game.text.say(hidden.state, [action])
    return text
