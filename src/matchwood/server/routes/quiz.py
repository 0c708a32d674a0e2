"""Memory quiz after a game: what lay where? The answers so far stand in the URL, nowhere else.

The game has the questions (`recall`); the page is that of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER as SEE_OTHER
from msgspec.structs import replace

from matchwood.drawing.marks import Marks, marked
from matchwood.engine.language import Words
from matchwood.learning.recall import Question, RecallModule
from matchwood.server.http.audience import perspective_of
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.actor import TableActor
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import table as table_page
from matchwood.server.routes.lessons import MoveForm, go_on
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.state import Table
from matchwood.server.views.model import Offer, QuizQuestion, View
from matchwood.server.views.names import names_at, server_words
from matchwood.server.views.perspective import Perspective

NO_ANSWERS = "0"
"""Stands in the URL before the first answer."""
SEPARATOR = "."


@get("/t/{name:str}/memory")
async def quiz(name: FromPath[str]) -> Redirect:
    return Redirect(_path(name, ()), status_code=SEE_OTHER)


@get("/t/{name:str}/memory/{said:str}")
async def question_page(
    request: AnyRequest, registry: Registry, name: FromPath[str], said: FromPath[str]
) -> Response[str]:
    """The next question, and whether the last answer was right; in the end how many were."""
    actor = await _find_finished(request, registry, name)
    perspective = perspective_of(request, actor.table)
    view = await _view(actor, perspective, _parse_answers(said))
    return page_response(table_page.page(view, perspective.words, settings_of(request)))


@post("/t/{name:str}/memory/{said:str}/move")
async def answer_form(
    request: AnyRequest,
    registry: Registry,
    name: FromPath[str],
    said: FromPath[str],
    data: URLEncodedBody[MoveForm],
) -> Response[Any]:
    actor = await _find_finished(request, registry, name)
    recall, questions = _questions(actor.table, actor.table.game.speaking(language_of(request)))
    answers = _parse_answers(said)
    places = recall.places(server_words(language_of(request)), _document(actor.table), ())
    if len(answers) < len(questions) and data.move in places:
        answers = (*answers, data.move)
    return go_on(request, _path(name, answers))


@get("/t/{name:str}/memory/{said:str}/why")
async def clicks_explanation(request: AnyRequest) -> Response[Any]:
    """The response to clicks that are no answer."""
    words = server_words(language_of(request))
    return Response({"rule": None, "sentence": words("That does nothing right now.")})


def _path(name: str, answers: Sequence[str]) -> str:
    return f"/t/{name}/memory/{SEPARATOR.join(answers) or NO_ANSWERS}"


def _parse_answers(said: str) -> tuple[str, ...]:
    return () if said == NO_ANSWERS else tuple(said.split(SEPARATOR))


async def _find_finished(request: AnyRequest, registry: TableRegistry, name: str) -> TableActor:
    """Find a finished game that has a quiz."""
    actor = await visitor_of(request).visit(registry, name)
    if actor.table.game.recall is None:
        raise NotFoundException
    if not actor.table.over:
        raise Forbidden("This is asked when the game is over.")
    await actor.views.find_quiz_move()
    if actor.table.quiz_move is None:
        raise NotFoundException
    return actor


def _document(table: Table) -> dict[str, Any]:
    """The position that is asked about: the one with most to remember, since in the end hardly
    anything is left."""
    assert table.quiz_move is not None
    return table.position_after(table.quiz_move).document


def _questions(table: Table, words: Words) -> tuple[RecallModule, list[Question]]:
    assert table.game.recall is not None
    return table.game.recall, table.game.recall.questions(words, _document(table), names_at(table))


async def _view(actor: TableActor, perspective: Perspective, answers: Sequence[str]) -> View:
    """View of that position without the answers, and without the moves that tell them."""
    view, table = await actor.views.build(perspective), actor.table
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    recall, questions = _questions(table, speaking)
    answers, names = answers[: len(questions)], names_at(table)
    document = recall.shown(_document(table), answers[-1] if answers else None)
    picture = table.game.picture.draw(document, view.viewer, names, speaking)
    right = [asked.place == said for asked, said in zip(questions, answers, strict=False)]
    last = questions[len(answers) - 1] if answers else None
    is_over = len(answers) == len(questions)
    when = perspective.words("The board after move {number}", number=table.quiz_move)
    places = {} if is_over else recall.places(speaking, _document(table), names)
    return replace(
        view,
        picture=marked(picture, Marks(hint=[last.place] if last else ())),
        phase="playing",
        told=(),
        notes=(),
        to_move=view.viewer,
        offers=tuple(Offer(place, text, (place,), final=False) for place, text in places.items()),
        quiz=QuizQuestion(
            address=_path(table.name, answers),
            asks=None if is_over else f"{when}. {questions[len(answers)].asks}",
            was_right=right[-1] if right else None,
            right=sum(right),
            number=min(len(answers) + 1, len(questions)),
            questions=len(questions),
        ),
    )


HANDLERS = (quiz, question_page, answer_form, clicks_explanation)
