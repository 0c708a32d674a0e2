"""After a game of memory: what lay where? The answers so far stand in the address, nowhere else.

The game asks (`recall.py`); the page is that of a table at which nothing happens.
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

from matchwood.engine.game import Question, RecallModule
from matchwood.engine.pictures import Marks, marked
from matchwood.engine.words import Words
from matchwood.server.base.urls import at
from matchwood.server.http.perspective import perspective_of
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import AnyRequest, Registry, language_of, visitor_of, wants_json
from matchwood.server.live.actor import TableActor
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import table as table_page
from matchwood.server.routes import forms
from matchwood.server.table.errors import Forbidden
from matchwood.server.table.state import Table
from matchwood.server.views.model import Offer, QuizQuestion, View
from matchwood.server.views.names import names_at, server_words
from matchwood.server.views.perspective import Perspective

NOTHING = "0"
"""What stands in the address before the first answer."""
BETWEEN = "."
"""Stands between answers."""


@get("/t/{name:str}/memory")
async def begin(name: FromPath[str]) -> Redirect:
    return Redirect(_address(name, ()), status_code=SEE_OTHER)


@get("/t/{name:str}/memory/{said:str}")
async def ask(
    request: AnyRequest, registry: Registry, name: FromPath[str], said: FromPath[str]
) -> Response[str]:
    """The next question, and whether the last answer was right; in the end how many were."""
    actor = await _over(request, registry, name)
    perspective = perspective_of(request, actor.table)
    view = await _view(actor, perspective, _answers(said))
    return shown(table_page.page(view, perspective.words, settings_of(request)))


@post("/t/{name:str}/memory/{said:str}/move")
async def answer(
    request: AnyRequest,
    registry: Registry,
    name: FromPath[str],
    said: FromPath[str],
    data: URLEncodedBody[forms.Tried],
) -> Response[Any]:
    actor = await _over(request, registry, name)
    recall, questions = _asked(actor.table, actor.table.game.speaking(language_of(request)))
    answers = _answers(said)
    places = recall.places(server_words(language_of(request)), _truth(actor.table), ())
    if len(answers) < len(questions) and data.move in places:
        answers = (*answers, data.move)
    address = _address(name, answers)
    if wants_json(request):
        return Response({"go": at(address)}, status_code=200)
    return Redirect(address, status_code=SEE_OTHER)


@get("/t/{name:str}/memory/{said:str}/why")
async def why_nothing(request: AnyRequest) -> Response[Any]:
    """Someone clicked on what can be no answer."""
    words = server_words(language_of(request))
    return Response({"rule": None, "sentence": words("That does nothing right now.")})


def _address(name: str, answers: Sequence[str]) -> str:
    return f"/t/{name}/memory/{BETWEEN.join(answers) or NOTHING}"


def _answers(said: str) -> tuple[str, ...]:
    return () if said == NOTHING else tuple(said.split(BETWEEN))


async def _over(request: AnyRequest, registry: TableRegistry, name: str) -> TableActor:
    actor = await visitor_of(request).look(registry, name)
    if actor.table.game.recall is None:
        raise NotFoundException
    if not actor.table.over:
        raise Forbidden("This is asked when the game is over.")
    await actor.look_over()
    if actor.table.quiz_move is None:
        raise NotFoundException
    return actor


def _truth(table: Table) -> dict[str, Any]:
    """A game that was played out has left hardly anything; so the table is asked about as it was
    when there was most to remember."""
    assert table.quiz_move is not None
    return table.position_after(table.quiz_move).dump()


def _asked(table: Table, words: Words) -> tuple[RecallModule, list[Question]]:
    assert table.game.recall is not None
    return table.game.recall, table.game.recall.questions(words, _truth(table), names_at(table))


async def _view(actor: TableActor, perspective: Perspective, answers: Sequence[str]) -> View:
    """The table as it was then, without what is asked for, and without the story that tells it."""
    view, table = await actor.view(perspective), actor.table
    speaking = table.game.speaking(perspective.language).to(perspective.reader)
    recall, questions = _asked(table, speaking)
    answers, names = answers[: len(questions)], names_at(table)
    document = recall.shown(_truth(table), answers[-1] if answers else None)
    picture = table.game.picture.draw(document, view.viewer, names, speaking)
    right = [asked.place == said for asked, said in zip(questions, answers, strict=False)]
    last = questions[len(answers) - 1] if answers else None
    is_over = len(answers) == len(questions)
    when = perspective.words("The board after move {number}", number=table.quiz_move)
    places = {} if is_over else recall.places(speaking, _truth(table), names)
    return replace(
        view,
        picture=marked(picture, Marks(hint=[last.place] if last else ())),
        phase="playing",
        told=(),
        notes=(),
        to_move=view.viewer,
        offers=tuple(Offer(place, text, (place,), final=False) for place, text in places.items()),
        quiz=QuizQuestion(
            address=_address(table.name, answers),
            asks=None if is_over else f"{when}. {questions[len(answers)].asks}",
            was_right=right[-1] if right else None,
            right=sum(right),
            number=min(len(answers) + 1, len(questions)),
            questions=len(questions),
        ),
    )


HANDLERS = (begin, ask, answer, why_nothing)
