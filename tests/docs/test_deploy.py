"""The container has the versions and hashes of the project, and runs as a user without rights."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.support.project import ROOT

PINNED = re.compile(r"^([a-z0-9-]+==[^ ]+)", re.MULTILINE)


DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text("utf-8")
STEPS = re.findall(r"^([A-Z]+) (.+)$", DOCKERFILE.replace("\\\n", ""), re.MULTILINE)
"""Instructions in their order, each as its name and what it is given."""


def given_to(instruction: str) -> list[str]:
    return [given for name, given in STEPS if name == instruction]


def installed() -> list[str]:
    """The commands of the Dockerfile that install something."""
    return re.findall(r"pip install [^\n&]+", DOCKERFILE)


def pinned(extra: str) -> set[str]:
    return set(PINNED.findall((ROOT / f"requirements/{extra}.txt").read_text("utf-8")))


def test_the_container_installs_nothing_without_its_hash() -> None:
    [requirements, ours] = installed()
    assert "--require-hashes" in requirements
    assert "--no-deps" in ours
    assert "--no-build-isolation" in ours


def test_the_container_has_the_versions_that_are_played_with_and_tested() -> None:
    [copied] = re.findall(r"COPY requirements/(\w+)\.txt", DOCKERFILE)
    assert pinned("play") < pinned(copied) < pinned("dev")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"][copied]
    names = {re.split(r"[\[>=;]", each)[0].strip().lower() for each in wanted}
    assert names <= {each.partition("==")[0] for each in pinned(copied)}


def test_all_images_have_a_version() -> None:
    compose = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    for image in [*given_to("FROM"), *re.findall(r"image: (\S+)", compose)]:
        _, _, tag = image.partition(":")
        assert re.match(r"\d", tag), image


def test_games_are_compiled_and_run_by_a_user_without_rights() -> None:
    names = [name for name, _ in STEPS]
    [user] = given_to("USER")
    assert f"--uid {user} " in DOCKERFILE
    assert user.isdecimal()
    assert int(user) > 0
    compiling = STEPS.index(("RUN", "matchwood warm"))
    environment = " ".join(given_to("ENV"))
    assert names.index("ENV") < names.index("USER") < compiling < names.index("CMD")
    assert "NUMBA_CPU_NAME=generic" in environment
    [compiled] = re.findall(r"NUMBA_CACHE_DIR=(\S+)", environment)
    [folders] = re.findall(r"install --directory --owner matchwood --mode 700 (.+)", DOCKERFILE)
    assert {compiled, *given_to("VOLUME")} <= set(folders.split())


def test_hadolint_would_find_nothing() -> None:
    """Its rules that may apply: DL3007, DL3020, DL3025, DL3027, DL3042, DL3045, DL3046, DL4000."""
    names = [name for name, _ in STEPS]
    assert not {"ADD", "MAINTAINER", "SHELL"} & set(names)
    assert names.count("CMD") == 1
    assert json.loads(given_to("CMD")[0])[0] == "matchwood"
    assert all(given.split()[-1].startswith("/") for given in given_to("COPY"))
    runs = " ".join(given_to("RUN"))
    assert not re.search(r"\b(sudo|apt|cd|curl|wget|chmod)\b", runs)
    assert all("--no-cache-dir" in each for each in installed())
    assert "useradd --no-log-init" in runs


@pytest.mark.slow
def test_a_wheel_is_built_from_what_is_copied(tmp_path: Path) -> None:
    for given in given_to("COPY"):
        *paths, to = given.split()
        folder = tmp_path / to.strip("/")
        for path in paths:
            source = ROOT / path
            if source.is_dir():
                without = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, folder, dirs_exist_ok=True, ignore=without)
            else:
                (folder if to.endswith("/") else folder.parent).mkdir(parents=True, exist_ok=True)
                shutil.copy(source, folder)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "out")]
    subprocess.run(build, cwd=tmp_path / "build", check=True, capture_output=True)
    [wheel] = (tmp_path / "out").glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert wanted <= packed
    assert "matchwood/server/catalogue/de.mo" in packed
