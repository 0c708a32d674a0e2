"""`matchwood warm`: compiling before it is needed."""

from __future__ import annotations

from argparse import Namespace

from matchwood.engine.game import find_game, game_names
from matchwood.terminal.arguments import Parser
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games; none: all")
    parser.add_argument(
        "--environments", action="store_true", help="also what programs that learn need"
    )


def run(parsed: Namespace) -> None:
    from matchwood.lab.warm import STAGES, USUAL_STAGES
    from matchwood.terminal.warm import warm

    stages = STAGES if parsed.environments else USUAL_STAGES
    warm(new_console(), [find_game(name) for name in parsed.games or game_names()], tuple(stages))


COMMAND = Command(
    help="compile everything once, so that no game has to wait",
    example="matchwood warm colorfox --environments",
    add_arguments=add_arguments,
    run=run,
)
