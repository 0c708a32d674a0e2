"""Find nginx for the tests that put it before a server, or install it where that is possible.

    python -m tools.nginx

Debian's small package is enough. Without nginx, the tests say so and are skipped.
"""

from __future__ import annotations

import os
import shutil
import sys

from tools import debian

PACKAGE = "nginx-light"
FOLDERS = "/usr/sbin:/usr/local/sbin"
"""Folders where nginx is; not everyone's PATH has them."""


def nginx() -> str | None:
    """The nginx of this machine."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:{FOLDERS}")


def install() -> bool:
    """Install nginx if there is none; True if there is one now."""
    return nginx() is not None or debian.install(PACKAGE)


if __name__ == "__main__" and not install():
    sys.exit("nginx could not be installed: the tests that need it will be skipped.")
