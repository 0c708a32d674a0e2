"""End of a command: an exit code and at most a sentence, never a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

from matchwood.engine.errors import MatchwoodError

DONE = 0
BROKEN_PIPE = 1
REFUSED = 2
INTERRUPTED = 130
"""Exit code that shells report for a program ended by Ctrl-C."""


def run_cleanly(command: Callable[[], None]) -> int:
    """Run a command; its exit code. End of input is as good a way to leave as any."""
    _forgive_odd_letters()
    try:
        command()
        sys.stdout.flush()
    except EOFError:
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ending:  # the parser's, after --help
        return int(ending.code or DONE)
    except MatchwoodError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except OSError as error:
        _silence()
        return _refuse(f"The system does not allow it: {error}.")
    return DONE


def _forgive_odd_letters() -> None:
    """Take bytes that are no letters, and letters that the terminal lacks, as question marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return REFUSED


def _silence() -> None:
    """Nobody reads on: keep Python from writing the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
