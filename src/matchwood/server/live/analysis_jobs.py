"""Hints, judgements of moves and analyses of one table; each is computed once, in threads."""

from __future__ import annotations

import asyncio
from functools import partial

from matchwood.bots import HINT, Budget
from matchwood.engine.language import Words
from matchwood.engine.position import Position
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.context import Services, TableTasks
from matchwood.server.table.state import Table
from matchwood.server.views.judgements import Judgement, best_move, budget_for, describe, judge_move
from matchwood.server.views.key_moves import add_reasons, find_merit
from matchwood.server.views.model import JudgedMove
from matchwood.server.views.names import names_at


class AnalysisJobs:
    """Results of the analysis jobs of one table."""

    def __init__(self, services: Services, tasks: TableTasks) -> None:
        self._services = services
        self._tasks = tasks
        self._hint: tuple[int, str, int] = (0, "", 0)
        """The `seq` of the position that a hint is for, its move, and the step up to which it is
        shown."""
        self._merit: tuple[tuple[int, str, str], tuple[str, str]] = ((0, "", ""), ("", ""))
        """The reason for a move, by the position, the move and the language."""
        self._judging: asyncio.Task[list[Judgement]] | None = None
        """Judges all moves of the game, which is over, once someone has asked."""
        self._waiting = 0
        """Number of visitors who wait for an analysis."""

    @property
    def is_busy(self) -> bool:
        """True while the moves of the game are being judged."""
        return self._judging is not None and not self._judging.done()

    @property
    def is_waited_for(self) -> bool:
        """True if someone waits for an analysis. To judge a game that nobody looks at any more
        keeps no table in memory: under load such games would only get more."""
        return self._waiting > 0

    @property
    def has_started(self) -> bool:
        """True if someone has asked about the whole game."""
        return self._judging is not None

    @property
    def judgements(self) -> list[Judgement]:
        """Judgements of all moves; empty until they are there."""
        judging = self._judging
        done = judging is not None and judging.done() and not judging.cancelled()
        return judging.result() if judging is not None and done else []

    def hint_for(self, table: Table) -> tuple[str, int] | None:
        """Move and step of the hint for the player to move, if someone asked."""
        after, move, step = self._hint
        return (move, step) if after == table.moved_at else None

    async def find_hint(self, table: Table, client: Client, step: int) -> None:
        """Find the move that a bot would make, to be shown up to a step."""
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
        """Take in a hint that was asked for, here or at another server."""
        self._hint = after, move, step

    async def judge_one(self, table: Table, number: int, client: Client) -> Judgement:
        """Judge one move by what its player knew, while the game goes on."""
        turn = table.turns[number - 1]
        known = table.position_after(number - 1).observe(turn.seat)
        return await self._services.analysis_pool.run(
            client, partial(judge_move, known, turn.move, HINT)
        )

    async def analysis(self, table: Table, client: Client, words: Words) -> tuple[JudgedMove, ...]:
        """Judge all moves of a finished game, in words."""
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
        """Judgements of all moves; whoever asks while they are made waits for the same ones."""
        if self._judging is None:
            self._judging = self._tasks.start(self._judge(table, client), "the analysis")
        judging = self._judging
        try:
            return await asyncio.shield(judging)
        except asyncio.CancelledError:
            if judging.cancelled():  # The table has left memory.
                raise self._services.interruption from None
            raise

    async def _judge(self, table: Table, client: Client) -> list[Judgement]:
        """Judge move by move, so that several who ask take turns."""
        position, judgements = table.position_after(0), []
        budget = budget_for(len(table.turns))
        try:
            for turn in table.turns:
                work = partial(_judge_and_play, position, turn.move, budget)
                judgements.append(await self._services.analysis_pool.run(client, work))
        except Exception:
            self._judging = None  # It can be asked for again.
            raise
        return judgements


def _judge_and_play(position: Position, move: str, budget: Budget) -> Judgement:
    judgement = judge_move(position, move, budget)
    position.play(move)
    return judgement
