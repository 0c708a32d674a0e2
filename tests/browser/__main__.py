"""A server for the browser tests: the real one, in a hurry.

    python -m tests.browser FOLDER PORT LUCK [BOT...]

It prints its address when it listens. Bots move at once; whoever is gone shows as gone after a
second, which is also the shortest time that can be agreed on before a bot plays for them; and all
visitors, who come from one address here, may ask for as much as they like. Names, secrets and what
bots choose follow from the luck, so the same tests play the same games.
Tables may have the bots of these files too, as `matchwood serve --bots` offers them.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from matchwood.bots.registry import offer
from matchwood.server.app import create_app
from matchwood.server.http.limits import UNLIMITED
from matchwood.server.live.context import Timings
from matchwood.server.run.serve import server_for
from tests.support.luck import repeatable
from tests.support.serving import HOST, be_patient

HURRY = Timings(bot=0.02, absence_grace=1)


def main(folder: str, port: str, luck: str, *bots: str) -> None:
    for bot in bots:
        offer(bot)
    listener = socket.create_server((HOST, int(port)))
    address = f"http://{HOST}:{listener.getsockname()[1]}"

    def tell() -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()

    # What bots think of each finished game takes longer than to play it, and has tests of its own;
    # but there should be pictures of it.
    looks_back = "SCREENSHOTS" in os.environ
    be_patient()
    app = create_app(Path(folder), limits=UNLIMITED, timings=HURRY, looks_back=looks_back)
    app.on_startup.append(tell)
    with repeatable(luck):
        server_for(app).run(sockets=[listener])


main(*sys.argv[1:])
