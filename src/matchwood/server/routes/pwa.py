"""The site as an app on someone's device, with its manifest, its icons and a page without network;
and what it tells crawlers.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from matchwood.engine.words import LANGUAGES
from matchwood.server.base.files import PNG, File
from matchwood.server.base.urls import at
from matchwood.server.http.compression import PACKED_BY_ITSELF
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.responses import shown
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.picture_pool import shown_by
from matchwood.server.live.picture_worker import Still
from matchwood.server.pages import message
from matchwood.server.pages.assets import address_of_ours, our_file, scripts
from matchwood.server.routes.static_files import ASK_AGAIN, answer
from matchwood.server.views.names import server_words

ICON_SIZES = (192, 512)
PAPER = "#F5EFE3"
PREVIEWERS = (
    "Discordbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Slackbot",
    "TelegramBot",
    "Twitterbot",
    "WhatsApp",
)
"""Programs that fetch a link because a person has sent it to another."""
PRIVATE = ("/t/", "/mine", "/games/stream")
"""Where nothing is for search engines: tables are for who was given their link, and to draw them
for nobody is work."""

AnyRequest = Request[Any, Any, Any]


@get("/{language:str}/manifest.webmanifest", opt=PACKED_BY_ITSELF)
async def manifest(request: AnyRequest, language: FromPath[str]) -> Response[bytes | None]:
    if language not in LANGUAGES:
        raise NotFoundException
    words = server_words(language)
    told = {
        "name": "Matchwood",
        "short_name": "Matchwood",
        "description": words("Four match games, with bots, friends and around one screen."),
        "lang": language,
        "start_url": at("/"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {
                "src": at(f"/icons/{size}.png"),
                "sizes": f"{size}x{size}",
                "type": PNG,
                "purpose": "any maskable",
            }
            for size in ICON_SIZES
        ],
    }
    return answer(request, File(msgspec.json.encode(told), "application/manifest+json"))


@get("/icons/{name:str}", opt=PACKED_BY_ITSELF)
async def icon(
    request: AnyRequest, registry: Registry, name: FromPath[str]
) -> Response[bytes | None]:
    sizes = [size for size in ICON_SIZES if name == f"{size}.png"]
    if not sizes:
        raise NotFoundException
    drawn = Still(our_file("icon.svg").data.decode(), sizes[0])

    async def job() -> Still:
        return drawn

    shows, client = shown_by(drawn), visitor_of(request).client
    return answer(request, await registry.services.pictures.picture(shows, PNG, client, job))


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """What is shown when the server cannot be reached."""
    words = server_words(language_of(request))
    return shown(message.offline(words, settings_of(request)))


@get("/worker.js")
async def worker(request: AnyRequest) -> Response[bytes]:
    """Keeps the page for when there is no network. It has to stand above all that it is for."""
    file = scripts()["worker.js"]
    kept = map(address_of_ours, ("matchwood.css", "pages.css", "icon.svg"))
    needed = msgspec.json.encode([at(each) for each in ("/offline", *kept)])
    data = b"const NEEDED = " + needed + b";\n" + file.data
    return Response(data, media_type=file.media_type, headers={"cache-control": ASK_AGAIN})


@get("/robots.txt", media_type=MediaType.TEXT)
async def robots() -> Response[str]:
    groups = [
        [*(f"User-agent: {name}" for name in PREVIEWERS), "Allow: /"],
        ["User-agent: *", *(f"Disallow: {at(path)}" for path in PRIVATE)],
    ]
    text = "\n\n".join("\n".join(group) for group in groups)
    return Response(f"{text}\n", media_type=MediaType.TEXT, headers={"cache-control": ASK_AGAIN})


ROUTER = Router(
    "/", route_handlers=[manifest, icon, offline, worker, robots], include_in_schema=False
)
