"""Refusals are one sentence each, and stay what they are in another process."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy

import pytest

from matchwood import BadOption, IllegalMove, MatchwoodError, UnknownGame, load
from matchwood.engine.language import words_of
from matchwood.server.table.errors import TableNotFound

FRENCH = words_of("matchwood.engine", "fr")


def illegal() -> None:
    load("piecepack-matches").new(seed=1).play("flp {7}")


def unknown() -> None:
    load("colorfx")


def not_taken() -> None:
    load("colorfox", deck="{card}" * 9)


def no_table() -> None:
    raise TableNotFound()


@pytest.mark.parametrize("way", [copy, lambda error: pickle.loads(pickle.dumps(error))])
@pytest.mark.parametrize(
    ("refused", "kind"),
    [
        (illegal, IllegalMove),
        (unknown, UnknownGame),
        (not_taken, BadOption),
        (no_table, TableNotFound),
    ],
)
def test_a_refusal_can_be_sent_to_another_process(
    refused: Callable[[], None],
    kind: type[MatchwoodError],
    way: Callable[[MatchwoodError], MatchwoodError],
) -> None:
    with pytest.raises(kind) as caught:
        refused()
    error, sent = caught.value, way(caught.value)
    assert type(sent) is kind
    assert (str(sent), sent.near, sent.args) == (str(error), error.near, error.args)
    assert sent.sentence(FRENCH) == error.sentence(FRENCH)
    assert getattr(sent, "refusal", None) == getattr(error, "refusal", None)
