"""docs/reference.md names every public name once, and the examples of their docstrings run."""

from __future__ import annotations

import doctest
import inspect
import re
from functools import cached_property

import pytest

import matchwood
from tests.support.project import ROOT

PAGE = (ROOT / "docs/reference.md").read_text(encoding="utf-8")


def test_every_public_name_stands_there_once() -> None:
    assert sorted(re.findall(r"^::: matchwood\.(\w+)$", PAGE, re.MULTILINE)) == sorted(
        matchwood.__all__
    )


@pytest.mark.parametrize("name", matchwood.__all__)
def test_every_public_name_has_examples_and_they_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    parser = doctest.DocTestParser()
    for place, text in _docstrings(getattr(matchwood, name)):
        runner.run(parser.get_doctest(text, {"matchwood": matchwood}, place, None, None))
    assert runner.tries
    assert not runner.failures


def _docstrings(thing: object) -> list[tuple[str, str]]:
    """The docstrings of a function, or of a class and its public members."""
    found = [(str(thing), inspect.getdoc(thing) or "")]
    if inspect.isclass(thing):
        for name, member in vars(thing).items():
            documented = isinstance(
                member, property | cached_property | classmethod | staticmethod
            ) or inspect.isfunction(member)
            if documented and not name.startswith("_"):
                found.append((name, inspect.cleandoc(member.__doc__ or "")))
    return found
