"""A server for the browser tests: the real one, in a hurry.

    python -m tests.browser FOLDER PORT

It prints its address when it listens. Bots move at once; whoever is gone shows as gone after a
second, which is also the shortest time that can be agreed on before a bot plays for them; and all
visitors, who come from one address here, may ask for as much as they like.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import uvicorn

from matchwood.server.app import create_app
from matchwood.server.hall import Pace
from matchwood.server.safety import Limits

HOST = "127.0.0.1"
PLENTY = 1_000_000
HURRY = Pace(bot=0.02, blink=1)
GENEROUS = Limits(requests=PLENTY, burst=PLENTY, tables=PLENTY, streams=PLENTY, connections=PLENTY)


def main(folder: str, port: str) -> None:
    listener = socket.create_server((HOST, int(port)))
    address = f"http://{HOST}:{listener.getsockname()[1]}"

    async def tell(app: object) -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()

    app = create_app(Path(folder), limits=GENEROUS, pace=HURRY)
    app.on_startup.append(tell)
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[listener])


main(*sys.argv[1:])
