"""What is said where an environment is asked for and its library is not installed."""

from __future__ import annotations

from matchwood.engine.errors import MatchwoodError


class MissingExtra(MatchwoodError, ImportError):
    """The library that an environment is for is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(
            "This needs {library}; install it with: {command}",
            library=library,
            command=f'pip install "matchwood[{extra}]"',
        )
