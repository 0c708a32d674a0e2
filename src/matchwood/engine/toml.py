"""Lists of texts in TOML, as people write down their own decks and sets of pieces."""

from __future__ import annotations

import tomllib
from collections.abc import Collection

from matchwood.engine.errors import BadValue, listed, quoted


def lists_in(text: str, names: Collection[str]) -> dict[str, list[str]]:
    """The lists of texts that the TOML has, by name; no others than those named may be there."""
    try:
        found = tomllib.loads(text)
    except ValueError:
        raise BadValue("the file is not valid TOML") from None
    for name, values in found.items():
        if name not in names:
            raise BadValue(
                "the file has {name}, and it can have {names}",
                name=quoted(name),
                names=listed(names),
            )
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise BadValue("{name} is not a list of texts", name=name)
    return found
