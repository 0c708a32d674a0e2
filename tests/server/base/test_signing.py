"""Records that a server hands out are signed: whatever is changed in one is found."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from matchwood import load, read_record
from matchwood.cli import main
from matchwood.server.base.signing import Signer
from matchwood.server.storage.backup import restore, write_backup
from matchwood.server.storage.engines import Location
from matchwood.server.table.commands import GiveUp, Sit
from matchwood.terminal.leaving import DONE, REFUSED
from matchwood.terminal.verify import KEY_ADDRESS
from tests.server.table.test_state import ANNA, BEN, LINK, ME, Log
from tests.support.serving import HOST, Program, Served, two_at

SIGNER = Signer(bytes(range(32)))
OTHER = Signer(bytes(32))
CHANGED = "The signature does not fit: the record was changed after it was signed."
NAMES = ("Anna", "Ben")
RFC_8032_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""The key of the first test of RFC 8032, whose message is empty."""


def whole_game() -> Log:
    log = Log("baguettes", ME, LINK, size="2x2x2", sticks="3")
    log.do(BEN, Sit("Ben", log.table.invite))
    log.deal(ANNA, BEN)
    while not log.table.over:
        log.play(log.table.position.legal_moves()[0])
    return log


SIGNED = SIGNER.signed(whole_game().table.record(NAMES)).write()
HEADER, _, MOVES = SIGNED.partition("\n\n")


