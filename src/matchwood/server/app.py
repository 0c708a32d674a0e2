"""Servers, and the application that answers for them: pages and API around a hall."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope

import matchwood
from matchwood.engine.errors import IllegalMove, MatchwoodError, UnknownGame
from matchwood.engine.words import Phrase
from matchwood.lab.workshop import CannotCompile, Workshop
from matchwood.server.base import error_log
from matchwood.server.base.signing import Signer
from matchwood.server.base.tokens import Tokens, read_key
from matchwood.server.base.urls import set_prefix
from matchwood.server.http.compression import BY_ITSELF, EFFORT
from matchwood.server.http.csrf import check, guard
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.limits import Counter, Limits, SafeRequest, add_headers, releasing
from matchwood.server.http.preferences import choose, settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.service import Service, service_of
from matchwood.server.http.visitor import language_of, renew_token, wants_json
from matchwood.server.live.cluster import Cluster, SingleServer
from matchwood.server.live.context import Render, Services, Timings
from matchwood.server.live.registry import TableRegistry
from matchwood.server.pages import message
from matchwood.server.routes import api, pwa, share, static_files
from matchwood.server.routes import table as web
from matchwood.server.storage.data_folder import make_private
from matchwood.server.storage.engines import Location
from matchwood.server.storage.store import Store
from matchwood.server.table.errors import (
    Refused,
    StoreError,
    StoreUnreachable,
    Unavailable,
    UnreadableTable,
    WriteUncertain,
)
from matchwood.server.views.names import all_words, server_words

_SENTENCES = {
    400: Phrase("The request is incomplete or wrong."),
    404: Phrase("There is no such page."),
    405: Phrase("That does not work at this address."),
    413: Phrase("That is too long."),
}
_OTHERWISE = Phrase("Something went wrong on our side; please try again.")
SECONDS_BETWEEN_LOOKS = 10
"""After that a page that waits looks again by itself: a screen reader begins anew with each page,
so it has time to read this one, and the button to look again at once."""
OUR_FAULT = 500
"""The first status that says that it was not the fault of the one who asks."""


def create_service(
    where: Location,
    *,
    limits: Limits | None = None,
    hosts: Hosts | None = None,
    timings: Timings | None = None,
    workshop: Workshop | None = None,
    looks_back: bool = True,
    keep: float | None = None,
) -> Service:
    """A server, with its store in a folder or at an address.

    Games are compiled in the workshop while it serves; without one, when they are first needed.
    If it `looks_back`, bots say of finished games what decided them. `keep` says for how many
    seconds games are kept; without it, for ever.
    """
    agreed, names = limits or Limits(), hosts or Hosts()
    set_prefix(names.prefix)

    @asynccontextmanager
    async def lifespan(service: Service) -> AsyncIterator[None]:
        if isinstance(where, Path):
            make_private(where)
        store = await Store.open(where)
        key = read_key(where) if isinstance(where, Path) else await store.key()
        service.tokens = Tokens(key, await store.old_holders())
        renders: dict[str, Render] = {
            web.PAGE: web.render_page,
            web.SCREEN: web.render_screen,
            api.DATA: api.render_data,
        }
        peers = Cluster(store) if store.database.is_shared else SingleServer()
        services = Services(
            store,
            renders,
            Signer(key),
            timings or Timings(),
            peers,
            workshop or Workshop(()),
            looks_back=looks_back,
            keep=keep,
        )
        registry = service.registry = TableRegistry(services)
        async with registry.lifespan(), registry.workshop.lifespan(_report_unready):
            yield
        await store.close()

    return Service(_application(agreed.body), Counter(agreed), names, lifespan)


@cache
def _application(most_bytes: int) -> Litestar:
    """All pages and the API, for requests that bring no more than so many bytes."""
    return Litestar(
        [web.ROUTER, api.ROUTER, static_files.ROUTER, share.ROUTER, pwa.ROUTER],
        dependencies={"registry": Provide(_registry, sync_to_thread=False)},
        request_class=SafeRequest,
        middleware=[releasing],
        guards=[guard],
        before_send=[add_headers, renew_token],
        exception_handlers={
            Unavailable: _put_off,
            StoreUnreachable: _put_off,
            WriteUncertain: _put_off,
            UnreadableTable: _show_old_table,
            MatchwoodError: _refuse,
            HTTPException: _refuse_request,
            UnicodeDecodeError: _refuse_bytes,
            Exception: _apologise,
        },
        request_max_body_size=most_bytes,
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=EFFORT, exclude_opt_key=BY_ITSELF
        ),
        openapi_config=OpenAPIConfig(
            title="Matchwood",
            version=matchwood.__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )


def _registry(scope: Scope) -> TableRegistry:
    return service_of(scope).registry


def _report_unready(error: CannotCompile) -> None:
    error_log.report(error, "in the workshop; the game is compiled when it is needed")


def _put_off(
    request: Request[Any, Any, Any], error: Unavailable | StoreUnreachable | WriteUncertain
) -> Response[Any]:
    """Not yet: programs are told when to ask again, pages do so by themselves."""
    sentence = error.sentence(all_words(language_of(request)))
    if wants_json(request):
        refusal = api.Refusal(error.status, sentence, unsure=isinstance(error, WriteUncertain))
        answer: Response[Any] = Response(refusal, status_code=error.status)
    elif chosen := choose(request):
        return chosen
    else:
        words, settings = server_words(language_of(request)), settings_of(request)
        is_page = request.method == "GET"
        if not is_page:  # What was sent is not sent again: the way leads to the form.
            settings = replace(settings, path=_page_with_form(settings.path))
        answer = shown(message.waiting_page(sentence, words, settings), error.status)
        if is_page:
            answer.headers["refresh"] = str(SECONDS_BETWEEN_LOOKS)
    answer.headers["retry-after"] = str(error.retry_after)
    return answer


def _page_with_form(path: str) -> str:
    """Where the form of an address that is only sent to stands: at the table, or on the front."""
    table = re.match(r"/t/[^/?]+", path)
    return table[0] if table else "/"


def _show_old_table(request: Request[Any, Any, Any], error: UnreadableTable) -> Response[Any]:
    """People can still look at what happened at a table that cannot be replayed."""
    if wants_json(request) or not error.log or choose(request):
        return _refuse(request, error)
    sentence = error.sentence(all_words(language_of(request)))
    words, settings = server_words(language_of(request)), settings_of(request)
    return shown(message.old_table(sentence, error.log, words, settings), error.status)


def _refuse(request: Request[Any, Any, Any], error: MatchwoodError) -> Response[Any]:
    """One sentence in the reader's language, and the rule, where a rule forbids it."""
    status = 404 if isinstance(error, UnknownGame) else getattr(error, "status", 422)
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        sentence = all_words(language_of(request)).tell(refusal.phrase)
        return _answer(request, status, sentence, refusal.rule)
    sentence = error.sentence(all_words(language_of(request)))
    if isinstance(error, StoreError):
        return _own_up(request, error, status, sentence)
    return _answer(request, status, sentence)


