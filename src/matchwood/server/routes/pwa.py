"""The site as an installable app: manifest, icons, service worker, offline page; robots.txt."""

from __future__ import annotations

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from matchwood.engine.language import LANGUAGES
from matchwood.server.base.files import PNG, File
from matchwood.server.base.urls import at
from matchwood.server.http.compression import SELF_COMPRESSED
from matchwood.server.http.headers import page_response
from matchwood.server.http.preferences import settings_of
from matchwood.server.http.request import AnyRequest
from matchwood.server.http.visitor import Registry, language_of, visitor_of
from matchwood.server.live.picture_pool import picture_key
from matchwood.server.live.picture_worker import Still
from matchwood.server.pages import message
from matchwood.server.pages.assets import address_of_ours, our_file, scripts
from matchwood.server.routes.static_files import REVALIDATE, FileResponse, file_response
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
"""User agents that fetch a link because a person has sent it to another."""
PRIVATE = ("/t/", "/mine", "/games/stream")
"""Paths that crawlers shall leave out: tables are for those who were given their link."""


@get("/{language:str}/manifest.webmanifest", opt=SELF_COMPRESSED)
async def manifest(request: AnyRequest, language: FromPath[str]) -> FileResponse:
    if language not in LANGUAGES:
        raise NotFoundException
    words = server_words(language)
    content = {
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
    return file_response(request, File(msgspec.json.encode(content), "application/manifest+json"))


@get("/icons/{name:str}", opt=SELF_COMPRESSED)
async def icon(request: AnyRequest, registry: Registry, name: FromPath[str]) -> FileResponse:
    sizes = [size for size in ICON_SIZES if name == f"{size}.png"]
    if not sizes:
        raise NotFoundException
    drawn = Still(our_file("icon.svg").data.decode(), sizes[0])

    async def job() -> Still:
        return drawn

    shows, client = picture_key(drawn), visitor_of(request).client
    return file_response(request, await registry.services.pictures.picture(shows, PNG, client, job))


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """Page that is shown when the server cannot be reached."""
    words = server_words(language_of(request))
    return page_response(message.offline(words, settings_of(request)))


@get("/worker.js")
async def service_worker() -> Response[bytes]:
    """The service worker, which keeps the offline page. Its path has to be above its scope."""
    file = scripts()["worker.js"]
    kept = map(address_of_ours, ("matchwood.css", "pages.css", "icon.svg"))
    needed = msgspec.json.encode([at(each) for each in ("/offline", *kept)])
    data = b"const NEEDED = " + needed + b";\n" + file.data
    return Response(data, media_type=file.media_type, headers={"cache-control": REVALIDATE})


@get("/robots.txt", media_type=MediaType.TEXT)
async def robots() -> Response[str]:
    groups = [
        [*(f"User-agent: {name}" for name in PREVIEWERS), "Allow: /"],
        ["User-agent: *", *(f"Disallow: {at(path)}" for path in PRIVATE)],
    ]
    text = "\n\n".join("\n".join(group) for group in groups)
    return Response(f"{text}\n", media_type=MediaType.TEXT, headers={"cache-control": REVALIDATE})


ROUTER = Router(
    "/", route_handlers=[manifest, icon, offline, service_worker, robots], include_in_schema=False
)
