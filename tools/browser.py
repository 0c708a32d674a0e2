"""Find a Chromium for the browser tests, or install one where that is possible.

    python -m tools.browser

Chromium without a window is best: it opens pages with less work. Debian's package of it is
installed if we may. Else we take a browser of the system, or Debian's, or the one that Playwright
brings. If nothing works, the tests say so and are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The system's Chromium; if there is none, Playwright looks for its own."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> bool:
    """Whether there is a browser now."""
    if shutil.which(SHELL) is not None or _from_debian(SHELL):
        return True
    return chromium() is not None or _from_debian("chromium") or _from_playwright()


def _from_debian(package: str) -> bool:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    get = ["apt-get", "--quiet", "--yes"]
    install = [*get, "install", "--no-install-recommends", package]
    # The lists of packages may be old or missing; then they are fetched once.
    return _runs(install) or (_runs([*get, "update"]) and _runs(install))


def _from_playwright() -> bool:
    return _runs([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"])


def _runs(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False).returncode == 0


if __name__ == "__main__" and not install():
    sys.exit("No browser could be installed: the browser tests will be skipped.")
