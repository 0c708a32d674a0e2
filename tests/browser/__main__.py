"""A server for the browser tests: the real one, in a hurry.

    python -m tests.browser FOLDER PORT LUCK

It prints its address when it listens. Bots move at once; whoever is gone shows as gone after a
second, which is also the shortest time that can be agreed on before a bot plays for them; and all
visitors, who come from one address here, may ask for as much as they like. Names, secrets and what
bots choose follow from the luck, so the same tests play the same games.
"""

from __future__ import annotations

import os
import random
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from matchwood.bots import choose
from matchwood.engine import deals
from matchwood.engine.generators import new_generator
from matchwood.engine.position import Position
from matchwood.server import hall, owner
from matchwood.server.app import create_service
from matchwood.server.house import Pace
from matchwood.server.safety import UNLIMITED
from matchwood.server.serving import server_for
from tests.support.serving import HOST, be_patient

HURRY = Pace(bot=0.02, blink=1)


def be_repeatable(luck: str) -> None:
    """Draw from this luck what tables draw; bots play at the same time as others, so theirs follows
    from how many moves were made."""
    drawn = random.Random(luck)
    patch.object(hall, "secrets", drawn).start()
    patch.object(deals, "secrets", SimpleNamespace(token_bytes=drawn.randbytes)).start()

    def choose_again(level: str, hidden: Position, _: object) -> int:
        return choose(level, hidden, new_generator(len(hidden.moves)))

    patch.object(owner, "choose", choose_again).start()


def main(folder: str, port: str, luck: str) -> None:
    listener = socket.create_server((HOST, int(port)))
    address = f"http://{HOST}:{listener.getsockname()[1]}"

    def tell() -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()

    # What bots think of each finished game takes longer than to play it, and has tests of its own;
    # but there should be pictures of it.
    looks_back = "SCREENSHOTS" in os.environ
    be_patient()
    be_repeatable(luck)
    service = create_service(Path(folder), limits=UNLIMITED, pace=HURRY, looks_back=looks_back)
    service.on_startup.append(tell)
    server_for(service).run(sockets=[listener])


main(*sys.argv[1:])
