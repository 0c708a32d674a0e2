"""What cannot be printed is refused in one sentence, in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from matchwood.engine.errors import BadOption, MatchwoodError
from matchwood.engine.game import find_game
from matchwood.engine.option_files import with_files
from matchwood.printing.document import pdf, words_for
from matchwood.printing.papers import order
from matchwood.printing.pieces import CannotPrint


def one_sentence(error: MatchwoodError) -> str:
    told = str(error)
    assert "\n" not in told
    return told


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"paper": "a9"}, "There is no paper “a9”; the papers are a4, letter. Did you mean a4?"),
        ({"cut": "saw"}, "There is no way to cut “saw”; the ways are lines, marks."),
        (
            {"backs": "longe"},
            "There are no backs “longe”; the ways to print backs are long, "
            "short, folded. Did you mean long?",
        ),
        (
            {"size": "huge"},
            "Colorfox is not printed in size “huge”; the sizes are square, poker, mini.",
        ),
    ],
)
def test_choices_that_do_not_exist_are_named_with_those_that_do(
    choices: dict[str, str], sentence: str
) -> None:
    with pytest.raises(CannotPrint) as refused:
        order(find_game("colorfox").variant(), **choices)
    assert one_sentence(refused.value) == sentence


def test_a_block_that_is_larger_than_the_paper_is_refused() -> None:
    variant = find_game("baguettes").variant({"size": "6x6x4"})
    with pytest.raises(CannotPrint) as refused:
        pdf(order(variant, size="12mm"))
    assert one_sentence(refused.value) == (
        "Plans to drill a block of 6 × 6 × 4 cannot be printed on this paper: a piece is "
        "252 × 252 mm, and there is room for 198 × 282 mm."
    )


def test_a_refusal_is_told_in_the_readers_language() -> None:
    game = find_game("baguettes")
    with pytest.raises(CannotPrint) as refused:
        order(game.variant(), paper="a9")
    assert refused.value.sentence(words_for(game, "de")).startswith("Es gibt kein Papier „a9“")


def test_a_deck_file_with_a_card_missing_is_refused(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("RROO " * 19)
    game = find_game("colorfox")
    with pytest.raises(BadOption, match="it has 19 cards, and a deck has 20 to 108"):
        game.variant(with_files(game.options, {"deck": str(deck)}))


def test_a_game_that_declares_no_pieces_says_so() -> None:
    with pytest.raises(CannotPrint, match="Connect Four has no sheets to print"):
        order(find_game("connect-four").variant())