class Verified:
    """The command `matchwood verify`, as it is typed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._file, self._capsys = folder / "record.txt", capsys

    def __call__(self, text: str, *given: str) -> tuple[int, str]:
        """Its exit code, and the last sentence that it says."""
        self._file.write_text(text, "utf-8")
        code = main(["verify", str(self._file), *given])
        said = self._capsys.readouterr()
        return code, " ".join((said.out + said.err).split())


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verified:
    return Verified(tmp_path, capsys)


def test_the_signature_is_the_last_of_the_header_and_all_else_stays_as_it_was() -> None:
    plain = whole_game_without_signature()
    lines = HEADER.split("\n")
    assert lines[-2] == f"key: {SIGNER.public_key.hex()}"
    assert re.fullmatch("signature: [0-9a-f]{128}", lines[-1])
    assert "\n".join(lines[:-2]) + "\n\n" + MOVES == plain


def whole_game_without_signature() -> str:
    return re.sub(r"(key|signature): .*\n", "", SIGNED)


def test_a_signed_record_is_read_as_it_was_written() -> None:
    record = read_record(SIGNED)
    assert record.signature is not None
    assert record.signature.is_valid()
    assert read_record(record.write()) == record
    assert read_record("\ufeff" + SIGNED.replace("\n", "\r\n") + "\r\n") == record


def test_it_is_said_what_is_proved_and_what_is_not(verified: Verified) -> None:
    code, said = verified(SIGNED)
    assert code == DONE
    assert said.endswith(
        "Nothing was changed since the record was signed by the holder of its key, "
        f"{SIGNER.public_key.hex()}; whose key that is, only a server can say (--server URL)."
    )
    code, said = verified(whole_game_without_signature())
    assert code == DONE
    assert said.endswith(
        "The record is not signed: that these players made these moves, and that the game ended "
        "so, is said by the record alone."
    )


def lines_changed() -> Iterator[tuple[str, str]]:
    """The record with each line of its header and each move as something else, or left out."""
    for number, line in enumerate(HEADER.split("\n")):
        lines = HEADER.split("\n")
        name, _, value = line.partition(": ")
        other = value[:-1] + ("1" if value[-1] != "1" else "2")
        yield name, "\n".join([*lines[:number], f"{name}: {other}", *lines[number + 1 :]])
        yield f"no {name}", "\n".join([*lines[:number], *lines[number + 1 :]])


@pytest.mark.parametrize(("name", "header"), list(lines_changed()))
def test_whatever_is_changed_in_the_header_is_refused(
    name: str, header: str, verified: Verified
) -> None:
    code, said = verified(f"{header}\n\n{MOVES}")
    assert code == REFUSED, said


def cut_with_the_winner_giving_up() -> str:
    """The first moves, after which the one who would have won has “given up”."""
    record = read_record(SIGNED)
    assert record.winners is not None
    [winner] = record.winners
    header = HEADER.replace(f"result: {winner}", f"result: {1 - winner}\ngave up {winner}: 4")
    return header + "\n\n" + "".join(f"{line}\n" for line in MOVES.split("\n")[:4])


def other_moves() -> str:
    """A game as legal as the other, with the same winner."""
    record = read_record(SIGNED)
    for skipped in range(1, 50):
        position = load("baguettes", **dict(record.options)).new(record.seed)
        while not position.over:
            legal = position.legal_moves()
            position.play(legal[(len(position.history) * skipped) % len(legal)])
        if tuple(position.winners) == record.winners and tuple(position.history) != record.moves:
            moves = (f"{n}. {move}\n" for n, move in enumerate(position.history, start=1))
            return f"{HEADER}\n\n{''.join(moves)}"
    raise AssertionError("no other game has this winner")


@pytest.mark.parametrize(
    "text",
    [
        cut_with_the_winner_giving_up(),
        SIGNED.replace("0: Anna", "0: x").replace("1: Ben", "1: Anna").replace("0: x", "0: Ben"),
        other_moves(),
        SIGNED.replace(SIGNER.public_key.hex(), OTHER.public_key.hex()),
    ],
    ids=["cut", "names", "moves", "key"],
)
def test_what_the_rules_allow_but_was_not_signed_is_refused(text: str, verified: Verified) -> None:
    code, said = verified(text)
    assert (code, said) == (REFUSED, CHANGED)
    for without in ("key", "signature"):
        text = re.sub(rf"{without}: .*\n", "", text)
    assert verified(text)[0] == DONE, "only the signature tells"


def test_a_game_that_was_given_up_says_so_and_is_signed(verified: Verified) -> None:
    log = Log("baguettes", ME, LINK)
    log.do(BEN, Sit("Ben", log.table.invite))
    log.deal(ANNA, BEN).play("pierce A1")
    log.do(ANNA, GiveUp())
    code, said = verified(SIGNER.signed(log.table.record(NAMES)).write())
    assert code == DONE, said
    assert "Seat 0 is said to have given up after move 1, which fits them." in said


def test_a_signature_that_is_a_known_good_one_holds() -> None:
    from matchwood.engine.fairness import Signature

    value = (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701c"
        "f9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert Signature(bytes.fromhex(RFC_8032_KEY), bytes.fromhex(value), b"").is_valid()
    assert not Signature(bytes.fromhex(RFC_8032_KEY), bytes.fromhex(value), b"x").is_valid()


def test_without_the_package_it_is_said_what_is_missing(
    verified: Verified, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == "cryptography":
            monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    code, said = verified(SIGNED)
    assert code == REFUSED
    assert "Python needs the package “cryptography”: pip install cryptography." in said


# Servers


def test_each_record_of_a_server_is_signed_by_the_key_that_it_tells(
    where: Location, verified: Verified
) -> None:
    with Served(where) as served, two_at(served.url, "baguettes") as (table, [anna, _]):
        anna.post(f"/api/tables/{table}/give-up")
        ways = [
            anna.get(path).text for path in (f"/api/tables/{table}/record", f"/t/{table}/record")
        ]
        with zipfile.ZipFile(io.BytesIO(anna.get("/mine.zip").content)) as packed:
            [name] = [name for name in packed.namelist() if table in name]
            ways.append(packed.read(name).decode())
        assert len(set(ways)) == 1
        code, said = verified(ways[0], "--server", f"{served.url}/")
        assert code == DONE, said
        assert said.endswith(
            f"The signature is that of {served.url}/: it says that the game was played there by "
            "these players, move by move, and ended so."
        )
        code, said = verified(SIGNED, "--server", served.url)
        assert (code, said) == (
            REFUSED,
            f"The record is signed by another key than that of {served.url}.",
        )
        code, said = verified(whole_game_without_signature(), "--server", served.url)
        assert (code, said) == (
            REFUSED,
            "The record is not signed, so no server says that it is true.",
        )
        told = anna.get(KEY_ADDRESS).json()
    with Served(where) as served, Program(served.url) as program:
        assert program.get(KEY_ADDRESS).json() == told, "the next server has the same key"


def test_a_backup_carries_the_key(tmp_path: Path) -> None:
    with Served(tmp_path / "one") as served, Program(served.url) as program:
        told = program.get(KEY_ADDRESS).json()
        write_backup(tmp_path / "one", tmp_path / "games.backup")
    restore(tmp_path / "games.backup", tmp_path / "two")
    with Served(tmp_path / "two") as served, Program(served.url) as program:
        assert program.get(KEY_ADDRESS).json() == told


def test_the_key_is_neither_that_of_the_tokens_nor_another_servers() -> None:
    assert SIGNER.public_key == Signer(bytes(range(32))).public_key
    assert SIGNER.public_key != OTHER.public_key


class Odd(BaseHTTPRequestHandler):
    """A server that is not one of ours."""

    told = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.told)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    "told", [b"<html>", b"[]", json.dumps({"key": "ab"}).encode(), b"\xff", b"1" * 5000]
)
def test_an_answer_that_is_no_key_is_refused_in_a_sentence(told: bytes, verified: Verified) -> None:
    with HTTPServer((HOST, 0), type("Told", (Odd,), {"told": told})) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        code, said = verified(SIGNED, "--server", f"http://{HOST}:{server.server_port}")
        thread.join()
    assert code == REFUSED
    assert "tells no key" in said


@pytest.mark.parametrize("url", ["games.example", "file:///etc/passwd", "ftp://games.example"])
def test_only_the_web_is_asked(url: str, verified: Verified) -> None:
    code, said = verified(SIGNED, "--server", url)
    assert (code, "is no address of a server" in said) == (REFUSED, True)


def test_a_server_that_is_not_there_is_said_to_be_so(verified: Verified) -> None:
    with HTTPServer((HOST, 0), Odd) as server:
        port = server.server_port
    code, said = verified(SIGNED, "--server", f"http://{HOST}:{port}")
    assert (code, f"The key of http://{HOST}:{port} cannot be asked for" in said) == (REFUSED, True)