def _refuse_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if "route_handler" not in request.scope:
        # It never came to a handler, so the guard has not seen it.
        try:
            check(request)
        except Refused as refused:
            return _refuse(request, refused)
    sentence = _SENTENCES.get(error.status_code, _OTHERWISE)
    words = all_words(language_of(request))
    if error.status_code >= OUR_FAULT:
        return _own_up(request, error, error.status_code, words.tell(sentence))
    answer = _answer(request, error.status_code, words.tell(sentence))
    answer.headers.update(error.headers or {})
    return answer


def _refuse_bytes(request: Request[Any, Any, Any], _: UnicodeDecodeError) -> Response[Any]:
    """What should be text is not."""
    return _refuse_request(request, ClientException())


def _apologise(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _own_up(request, error, OUR_FAULT, all_words(language_of(request)).tell(_OTHERWISE))


def _own_up(
    request: Request[Any, Any, Any], error: Exception, status: int, sentence: str
) -> Response[Any]:
    """The answer to what is our fault: with the number by which the log tells more."""
    number = error_log.report_request(error, request)
    words = server_words(language_of(request))
    ask = words("If it happens again, please tell us this number: {number}.", number=number)
    answer = _answer(request, status, f"{sentence} {ask}", number=number)
    answer.headers[error_log.NUMBER_HEADER] = number
    return answer


def _answer(
    request: Request[Any, Any, Any],
    status: int,
    sentence: str,
    rule: str | None = None,
    number: str | None = None,
) -> Response[Any]:
    if wants_json(request):
        return Response(api.Refusal(status, sentence, rule, number), status_code=status)
    # Where there is no page, nobody has looked yet whether another language is asked for.
    if chosen := choose(request):
        return chosen
    words, settings = server_words(language_of(request)), settings_of(request)
    said = sentence if rule is None else f"{sentence} ({rule})"
    return shown(message.page(status, said, words, settings), status)
