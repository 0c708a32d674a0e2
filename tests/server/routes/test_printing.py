"""A rules page gives its game as PDF: in the reader's language, once for all who ask the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from matchwood.engine.game import game_names
from tests.support.pdfs import sheets
from tests.support.serving import Program, Served

OK, NOT_MODIFIED, REFUSED = httpx.codes.OK, httpx.codes.NOT_MODIFIED, 422


@pytest.fixture(scope="module")
def anna(served: Served) -> Iterator[Program]:
    with Program(served.url) as program:
        yield program


def test_every_rules_page_has_a_form_that_makes_the_pdf(anna: Program) -> None:
    for game in game_names():
        page = anna.get(f"/rules/{game}").text
        form = re.search(r'<form action="(/print/[\w-]+\.pdf)">(.*?)</form>', page)
        if game == "connect-four":  # It declares no pieces.
            assert form is None
        else:
            assert form is not None
            names = re.findall(r'<select name="([\w-]+)">', form[2])
            assert names == ["paper", "piece-size", "backs", "cut"]
            assert anna.get(form[1]).headers["content-type"] == "application/pdf"


def test_a_pdf_is_in_the_readers_language_and_of_what_was_chosen(anna: Program) -> None:
    asked = {"paper": "letter", "piece-size": "poker", "deck": ",".join(["RROO", "GGBB"] * 10)}
    answer = anna.http.get("/print/colorfox.pdf", params=asked, headers={"accept-language": "de"})
    pages = sheets(answer.content)
    assert "20 Karten" in pages[0].text
    assert pages[0].width == pytest.approx(215.9, abs=0.1)
    cards = [
        drawn
        for page in pages
        for drawn in page.drawn
        if drawn.name.startswith(("rot, rot", "grün, grün"))
    ]
    assert len(cards) == 2 * 20


def test_who_has_a_pdf_is_not_sent_it_again(anna: Program) -> None:
    first = anna.get("/print/piecepack-matches.pdf")
    again = anna.http.get(
        "/print/piecepack-matches.pdf", headers={"if-none-match": first.headers["etag"]}
    )
    assert (first.status_code, again.status_code) == (OK, NOT_MODIFIED)
    assert again.content == b""


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("colorfox.pdf?paper=a9", "There is no paper “a9”; the papers are a4, letter."),
        ("baguettes.pdf?size=6x6x6&piece-size=12mm", "Plans to drill a block of 6 × 6 × 6 cannot"),
        ("colorfox.pdf?deck=RROO,GGBB", "it has 2 cards, and a deck has 20 to 108"),
        ("colorfox.pdf?deck=cards.txt", "These cards cannot be read."),
        ("connect-four.pdf", "Connect Four has no sheets to print."),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_sentence(
    anna: Program, path: str, sentence: str
) -> None:
    answer = anna.http.get(f"/print/{path}", headers={"accept": "application/json"})
    assert answer.status_code == REFUSED
    assert sentence in answer.json()["sentence"]
    assert "\n" not in answer.json()["sentence"]


def test_no_code_leads_to_a_machine_that_only_the_server_reaches(anna: Program) -> None:
    [first, *_] = sheets(anna.get("/print/colorfox.pdf").content)
    assert "127.0.0.1" not in first.text
    assert "://" not in first.text
