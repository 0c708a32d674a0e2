"""What bots think of the moves of one table, for those who ask: found out once, in threads."""

from __future__ import annotations

import asyncio
from functools import partial

from matchwood.bots import HINT, Budget
from matchwood.engine.language import Words
from matchwood.engine.position import Position
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.broadcast import Start
from matchwood.server.live.context import Services
from matchwood.server.table.state import Table
from matchwood.server.views.judgements import Judgement, best_move, budget_for, describe, judge_move
from matchwood.server.views.key_moves import add_reasons, find_merit
from matchwood.server.views.model import JudgedMove
from matchwood.server.views.names import names_at


class AnalysisJobs:
    def __init__(self, services: Services, start: Start) -> None:
        self._services = services
        self._start = start
        self._hint: tuple[int, str, int] = (0, "", 0)
        """The `seq` of the position for which someone asked what a bot would do, its move, and the
        step of the hint up to which it is told."""
        self._merit: tuple[tuple[int, str, str], tuple[str, str]] = ((0, "", ""), ("", ""))
        """Why that move, by the position, the move and the language."""
        self._judgements: asyncio.Future[list[Judgement]] | None = None
        """What a bot thinks of the game, once it is over and someone has asked."""
        self._waiting = 0
        """How many wait for an analysis."""

    @property
    def is_busy(self) -> bool:
        return self._judgements is not None and not self._judgements.done()

    @property
    def is_waited_for(self) -> bool:
        """Whether someone waits for an analysis. To look back at a game that nobody looks at any
        more keeps no table in memory: under load such games would only get more."""
        return self._waiting > 0

    @property
    def has_looked(self) -> bool:
        """Whether someone has asked about the whole game."""
        return self._judgements is not None

    @property
    def judgements(self) -> list[Judgement]:
        """What a bot thinks of all moves; nothing until that has been found out."""
        found = self._judgements
        return [] if found is None or not found.done() else found.result()

    def hint_for(self, table: Table) -> tuple[str, int] | None:
        """The move that a bot would make and up to which step it is told, if someone asked."""
        after, move, step = self._hint
        return (move, step) if after == table.moved_at else None

    async def find_hint(self, table: Table, client: Client, step: int) -> None:
        """Find out the move that a bot would make for the player to move, and tell so much."""
        if table.position is None or table.to_move is None:
            return
        after, move, _ = self._hint
        if after != table.moved_at:
            hidden = table.position.observe(table.to_move)
            move = await self._services.bot_pool.run(client, partial(best_move, hidden))
        self.set_hint(table.moved_at, move, step)
        self._services.cluster.share_hint(table.name, table.moved_at, move, step)

    async def merit(
        self, table: Table, client: Client, move: str, language: str
    ) -> tuple[str, str]:
        """Find the reason for the move of a hint: a sentence, and the rule it rests on."""
        asked = table.moved_at, move, language
        if self._merit[0] != asked:
            assert table.position is not None
            known, names = table.position.observe(table.to_move), names_at(table)
            find = partial(find_merit, known, move, table.game.speaking(language), names)
            found = await self._services.bot_pool.run(client, find)
            self._merit = asked, ("", "") if found is None else (found.text, found.rule)
        return self._merit[1]

    def set_hint(self, after: int, move: str, step: int) -> None:
        """A hint that was asked for, here or at another server."""
        self._hint = after, move, step

    async def judge_one(self, table: Table, number: int, client: Client) -> Judgement:
        """What a bot thinks of one move, by what its player knew, while the game goes on."""
        turn = table.turns[number - 1]
        known = table.position_after(number - 1).observe(turn.seat)
        return await self._services.analysis_pool.run(
            client, partial(judge_move, known, turn.move, HINT)
        )

    async def analysis(self, table: Table, client: Client, words: Words) -> tuple[JudgedMove, ...]:
        """What a bot thinks of all moves of a finished game, in words."""
        self._waiting += 1
        try:
            judgements = await self.judged(table, client)
            names, start = names_at(table), table.position_after(0)
            tell = partial(describe, start, judgements, names, words)
            judged = await self._services.analysis_pool.run(client, tell)
            explain = partial(add_reasons, table, judgements, judged, words)
            return await self._services.analysis_pool.run(client, explain)
        finally:
            self._waiting -= 1

    async def judged(self, table: Table, client: Client) -> list[Judgement]:
        """All judgements; found out move by move, so that several who ask take turns."""
        if self._judgements is None:
            found = self._judgements = asyncio.get_running_loop().create_future()
            found.add_done_callback(lambda done: done.exception())  # Perhaps nobody waits for it.
            task = self._start(self._judge(table, client, found), "the analysis")
            task.add_done_callback(lambda _: self._interrupt(found))
        return await asyncio.shield(self._judgements)

    def _interrupt(self, found: asyncio.Future[list[Judgement]]) -> None:
        """Nobody waits for what never comes, since the table has ended."""
        if not found.done():
            self._judgements = None
            found.set_exception(self._services.interruption)

    async def _judge(
        self, table: Table, client: Client, found: asyncio.Future[list[Judgement]]
    ) -> None:
        position, judgements = table.position_after(0), []
        budget = budget_for(len(table.turns))
        try:
            for turn in table.turns:
                work = partial(_judge_and_play, position, turn.move, budget)
                judgements.append(await self._services.analysis_pool.run(client, work))
        except Exception as error:
            self._judgements = None
            found.set_exception(error)
            raise
        found.set_result(judgements)


def _judge_and_play(position: Position, move: str, budget: Budget) -> Judgement:
    judgement = judge_move(position, move, budget)
    position.play(move)
    return judgement
