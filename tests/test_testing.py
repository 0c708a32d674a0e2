"""The conformance kit notices what it is there for, and no law spoils the games for the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from matchwood import IllegalMove, Position, Variant, View, load, testing
from matchwood.drawing.picture import Drawing, Outline, Picture
from matchwood.drawing.svg import Drawn, element
from matchwood.engine import dispatch
from matchwood.engine.view import Situation

observe, svg, why_not, play = Position.observe, Position.svg, Position.why_not, Position.play


def telling(view: View, document: dict[str, Any]) -> View:
    """A view with another document."""
    view.__dict__["document"] = document
    return view


def telling_the_pile(self: Position, viewer: int | None) -> View:
    view = observe(self, viewer)
    return telling(view, view.document | {"next": self.document["pile"]})


def ordered_by_the_pile(self: Position, viewer: int | None) -> View:
    view = observe(self, viewer)
    first, second = self.document["pile"][:2] or ("", "")
    return view if first < second else telling(view, dict(reversed(view.document.items())))


def drawn_from_the_truth(self: Position, viewer: int | None) -> str:
    return svg(self, viewer) + self.state.tobytes().hex()


def explained_from_the_truth(self: Position, text: str) -> object:
    return why_not(self, text), self.state.tobytes()


@pytest.mark.parametrize(
    ("method", "leak", "named"),
    [
        ("observe", telling_the_pile, "document"),
        ("observe", ordered_by_the_pile, "document"),
        ("svg", drawn_from_the_truth, "picture"),
        ("why_not", explained_from_the_truth, "refusal"),
    ],
)
def test_a_secret_that_shows_is_noticed(
    method: str, leak: Callable[..., object], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Position, method, leak)
    with pytest.raises(AssertionError, match=f"^the {named} for viewer .* shows a secret"):
        testing.check_secrets(load("colorfox"))


def test_a_game_that_calls_itself_open_and_is_not_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dispatch, "is_open", lambda s: True)
    with pytest.raises(AssertionError, match=r"^not all is open: .*, viewer "):
        testing.check_hiding(load("piecepack-matches"))


def test_a_copy_that_is_torn_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Situation, "__reduce__")
    with pytest.raises(AssertionError, match=r"^a copy plays otherwise"):
        testing.check_repeatable(load("connect-four"))


def test_moves_that_hang_on_what_is_hidden_from_their_player_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    legal = View.legal_moves
    monkeypatch.setattr(View, "legal_moves", lambda self: legal(self)[1:])
    with pytest.raises(AssertionError, match=r"^other moves are legal"):
        testing.check_documents(load("connect-four"))


def test_a_refused_move_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_badly(self: Position, text: str) -> None:
        try:
            play(self, text)
        except IllegalMove:
            self.state.to_move = 1 - self.state.to_move
            raise

    monkeypatch.setattr(Position, "play", play_badly)
    with pytest.raises(AssertionError, match=r"^a refused move changed the position"):
        testing.check_texts(load("baguettes"))


def test_what_is_refused_but_can_be_played_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "play", lambda self, text: text.strip() and play(self, text))
    with pytest.raises(AssertionError, match="is refused, but was played"):
        testing.check_texts(load("baguettes"))


Change = Callable[[Any], Any]


def on_the_board(change: Callable[[Drawing], Drawing]) -> Change:
    """A fault in the drawing of the board."""

    def faulty(picture: Picture) -> Picture:
        board, *others = picture.drawings
        return replace(picture, drawings=(change(board), *others))

    return faulty


def adding(what: Drawn) -> Callable[[Drawing], Drawing]:
    return lambda drawing: replace(drawing, drawn=Drawn(drawing.inside + what))


FAULTS: list[tuple[Callable[[Variant], None], str, str, Change, str]] = [
    (
        testing.check_picture,
        "picture",
        "draw",
        lambda picture: replace(picture, label=""),
        "the picture is not told in words",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        lambda picture: replace(picture, drawings=picture.drawings[1:]),
        "the picture has no board",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        lambda picture: replace(picture, drawings=picture.drawings * 2),
        "two drawings are called the same",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        on_the_board(lambda board: replace(board, name="elsewhere")),
        "not all of .* have a place",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        on_the_board(adding(element("g", id_="column-1"))),
        "two elements of the picture share an id",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        on_the_board(adding(element("style", "circle{fill:red}"))),
        "board brings a style sheet of its own",
    ),
    (
        testing.check_picture,
        "picture",
        "draw",
        on_the_board(lambda board: replace(board, drawn=Drawn(""))),
        "is neither in the picture nor a button",
    ),
    (
        testing.check_picture,
        "cover",
        "draw",
        lambda cover: replace(cover, box=(0, 0, 400, 320)),
        "the cover has another size, or ids",
    ),
    (
        testing.check_picture,
        "cover",
        "draw",
        adding(element("g", id_="column-1")),
        "the cover has another size, or ids",
    ),
    (testing.check_words, "picture", "note", lambda note: [], "the log has nothing to show"),
    (testing.check_words, "words", "tally", lambda tally: tally[1:], "a seat has no tally"),
    (testing.check_words, "words", "effects", lambda effects: effects[1:], "effects of . moves"),
    (testing.check_words, "words", "prompts", lambda prompts: ["?"], "1 prompts for 0 paths"),
    (
        testing.check_words,
        "finale",
        "draw",
        adding(element("g", id_="column-1")),
        "the finale has ids",
    ),
]


@pytest.mark.parametrize(("law", "module", "name", "change", "noticed"), FAULTS)
def test_a_fault_in_what_is_shown_is_noticed(
    law: Callable[[Variant], None],
    module: str,
    name: str,
    change: Change,
    noticed: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = load("connect-four")
    right = getattr(getattr(variant.game, module), name)
    monkeypatch.setattr(
        getattr(variant.game, module), name, lambda *told, **named: change(right(*told, **named))
    )
    with pytest.raises(AssertionError, match=noticed):
        law(variant)


def test_a_button_that_is_drawn_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load("piecepack-matches")
    right = variant.game.picture.draw
    faulty = on_the_board(lambda board: replace(board, outlines={"stay": Outline((0, 0), (1, 1))}))
    monkeypatch.setattr(variant.game.picture, "draw", lambda *told: faulty(right(*told)))
    with pytest.raises(AssertionError, match=r"buttons are not drawn: \{'stay'\}"):
        testing.check_picture(variant)


def test_a_half_made_move_without_a_prompt_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load("connect-four")
    path_of = variant.game.clicks.path_of
    monkeypatch.setattr(variant.game.clicks, "path_of", lambda *told: path_of(*told) * 2)
    monkeypatch.setattr(
        variant.game.words, "prompts", lambda words, paths, document, names: ["" for _ in paths]
    )
    with pytest.raises(AssertionError, match="a half-made move has no prompt"):
        testing.check_words(variant)


def test_every_law_looks_at_the_same_games_and_leaves_them_as_they_were() -> None:
    variant = load("connect-four")
    games = [list(testing.random_game(variant, seed)) for seed in range(testing.GAMES)]
    for law in testing.LAWS:
        law(variant)
        assert list(testing._games(variant)) == games
