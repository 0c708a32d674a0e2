"""`matchwood print` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from matchwood.cli import main


def test_a_game_is_written_as_a_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "piecepack-matches", "--paper", "letter"]) == 0
    made = tmp_path / "piecepack-matches.pdf"
    assert made.read_bytes().startswith(b"%PDF-")
    assert f"piecepack-matches.pdf: {made.stat().st_size:,} bytes" in capsys.readouterr().out


def test_a_code_leads_only_to_an_address_of_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "piecepack-matches", "--public-url", "games.example"]) == 2
    told = capsys.readouterr().err
    assert "“games.example” is no address of a site; one looks like https://games.example" in told
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.pdf"
    file.write_text("mine", "utf-8")
    assert main(["print", "piecepack-matches", "--out", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"
