"""Hints tell a little at a time: where to look, which piece, the move; in every game alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import unescape

import pytest

from matchwood.drawing.marks import Marks, marked
from matchwood.engine.game import find_game, game_names
from matchwood.engine.options import written
from matchwood.engine.position import Position
from matchwood.server.table.events import Agreement, Dealt, Opened, Sat
from matchwood.server.table.state import Table
from matchwood.server.views.build import build_view
from matchwood.server.views.hints import LAST_STEP, add_hint
from matchwood.server.views.model import View
from matchwood.server.views.move_log import MoveLog
from matchwood.server.views.perspective import Perspective
from tests.support.serving import BOT, ME, Program, Served
from tests.support.waiting import wait_until

MOVES = 12
"""Moves into a game after which hints are looked at."""


def table_at(position: Position) -> Table:
    """A table that stands there, with a person to move and bots around."""
    seat, variant = position.to_move, position.variant
    bots = {each: "easy" for each in range(variant.players) if each != seat}
    agreement = Agreement(
        game=variant.game.name,
        version=variant.version,
        options={name: written(value) for name, value in variant.options.items()},
        bots=bots,
    )
    start = Dealt(position.state.tobytes().hex(), len(position.history))
    first = [Opened(agreement, "00" * 32, "me", bound=False), Sat(seat, "Anna", "me"), start]
    return Table("table", first)


def view_of(position: Position) -> View:
    """View of the player to move."""
    return build_view(table_at(position), Perspective("en", (position.to_move,)), MoveLog())


def told(view: View, move: str) -> list[View]:
    """All that is told of a hint, one after the other."""
    assert view.picture is not None
    arrangement = find_game(view.game).picture.ARRANGEMENTS[view.picture.kind].wide
    steps = [add_hint(view, arrangement, move, step) for step in range(1, LAST_STEP + 1)]
    last = next(number for number, step in enumerate(steps) if step.hinted)
    return steps[: last + 1]


def positions(game: str) -> Iterator[Position]:
    choose = random.Random(game)
    position = find_game(game).variant().new(7)
    while len(position.history) < MOVES and not position.over:
        yield position
        position.play(choose.choice(position.legal_moves()))


@pytest.mark.parametrize("game", game_names())
def test_each_step_leaves_fewer_moves_the_right_one_among_them(game: str) -> None:
    choose, kinds, most = random.Random(0), set(), 0
    for position in positions(game):
        view, move = view_of(position), choose.choice(position.legal_moves())
        most = max(most, len(told(view, move)))
        left = len(view.offers)
        *before, last = told(view, move)
        for step in before:
            assert step.hinting is not None
            assert step.hint is None, "the move is not told yet"
            assert step.hinting.further is not None
            assert move in step.hinting.moves
            assert len(step.hinting.moves) < left
            kinds.add(step.hinting.tells)
            left = len(step.hinting.moves)
        assert last.hinting is not None
        assert (last.hinting.moves, last.hinting.further, last.hinted) == ((move,), None, move)
    assert "where" in kinds
    # Where there are few places to begin with, to look closer would tell nothing new.
    assert most == (LAST_STEP if game != "connect-four" else 2)


@pytest.mark.parametrize("game", game_names())
def test_where_to_look_is_not_told_by_the_middle_of_the_area(game: str) -> None:
    """The same area is shown for every place in it, so that it tells no more than it shows."""
    *_, position = positions(game)
    view = view_of(position)
    areas: dict[tuple[str, ...], set[str]] = {}
    for offer in view.offers:
        first = told(view, offer.move)[0]
        if first.hinting and first.hinting.tells == "where":
            assert offer.move in first.hinting.moves
            areas.setdefault(tuple(sorted(first.hinting.moves)), set()).add(str(first.picture))
    assert areas
    assert all(len(pictures) == 1 for pictures in areas.values())


def test_the_ghost_of_a_piece_of_the_hand_lies_in_its_place_without_ids() -> None:
    game = find_game("colorfox")
    position = game.variant().new(7)
    document = position.observe(position.to_move).document
    picture = game.picture.draw(document, position.to_move)
    path = game.clicks.path_of(position.legal_moves()[0], document)
    drawn = marked(picture, Marks(hint=path, ghost=True))
    [board] = drawn.of("board")
    ghost = board.inside.partition('class="hint-ghost"')[2]
    assert 'class="slot click"' in ghost
    assert " id=" not in ghost
    assert drawn.of("hand")[-1].inside.count(f'id="{path[0]}"') == 1


def test_a_hint_is_asked_for_by_one_link_after_the_other(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Served(tmp_path_factory.mktemp("data")) as served, Program(served.url) as anna:
        table = anna.open("piecepack-matches", ME, BOT, aids=["hints"])["table"]
        anna.post(f"/api/tables/{table}/deal")
        wait_until(lambda: anna.view(table)["offers"], "it is the program's turn")
        page, said = anna.get(f"/t/{table}").text, []
        while (link := f"/t/{table}?hint={len(said) + 1}") in page:
            anna.http.get(link)
            page = unescape(anna.get(f"/t/{table}").text)
            said.append(page.partition('id="said"')[2].partition(">")[2].partition("</p>")[0])
            assert 'class="hint-line"' in page
        assert said[-1].startswith("A bot would play:")
        assert len(said) == len(set(said)) == LAST_STEP
        assert 'id="do-it"' in page
        assert anna.view(table)["hint"] is not None
