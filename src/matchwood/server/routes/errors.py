"""Error responses: a page or JSON with one sentence in the reader's language."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import Any

from litestar import Response
from litestar.exceptions import ClientException, HTTPException

from matchwood.engine.errors import IllegalMove, MatchwoodError, UnknownGame
from matchwood.engine.language import Phrase
from matchwood.server.base import error_log
from matchwood.server.http.guard import check_request
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import set_preferences, settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import language_of, wants_json
from matchwood.server.pages import message
from matchwood.server.routes.api import Refusal
from matchwood.server.table.errors import (
    Refused,
    StoreError,
    StoreUnreachable,
    Unavailable,
    UnreadableTable,
    WriteUncertain,
)
from matchwood.server.views.names import all_words, server_words

_HTTP_SENTENCES = {
    400: Phrase("The request is incomplete or wrong."),
    404: Phrase("There is no such page."),
    405: Phrase("That does not work at this address."),
    413: Phrase("That is too long."),
}
_SERVER_FAULT = Phrase("Something went wrong on our side; please try again.")
SERVER_ERROR = 500
"""First status of errors that are the server's fault."""
NUMBER_BYTES = 4
NUMBER_HEADER = "x-request-number"
REFRESH_SECONDS = 10
"""After that a page that waits is loaded again: screen readers begin anew with each page, so there
is time to read this one, and the button to load it at once."""


def handle_not_yet(
    request: AnyRequest, error: Unavailable | StoreUnreachable | WriteUncertain
) -> Response[Any]:
    """Temporary failure: programs are told when to retry, pages reload by themselves."""
    sentence = error.sentence(all_words(language_of(request)))
    if wants_json(request):
        refusal = Refusal(error.status, sentence, unsure=isinstance(error, WriteUncertain))
        response: Response[Any] = Response(refusal, status_code=error.status)
    elif redirect := set_preferences(request):
        return redirect
    else:
        words, settings = server_words(language_of(request)), settings_of(request)
        is_page = request.method == "GET"
        if not is_page:  # A form is not sent again by itself: the link leads to its page.
            settings = replace(settings, path=_page_with_form(settings.path))
        page = message.waiting_page(sentence, words, settings)
        response = page_response(page, error.status)
        if is_page:
            response.headers["refresh"] = str(REFRESH_SECONDS)
    response.headers["retry-after"] = str(error.retry_after)
    return response


def _page_with_form(path: str) -> str:
    """Path of the page whose form is sent to a path: that of the table, or the front page."""
    table = re.match(r"/t/[^/?]+", path)
    return table[0] if table else "/"


def handle_unreadable_table(request: AnyRequest, error: UnreadableTable) -> Response[Any]:
    """A table that cannot be replayed; people are still shown its log."""
    if wants_json(request) or not error.log or set_preferences(request):
        return handle_refusal(request, error)
    sentence = error.sentence(all_words(language_of(request)))
    words, settings = server_words(language_of(request)), settings_of(request)
    return page_response(message.old_table(sentence, error.log, words, settings), error.status)


def handle_refusal(request: AnyRequest, error: MatchwoodError) -> Response[Any]:
    """A refusal by the rules, of the game (then the rule is cited) or of the table."""
    status = 404 if isinstance(error, UnknownGame) else getattr(error, "status", 422)
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        sentence = all_words(language_of(request)).tell(refusal.phrase)
        return _respond(request, status, sentence, refusal.rule)
    sentence = error.sentence(all_words(language_of(request)))
    if isinstance(error, StoreError):
        return _report(request, error, status, sentence)
    return _respond(request, status, sentence)


def handle_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """An error that Litestar raised: no such path, a malformed body …"""
    if "route_handler" not in request.scope:  # Then the guard has not run.
        try:
            check_request(request)
        except Refused as refused:
            return handle_refusal(request, refused)
    sentence = _HTTP_SENTENCES.get(error.status_code, _SERVER_FAULT)
    words = all_words(language_of(request))
    if error.status_code >= SERVER_ERROR:
        return _report(request, error, error.status_code, words.tell(sentence))
    response = _respond(request, error.status_code, words.tell(sentence))
    response.headers.update(error.headers or {})
    return response


def handle_bad_encoding(request: AnyRequest, _: UnicodeDecodeError) -> Response[Any]:
    return handle_http_error(request, ClientException())


def handle_exception(request: AnyRequest, error: Exception) -> Response[Any]:
    sentence = all_words(language_of(request)).tell(_SERVER_FAULT)
    return _report(request, error, SERVER_ERROR, sentence)


def _report(request: AnyRequest, error: Exception, status: int, sentence: str) -> Response[Any]:
    """Log an error of the server, and respond with the number under which it was logged."""
    number = secrets.token_hex(NUMBER_BYTES)
    route = request.scope.get("path_template") or "no route"
    error_log.report(error, f"in {request.method} {route}, request {number}")
    words = server_words(language_of(request))
    ask = words("If it happens again, please tell us this number: {number}.", number=number)
    response = _respond(request, status, f"{sentence} {ask}", number=number)
    response.headers[NUMBER_HEADER] = number
    return response


def _respond(
    request: AnyRequest,
    status: int,
    sentence: str,
    rule: str | None = None,
    number: str | None = None,
) -> Response[Any]:
    if wants_json(request):
        return Response(Refusal(status, sentence, rule, number), status_code=status)
    # Without a route no hook has run yet that sets preferences.
    if redirect := set_preferences(request):
        return redirect
    words, settings = server_words(language_of(request)), settings_of(request)
    text = sentence if rule is None else f"{sentence} ({rule})"
    return page_response(message.page(status, text, words, settings), status)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    Unavailable: handle_not_yet,
    StoreUnreachable: handle_not_yet,
    WriteUncertain: handle_not_yet,
    UnreadableTable: handle_unreadable_table,
    MatchwoodError: handle_refusal,
    HTTPException: handle_http_error,
    UnicodeDecodeError: handle_bad_encoding,
    Exception: handle_exception,
}
