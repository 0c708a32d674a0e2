"""Environments without the library that they are for."""

from __future__ import annotations

import subprocess
import sys

LIBRARIES = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}


def refused_without(extra: str) -> str:
    """The last line that is written where an environment is imported without its extra."""
    code = f"import sys; sys.modules[{LIBRARIES[extra]!r}] = None; import matchwood.envs.{extra}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    return done.stderr.splitlines()[-1]
