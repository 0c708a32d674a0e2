"""Nothing that a viewer may not know reaches them, in any page, stream, answer or refusal.

What is hidden from a viewer is replaced by another truth that agrees with all they know; every
byte that the server then sends them must be the same as before.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import httpx
import pytest

from matchwood.engine.game import game_names
from matchwood.engine.language import LANGUAGES
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.server.live.actor import TableActor
from matchwood.server.storage import notifications
from matchwood.server.views.hints import LAST_STEP
from tests.support.postgres import Postgres
from tests.support.serving import BOT, ME, SCREEN, Program, Served, first_event, two_at
from tests.support.waiting import wait_until

STAGES = (3, 25)
"""After how many moves the tables are looked at."""
WITH_HANDS = "colorfox"
"""A game in which every player has a hand of their own."""
NONSENSE = ["", "0", "🦊", "flip 99", "RRRR"]
TRIED = 3
"""How many refused moves and paths of clicks are tried, besides nonsense."""


def play_to(table: str, programs: list[Program], moves: int, choose: random.Random) -> bool:
    """Let the programs play at random until so many moves are made; whether the game goes on."""
    while True:
        view = programs[0].view(table)
        made = view["told"][-1]["number"] if view["told"] else 0
        if view["phase"] == "over" or made >= moves:
            return bool(view["phase"] == "playing")
        seat = view["to_move"]
        offers = programs[seat].view(table, seat=seat)["offers"]
        programs[seat].move(table, choose.choice(offers)["move"], view["seq"])


def another_truth(position: Position, viewer: int | None, seed: int) -> Position:
    """A position that looks the same to the viewer, though what is hidden may differ."""
    other = position.observe(viewer).guess(new_generator(seed))
    other.seed = position.seed
    return other


def attempts(position: Position, choose: random.Random) -> tuple[list[str], list[str]]:
    """Moves that are not legal now, and paths of clicks, good and bad."""
    game, legal = position.variant.game, position.legal_moves()
    later = position.copy()
    while not later.over and len(later.history) < len(position.history) + TRIED:
        later.play(choose.choice(later.legal_moves()))
    texts = [*NONSENSE, *(later.legal_moves() if not later.over else later.history)[-TRIED:]]
    document = position.observe(position.to_move).document
    paths = [game.clicks.path_of(move, document) for move in choose.sample(legal, 1)]
    ids = re.findall(r' id="([^"]+)"', position.svg(position.to_move))
    paths += [[element] for element in choose.sample(ids, min(len(ids), TRIED))]
    return [text for text in texts if text not in legal], [",".join(path) for path in paths]


def received(
    actor: TableActor, program: Program, tried: tuple[list[str], list[str]], **query: object
) -> dict[str, tuple[int, bytes]]:
    """Everything that the server sends to someone who tries whatever they can."""
    table, seq = actor.table.name, actor.table.seq
    page, api = f"/t/{table}", f"/api/tables/{table}"
    texts, paths = tried
    answers = {path: program.get(path, **query) for path in (page, api, f"{api}/legal", "/")}
    for path in (f"{page}/replay", f"{page}/record", f"{api}/record"):
        answers[path] = program.get(path)
    for text in texts:
        answers[f"why not {text}"] = program.get(f"{api}/why-not", move=text)
        answers[f"refused {text}"] = program.move(table, text, seq)
    for path in paths:
        answers[f"clicks {path}"] = program.get(f"{page}/why", clicks=path, **query)
    told = {what: (answer.status_code, answer.content) for what, answer in answers.items()}
    for stream in (f"{page}/stream", f"{api}/stream"):
        told[stream] = (httpx.codes.OK, first_event(program, stream, **query))
    return told


def check_no_secret(
    actor: TableActor, program: Program, viewer: int | None, choose: random.Random, **query: object
) -> None:
    """Whether what is hidden from a viewer shows in anything that they receive."""
    truth = actor.table.position
    assert truth is not None
    texts, paths = attempts(another_truth(truth, viewer, 1), choose)
    behind_curtain = viewer is None and truth.to_move in program.view(actor.table.name)["mine"]
    # Who sends the move of a seat that they hold says with it that they sit there.
    tried = ([] if behind_curtain else texts, paths)
    before = received(actor, program, tried, **query)
    actor.table.position = another_truth(truth, viewer, choose.getrandbits(16))
    try:
        after = received(actor, program, tried, **query)
    finally:
        actor.table.position = truth
    for what in before:
        assert after[what] == before[what], f"{what} shows a secret to viewer {viewer}"
    assert actor.table.seq == int(program.view(actor.table.name)["seq"])
    everything = b"".join(content for _, content in before.values())
    hidden = [actor.table.secret, truth.seed, *actor.table.proof.contributions.values()]
    assert not [part for part in hidden if part.hex().encode() in everything]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_nothing_that_is_hidden_shows(served: Served, game: str) -> None:
    choose = random.Random(game)
    with (
        two_at(served.url, game, listed=True) as (table, programs),
        Program(served.url) as watcher,
    ):
        actor = served.actor(table)
        for moves in STAGES:
            if not play_to(table, programs, moves, choose):
                break
            for viewer, program in ((0, programs[0]), (1, programs[1]), (None, watcher)):
                check_no_secret(actor, program, viewer, choose)


@pytest.mark.parametrize("game", ["colorfox", "piecepack-matches", "top-trumps-match"])
def test_why_a_bot_would_make_the_move_of_a_hint_rests_on_what_its_player_knows(
    served: Served, game: str
) -> None:
    with Program(served.url) as anna:
        table = anna.open(game, ME, BOT, aids=["hints"])["table"]
        anna.post(f"/api/tables/{table}/deal")
        for _ in range(STAGES[0]):
            wait_until(lambda: anna.view(table)["offers"], "it is the program's turn")
            view = anna.view(table)
            anna.move(table, view["offers"][0]["move"], view["seq"])
        wait_until(lambda: anna.view(table)["offers"], "it is the program's turn again")
        actor = served.actor(table)
        anna.get(f"/t/{table}", hint=LAST_STEP)
        told = anna.get(f"/t/{table}").content
        assert b"A bot would play" in told
        truth = actor.table.position
        for seed in range(TRIED):
            actor.table.position = another_truth(truth, actor.table.to_move, seed)
            actor.views.jobs._merit = ((0, "", ""), ("", ""))
            assert anna.get(f"/t/{table}").content == told
        actor.table.position = truth


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two servers on one store."""
    with postgres.database() as url, Served(url) as one, Served(url) as two:
        yield one, two


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_nothing_that_is_hidden_shows_at_another_server(
    shared: tuple[Served, Served], game: str
) -> None:
    one, two = shared
    choose = random.Random(game)
    with two_at(one.url, game, listed=True) as (table, programs), Program(two.url) as watcher:
        tokens = [program.http.headers["authorization"] for program in programs]
        with (
            Program(two.url, authorization=tokens[0]) as far_anna,
            Program(two.url, authorization=tokens[1]) as far_ben,
        ):
            watcher.view(table)  # From now on it follows what happens at the other.
            play_to(table, programs, STAGES[0], choose)
            for viewer, program in ((0, far_anna), (1, far_ben), (None, watcher)):
                check_no_secret(two.actor(table), program, viewer, choose)
            for near, far in zip(programs, (far_anna, far_ben), strict=True):
                assert far.view(table) == near.view(table)


