"""Small on the wire: pages, answers and streams are packed for whoever can read that."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import httpx
import pytest

from matchwood.server.viewers import GZIP_BEGINNING
from tests.support.serving import ME, SCREEN, Program, Served

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
MIDDLE = 12
"""Moves into a game: its board is full of what there is to choose."""
MOST_BYTES = {"top-trumps-match": 7_000}
"""Of what a move sends to each viewer, where it is more: the grain of the wood, a kilobyte, goes
with every picture, and there are some 140 moves to choose from."""
USUALLY_MOST = 6_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data")) as server:
        yield server


def half_played(anna: Program, game: str) -> str:
    table: str = anna.open(game, ME, SCREEN)["table"]
    anna.post(f"/api/tables/{table}/deal")
    for _ in range(MIDDLE):
        seat = anna.view(table)["to_move"]
        view = anna.view(table, seat=seat)
        offers = view["offers"]
        anna.move(table, offers[len(offers) // 2]["move"], view["seq"])
    return table


def received(program: Program, path: str) -> bytes:
    """The first event of a stream, as it comes, packed."""
    reader, got = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    with program.http.stream("GET", path) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        text = b""
        for chunk in answer.iter_raw():
            got += chunk
            text += reader.decompress(chunk)
            if text.endswith(b"\n\n"):
                assert text.startswith(b"id: ")
                return got
    raise AssertionError("the stream has ended")


@pytest.mark.parametrize("game", GAMES)
def test_a_move_sends_each_viewer_few_kilobytes(served: Served, game: str) -> None:
    with Program(served.url) as anna, Program(served.url) as watcher:
        table = half_played(anna, game)
        mover = anna.view(table)["to_move"]
        for program in (anna, watcher):
            event = received(program, f"/t/{table}/stream?seat={mover}")
            assert event.startswith(GZIP_BEGINNING)
            assert len(event) < MOST_BYTES.get(game, USUALLY_MOST)


def test_whatever_is_long_is_packed_for_whoever_can_read_it(served: Served) -> None:
    with Program(served.url) as anna:
        table = anna.open("baguettes", ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        static = "/static/matchwood.css"
        for path in ("/", f"/t/{table}", f"/api/tables/{table}", "/rules/baguettes", static):
            packed = anna.get(path)
            assert packed.headers["content-encoding"] == "gzip", path
            assert "accept-encoding" in packed.headers["vary"].lower()
            assert int(packed.headers["content-length"]) < len(packed.content) / 2
            plain = anna.http.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.status_code == httpx.codes.OK
            assert plain.content == packed.content


def test_the_stream_of_the_front_page_is_not_held_back(served: Served) -> None:
    with Program(served.url) as anna, anna.http.stream("GET", "/games/stream") as answer:
        assert "content-encoding" not in answer.headers
