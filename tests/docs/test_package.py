"""Files for other programs say what is so: citation, workflows, hooks, templates."""

from __future__ import annotations

import re
import subprocess
import tomllib
from typing import Any

import pytest
import yaml

import matchwood
from tests.support.project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MOST_BYTES = 8_000_000
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    found = read(".github/workflows/tests.yml")["jobs"]
    assert isinstance(found, dict)
    return found


def test_a_citation_names_the_version_and_the_licence_of_the_package() -> None:
    citation = read("CITATION.cff")
    assert citation["version"] == matchwood.__version__
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == PROJECT["authors"]


def test_workflows_run_each_python_and_system_that_the_package_names(jobs: dict[str, Any]) -> None:
    matrix = jobs["systems"]["strategy"]["matrix"]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert matrix["python"] == pythons
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    named = {"ubuntu": "Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}
    systems = [named[each.partition("-")[0]] for each in matrix["system"]]
    assert all(any(each.endswith(name) for each in PROJECT["classifiers"]) for name in systems)
    assert len(systems) == sum("Operating System" in each for each in PROJECT["classifiers"])


def test_workflows_run_only_what_is_there(jobs: dict[str, Any]) -> None:
    runs = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    for target in re.findall(r"^make ([\w-]+)", runs, re.MULTILINE):
        assert f"\n{target}:" in MAKEFILE
    for path in re.findall(r"(?:--requirement |--editable |--ignore=)(\S+)", runs):
        assert (ROOT / path).exists(), path
    markers = (ROOT / "tests/conftest.py").read_text("utf-8")
    for marker in re.findall(r"not (\w+)", runs):
        assert f'"{marker}: ' in markers


def test_hooks_are_local_and_run_what_is_installed() -> None:
    for repository in read(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            program = hook["entry"].split()[0]
            assert any(each.startswith(program) for each in PROJECT["optional-dependencies"]["dev"])


def test_a_checkout_stays_small() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no checkout")
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    assert sum(file.stat().st_size for file in files if file.exists()) <= MOST_BYTES


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/ISSUE_TEMPLATE").iterdir()), ids=lambda path: path.name
)
def test_a_template_says_what_it_is_for(path: Any) -> None:
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    assert {"name", "about"} <= yaml.safe_load(head).keys()
    assert "?" in body
