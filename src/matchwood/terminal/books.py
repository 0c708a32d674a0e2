"""Things to look up: the games with their options, and their rulebooks."""

from __future__ import annotations

import os
import re
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.options import player_names, written
from matchwood.learning.rulebook import FIGURE, Rulebook
from matchwood.terminal.arguments import AIDS, switch

INDENT = 4
_FIGURE = re.compile(rf"!\[[^]]*\]\({FIGURE}([\w-]+)\)")


def show_games(console: Console) -> None:
    """All games: name, title, summary, options."""
    for name in game_names():
        game = find_game(name)
        console.print(Text.assemble((name, "bold"), f"  {game.title}"))
        console.print(Padding(Text(game.summary), (0, 0, 0, INDENT)))
        console.print(Padding(_options(game), (0, 0, 1, INDENT)))


def _options(game: Game) -> Table:
    table = Table.grid(padding=(0, 2))
    for option in game.options:
        allowed = f"{option.allowed()} (default {written(option.default)})"
        table.add_row(Text(switch(option), "bold"), Text(allowed), Text(option.help, "dim"))
    for aid in game.all_aids:
        table.add_row(Text(AIDS, "bold"), Text(aid.name), Text(str(aid.help), "dim"))
    return table


def show_rulebook(console: Console, game: Game, book: Rulebook) -> None:
    """On a terminal a page to leaf through, elsewhere the Markdown as it was written."""
    if not console.is_terminal:
        console.out(book.text.rstrip(), highlight=False)
        return
    os.environ.setdefault("LESS", "FRX")  # as Git does: colours, and no pager for a short text
    with console.pager(styles=True):
        for number, part in enumerate(_FIGURE.split(book.text)):
            console.print(*_sketches(game, part) if number % 2 else [Markdown(part)])


def _sketches(game: Game, name: str) -> list[Any]:
    """Sketches of the positions that a figure shows, in its place."""
    figure = game.figures[name]
    return [
        game.sketch.sketch(
            position.observe(figure.viewer).document,
            figure.viewer,
            player_names(None, position.players),
        )
        for position in figure.positions(game)
    ]
