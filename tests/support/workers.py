"""Processes that compile nothing, and say what real ones say as far as a file lets them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

WORKER = """
import os, pathlib, sys, time
folder, stages, game = pathlib.Path(sys.argv[1]), sys.argv[2].split(","), sys.argv[3]
with (folder / "begun").open("a") as begun:
    begun.write(f"{game} {sys.argv[2]}\\n")
with (folder / "politeness").open("a") as politeness:
    politeness.write(f"{os.nice(0)}\\n")
if (folder / f"{game}.breaks").exists():
    sys.exit(3)
for stage in stages:
    print("kernel", flush=True)
    while not (folder / f"{game}.{stage}").exists():
        time.sleep(0.01)
    print(stage, flush=True)
"""


class Orders:
    """Lets processes go on, and knows which there were."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "worker.py").write_text(WORKER)

    def arguments(self, stages: Sequence[str], game: str) -> list[str]:
        script = str(self.folder / "worker.py")
        return [sys.executable, script, str(self.folder), ",".join(stages), game]

    def let(self, game: str, *stages: str) -> None:
        for stage in stages:
            (self.folder / f"{game}.{stage}").touch()

    @property
    def begun(self) -> list[str]:
        return self._lines("begun")

    @property
    def politeness(self) -> list[int]:
        """How far each of them steps back for others."""
        return [int(line) for line in self._lines("politeness")]

    def _lines(self, name: str) -> list[str]:
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []
