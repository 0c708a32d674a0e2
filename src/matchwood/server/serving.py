"""Running the server from the command line."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from threading import Timer

import platformdirs
import uvicorn
from rich.console import Console

from matchwood.server.app import create_app

LOOK_AFTER = 1.0
"""The browser is opened when the server surely answers, in seconds."""


def serve(console: Console, host: str, port: int, data: Path | None, open_page: bool) -> None:
    """Serve until interrupted."""
    folder = data or platformdirs.user_data_path("matchwood")
    address = f"http://{host}:{port}/"
    console.print(f"Matchwood is at {address} (Ctrl-C ends it); games are kept in {folder}")
    if open_page:
        Timer(LOOK_AFTER, webbrowser.open, [address]).start()
    # No access log: a link of an invitation would be in it.
    uvicorn.run(
        create_app(folder),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
