"""The server that is measured: the usual one, with room for a crowd that has one address."""

from __future__ import annotations

import sys
from pathlib import Path

from matchwood.server.app import create_app
from matchwood.server.http.limits import UNLIMITED
from matchwood.server.live.context import Timings
from matchwood.server.run.serve import listen, run

SECONDS_BETWEEN_QUESTIONS = 600
"""A browser opens a new connection where an old one was closed; the load keeps its own."""


def main(host: str, port: int, folder: Path) -> None:
    app = create_app(folder, limits=UNLIMITED, timings=Timings())
    run(app, listen(host, port), timeout_keep_alive=SECONDS_BETWEEN_QUESTIONS)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
