"""Names of players: one line, with something to be seen, and not too long.

Unicode has letters that nobody sees. `str.isprintable` takes some of them for letters like any
other, and refuses others, which join letters: without these a Persian name is misspelt, and a
family of emoji falls apart.
"""

from __future__ import annotations

import re
import unicodedata

from matchwood.engine.errors import quoted
from matchwood.server.table.errors import Refused

LONGEST_NAME = 24
MOST_IN_ONE = 11
"""Code points in what counts as one letter, as in a family of four with its colours of skin."""

_JOINERS = "\u200c\u200d"
_STYLES = "\ufe0e\ufe0f"
"""Say whether what stands before is a picture or a sign."""
_FLAG, _FLAG_LETTERS, _FLAG_END = "\U0001f3f4", "\U000e0030-\U000e007a", "\U000e007f"
_MODIFIERS = "\U0001f3fb-\U0001f3ff"
"""Colours of skin."""
_IGNORED = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt, 16.0)."""
_BLANK = "\u2800\U00013441\U00013442\U00016fe4\U0001d159"
"""Letters and signs that are drawn as nothing."""
_EMOJI = "\U0001f000-\U0001faff"
"""Blocks in which Unicode has left room: a new emoji may be unknown to this Python."""

_HIDDEN = re.compile(
    rf"(?P<kept>{_FLAG}[{_FLAG_LETTERS}]+{_FLAG_END}"
    rf"|(?<=[^\s{_IGNORED}])[{_STYLES}]"
    rf"|(?<=[^\s{_IGNORED}{_BLANK}])[{_JOINERS}](?=[^\s{_IGNORED}{_BLANK}])"
    rf"|(?<=[{_STYLES}])\u200d(?=[{_EMOJI}\u2190-\u2bff]))"
    rf"|[{_IGNORED}]"
)
_PARTS = re.compile(rf"(?<=\u200d).|[{_IGNORED}{_MODIFIERS}]")
"""Characters that form one letter with the one before them; so do marks."""
_SHOWN = re.compile(rf"[{_EMOJI}{_JOINERS}{_FLAG_LETTERS}{_FLAG_END}]")


def checked_name(name: str) -> str:
    """A name fit to be shown."""
    line = _one_line(name)
    if not any(map(_is_seen, line)):
        raise Refused("Please enter your name.")
    letters = _letters(line)
    if letters > LONGEST_NAME:
        raise Refused(
            "A name can have up to {most} letters; {name} has {letters}.",
            most=LONGEST_NAME,
            name=quoted(line),
            letters=letters,
        )
    return line


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" or re.match(f"[{_EMOJI}]", letter) is not None


def _one_line(name: str) -> str:
    """The name without what cannot be seen and joins nothing, and with blanks for what is blank."""
    seen = _HIDDEN.sub(lambda found: found["kept"] or "", name)
    blanks = (" " if _is_blank(letter) else letter for letter in seen)
    return " ".join("".join(blanks).split())


def _is_blank(letter: str) -> bool:
    return letter in _BLANK or not (letter.isprintable() or _SHOWN.match(letter))


def _letters(line: str) -> int:
    """Letters that a reader would count; of what is piled up without end, by its length."""
    apart = _PARTS.sub("", line)
    counted = sum(unicodedata.category(letter)[0] != "M" for letter in apart)
    return max(counted, -(-len(line) // MOST_IN_ONE))
