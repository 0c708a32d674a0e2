"""Lessons: each step is shown like a table, and nothing of it is stored.

A step has a URL. The right move leads to the same step with its result, and from there to the next
one. A wrong one is answered with a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from litestar.status_codes import HTTP_422_UNPROCESSABLE_ENTITY as UNPROCESSABLE
from msgspec import Struct
from msgspec.structs import replace

from matchwood.drawing.marks import Marks, marked
from matchwood.engine.game import Game, find_game
from matchwood.engine.language import Words
from matchwood.engine.options import written
from matchwood.engine.position import Position
from matchwood.learning.lessons import Lesson, Step
from matchwood.server.base.preferences import CHOICES, LEVEL
from matchwood.server.base.urls import at
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, wants_json
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import table as table_page
from matchwood.server.table.commands import MoveText
from matchwood.server.table.events import Agreement, Dealt, Event, Moved, Opened, Sat
from matchwood.server.table.state import Table
from matchwood.server.views.build import build_view
from matchwood.server.views.clicks import explain_clicks
from matchwood.server.views.model import LessonStep, View
from matchwood.server.views.move_log import MoveLog
from matchwood.server.views.names import server_words
from matchwood.server.views.perspective import Perspective

LEARNER = "learner"
NO_SECRET = "00" * 32
"""Secret of the table; a lesson hides nothing that could be found out beforehand."""


class MoveForm(Struct, frozen=True):
    move: MoveText


@dataclass(frozen=True)
class StepLocation:
    """A step of a lesson, and its URL."""

    game: Game
    name: str
    lesson: Lesson
    number: int

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number - 1]

    @property
    def path(self) -> str:
        return self.path_of(self.number)

    def path_of(self, number: int) -> str:
        return f"/learn/{self.game.name}/{self.name}/{number}"

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps)


def find_step(registry: TableRegistry, game: str, lesson: str, number: int) -> StepLocation:
    found = find_game(game)
    if lesson not in found.lessons or not 1 <= number <= len(found.lessons[lesson].steps):
        raise NotFoundException
    registry.check_ready(game)
    return StepLocation(found, lesson, found.lessons[lesson], number)


@get("/learn/{game:str}")
async def first_lesson(game: FromPath[str]) -> Redirect:
    found = find_game(game)
    if not found.lessons:
        raise NotFoundException
    return Redirect(f"/learn/{game}/{next(iter(found.lessons))}/1", status_code=SEE_OTHER)


@get("/learn/{game:str}/{lesson:str}/{number:int}")
async def step_page(
    request: AnyRequest,
    registry: Registry,
    game: FromPath[str],
    lesson: FromPath[str],
    number: FromPath[int],
    done: FromQuery[str] = "",
) -> Response[str]:
    location = find_step(registry, game, lesson, number)
    return _step_response(request, location, done if done in location.step.wanted else None)


@post("/learn/{game:str}/{lesson:str}/{number:int}/move")
async def step_move(
    request: AnyRequest,
    registry: Registry,
    game: FromPath[str],
    lesson: FromPath[str],
    number: FromPath[int],
    data: URLEncodedBody[MoveForm],
) -> Response[Any]:
    """The step with the result of the right move; a sentence for any other."""
    location = find_step(registry, game, lesson, number)
    if data.move in location.step.wanted:
        return go_on(request, f"{location.path}?done={data.move}".replace(" ", "%20"))
    words = location.game.speaking(language_of(request))
    refusal = location.step.position(location.game).why_not(data.move)
    if refusal is not None:
        sentence, rule = words.tell(refusal.phrase), refusal.rule
    else:
        sentence, rule = _hint_instead(location, words, language_of(request)), None
    if wants_json(request):
        return Response({"sentence": sentence, "rule": rule}, status_code=UNPROCESSABLE)
    return _step_response(request, location, None, sentence)


def go_on(request: AnyRequest, path: str) -> Response[Any]:
    """Redirect to the next step; the script is told its URL."""
    if wants_json(request):
        return Response({"go": at(path)}, status_code=200)
    return Redirect(path, status_code=SEE_OTHER)


def _hint_instead(location: StepLocation, words: Words, language: str) -> str:
    """Answer to a legal move that the lesson does not ask for."""
    if location.step.instead is not None:
        return words.tell(location.step.instead)
    return server_words(language)("That is allowed, but try what the lesson asks for.")


@get("/learn/{game:str}/{lesson:str}/{number:int}/why")
async def clicks_explanation(
    request: AnyRequest,
    registry: Registry,
    game: FromPath[str],
    lesson: FromPath[str],
    number: FromPath[int],
    clicks: FromQuery[str] = "",
) -> Response[Any]:
    """Explain why a path of clicks leads nowhere."""
    location, language = find_step(registry, game, lesson, number), language_of(request)
    table = _table(location, None, language)
    view = _view(location, table, None, language)
    return Response(explain_clicks(view, table, clicks.split(","), language))


def _step_response(
    request: AnyRequest, location: StepLocation, done: str | None, refused: str | None = None
) -> Response[str]:
    language = language_of(request)
    view = _view(location, _table(location, done, language), done, language, refused)
    words = server_words(language).to(location.step.seat)
    page = table_page.page(view, words, settings_of(request))
    return page_response(page, 200 if refused is None else UNPROCESSABLE)


def _table(location: StepLocation, done: str | None, language: str) -> Table:
    """A table at the beginning of a step, or after its right move."""
    game, step = location.game, location.step
    position = step.position(game)
    variant = position.variant
    agreement = Agreement(
        game=game.name,
        version=variant.version,
        options={name: written(value) for name, value in variant.options.items()},
        bots={seat: CHOICES[LEVEL][0] for seat in range(variant.players) if seat != step.seat},
    )
    first: list[Event] = [
        Opened(agreement, NO_SECRET, LEARNER, bound=False),
        Sat(step.seat, server_words(language)("You"), LEARNER),
        Dealt(position.state.tobytes().hex(), len(step.moves)),
    ]
    table = Table(f"{game.name}-{location.name}", first)
    return table if done is None else table.after(_moves(position, [done, *step.answer]))


def _moves(position: Position, moves: list[str]) -> list[Event]:
    events: list[Event] = []
    for move in moves:
        events.append(Moved(position.to_move, move))
        position.play(move)
    return events


def _view(
    location: StepLocation,
    table: Table,
    done: str | None,
    language: str,
    refused: str | None = None,
) -> View:
    step = location.step
    view = build_view(table, Perspective(language, (step.seat,)), MoveLog())
    if view.picture is not None and done is None:
        view = replace(view, picture=marked(view.picture, Marks(hint=step.marks)))
    return replace(
        view,
        offers=view.offers if done is None and step.wanted else (),
        opening="",
        undo=False,
        lesson_step=_lesson_step(location, done, language, refused),
    )


def _lesson_step(
    location: StepLocation, done: str | None, language: str, refused: str | None
) -> LessonStep:
    step, words = location.step, location.game.speaking(language)
    says = step.says if done is None or step.then is None else step.then
    goes_on = done is not None or not step.wanted
    onward = None if location.is_last else location.path_of(location.number + 1)
    return LessonStep(
        address=location.path,
        says=refused or words.tell(says),
        number=location.number,
        steps=len(location.lesson.steps),
        is_done=goes_on,
        back=location.path_of(location.number - 1) if location.number > 1 else None,
        onward=onward,
        game=location.game.name,
        lesson=location.name,
        rule=step.rule,
    )


HANDLERS = (first_lesson, step_page, step_move, clicks_explanation)
