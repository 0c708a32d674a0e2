"""What people may call themselves."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from matchwood.server.table.errors import Refused
from matchwood.server.table.player_names import LONGEST_NAME, checked_name

FAMILY = "\U0001f468\U0001f3fb\u200d\U0001f469\U0001f3fb\u200d\U0001f467\U0001f3fb"
FAMILY += "\u200d\U0001f466\U0001f3fb"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FINGERS_NEWER_THAN_SOME_PYTHONS = "\U0001faf7\U0001fae9"
PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Zoë O’Neill-Óg",
        PERSIAN,
        "\u0d28\u0d4d\u200d\u0d2e",
        "क्\u200dष",
        FAMILY,
        FAMILY * LONGEST_NAME,
        SCOTLAND,
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f9d1\u200d\U0001f680 Ada",
        FINGERS_NEWER_THAN_SOME_PYTHONS,
        "Nguyễn Thị",
        "✗",
        "7",
    ],
)
def test_a_name_of_any_script_is_as_it_was_typed(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "invisible",
    [
        "",
        " \n\t",
        "\u3164",
        "\u2800",
        "\u115f",
        "\u034f",
        "\u200d",
        "\u200c\u200b",
        "\ufe0f",
        "\u00a0\u00ad",
        "\u0301",
        "\U0001d159",
        "\U000e0067\U000e007f",
        "\u202e",
        "\u3164\u2800 \u115f",
    ],
)
def test_a_name_has_something_to_be_seen(invisible: str) -> None:
    with pytest.raises(Refused, match="enter your name"):
        checked_name(invisible)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  An\u200bna\u3164 ", "Anna"),
        ("Anna\u202e\u2800Ben", "Anna Ben"),
        ("Anna\u200d", "Anna"),
        ("\u200cAnna\u200d\u200d \u200cBen", "Anna Ben"),
        ("Anna\nBen\x00", "Anna Ben"),
        ("A\U000e0067\U000e007fnna", "Anna"),
    ],
)
def test_what_nobody_sees_is_left_out(typed: str, shown: str) -> None:
    assert checked_name(typed) == shown
    assert checked_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "x" * (LONGEST_NAME + 1),
        FAMILY * (LONGEST_NAME + 1),
        "a" + "\u0301" * 300,
        "\U0001f468\u200d" * 200,
    ],
)
def test_a_name_is_not_too_long_however_it_is_piled_up(name: str) -> None:
    with pytest.raises(Refused, match="up to 24 letters"):
        checked_name(name + "x")


def test_a_letter_that_nobody_sees_is_no_name_whichever_it_is() -> None:
    """Format characters, blanks, control characters: none of them makes a name alone."""
    accepted = []
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn"):
            try:
                checked_name(letter)
            except Refused:
                continue
            accepted.append(hex(number))
    assert accepted == []
