"""Only tokens that the server has given out hold seats, and no script of a page gets at them."""

from __future__ import annotations

import errno
from pathlib import Path

import httpx
import pytest

from matchwood.server.base.tokens import KEY_BYTES, KEY_FILE, Tokens, read_key
from matchwood.server.http.hosts import Hosts
from matchwood.server.http.visitor import (
    HALF_A_YEAR,
    RENEWED_COOKIE,
    RENEWED_EVERY,
    TOKEN_COOKIE,
)
from tests.support.serving import BOT, LINK, ME, Program, Served

MADE_UP = "A" * 43
"""A token as they were before there were keys, which anyone could make up."""


def test_a_token_counts_for_the_server_whose_key_it_was_made_with() -> None:
    ours, others = Tokens(b"k" * KEY_BYTES), Tokens(b"o" * KEY_BYTES)
    token = ours.new()
    assert ours.is_issued(token)
    assert not others.is_issued(token)
    assert ours.new() != token


def test_a_token_with_any_other_letter_does_not_count() -> None:
    tokens = Tokens(b"k" * KEY_BYTES)
    token = tokens.new()
    for place in range(len(token)):
        other = "B" if token[place] == "A" else "A"
        assert not tokens.is_issued(token[:place] + other + token[place + 1 :])
    for changed in (token + "A", token + "=", token[:-1], f"{token[:9]}!{token[9:]}", "", "ä" * 64):
        assert not tokens.is_issued(changed)


def test_a_key_is_drawn_once_and_is_its_owner_s_alone(tmp_path: Path) -> None:
    key = read_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o644)
    assert read_key(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [KEY_FILE]


def test_a_key_that_cannot_be_written_leaves_nothing_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", is_full)
    with pytest.raises(OSError, match="No space left"):
        read_key(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["cookie", "bearer"])
def test_who_comes_with_a_token_that_was_never_given_out_gets_another(
    served: Served, anna: Program, how: str
) -> None:
    carried = (
        {"cookie": f"{TOKEN_COOKIE}={MADE_UP}", "origin": served.url}
        if how == "cookie"
        else {"authorization": f"Bearer {MADE_UP}"}
    )
    opened = anna.http.post(
        "/api/tables", json={"game": "baguettes", "seats": [ME, LINK]}, headers=carried
    )
    assert opened.status_code == httpx.codes.CREATED
    table = opened.json()["table"]
    assert opened.json()["seats"] == [0]
    with Program(served.url, **carried) as eve:
        assert eve.view(table)["mine"] == []
    token = opened.json()["token"] or opened.cookies[TOKEN_COOKIE]
    assert token != MADE_UP
    with Program(served.url, authorization=f"Bearer {token}") as same:
        assert same.view(table)["mine"] == [0]


def test_a_page_replaces_a_cookie_that_was_never_given_out(served: Served, anna: Program) -> None:
    carried = {"cookie": f"{TOKEN_COOKIE}={MADE_UP}", "origin": served.url}
    opened = anna.http.post("/play/baguettes", headers=carried)
    assert opened.status_code == httpx.codes.SEE_OTHER
    assert opened.cookies[TOKEN_COOKIE] != MADE_UP


def test_the_token_of_a_cookie_is_in_no_body(served: Served, anna: Program) -> None:
    opened = anna.http.post("/play/baguettes", headers={"origin": served.url})
    token = opened.cookies[TOKEN_COOKIE]
    carried = {"origin": served.url}  # and the cookie, which the program keeps as a browser does
    wanted = {"game": "baguettes", "seats": [ME, LINK]}
    answer = anna.http.post("/api/tables", json=wanted, headers=carried)
    assert answer.status_code == httpx.codes.CREATED
    assert answer.json()["token"] is None
    assert token not in answer.text
    with Program(served.url, cookie=f"{TOKEN_COOKIE}={token}") as same:
        assert same.view(answer.json()["table"])["mine"] == [0]


def test_a_program_gets_no_cookie(anna: Program) -> None:
    answer = anna.post("/api/tables", game="baguettes", seats=[ME, BOT])
    assert "set-cookie" not in answer.headers
    assert answer.json()["token"]


def test_a_browser_that_opens_pages_keeps_its_token_for_half_a_year_from_then(
    served: Served, anna: Program
) -> None:
    anna.http.headers.update({"origin": served.url, "accept": "text/html"})
    opened = anna.http.post("/play/baguettes")
    token = opened.cookies[TOKEN_COOKIE]
    [kept, mark] = anna.get("/").headers.get_list("set-cookie")
    assert kept == opened.headers["set-cookie"], "the same token, as it was given first"
    assert f"{TOKEN_COOKIE}={token};" in kept
    assert f"Max-Age={HALF_A_YEAR}" in kept
    assert f"Max-Age={RENEWED_EVERY}" in mark
    assert token not in mark
    assert "set-cookie" not in anna.get("/").headers, "not with every page"
    del anna.http.cookies[RENEWED_COOKIE]  # as when some days have passed
    assert len(anna.get("/mine").headers.get_list("set-cookie")) == 2


def test_nothing_is_renewed_that_was_never_given_out_nor_beside_a_page(
    served: Served, anna: Program
) -> None:
    made_up = {"cookie": f"{TOKEN_COOKIE}={MADE_UP}"}
    assert "set-cookie" not in anna.http.get("/", headers=made_up).headers
    assert "set-cookie" not in anna.get("/").headers
    anna.http.post("/play/baguettes", headers={"origin": served.url})
    assert "set-cookie" not in anna.get("/api/games").headers
    bearer = {"authorization": f"Bearer {served.state.tokens.new()}"}
    assert "set-cookie" not in anna.http.get("/", headers=bearer).headers


def test_no_cache_keeps_what_is_for_one_visitor_only(anna: Program) -> None:
    told = anna.open("baguettes", ME, LINK)
    table = told["table"]
    paths = ("/api/games", f"/api/tables/{table}", f"/api/tables/{table}/legal", "/api/nothing")
    for path in (*paths, f"/t/{table}", f"/t/{table}/why", "/nothing"):
        assert anna.get(path).headers["cache-control"] == "no-store", path
    opened = anna.post("/api/tables", game="baguettes", seats=[ME, BOT])
    assert opened.headers["cache-control"] == "no-store"


def test_with_https_the_cookie_is_bound_to_the_very_host_and_another_is_not_read(
    tmp_path: Path,
) -> None:
    public = "https://games.example"
    by_https = {"host": "games.example", "origin": public}
    with (
        Served(tmp_path, hosts=Hosts(public=public)) as server,
        Program(server.url, **by_https) as anna,
    ):
        opened = anna.http.post("/play/baguettes")
        [cookie] = opened.headers.get_list("set-cookie")
        name, _, token = cookie.partition(";")[0].partition("=")
        assert name == f"__Host-{TOKEN_COOKIE}"
        assert "Path=/;" in cookie
        assert "Secure" in cookie
        assert "Domain" not in cookie
        table = opened.headers["location"].removeprefix("/t/")
        planted, own = f"{TOKEN_COOKIE}={token}", f"{name}={token}"
        for carried, mine in ((planted, []), (own, [0])):
            with Program(server.url, cookie=carried, **by_https) as browser:
                assert browser.view(table)["mine"] == mine
