"""Views of one table, as visitors ask for them and as streams send them.

What is the same for all views is computed once, in threads where it takes long: the move log, key
moves, hints, and the level that is suggested next.
"""

from __future__ import annotations

import asyncio
from functools import partial

from msgspec.structs import replace

from matchwood.lab.warm import BOTS
from matchwood.server.base import error_log, metrics
from matchwood.server.live.analysis_jobs import AnalysisJobs
from matchwood.server.live.bot_pool import Client
from matchwood.server.live.broadcast import Broadcast, Group, StreamEvent
from matchwood.server.live.context import Services, TableTasks
from matchwood.server.live.presence import PresenceTracker
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.state import Table
from matchwood.server.table.summary import MOST_LOOKED_AT, next_level
from matchwood.server.views import key_moves
from matchwood.server.views.build import build_view, last_move
from matchwood.server.views.hints import add_hint
from matchwood.server.views.model import JudgedMove, Moment, ReplayView, View
from matchwood.server.views.move_log import MANY_MOVES, MoveLog, Reader
from matchwood.server.views.perspective import Perspective, reader_of
from matchwood.server.views.replay import build_replay, build_review


class TableViews:
    """Views of one table: built for a perspective, and published to subscribers."""

    def __init__(
        self, table: Table, services: Services, tasks: TableTasks, presence: PresenceTracker
    ) -> None:
        self.table = table
        """The table as it is now; its actor replaces it."""
        self.client = Client(person=table.name)
        """Client for whom bots think about the table."""
        self.broadcast = Broadcast()
        self.jobs = AnalysisJobs(services, tasks)
        self._services = services
        self._tasks = tasks
        self._presence = presence
        self._move_log = MoveLog()
        self._quiz_move_lock = asyncio.Lock()
        self._moments: dict[Reader, tuple[Moment, ...]] = {}
        """Key moves in the words of each reader, once they are known."""
        self._next_level: str | None = None
        """Level suggested to a player who has won again."""
        self._has_asked_for_level = False

    # Publishing

    async def run(self) -> None:
        """Render and send what is published; a view that fails stops no other."""
        while True:
            try:
                await self.broadcast.run(self._render)
            except Exception as error:
                error_log.report(error, f"while showing a table of {self.table.agreement.game}")

    def publish(self) -> None:
        """Send all subscribers a new view: last to the player who moved, who knows of it."""
        moved = self.table.turns[-1].seat if self.table.turns else None
        self.broadcast.publish(lambda perspective: moved in perspective.seats)

    async def _render(self, group: Group) -> StreamEvent:
        view = await self.build(group.perspective)
        return self._services.renderers[group.form](view, group.perspective)

    # Building

    async def build(self, perspective: Perspective) -> View:
        """The table as a viewer sees it now."""
        with metrics.VIEW_SECONDS.labels(self.table.agreement.game).time():
            await self._tell_moves(perspective)
            await self.find_quiz_move()
            view = build_view(self.table, perspective, self._move_log, self._presence.shown)
        hint = self.jobs.hint_for(self.table)
        if hint is not None and view.picture is not None:
            arrangements = self.table.game.picture.ARRANGEMENTS[view.picture.kind]
            return await self._add_merit(add_hint(view, arrangements.wide, *hint), perspective)
        return await self._add_review(view, perspective) if view.phase == "over" else view

    async def replay(
        self, moves: int, eyes: int | None, perspective: Perspective, is_scene: bool
    ) -> ReplayView:
        """The game, which is over, after so many moves; or the scene before that."""
        await self._tell_moves(perspective)
        return build_replay(self.table, moves, eyes, perspective, self._move_log, is_scene)

    async def coach(self, perspective: Perspective) -> View:
        """Judge the last move of a player who practises, on the board as it was then."""
        view = await self.build(perspective)
        table = self.table
        number = last_move(table, perspective.seats)
        if number is None:
            raise Forbidden("You have not made a move yet.")
        judgement = await self.jobs.judge_one(table, number, self.client)
        speaking = table.game.speaking(perspective.language).to(perspective.reader)
        [text] = [each.text for each in view.told if each.number == number]
        moment = key_moves.explain_move(table, number, judgement, text, speaking)
        return build_review(view, table, moment, speaking)

    async def analysis(self, perspective: Perspective) -> tuple[JudgedMove, ...]:
        """Judge all moves of the game, which is over."""
        speaking = self.table.game.speaking(perspective.language).to(perspective.reader)
        return await self.jobs.analysis(self.table, self.client, speaking)

    async def find_hint(self, step: int) -> None:
        """Find the move that a bot would make for the player to move, and show it up to a step."""
        await self.jobs.find_hint(self.table, self.client, step)
        self.publish()

    async def find_quiz_move(self) -> None:
        """Find the move to ask for in the quiz of a game that is over: once, in a thread."""
        async with self._quiz_move_lock:
            if not self.table.is_quiz_move_known:
                await asyncio.to_thread(self.table.find_quiz_move)

    async def _tell_moves(self, perspective: Perspective) -> None:
        """Put many moves into words in a thread, so that no other table waits."""
        while (
            self._move_log.missing(self.table, reader := reader_of(self.table, perspective))
            > MANY_MOVES
        ):
            alone = MoveLog()
            await asyncio.to_thread(alone.for_reader, self.table, reader)
            self._move_log.merge(self.table, alone)

    async def _add_merit(self, view: View, perspective: Perspective) -> View:
        """Add the reason to a hint of which all is told."""
        if view.hinted is None:
            return view
        why, rule = await self.jobs.merit(
            self.table, self.client, view.hinted, perspective.language
        )
        return replace(view, merit=why, merit_rule=rule)

    async def _add_review(self, view: View, perspective: Perspective) -> View:
        """Add what was found out since the end of the game."""
        return replace(
            view,
            moments=await self._find_moments(perspective),
            looks_back=self.jobs.is_busy,
            next_level=self._next_level if perspective.seats else None,
        )

    async def _find_moments(self, perspective: Perspective) -> tuple[Moment, ...]:
        """Key moves in the words of a reader; computed once."""
        table, judgements = self.table, self.jobs.judgements
        reader = reader_of(table, perspective)
        if judgements and reader not in self._moments:
            told = self._move_log.for_reader(table, reader).told
            speaking = table.game.speaking(perspective.language).to(reader.you)
            tell = partial(key_moves.describe, table, judgements, table.winners, told, speaking)
            self._moments[reader] = await asyncio.to_thread(tell)
        return self._moments.get(reader, ())

    # Review

    def start_review(self) -> None:
        """When the game is over, find what decided it and which level comes next, and publish."""
        services, game = self._services, self.table.agreement.game
        if not self.table.over or not self.table.players:
            return
        if self.table.is_practice and not self._has_asked_for_level:
            self._has_asked_for_level = True
            self._tasks.start(self._find_next_level(), "the next level")
        can_judge = services.looks_back and services.workshop.ready(game, BOTS)
        if can_judge and not self.jobs.has_started:
            self._tasks.start(self._judge(), "looking back")

    async def _judge(self) -> None:
        await self.jobs.judged(self.table, self.client)
        self.publish()

    async def _find_next_level(self) -> None:
        [holder] = {who.holder for who in self.table.players.values()}
        last = await self._services.store.tables_of(holder, MOST_LOOKED_AT)
        self._next_level = next_level((each.summary, each.seats) for each in last)
        if self._next_level is not None:
            self.publish()
