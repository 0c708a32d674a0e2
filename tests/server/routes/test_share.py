"""A link shows what anyone may see where it is pasted; a finished game is shared as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import httpx
import pytest
from PIL import Image

from matchwood.server.routes.share import LARGE, SMALL
from tests.support.serving import BOT, ME, SCREEN, Program, Served, two_at

OK = httpx.codes.OK


@pytest.fixture(scope="module")
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


@pytest.fixture(scope="module")
def over(anna: Program) -> str:
    """A small block, played to its end at one screen."""
    told = anna.open("baguettes", ME, SCREEN, options={"size": "2x2x2", "sticks": "2"})
    table: str = told["table"]
    anna.post(f"/api/tables/{table}/deal")
    while (view := anna.view(table))["phase"] == "playing":
        assert anna.move(table, view["offers"][-1]["move"], view["seq"]).status_code == OK
    return table


def told_in_head(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))


def size_of(answer: httpx.Response) -> tuple[int, int]:
    assert answer.status_code == OK, answer.text
    return Image.open(BytesIO(answer.content)).size


def test_a_link_tells_the_game_who_plays_and_shows_the_board(served: Served, anna: Program) -> None:
    table = anna.open("colorfox", ME, BOT)["table"]
    before = told_in_head(anna.get(f"/t/{table}").text)
    assert "image" not in before
    anna.post(f"/api/tables/{table}/deal")
    head = told_in_head(anna.get(f"/t/{table}").text)
    assert head["title"] == "Colorfox"
    assert head["description"] == "Anna and Birch at the table."
    assert head["image"].startswith(f"{served.url}/t/{table}/picture.png?at=")
    assert size_of(anna.http.get(head["image"])) == LARGE


def test_an_invitation_says_who_invites(served: Served) -> None:
    with Program(served.url) as anna, Program(served.url) as ben:
        told = anna.open("colorfox", ME, {"kind": "link"})
        page = ben.get(f"/t/{told['table']}", invite=told["invite"]).text
    assert told_in_head(page)["description"] == "Anna invites you to a game of Colorfox."


def test_a_picture_shows_no_hand_to_anyone(served: Served) -> None:
    with two_at(served.url, "colorfox") as (table, programs), Program(served.url) as watcher:
        pictures = {program.get(f"/t/{table}/picture.svg").text for program in (*programs, watcher)}
    assert len(pictures) == 1


@pytest.mark.parametrize("kind", ["png", "svg", "gif"])
def test_a_picture_is_sent_once_until_it_changes(anna: Program, over: str, kind: str) -> None:
    address = f"/t/{over}/picture.{kind}"
    first = anna.get(address)
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = anna.http.get(address, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (httpx.codes.NOT_MODIFIED, b"")
    assert again.headers["etag"] == tag


def test_the_picture_of_another_position_has_another_validator(anna: Program) -> None:
    table = anna.open("baguettes", ME, SCREEN)["table"]
    anna.post(f"/api/tables/{table}/deal")
    before = anna.get(f"/t/{table}/picture.png")
    view = anna.view(table)
    anna.move(table, view["offers"][0]["move"], view["seq"])
    after = anna.http.get(
        f"/t/{table}/picture.png", headers={"if-none-match": before.headers["etag"]}
    )
    assert after.status_code == OK
    assert after.headers["etag"] != before.headers["etag"]


def test_before_the_deal_there_is_no_picture(anna: Program) -> None:
    table = anna.open("colorfox", ME, BOT)["table"]
    for kind in ("png", "svg", "gif"):
        answer = anna.get(f"/t/{table}/picture.{kind}")
        assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY


def test_a_finished_game_is_a_picture_and_an_animated_one(anna: Program, over: str) -> None:
    picture = anna.get(f"/t/{over}/picture.png")
    assert size_of(picture) == LARGE
    least_alpha, _ = (
        Image.open(BytesIO(picture.content)).convert("RGBA").getchannel("A").getextrema()
    )
    assert least_alpha == 255, "whatever is behind a link, nothing of it shines through"
    answer = anna.get(f"/t/{over}/picture.gif")
    assert size_of(answer) == SMALL
    moves = len(anna.view(over)["told"])
    assert getattr(Image.open(BytesIO(answer.content)), "n_frames", 1) > moves / 2


def test_a_game_that_goes_on_is_not_animated(anna: Program) -> None:
    table = anna.open("colorfox", ME, BOT)["table"]
    anna.post(f"/api/tables/{table}/deal")
    answer = anna.get(f"/t/{table}/picture.gif")
    assert answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY


def test_the_board_after_any_move_of_a_finished_game(anna: Program, over: str) -> None:
    first, last = (anna.get(f"/t/{over}/picture.svg", move=move).text for move in (0, 999999))
    assert first.startswith("<svg")
    assert first != last


def test_what_a_stranger_writes_makes_no_other_picture(
    served: Served, anna: Program, over: str
) -> None:
    def tag(**asked: object) -> str:
        return str(anna.get(f"/t/{over}/picture.svg", **asked).headers["etag"])

    table = served.actor(over).table
    position = table.position_after(1)
    known = position.observe(table.turns[1].seat).document
    path = ",".join(table.game.clicks.path_of(position.legal_moves()[0], known))
    assert tag(move=2, better=path) != tag(move=2)
    kept = served.registry.services.pictures._files
    before = len(kept)
    assert tag(move=2, better="well-11,free text") == tag(move=2)
    assert tag(move=999) == tag(move=len(table.turns))
    assert tag(move="two") == tag(move="1" * 9) == tag(better=path) == tag()
    assert len(kept) <= before + 2, "one after the last move, one of the end"


@pytest.mark.parametrize("asked", [{"move": 1}, {"move": 2, "better": "well-11"}, {"at": 3}])
def test_pages_show_the_board_by_day_and_by_night(
    anna: Program, over: str, asked: dict[str, object]
) -> None:
    def drawn(**theme: str) -> str:
        return anna.get(f"/t/{over}/picture.svg", **asked, **theme).text

    assert drawn(theme="dark") != drawn()
    assert drawn(theme="light") == drawn(theme="no theme") == drawn()
