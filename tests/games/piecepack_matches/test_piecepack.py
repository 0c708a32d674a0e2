"""Matches in the notation of the piecepack: it is read by others as we mean it, and by us again."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import matchwood
from matchwood import BadDocument, GameRecord, MatchwoodError, Position, View, read_record
from tests.support.project import ROOT

RECORDS = sorted((ROOT / "tests/games/golden").glob("piecepack-matches*.txt"))
GUIDE = ROOT / "docs/piecepack.md"
Row = list[str]
"""piece_side, suit, rank, x, y, as in a table."""


def golden(path: Path) -> GameRecord:
    return read_record(path.read_text(encoding="utf-8"))


def rows_of(table: str) -> list[Row]:
    header, *lines = table.splitlines()
    assert header == "piece_side,suit,rank,x,y,angle,cfg"
    rows = [line.split(",") for line in lines]
    assert all(row[5:] == ["0", "piecepack"] for row in rows)
    return [row[:5] for row in rows]


# As others read it


def tables(ppn: str) -> Iterator[list[Row]]:
    """The table after each move, by the rules of the notation and no word of ours: version 0.14.0,
    PieceSpec, Location, Adding, Moving and flipping pieces."""
    movetext = re.sub(r"\{[^}]*\}", " ", ppn.split("\n...\n")[1])
    board: list[Row] = []
    for moves in re.split(r"(?:^|(?<=\s))\w+\.(?=\s)", movetext)[1:]:
        for move in moves.split():
            if "@" in move:
                spec, _, location = move.partition("@")
                board.append([*piece(spec), *coordinates(location)])
            elif move.startswith("+"):
                turned = top(board, move[1:])
                kind, _, side = turned[0].partition("_")
                turned[0] = f"{kind}_{'back' if side == 'face' else 'face'}"
            else:
                start, end = move.split("-")
                moved = top(board, start)
                board.remove(moved)
                board.append([*moved[:3], *coordinates(end)])
        yield [list(row) for row in board]


def piece(spec: str) -> Row:
    kind = {"t": "tile", "c": "coin"}[spec[0]]
    side = {"f": "face", "b": "back"}[spec[1]]
    suit = re.search("[SMCA]", spec[2:])
    rank = re.search("[na2-5]", spec[2:])
    return [
        f"{kind}_{side}",
        str("SMCA".index(suit[0]) + 1) if suit else "NA",
        str("na2345".index(rank[0]) + 1) if rank else "NA",
    ]


def coordinates(location: str) -> Row:
    return [str(ord(location[0]) - ord("a") + 1), location[1:]]


def top(board: list[Row], location: str) -> Row:
    return [row for row in board if row[3:] == coordinates(location)][-1]


def without_sides_on_tiles(rows: list[Row]) -> Counter[tuple[str, ...]]:
    """A position does not tell which side of a coin on a tile is up."""
    tiles = {tuple(row[3:]) for row in rows if row[0] == "tile_face"}
    return Counter(
        ("coin", *row[1:]) if row[0] != "tile_face" and tuple(row[3:]) in tiles else tuple(row)
        for row in rows
    )


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_other_programs_see_every_position_and_we_read_it_again(path: Path) -> None:
    record = golden(path)
    documents, told = [], []
    for position in record.replay():
        documents.append(position.document)
        told.append(rows_of(position.to_piecepack_table()))
    ppn = position.to_ppn(record.players)
    seen = list(tables(ppn))
    assert [*map(without_sides_on_tiles, seen)] == [*map(without_sides_on_tiles, told)]
    read = Position.from_ppn(ppn)
    assert [read.after(moves).document for moves in range(len(documents))] == documents
    assert read.history == list(record.moves)
    assert read.to_ppn(record.players) == ppn


@pytest.mark.rule("PM-1", "PM-2", "PM-3")
def test_pieces_lie_apart_and_in_the_order_of_spots_and_seats() -> None:
    for options in ({"players": 2}, {"players": 6, "flaming": True}):
        position = matchwood.new("piecepack-matches", seed=7, **options)
        rows = rows_of(position.to_piecepack_table())
        coins = [row for row in rows if row[0].startswith("coin")]
        tiles = [row for row in rows if row[0].startswith("tile")]
        assert (len(coins), len(tiles)) == (24, 24)
        in_the_middle = [coin for coin in position.document["coins"] if coin]
        for row, coin in zip(coins, in_the_middle, strict=True):
            assert (row[0] == "coin_back") == (coin["up"] in "SMCA")
        assert coins == sorted(coins, key=lambda row: (-int(row[4]), int(row[3])))
        assert int(max(coins, key=lambda row: int(row[3]))[3]) <= 6
        for at, (x, y) in enumerate(places := [(int(row[3]), int(row[4])) for row in tiles]):
            assert x >= 6 + 0.5 + 1
            assert all(max(abs(x - a), abs(y - b)) >= 2 for a, b in places[:at])


# What it may tell


@pytest.mark.rule("PM-12")
def test_a_view_tells_one_side_of_coins_that_were_never_turned() -> None:
    position = matchwood.new("piecepack-matches", seed=7, flaming=True)
    for move in ("flip 2", "stay", "flip 3"):
        if move in position.legal_moves():
            position.play(move)
    view = position.observe(None)
    dropped = re.findall(r"c[fb](\S*)@", view.to_ppn())
    known = [coin for coin in view.document["coins"] if coin and coin["coin"]]
    assert sum(len(sides) == 2 for sides in dropped) == len(known) + 24 - len(
        [coin for coin in view.document["coins"] if coin]
    )
    assert sum(len(sides) == 1 for sides in dropped) == 24 - 2
    assert view.to_piecepack_table().count("NA") == 24 - 2
    assert View.from_ppn(view.to_ppn()) == view
    with pytest.raises(BadDocument, match="it tells a view, and no position"):
        Position.from_ppn(view.to_ppn())
    with pytest.raises(BadDocument, match="a game with its moves, and no view"):
        View.from_ppn(position.to_ppn())


def test_a_position_that_was_set_up_is_told_from_there() -> None:
    dealt = matchwood.new("piecepack-matches", seed=7, flaming=True)
    dealt.play(next(move for move in dealt.legal_moves() if stays(dealt, move)))
    position = Position.from_document(dealt.document)
    position.play("stay")
    read = Position.from_ppn(position.to_ppn())
    assert read.document == position.document
    assert read.after(0).document == dealt.document
    assert read.history == ["stay"]


def stays(position: Position, move: str) -> bool:
    tried = position.copy()
    tried.play(move)
    return tried.document["turned"] is not None


def test_names_cannot_break_a_file() -> None:
    names = ['--- "Anna"\n...', "Zoë\x07: {b}"]
    ppn = matchwood.new("piecepack-matches", seed=7).to_ppn(names)
    [line] = [line for line in ppn.splitlines() if line.startswith("Players")]
    assert json.loads(line.removeprefix("Players: ")) == ['--- "Anna" ...', "Zoë : {b}"]
    assert Position.from_ppn(ppn).to_move in (0, 1)


# Files


def test_the_sample_of_the_guide_is_a_game_that_we_write() -> None:
    [sample] = re.findall(r"```ppn\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    position = Position.from_ppn(sample)
    assert position.over
    assert position.to_ppn(["Anna", "Ben"]) == sample


START = matchwood.new("piecepack-matches", seed=7).to_ppn()


@pytest.mark.parametrize(
    ("part", "instead", "sentence"),
    [
        ("---\n", "", "is not written as Matchwood writes it"),
        ("\n...\n", "\n", "“---” is not written as Matchwood writes it"),
        ("setup.", "begin.", "“begin.” is not written as Matchwood writes it"),
        ("ToMove: 0", "ToMove: zero", "“ToMove: zero” is not written as"),
        ("ToMove: 0", "ToMove: 5", "there is no seat 5"),
        ("ToMove: 0", "Begins: 0", "This notation tells no position of the game"),
        ('"Matches"', '"Chess"', "There is no game “Chess”; the games are "),
        ('"Matches"', '"Colorfox"', "Colorfox is not played with a piecepack"),
        ("tfSn@", "tfSx@", "is not written as Matchwood writes it"),
        ("tfSn@", "tfSa@", "The document"),
        ("@a4", "@a9", "pieces lie where none can lie"),
        (START, START + "1. +a9", "This notation tells no position of the game"),
        (START, START + "2. +a4", "“2.” is not written as Matchwood writes it"),
        (START, START + "1. a4-a3", "Move 1 breaks the rules"),
        (START, START + "1. +a4 a4-i1 a4-i3", "Move 1 is not followed by what the rules say"),
    ],
)
def test_what_tells_no_game_is_refused_in_one_sentence(
    part: str, instead: str, sentence: str
) -> None:
    assert part in START
    with pytest.raises(MatchwoodError, match=re.escape(sentence)) as refused:
        Position.from_ppn(START.replace(part, instead, 1))
    assert "\n" not in str(refused.value)


def test_a_game_of_other_pieces_says_so() -> None:
    with pytest.raises(MatchwoodError, match="Colorfox is not played with a piecepack"):
        matchwood.new("colorfox", seed=7).to_ppn()
