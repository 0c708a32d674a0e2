"""Options from files: the only place where an option's value leads to a file being opened.

It is for who sits at this computer, in Python or on the command line. What reaches the server or
stands in a record is never looked up here; import-linter holds that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from matchwood.engine.errors import BadValue
from matchwood.engine.options import KeptInFile, Option

LARGEST_FILE = 100_000
"""In bytes; no value is as long as that."""


def with_files(declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, object]:
    """Options as given, with the value that stands in a file in place of the file's name."""
    options = {option.name: option for option in declared}
    return {name: _value(options.get(name), value) for name, value in given.items()}


def _value(option: Option | None, given: object) -> object:
    if not isinstance(option, KeptInFile) or not option.names_file(given):
        return given
    path = Path(str(given).strip())
    try:
        return option.in_file(_text(path), path.suffix.lower())
    except BadValue as bad:
        raise option.refusal(given, bad) from None


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise BadValue("it is not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise BadValue("the file is longer than {size} bytes, too long", size=LARGEST_FILE)
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadValue("the file is not a text") from None
    except BadValue:
        raise
    except ValueError:
        raise BadValue("no file can have that name") from None
    except OSError as error:
        raise BadValue("the file cannot be read ({reason})", reason=error.strerror) from None
