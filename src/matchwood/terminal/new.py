"""Writing the file of a new game, and its test, from templates."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template

from rich.console import Console

from matchwood.engine.errors import quoted
from matchwood.engine.game import game_names
from matchwood.terminal.arguments import BadUsage

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def write_game(console: Console, name: str, folder: Path | None = None) -> Path:
    """Write `my_game.py` and `test_my_game.py`; files that are there already stay as they are."""
    if not NAME.fullmatch(name):
        raise BadUsage(
            "A game is called by small letters, digits and hyphens, such as my-game, not {name}.",
            name=quoted(name),
        )
    if name in game_names():
        raise BadUsage("There is a game of the name {name} already.", name=quoted(name))
    file = name.replace("-", "_")
    folder = folder or Path()
    game, test = folder / f"{file}.py", folder / f"test_{file}.py"
    for path in (game, test):
        if path.exists():
            raise BadUsage("The file {file} is there already.", file=str(path))
    told = {"name": name, "title": name.replace("-", " ").capitalize(), "file": file}
    for path, template in ((game, "new_game.txt"), (test, "new_test.txt")):
        text = (files("matchwood.terminal") / template).read_text("utf-8")
        path.write_text(Template(text).substitute(told), encoding="utf-8")
    steps = (
        ("Play it in the terminal", f"matchwood play ./{game}"),
        ("or in the browser", f"matchwood serve --game ./{game}"),
        ("change it, and check it", f"matchwood check ./{game}"),
    )
    console.print(f"{game} is a whole game, and {test} tests it.", markup=False)
    for said, command in steps:
        console.print(f"  {said}: {command}", markup=False)
    return game
