"""The wheel: every catalogue is in it, compiled, and Babel is not needed to read it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools.catalogues import SOURCES, TRANSLATED, file_of, speaking

from tests.support.project import ROOT

READ = """
import sys
sys.modules["babel"] = None
from matchwood import BadOption, find_game
from matchwood.engine.language import words_of
import matchwood.engine
assert matchwood.engine.__path__[0].startswith(sys.argv[1]), matchwood.engine.__path__
print(words_of("matchwood.games.colorfox", "de")("1 card"))
print(words_of("matchwood.server", "fr")("Player {number}", number=2))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_a_wheel_has_every_catalogue_compiled(installed: Path) -> None:
    for package in speaking():
        for language in TRANSLATED:
            source = file_of(installed / package.relative_to(SOURCES), language)
            assert source.with_suffix(".mo").is_file()
            assert not source.exists()


def test_a_wheel_is_read_without_babel(installed: Path) -> None:
    read = [sys.executable, "-c", READ, str(installed)]
    environment = {"PYTHONPATH": str(installed), "PATH": ""}
    said = subprocess.run(read, env=environment, check=True, capture_output=True, text=True)
    assert said.stdout.split("\n")[:2] == ["1 Karte", "Joueur 2"]


def test_building_leaves_no_compiled_catalogue_in_the_sources(installed: Path) -> None:
    assert installed.is_dir()
    assert not list(SOURCES.rglob("*.mo"))
