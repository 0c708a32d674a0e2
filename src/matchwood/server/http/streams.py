"""Server-sent events as responses: the stream of a table, or any other."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from litestar.response import Stream

from matchwood.server.http.compression import accepts_gzip, encoding_headers
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import visitor_of
from matchwood.server.live.actor import TableActor
from matchwood.server.live.broadcast import Group
from matchwood.server.views.perspective import Perspective

EVENT_STREAM = "text/event-stream"


def table_stream(
    request: AnyRequest, actor: TableActor, perspective: Perspective, form: str
) -> Stream:
    """Subscribe the visitor to a table, rendered in a form: now and after every change."""
    visitor, group, is_gzip = visitor_of(request), Group(perspective, form), accepts_gzip(request)
    events = actor.subscribe(group, visitor.client, visitor.holder, is_gzip)
    return event_stream(request, events, is_gzip)


def event_stream(
    request: AnyRequest, events: AsyncGenerator[bytes, None], is_gzip: bool = False
) -> Stream:
    """A response of events as they come, counted among the streams of the address."""
    headers = {
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        **encoding_headers(is_gzip),
    }
    visitor_of(request).count_stream(events)
    return Stream(events, media_type=EVENT_STREAM, headers=headers)
