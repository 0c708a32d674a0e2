"""Lessons as pages: the right move leads on, a wrong one says why, and nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import LANGUAGES
from matchwood.learning.lessons import Step
from tests.support.serving import Program, Served

OK, REFUSED = httpx.codes.OK, httpx.codes.UNPROCESSABLE_ENTITY
JSON = {"accept": "application/json"}
LESSONS = [(game, name) for game in game_names() for name in find_game(game).lessons]


def steps_of(game: str, lesson: str) -> Iterator[tuple[str, Step]]:
    steps = find_game(game).lessons[lesson].steps
    for number, step in enumerate(steps, start=1):
        yield f"/learn/{game}/{lesson}/{number}", step


def another_move(game: str, step: Step) -> str | None:
    """A move that the rules allow and the step does not ask for."""
    legal = step.position(find_game(game)).legal_moves()
    return next((move for move in legal if move not in step.wanted), None)


def test_every_game_of_ours_has_a_lesson() -> None:
    assert all(find_game(game).lessons for game in game_names())


@pytest.mark.parametrize("game", game_names())
def test_the_front_page_and_the_rulebook_lead_to_the_lesson(anna: Program, game: str) -> None:
    assert f'href="/learn/{game}"' in anna.get("/").text
    for page in (f"/rules/{game}", f"/new/{game}"):
        for lesson in find_game(game).lessons:
            assert f'href="/learn/{game}/{lesson}/1"' in anna.get(page).text
    answer = anna.http.get(f"/learn/{game}", follow_redirects=True)
    assert answer.status_code == OK
    assert answer.url.path == f"/learn/{game}/{next(iter(find_game(game).lessons))}/1"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_step_says_what_it_says_in_each_language(
    served: Served, game: str, lesson: str
) -> None:
    for language in LANGUAGES:
        with Program(served.url, language) as reader:
            for address, step in steps_of(game, lesson):
                said = find_game(game).speaking(language).tell(step.says)
                # Numbers of rules are links, so only what stands before the first is compared.
                assert said.partition("(")[0].strip() in unescape(reader.get(address).text)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_right_moves_lead_on_to_the_end_of_the_lesson(
    anna: Program, game: str, lesson: str
) -> None:
    *_, (last, _) = steps_of(game, lesson)
    for address, step in steps_of(game, lesson):
        page = anna.get(address).text
        for move in step.wanted:
            answer = anna.http.post(f"{address}/move", data={"move": move}, headers=JSON)
            assert answer.status_code == OK, answer.text
            page = anna.http.get(answer.json()["go"]).text
            assert 'name="move"' not in page, "there is nothing to be done here any more"
        onward = f'href="{address.rpartition("/")[0]}/{int(address.rpartition("/")[2]) + 1}"'
        assert (onward in page) == (address != last)
        assert (f'action="/play/{game}?level=easy&amp;lesson={lesson}"' in page) == (
            address == last
        )


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_another_move_is_answered_with_a_sentence(anna: Program, game: str, lesson: str) -> None:
    for address, step in steps_of(game, lesson):
        move = another_move(game, step)
        if not step.wanted or move is None:
            continue
        answer = anna.http.post(f"{address}/move", data={"move": move}, headers=JSON)
        assert answer.status_code == REFUSED
        told = answer.json()
        assert told["rule"] is None
        if step.instead is not None:
            assert told["sentence"] == find_game(game).speaking("en").tell(step.instead)
        else:
            assert told["sentence"]


def test_what_the_rules_forbid_is_answered_with_the_rule(anna: Program) -> None:
    for game in game_names():
        address, _ = next(steps_of(game, next(iter(find_game(game).lessons))))
        answer = anna.http.post(f"{address}/move", data={"move": "nonsense"}, headers=JSON)
        assert answer.status_code == REFUSED
        assert answer.json()["rule"] in find_game(game).rulebook().rules


def test_without_script_a_wrong_move_shows_the_step_again_and_a_right_one_leads_on(
    anna: Program,
) -> None:
    game = "baguettes"
    address, step = next(steps_of(game, next(iter(find_game(game).lessons))))
    wrong = anna.http.post(f"{address}/move", data={"move": "nonsense"})
    assert wrong.status_code == REFUSED
    assert 'name="move"' in wrong.text
    right = anna.http.post(f"{address}/move", data={"move": step.wanted[0]})
    assert right.status_code == httpx.codes.SEE_OTHER
    assert anna.http.get(right.headers["location"]).status_code == OK


def test_clicks_that_lead_nowhere_are_told_why(anna: Program) -> None:
    address, _ = next(steps_of("colorfox", next(iter(find_game("colorfox").lessons))))
    assert anna.get(f"{address}/why", clicks="nothing").json()["sentence"]


@pytest.mark.parametrize(
    "path",
    [
        "/learn/chess",
        "/learn/colorfox/none/1",
        "/learn/colorfox/first/0",
        "/learn/colorfox/first/99",
    ],
)
def test_there_is_no_other_lesson(anna: Program, path: str) -> None:
    assert anna.get(path).status_code == httpx.codes.NOT_FOUND


def test_nothing_of_a_lesson_is_kept(served: Served, anna: Program) -> None:
    before = len(served.registry._actors)
    for address, step in steps_of("piecepack-matches", "newcomers"):
        for move in step.wanted[:1]:
            anna.http.post(f"{address}/move", data={"move": move}, headers=JSON)
    assert len(served.registry._actors) == before


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_after_a_lesson_the_game_it_was_about_is_played_against_easy(
    served: Served, game: str, lesson: str
) -> None:
    with Program(served.url, origin=served.url) as ben:
        answer = ben.http.post(f"/play/{game}?level=easy&lesson={lesson}")
        table = served.actor(answer.headers["location"].removeprefix("/t/")).table
    wanted = find_game(game).variant(find_game(game).lessons[lesson].play)
    assert table.variant.options == wanted.options
    assert set(table.agreement.bots.values()) == {"easy"}


def test_a_step_links_to_the_rule_that_it_is_about(anna: Program) -> None:
    for game, lesson in LESSONS:
        for address, step in steps_of(game, lesson):
            assert step.rule
            assert f'data-rule="{step.rule}"' in anna.get(address).text
