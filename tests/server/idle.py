"""Workers that do nothing, to see what becomes of them."""

from __future__ import annotations

import threading
from multiprocessing.synchronize import Event

from matchwood.server.run.workers import Workers


def idle(answers: Event) -> None:
    answers.set()
    threading.Event().wait()


if __name__ == "__main__":
    Workers(idle, [(), ()]).run()
