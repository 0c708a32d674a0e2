"""Packages of Debian: installed where we may, which is where we are root."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> bool:
    """Install a package of Debian if that is possible; True if it is there now."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    get = ["apt-get", "--quiet", "--yes"]
    install = [*get, "install", "--no-install-recommends", package]
    # The lists of packages may be old or missing; then they are fetched once.
    return runs(install) or (runs([*get, "update"]) and runs(install))


def runs(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False).returncode == 0
