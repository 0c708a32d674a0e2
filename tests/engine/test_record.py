"""Records of games: written, read, replayed, and refused when they are bad."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchwood import BadRecord, GameRecord, Position, load, read_record
from matchwood.cli import main
from matchwood.testing import random_game


def played(seed: int = 3, moves: int | None = None) -> GameRecord:
    positions = list(random_game(load("piecepack-matches", players=3, flaming=True), seed))
    return positions[-1 if moves is None else moves].record(["Anna", "Ben", "Chloé"])


RECORD = played().write()


@cache
def last_position(seed: int) -> Position:
    *_, last = random_game(load("piecepack-matches", players=3), seed)
    return last


@given(seed=st.integers(0, 9), names=st.lists(st.text(), min_size=3, max_size=3))
def test_what_is_written_is_read_again(seed: int, names: list[str]) -> None:
    record = last_position(seed).record(names)
    again = read_record(record.write())
    assert again.players == tuple(" ".join(name.split()) for name in names)
    assert (again.moves, again.seed, again.winners) == (record.moves, record.seed, record.winners)


def test_a_record_replays_to_the_position_it_was_taken_from() -> None:
    positions = list(random_game(load("piecepack-matches"), seed=5))
    replayed = [position.copy() for position in positions[-1].record().replay()]
    assert replayed == positions


def test_an_unfinished_game_replays_as_far_as_it_went() -> None:
    record = read_record(played(moves=4).write())
    assert record.winners is None
    assert len(list(record.replay())) == 5


def test_a_record_says_what_a_person_wants_to_know() -> None:
    lines = RECORD.split("\n")
    assert lines[:6] == [
        "game: piecepack-matches",
        "rules: 2",
        "options: players=3 flaming=true",
        "player 0: Anna",
        "player 1: Ben",
        "player 2: Chloé",
    ]
    assert re.fullmatch(r"seed: [0-9a-f]{64}", lines[6])
    assert re.fullmatch(r"result: [012]", lines[7])
    assert lines[8] == ""
    assert lines[9].startswith("1. flip ")


def test_line_ends_of_any_system_and_blanks_are_fine() -> None:
    assert read_record("\ufeff" + RECORD.replace("\n", "\r\n") + "\r\n\r\n") == played()


BAD = [
    ("", "Line 1"),
    ("hello", "Line 1"),
    (RECORD.replace("game: piecepack-matches", "game: chess"), "no game “chess”"),
    (RECORD.replace("game: ", "gane: "), "Did you mean game"),
    (RECORD.replace("players=3", "players=5"), "players cannot be “5”"),
    (RECORD.replace("players=3", "player=3"), "Did you mean players"),
    (RECORD.replace("rules: 2", "rules: one"), "rules in a record is a whole number"),
    (RECORD.replace("rules: 2\n", ""), "no line “rules: …”"),
    (RECORD.replace("seed: ", "seed: x"), "64 hexadecimal digits"),
    (RECORD.replace("player 1", "player 7"), "no line “player 1: …”"),
    (RECORD.replace("player 1", "player 0"), "player 0 a second time"),
    (re.sub("result: .", "result: Anna", RECORD), "winning seats"),
    (RECORD.replace("2. ", "3. ", 1), "Move 2 of the record should be written “2. …”"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_a_text_that_is_no_record_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def replay(text: str) -> None:
    for _ in read_record(text).replay():
        pass


def test_a_record_is_refused_at_its_first_bad_move_with_the_rule() -> None:
    lines = RECORD.split("\n")
    second = next(i for i, line in enumerate(lines) if line.startswith("2. "))
    lines[second] = "2. flip 25"
    with pytest.raises(BadRecord, match=r"Move 2 breaks the rules: “flip 25” is refused.*PM-11"):
        replay("\n".join(lines))


@pytest.mark.parametrize(
    ("game", "option", "value", "refusal"),
    [
        ("colorfox", "deck", "deck.toml", "These cards cannot be read"),
        (
            "top-trumps-match",
            "cubes",
            "cubes.toml",
            "Option cubes cannot be “cubes.toml”; it takes",
        ),
    ],
)
def test_a_record_never_has_a_file_read(
    game: str,
    option: str,
    value: str,
    refusal: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = 'cards = ["RGBY", "RRGG"]\npatterns = ["RGBY", "RRGG", "RGRB"]\n'
    cubes = f"cubes = {[*['ABCDEF'] * 20, *['GHIJKL'] * 5]}\n"
    (tmp_path / value).write_text(cards if option == "deck" else cubes, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    record = load(game, **{option: value}).new(seed=1).record().write()
    assert read_record(record).options[option] != value
    with pytest.raises(BadRecord, match=re.escape(refusal)):
        read_record(re.sub(rf"{option}=\S+", f"{option}={value}", record))


def test_moves_after_the_end_are_refused() -> None:
    last = len(played().moves)
    with pytest.raises(BadRecord, match=rf"Move {last + 1} breaks the rules: .*PM-9"):
        replay(f"{RECORD}{last + 1}. flip 1\n")


def test_a_result_that_the_moves_do_not_lead_to_is_refused() -> None:
    with pytest.raises(BadRecord, match="the moves lead to"):
        replay(re.sub("result: .", "result: unfinished", RECORD))


def test_a_record_of_other_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="version 3 of the rules"):
        replay(RECORD.replace("rules: 2", "rules: 3"))


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("game", "options"),
    [("baguettes", {}), ("colorfox", {}), ("piecepack-matches", {"flaming": True})],
)
def test_a_record_of_version_1_gets_one_sentence_and_nothing_of_it_is_shown(
    game: str,
    options: dict[str, object],
    command: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    *_, last = random_game(load(game, **options), seed=1)
    path = tmp_path / "game.txt"
    path.write_text(last.record().write().replace("rules: 2", "rules: 1"), encoding="utf-8")
    assert main([command, str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert (
        f"This record was played by version 1 of the rules of {game}; "
        "this is version 2, so it cannot be replayed." in " ".join(told.err.split())
    )


def test_a_change_of_some_rules_leaves_the_records_of_others_as_they_were() -> None:
    *_, plain = random_game(load("piecepack-matches"), seed=1)
    text = plain.record().write()
    assert "rules: 1\n" in text
    replay(text)
    with pytest.raises(BadRecord, match="version 2 of the rules"):
        replay(text.replace("rules: 1", "rules: 2"))


def test_a_record_that_names_too_few_players_is_refused() -> None:
    with pytest.raises(BadRecord, match="names 2 players for a game of 3"):
        replay(RECORD.replace("player 2: Chloé\n", ""))


@given(st.text())
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    with suppress(BadRecord):
        replay(text)


@given(st.data())
def test_no_damage_to_a_record_breaks_the_reader(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(RECORD)))
    end = data.draw(st.integers(start, min(len(RECORD), start + 40)))
    with suppress(BadRecord):
        replay(RECORD[:start] + data.draw(st.text(max_size=10)) + RECORD[end:])
