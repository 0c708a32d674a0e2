"""What a container installs from elsewhere has the version and the hash that the project chose."""

from __future__ import annotations

import re
import tomllib

from tests.support.project import ROOT

PINNED = re.compile(r"^([a-z0-9-]+==[^ ]+)", re.MULTILINE)


def installed() -> list[str]:
    """The commands of the Dockerfile that install something."""
    dockerfile = (ROOT / "deploy/Dockerfile").read_text("utf-8")
    return re.findall(r"pip install [^\n&]+", dockerfile)


def pinned(extra: str) -> set[str]:
    return set(PINNED.findall((ROOT / f"requirements/{extra}.txt").read_text("utf-8")))


def test_the_container_installs_nothing_without_its_hash() -> None:
    [requirements, ours] = installed()
    assert "--require-hashes" in requirements
    assert "--no-deps" in ours
    assert "--no-build-isolation" in ours


def test_the_container_has_the_versions_that_are_played_with_and_tested() -> None:
    [copied] = re.findall(r"COPY requirements/(\w+)\.txt", (ROOT / "deploy/Dockerfile").read_text())
    assert pinned("play") < pinned(copied) < pinned("dev")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"][copied]
    names = {re.split(r"[\[>=;]", each)[0].strip().lower() for each in wanted}
    assert names <= {each.partition("==")[0] for each in pinned(copied)}
