"""Whatever stands in a document, it is refused, or it tells a position that can be played on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import BadDocument, Position, find_game, testing
from matchwood.engine.game import Document
from matchwood.engine.position import HIDDEN_PIECE
from matchwood.engine.rng import new_generator
from tests.support.variants import VARIANTS

DOCUMENTS = 12
"""How many positions of a game are broken, from the deal to the end."""
PLIES = 30
"""How long a position is played on that was not refused."""
Path = tuple[Any, ...]

STRANGE = st.sampled_from(
    [
        *(None, True, False, "", "x", [], {}, [0], {"x": 0}),
        *(0, 1, 2, 3, -1, 5, 6, 7, 24, 25, 49, 77),
        *(0.0, 1.0, 1.5, float("nan"), float("inf"), -0.0),
        *(sign * 2**bits + more for bits in (7, 8, 15, 31, 32, 63, 64, 200) for sign in (1, -1)
          for more in (-1, 0)),
        *(b"1", 1j, object(), (0, 1), {0}),
    ]
)  # fmt: skip


BY_NAME = {str(variant): variant for _, variant in VARIANTS}


@cache
def documents(name: str) -> list[Document]:
    variant = BY_NAME[name]
    positions = list(testing.random_game(variant, seed=1))
    chosen = positions[:: max(1, len(positions) // DOCUMENTS)] + positions[-1:]
    return [
        document
        for position in chosen
        for document in (position.document, position.observe(position.to_move).document)
    ]


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """The paths to all values in a document."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for key, inside in items:
        yield (*path, key)
        yield from places(inside, (*path, key))


def at(document: Document, path: Path) -> Any:
    value: Any = document
    for key in path:
        value = value[key]
    return value


@st.composite
def broken(draw: st.DrawFn, name: str) -> Document:
    """A document in which values are strange, missing, too many, or stand where others should."""
    document = deepcopy(draw(st.sampled_from(documents(name))))
    for _ in range(draw(st.integers(1, 3))):
        paths = [path for path in places(document) if path[0] != "game"]
        path, other = draw(st.sampled_from(paths)), draw(st.sampled_from(paths))
        within, key = at(document, path[:-1]), path[-1]
        match draw(st.sampled_from(("strange", "near", "elsewhere", "without", "again"))):
            case "strange":
                within[key] = draw(STRANGE)
            case "near" if type(within[key]) is int:
                within[key] += draw(st.sampled_from((-1, 1)))
            case "elsewhere":
                within[key] = deepcopy(at(document, other))
            case "without":
                del within[key]
            case "again" if isinstance(within, list):
                within.append(deepcopy(within[key]))
    return document


def play_on(position: Position) -> None:
    game, choose = position.variant.game, random.Random(0)
    box = game.text.pieces(position.document)
    for _ in range(PLIES):
        moves = position.legal_moves()
        assert position.over == (not moves)
        if position.over:
            assert position.winners
            return
        position.play(choose.choice(moves))
        assert position.to_move in range(position.players)
        document = position.document
        assert game.text.pieces(document) == box
        game.check_document(document)


@pytest.mark.parametrize("name", BY_NAME)
@given(data=st.data())
def test_it_is_refused_or_can_be_played_on(name: str, data: st.DataObject) -> None:
    document = data.draw(broken(name))
    try:
        position = Position.from_document(document)
    except BadDocument:
        return
    assert position.document == document
    play_on(position if is_whole(document) else position.observe(None).guess(new_generator(1)))


def is_whole(document: Document) -> bool:
    pieces = find_game(document["game"]).text.pieces(document)
    return not any(piece.endswith(HIDDEN_PIECE) for piece in pieces)
