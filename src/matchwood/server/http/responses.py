"""Responses that several routes give."""

from __future__ import annotations

from litestar import MediaType, Response


def shown(page: object, status: int = 200) -> Response[str]:
    """A page as HTML, which no cache keeps."""
    return Response(
        str(page),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )
