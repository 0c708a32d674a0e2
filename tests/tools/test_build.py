"""Wheel and sdist: what an index asks is so, nothing is missing, and an installed one plays."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest
from tools.catalogues import SOURCES, TRANSLATED, file_of, speaking

from tests.support.project import ROOT
from tests.support.waiting import SECONDS_TO_WAIT, wait_until

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
CHECKERS = Path(sys.prefix) / "release"
"""The folder into which `make` installs requirements/release.txt, apart from what servers use."""

pytestmark = pytest.mark.slow


def build(folder: Path, sources: Path, *kinds: str) -> None:
    targets = [word for kind in kinds for word in ("--target", kind)]
    command = [sys.executable, "-m", "hatchling", "build", *targets, "--directory", str(folder)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(folder, ROOT, "sdist", "wheel")
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    [found] = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the wheel, and what it needs of that of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    needed, home = folder / "needed", folder / "home"
    needed.mkdir()
    for each in Path(sysconfig.get_path("purelib")).iterdir():
        if not re.match(r"matchwood-|_editable_impl_", each.name):
            (needed / each.name).symlink_to(each)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    installing = [sys.executable, "-m", "pip", "--python", str(home / "bin/python"), "install"]
    subprocess.run([*installing, "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    [packages] = home.glob("lib/*/site-packages")
    beside = [str(needed), str(ROOT / "examples/connect_four/src")]
    (packages / "needed.pth").write_text("\n".join(beside), encoding="utf-8")
    return home / "bin"


def without_sources(**more: object) -> dict[str, str]:
    """The environment of this process, but for the way to the sources."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {name: str(value) for name, value in more.items()}


def at_home(home: Path, **more: object) -> dict[str, str]:
    """A user with a home of their own. Code is kept by place, so all would be compiled anew."""
    folders = {"XDG_DATA_HOME": home, "NUMBA_CACHE_DIR": home / "compiled"}
    return without_sources(NUMBA_DISABLE_JIT=1, **folders, **more)


@pytest.mark.skipif(not CHECKERS.exists(), reason="make has not installed release.txt")
@pytest.mark.parametrize(
    ("command", "files"),
    [(["twine", "check", "--strict"], "*"), (["check_wheel_contents"], "*.whl")],
    ids=["twine", "check-wheel-contents"],
)
def test_an_index_would_take_them(built: Path, command: list[str], files: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command, *map(str, built.glob(files))],
        env=without_sources(PYTHONPATH=CHECKERS, NO_COLOR=1),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    there = set(zipfile.ZipFile(wheel).namelist())
    files = [each.relative_to(SOURCES) for each in SOURCES.rglob("*") if each.is_file()]
    kept = [each for each in files if "__pycache__" not in each.parts]
    wanted = {each.as_posix().removesuffix(".po") for each in kept}
    packed = {name.removesuffix(".mo") for name in there if ".dist-info/" not in name}
    assert packed == wanted
    assert "matchwood/py.typed" in there


def test_a_wheel_of_the_sdist_is_the_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    [sources] = tmp_path.iterdir()
    build(tmp_path / "again", sources, "wheel")
    [again] = (tmp_path / "again").glob("*.whl")
    first, second = (
        {each.filename: each.CRC for each in zipfile.ZipFile(one).infolist()}
        for one in (wheel, again)
    )
    assert first == second


def test_a_wheel_has_every_catalogue_compiled(unpacked: Path) -> None:
    for package in speaking():
        for language in TRANSLATED:
            source = file_of(unpacked / package.relative_to(SOURCES), language)
            compiled = source.with_suffix(".mo").read_bytes()
            assert b"POT-Creation-Date: 2020-02-02 " in compiled, "each wheel would be another"
            assert not source.exists()


def test_a_wheel_is_read_without_babel(unpacked: Path) -> None:
    read = [sys.executable, "-c", READ, str(unpacked)]
    environment = {"PYTHONPATH": str(unpacked), "PATH": ""}
    said = subprocess.run(read, env=environment, check=True, capture_output=True, text=True)
    assert said.stdout.split("\n")[:2] == ["1 Karte", "Joueur 2"]


@pytest.mark.usefixtures("wheel")
def test_building_leaves_no_compiled_catalogue_in_the_sources() -> None:
    assert not list(SOURCES.rglob("*.mo"))


@pytest.mark.skipif(os.name != "posix", reason="needs links to files, and Ctrl-C")
class TestInstalled:
    """The command of an environment in which nothing of ours is but the wheel."""

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--help"], "Without a command: serve."),
            (["rules", "colorfox", "--lang", "de"], "# Colorfox"),
            (["play", "piecepack-matches", "--seats", "easy,easy", "--seed", "7"], "has won."),
        ],
        ids=lambda words: words[0] if isinstance(words, list) else "",
    )
    def test_it_tells_and_plays(
        self, commands: Path, tmp_path: Path, words: list[str], told: str
    ) -> None:
        done = subprocess.run(
            [commands / "matchwood", *words],
            cwd=tmp_path,
            env=at_home(tmp_path),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert told in done.stdout

    def test_without_a_command_it_opens_the_page(self, commands: Path, tmp_path: Path) -> None:
        opened = tmp_path / "opened"
        browser = tmp_path / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}"\n', encoding="utf-8")
        browser.chmod(0o755)
        asked = at_home(tmp_path, BROWSER=f"{browser} %s")
        with subprocess.Popen(
            [commands / "matchwood", "--port", "0"],
            cwd=tmp_path,
            env=asked,
            stdout=subprocess.DEVNULL,
        ) as process:
            try:
                wait_until(lambda: opened.exists() and opened.read_text("utf-8"), "the page opens")
                page = opened.read_text("utf-8").strip()
                with urllib.request.urlopen(page, timeout=SECONDS_TO_WAIT) as answer:
                    assert b"Colorfox" in answer.read()
            finally:
                process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS_TO_WAIT) in {0, 130}
