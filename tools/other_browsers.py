"""Find Firefox and WebKit for `make test-browsers`, or install them where that is possible.

    python -m tools.other_browsers

They are Debian's: Firefox, and WebKitGTK, which is what Safari draws pages with, with its small
browser for tests and an X server for it to draw on. What cannot be had, the tests skip, and say so.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools import debian

PACKAGES = {"Firefox": ["firefox-esr"], "WebKit": ["webkit2gtk-driver", "xvfb"]}
MINI_BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"


def firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit() -> tuple[str, str, str] | None:
    """The driver of WebKitGTK, its small browser, and the X server."""
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr/lib").glob(MINI_BROWSERS))
    return (driver, str(browsers[-1]), display) if driver and browsers and display else None


FOUND = {"Firefox": firefox, "WebKit": webkit}


def install(name: str) -> bool:
    """True if this browser is there now."""
    return FOUND[name]() is not None or (
        all(map(debian.install, PACKAGES[name])) and FOUND[name]() is not None
    )


if __name__ == "__main__" and (missing := [name for name in FOUND if not install(name)]):
    sys.exit(f"{' and '.join(missing)} could not be installed: nothing will be tried there.")
