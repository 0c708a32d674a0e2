"""A game as a PDF in a file."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from matchwood.lab.warm import RULES
from matchwood.printing.document import pdf
from matchwood.printing.figures import drawn_figures
from matchwood.printing.papers import Order
from matchwood.terminal.files import check_new_file, create_file
from matchwood.terminal.warm import warm_what_is_cold


def print_game(console: Console, order: Order, wanted: Path | None) -> None:
    """Write the PDF of an order into a new file, and say where it is."""
    game = order.variant.game
    file = wanted or Path(f"{game.name}.pdf")
    check_new_file(file)
    warm_what_is_cold(console, game, (RULES,))
    with console.status("Drawing the sheets …"):
        made = pdf(order, drawn_figures(game, order.language))
    create_file(file, made)
    console.print(f"{file}: {len(made):,} bytes. Print it at actual size.", soft_wrap=True)
