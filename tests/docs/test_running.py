"""What docs/running.md and deploy/ say of options, metrics and files is so."""

from __future__ import annotations

import re
import shutil
import subprocess
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import Counter, Histogram

from matchwood.cli import new_parser
from matchwood.server.base import metrics
from tests.support.project import ROOT

PAGE = (ROOT / "docs/running.md").read_text("utf-8")
DEPLOYED = sorted(path for path in (ROOT / "deploy").iterdir())
OTHERS = {"--pwprompt", "--owner", "--encoding", "--file", "--build", "--no-cache-dir"}
OTHERS |= {
    "--require-hashes",
    "--no-deps",
    "--no-build-isolation",
    "--requirement",
    "--create-home",
    "--mode",
    "--no-log-init",
    "--publish",
    "--tag",
    "--uid",
    "--volume",
    "--directory",
    "--username",
    "--now",
}
"""Options of other programs."""


def known_options() -> set[str]:
    return set(options_of(new_parser()))


def options_of(parser: ArgumentParser) -> Iterator[str]:
    """The options of a command, and of those below it."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield from options_of(command)


@pytest.mark.parametrize("path", [ROOT / "docs/running.md", *DEPLOYED], ids=lambda path: path.name)
def test_every_option_that_is_named_is_there(path: Path) -> None:
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", path.read_text("utf-8")))
    assert named <= known_options() | OTHERS


def test_every_metric_is_told_with_its_labels() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    told = {name: tuple(re.findall(r"`(\w+)`", labels)) for name, labels in rows}
    for each in vars(metrics).values():
        if isinstance(each, Counter | Histogram):
            [family] = each.describe()
            name = family.name + ("_total" if isinstance(each, Counter) else "")
            assert told.pop(name) == each._labelnames
    gauges = (ROOT / "src/matchwood/server/run/health.py").read_text("utf-8")
    gauges += (ROOT / "src/matchwood/server/base/metrics.py").read_text("utf-8")
    assert set(told) == set(re.findall(r'(?:gauge|MetricFamily)\(\s*"(\w+)"', gauges))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "matchwood"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "matchwood.service"
    text = (ROOT / "deploy/matchwood.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/matchwood/bin/matchwood", str(program)))
    found = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_the_containers_fit_together() -> None:
    yaml = pytest.importorskip("yaml")
    told = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text("utf-8"))
    services = told["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            name = volume.partition(":")[0]
            assert name in told["volumes"] or name.startswith(("./", "/"))
        if "build" in service:
            assert (ROOT / service["build"]["dockerfile"]).exists()
