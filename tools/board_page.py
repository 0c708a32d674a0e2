"""A page with nothing on it but a board and the scripts that turn it, to be tried or measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from matchwood import Position
from matchwood.drawing.layout import arranged
from matchwood.drawing.picture import BOARD
from matchwood.server.pages import assets

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

ADDRESS = "http://board.test/"
STATIC = Path(assets.__file__).parents[1] / "static"
START = """
import { solids, solid } from "/solid.js";
document.documentElement.classList.add("scripts");
Object.assign(window, { solids, solid });
solids();
"""


def board_of(position: Position, viewer: int | None = None) -> str:
    """The drawings of a board, as a page has them."""
    picture = position.variant.game.picture.draw(position.observe(viewer).document, viewer)
    return "".join(drawing.svg(picture.game) for drawing in picture.of(BOARD))


def page_of(position: Position, viewer: int | None = None) -> str:
    game = position.variant.game
    kind = game.picture.draw(position.observe(viewer).document, viewer).kind
    style = game.picture.STYLE + arranged(game.name, game.picture.ARRANGEMENTS)
    own = ".box{position:fixed;inset:0;container:board/size}.board{position:relative;height:100%}"
    own += ".board>*{position:absolute}"
    return (
        f"<!doctype html><html lang=en><title>Board</title><style>{style}{own}</style>"
        f"<div class=box><div data-part=board class='board board-{game.name} kind-{kind}'>"
        f"{board_of(position, viewer)}</div></div><script type=module>{START}</script>"
    )


def open_board(page: Page, position: Position, viewer: int | None = None) -> None:
    """Show the board of a position, live."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if name.endswith(".js"):
            route.fulfill(body=(STATIC / name).read_text(), content_type="text/javascript")
        else:
            route.fulfill(body=page_of(position, viewer), content_type="text/html")

    page.unroute_all()
    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    page.wait_for_function("window.solid?.('block')")
