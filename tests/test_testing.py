"""The conformance kit notices what it is there for, and no law spoils the games for the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matchwood import IllegalMove, Position, load, testing

observe, svg, why_not, play = Position.observe, Position.svg, Position.why_not, Position.play


def telling_the_pile(self: Position, viewer: int | None) -> object:
    return observe(self, viewer) | {"next": self.dump()["pile"]}


def ordered_by_the_pile(self: Position, viewer: int | None) -> object:
    document = observe(self, viewer)
    first, second = self.dump()["pile"][:2] or ("", "")
    return document if first < second else dict(reversed(document.items()))


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


def test_every_law_looks_at_the_same_games_and_leaves_them_as_they_were() -> None:
    variant = load("connect-four")
    games = [list(testing.random_game(variant, seed)) for seed in range(testing.GAMES)]
    for law in testing.LAWS:
        law(variant)
        assert list(testing._games(variant)) == games
