"""Find a Chromium for the browser tests, or install one where that is possible.

    python -m tools.browser

A browser of the system is best. Where there is none, Debian's package is installed if we may,
else the one that Playwright brings. If nothing works, the tests say so and are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The system's Chromium; if there is none, Playwright looks for its own."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> bool:
    """Whether there is a browser now."""
    return chromium() is not None or _from_debian() or _from_playwright()


def _from_debian() -> bool:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    get = ["apt-get", "--quiet", "--yes"]
    package = ["install", "--no-install-recommends", "chromium"]
    # The lists of packages may be old or missing; then they are fetched once.
    return _runs([*get, *package]) or (_runs([*get, "update"]) and _runs([*get, *package]))


def _from_playwright() -> bool:
    return _runs([sys.executable, "-m", "playwright", "install", "chromium"])


def _runs(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False).returncode == 0


if __name__ == "__main__" and not install():
    sys.exit("No browser could be installed: the browser tests will be skipped.")
