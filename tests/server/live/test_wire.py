"""Small on the wire: pages, answers and streams are packed for whoever can read that."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.server.http.headers import PADDING
from matchwood.server.live.actor import TableActor
from matchwood.server.live.broadcast import GZIP_HEADER, PADDING_STEP, StreamEvent, encode_event
from matchwood.server.live.page_diff import changed
from tests.support.serving import ME, SCREEN, Program, Served

GAMES = ("baguettes", "colorfox", "piecepack-matches", "top-trumps-match")
MIDDLE = 12
"""Moves into a game: its board is full of what there is to choose."""
MOST_BYTES = 6_000
"""Of what a move sends to each viewer."""


def half_played(anna: Program, game: str) -> str:
    table: str = anna.open(game, ME, SCREEN)["table"]
    anna.post(f"/api/tables/{table}/deal")
    for _ in range(MIDDLE):
        seat = anna.view(table)["to_move"]
        view = anna.view(table, seat=seat)
        offers = view["offers"]
        anna.move(table, offers[len(offers) // 2]["move"], view["seq"])
    return table


def received(answer: httpx.Response) -> Iterator[tuple[int, dict[str, Any]]]:
    """The events of a stream: how many bytes each took, packed, and what it tells."""
    assert answer.headers["content-encoding"] == "gzip"
    reader, size, text = zlib.decompressobj(16 + zlib.MAX_WBITS), 0, b""
    for chunk in answer.iter_raw():
        size += len(chunk)
        text += reader.decompress(chunk)
        if text.endswith(b"\n\n"):
            yield size, json.loads(text.partition(b"data: ")[2])
            size, text = 0, b""


@pytest.mark.parametrize("game", GAMES)
def test_a_move_sends_each_viewer_few_kilobytes(served: Served, game: str) -> None:
    with Program(served.url) as anna, Program(served.url) as watcher:
        table = half_played(anna, game)
        for program in (anna, watcher):
            view = anna.view(table, seat=anna.view(table)["to_move"])
            path = f"/t/{table}/stream?seat={view['to_move']}"
            with program.http.stream("GET", path) as answer:
                events = received(answer)
                _, whole = next(events)
                anna.move(table, view["offers"][0]["move"], view["seq"])
                size, told = next(event for event in events if event[1]["seq"] > view["seq"])
                assert size < MOST_BYTES
                page = "".join(changed(whole["pieces"], told["changes"]))
                assert page.startswith("<main")
                assert f'data-seq="{told["seq"]}"' in page


HANDED = ("colorfox", "top-trumps-match")
"""Games in which a player knows more than anyone may."""
TRUTHS = 8


def other_hands(actor: TableActor) -> Iterator[Position]:
    """Positions of a table that look the same to anyone, with other hands."""
    truth = actor.table.position
    assert truth is not None
    for seed in range(TRUTHS):
        other = truth.copy()
        other._states[:] = truth.observe(None).guess(new_generator(seed))._states
        yield other


@pytest.mark.parametrize("game", GAMES)
def test_what_only_a_player_may_know_is_sent_in_whole_steps(served: Served, game: str) -> None:
    """Whoever sees a line sees lengths; of what everyone may know they tell nothing."""
    with Program(served.url) as anna, Program(served.url) as watcher:
        table = half_played(anna, game)
        actor = served.actor(table)
        truth, seat, lengths = actor.table.position, actor.table.to_move, set[int]()
        try:
            for other in other_hands(actor):
                actor.table.position = other
                with anna.http.stream("GET", f"/t/{table}/stream?seat={seat}") as answer:
                    size, _ = next(received(answer))
                with watcher.http.stream("GET", f"/t/{table}/stream") as answer:
                    public, _ = next(received(answer))
                lengths.add(public)
                assert game not in HANDED or (size - len(GZIP_HEADER)) % PADDING_STEP == 0
                for path in (f"/t/{table}", f"/api/tables/{table}", f"/api/tables/{table}/legal"):
                    page = anna.get(path, seat=seat)
                    length = page.headers["content-length"]
                    whole = int(length) + len(length) + len(page.headers.get(PADDING, ""))
                    assert game not in HANDED or whole % PADDING_STEP == 0
                    assert PADDING not in watcher.get(path).headers
        finally:
            actor.table.position = truth
        assert len(lengths) == 1


@pytest.mark.parametrize("packed", [True, False])
def test_an_event_of_any_length_is_filled_up_and_read_as_it_was(packed: bool) -> None:
    for size in range(2 * PADDING_STEP):
        told = encode_event(0, "x" * size)
        shown = StreamEvent(told, is_private=True)
        sent = shown.compressed if packed else shown.plain
        assert len(sent) % PADDING_STEP == 0
        text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(sent) if packed else sent
        comment, _, rest = text.partition(b"\n")
        assert comment.startswith(b":")
        assert rest == told


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