def test_servers_tell_each_other_nothing_but_where_to_look(
    shared: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    read = notifications.read
    monkeypatch.setattr(notifications, "read", lambda text: heard.append(text) or read(text))
    one, _ = shared
    with two_at(one.url, WITH_HANDS) as (table, programs):
        play_to(table, programs, STAGES[0], random.Random(0))
        seq = one.actor(table).table.seq
        wait_until(lambda: any(f'"{table}":{seq}' in text for text in heard), "all is told")
    told = [json.loads(text) for text in heard]
    assert {key for notice in told for key in notice} <= {"sender", "logs", "presence"}
    assert all(
        isinstance(number, int) for notice in told for number in notice.get("logs", {}).values()
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_that_is_hidden_shows_in_another_language(served: Served, language: str) -> None:
    choose = random.Random(language)
    with two_at(served.url, WITH_HANDS) as (table, programs), Program(served.url) as watcher:
        play_to(table, programs, STAGES[0], choose)
        for viewer, program in ((0, programs[0]), (1, programs[1]), (None, watcher)):
            program.http.headers["accept-language"] = language
            check_no_secret(served.actor(table), program, viewer, choose)


def test_the_comparison_would_notice_a_secret(served: Served) -> None:
    with two_at(served.url, WITH_HANDS) as (table, [anna, ben]):
        actor = served.actor(table)
        with pytest.raises(AssertionError, match="shows a secret"):
            check_no_secret(actor, anna, None, random.Random(0))
        with pytest.raises(AssertionError, match="shows a secret"):
            check_no_secret(actor, ben, 0, random.Random(0))


def test_before_the_end_there_is_neither_a_record_nor_a_replay(served: Served) -> None:
    with two_at(served.url, WITH_HANDS) as (table, programs):
        for program in programs:
            for path, status in (("replay", 403), ("record", 422)):
                answer = program.get(f"/t/{table}/{path}")
                assert answer.status_code == status
            assert program.get(f"/api/tables/{table}/record").status_code == 422


@pytest.mark.slow
def test_around_one_screen_a_hand_shows_only_to_who_says_that_they_sit_there(
    served: Served,
) -> None:
    with Program(served.url) as anna, Program(served.url) as stranger:
        table = anna.open(WITH_HANDS, ME, SCREEN)["table"]
        anna.post(f"/api/tables/{table}/deal")
        actor = served.actor(table)
        mover = actor.table.to_move
        assert mover is not None
        public = actor.table.position.observe(None).document
        other = 1 - mover
        for seat in (None, other, 7):
            view = anna.view(table, **({} if seat is None else {"seat": seat}))
            assert (view["viewer"], view["curtain"]) == (None, mover)
            assert (view["document"], view["offers"]) == (public, [])
        view = anna.view(table, seat=mover)
        assert (view["viewer"], view["curtain"]) == (mover, None)
        assert view["document"] == actor.table.position.observe(mover).document != public
        for seat in (0, 1):
            foreign = stranger.view(table, seat=seat)
            assert (foreign["viewer"], foreign["offers"]) == (None, [])
            assert foreign["document"] == public
        choose = random.Random(0)
        check_no_secret(actor, anna, None, choose)
        check_no_secret(actor, anna, None, choose, seat=other)
        check_no_secret(actor, anna, mover, choose, seat=mover)
        check_no_secret(actor, stranger, None, choose, seat=mover)
