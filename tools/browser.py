"""Find a Chromium for the browser tests, or install one where that is possible.

    python -m tools.browser

Chromium without a window is best: it opens pages with less work. Debian's package of it is
installed if we may. Else we take a browser of the system, or Debian's, or the one that Playwright
brings. If nothing works, the tests say so and are skipped.
"""

from __future__ import annotations

import shutil
import sys

from tools import debian

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The system's Chromium; if there is none, Playwright looks for its own."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> bool:
    """Install a browser if there is none; True if there is one now."""
    if shutil.which(SHELL) is not None or debian.install(SHELL):
        return True
    return chromium() is not None or debian.install("chromium") or _from_playwright()


def _from_playwright() -> bool:
    return debian.runs([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"])


if __name__ == "__main__" and not install():
    sys.exit("No browser could be installed: the browser tests will be skipped.")
