"""What docs/environments.md says of the environments is so."""

from __future__ import annotations

import doctest
import re

import pytest

from matchwood.envs import gymnasium, openspiel, pettingzoo
from tests.support.project import ROOT
from tools import encoding_tables

PAGE = (ROOT / "docs/environments.md").read_text(encoding="utf-8")


def test_the_tables_are_what_the_games_say() -> None:
    assert encoding_tables.page(PAGE) == PAGE, "run python -m tools.encoding_tables"


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_run(example: str) -> None:
    exec(example, {})


@pytest.mark.parametrize("module", [gymnasium, openspiel, pettingzoo])
def test_so_do_those_of_the_modules(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)
