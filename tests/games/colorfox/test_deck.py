"""Decks of Colorfox: what a list of cards may be, and the sentence for what it may not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matchwood import BadOption, find_game, load, read_record
from matchwood.engine.option_files import LARGEST_FILE
from matchwood.engine.options import written
from matchwood.games.colorfox.pieces import cards_of
from matchwood.server.views.names import all_words
from matchwood.testing import random_game
from tests.support.project import ROOT

TWENTY = ["RGBY", "ROYG", "GPRP", "BGBO"] * 5
JOINED = ",".join(TWENTY)
rule = pytest.mark.rule


def deck(given: object) -> object:
    return load("colorfox", deck=given).options["deck"]


@rule("CF-3")
@pytest.mark.parametrize(
    "text",
    [
        "\n".join(TWENTY),
        " ".join(TWENTY),
        ", ".join(TWENTY) + ",\n",
        "# my cards\r\n" + "\r\n".join(f"{card} # one" for card in TWENTY),
        "\ufeff" + "\n".join(TWENTY).lower(),
    ],
)
def test_a_deck_file_lists_cards_with_blanks_commas_or_lines_between(
    tmp_path: Path, text: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(text, encoding="utf-8")
    assert deck(str(file)) == deck(file) == JOINED


@rule("CF-3")
def test_a_deck_in_toml_lists_cards_and_patterns_to_be_turned(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(f'cards = {TWENTY}\npatterns = ["rroo"]\n')
    turned = ["RROO", "OOYY", "YYGG", "GGBB", "BBPP", "PPRR"]
    assert deck(str(file)) == ",".join([*TWENTY, *turned])


@rule("CF-3")
def test_the_file_of_the_standard_deck_gives_the_standard_deck() -> None:
    file = ROOT / "src/matchwood/games/colorfox/deck.toml"
    assert cards_of(str(deck(file))) == cards_of("standard")


@rule("CF-3")
def test_cards_are_counted_before_any_is_read() -> None:
    for given in (["?"] * 12_000, ",".join(["?"] * 12_000)):
        with pytest.raises(BadOption, match="it has 12000 cards, and a deck has 20 to 108"):
            deck(given)


def test_the_cards_themselves_can_be_given() -> None:
    assert deck(JOINED) == deck(TWENTY) == deck(f" {JOINED.lower()} ") == JOINED
    assert deck("STANDARD ") == "standard"


def test_what_is_written_into_a_record_is_read_again_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("\n".join(TWENTY))
    variant = load("colorfox", players=3, deck=str(file))
    *_, last = random_game(variant, seed=1)
    file.unlink()
    text = last.record().write()
    *_, again = read_record(text).replay()
    assert again == last
    assert " " not in written(variant.options["deck"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("RGBX", "card 21, “RGBX”, has the letter “X”, and the colours are R, O, Y, G, B, P"),
        ("RRRR", "card 21, “RRRR”, is of one colour, and a card has two, three or four"),
        ("RGBYR", "card 21, “RGBYR”, has 5 letters, and a card has 4"),
        ("RGB", "card 21, “RGB”, has 3 letters, and a card has 4"),
        ("x" * 500, "card 21, “XXXXXXXXXXX…”, has 500 letters, and a card has 4"),
        (" ".join(["RGBY"] * 89), "it has 109 cards, and a deck has 20 to 108"),
    ],
)
def test_a_bad_card_and_too_many_cards_are_refused_in_a_sentence(
    tmp_path: Path, text: str, reason: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("\n".join([*TWENTY, text]))
    assert refused(str(file)).endswith(f": {reason}.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it has 0 cards, and a deck has 20 to 108"),
        ("RGBY", "it has 1 card, and a deck has 20 to 108"),
        (" ".join(TWENTY[1:]), "it has 19 cards, and a deck has 20 to 108"),
    ],
)
def test_too_few_cards_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(text)
    assert refused(str(file)).endswith(f": {reason}.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cards = [", "the file is not valid TOML"),
        ('fox = "RGBY"', "the file has “fox”, and it can have cards, patterns"),
        ("cards = 5", "cards is not a list of texts"),
        ("patterns = [1]", "patterns is not a list of texts"),
        ('patterns = ["RRRR"]', "card 1, “RRRR”, is of one colour"),
    ],
)
def test_a_bad_toml_file_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(text)
    assert f": {reason}" in refused(str(file))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "the file cannot be read (No such file" in refused(str(tmp_path / "none.txt"))
    assert "the file cannot be read (File name too long" in refused("x" * 5000)
    assert refused(str(tmp_path)).endswith(": it is not a file.")
    assert refused("fox\0.txt").endswith(": no file can have that name.")
    image = tmp_path / "deck.png"
    image.write_bytes(b"\x89PNG\xff\xfe")
    assert refused(str(image)).endswith(": the file is not a text.")
    image.write_bytes(b" " * (LARGEST_FILE + 1))
    assert "the file is longer than 100000 bytes" in refused(str(image))


UNREADABLE = {
    "en": "These cards cannot be read. Write each as four letters (top, right, bottom, left), such "
    "as GBGP, OBRG.",
    "fr": "Ces cartes sont illisibles. Écrivez chacune en quatre lettres (haut, droite, bas, "
    "gauche), comme GBGP, OBRG.",
    "de": "Diese Karten sind nicht lesbar. Schreib jede mit vier Buchstaben (oben, rechts, unten, "
    "links), etwa GBGP, OBRG.",
}


@pytest.mark.parametrize("given", [None, 7, True, "", "  ", b"RGBY"])
def test_what_is_no_deck_at_all_is_refused(given: object) -> None:
    with pytest.raises(BadOption) as bad:
        deck(given)
    assert str(bad.value) == UNREADABLE["en"]


@pytest.mark.parametrize("language", UNREADABLE)
def test_a_text_that_is_no_list_of_cards_is_answered_with_how_to_write_one(language: str) -> None:
    """On a server no text is the name of a file."""
    with pytest.raises(BadOption) as bad:
        find_game("colorfox").variant({"deck": "red blue"})
    assert bad.value.sentence(all_words(language)) == UNREADABLE[language]


def refused(given: object) -> str:
    with pytest.raises(BadOption) as bad:
        deck(given)
    sentence = str(bad.value)
    assert re.match("“[^”]*” is no deck: ", sentence)
    assert sentence.isprintable()
    return sentence


def test_the_option_says_what_it_takes() -> None:
    option = next(option for option in find_game("colorfox").options if option.name == "deck")
    assert str(option.allowed()).startswith("standard, or 20 to 108 cards with commas")
