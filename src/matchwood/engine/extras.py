"""Packages that not everyone needs: without one, a sentence says how to install it."""

from __future__ import annotations

import importlib
from typing import Any

from matchwood.engine.errors import MatchwoodError


class MissingExtra(MatchwoodError):
    """What was asked for needs a package that is not installed."""


def extra(module: str, name: str) -> Any:
    """A module that comes with the extra of this name."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(
            "This needs {package}, which is not installed; “{command}” installs it.",
            package=module.partition(".")[0],
            command=f"pip install 'matchwood[{name}]'",
        ) from error
