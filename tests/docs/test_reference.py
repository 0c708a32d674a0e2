"""docs/reference.md tells every public name as it is, and its examples run."""

from __future__ import annotations

import doctest

import pytest

import matchwood
from tools import reference


def test_it_is_what_the_docstrings_say() -> None:
    found = reference.PAGE.read_text(encoding="utf-8")
    assert found == reference.page(), "run python -m tools.reference"


def test_every_public_name_stands_there_once() -> None:
    told = [name for names in reference.CHAPTERS.values() for name in names]
    assert sorted(told) == sorted(matchwood.__all__)


@pytest.mark.parametrize("name", matchwood.__all__)
def test_every_public_name_has_a_signature_or_members_and_an_example(name: str) -> None:
    section = "\n".join(reference.section(name))
    assert reference.PROMPT in section
    assert (
        f"\n{name}(" in section or "#### " in section or "Error" in name or "Traceback" in section
    )


def test_its_examples_run() -> None:
    failed, tried = doctest.testfile(
        str(reference.PAGE), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert not failed
    assert tried > len(matchwood.__all__)
