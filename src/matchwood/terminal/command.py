"""A command of `matchwood`: what its module in `commands/` declares."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matchwood.terminal.arguments import Parser

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from rich.console import Console


def _no_arguments(parser: Parser) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Command:
    """A word after `matchwood`, its arguments, and the function that runs it."""

    help: str
    """Its line in `matchwood --help`, without a capital or a full stop."""
    example: str
    """A command line that works as it stands."""
    run: Callable[[Namespace], None]
    add_arguments: Callable[[Parser], None] = _no_arguments
    about_a_game: bool = False
    """It takes the name of a game; `add_arguments` finds the game in `Parser.game`."""

    def add_to(self, commands: _SubParsersAction[Parser], name: str) -> Parser:
        """Add a parser without arguments, which `add_arguments` then gets."""
        parser = commands.add_parser(
            name,
            help=self.help,
            description=f"{self.help[:1].upper()}{self.help[1:]}.",
            epilog=f"example: {self.example}",
            formatter_class=RawDescriptionHelpFormatter,
        )
        parser.set_defaults(parser=parser, run=self.run)
        return parser


def new_console() -> Console:
    from rich.console import Console

    return Console(highlight=False)
