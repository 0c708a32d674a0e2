"""`matchwood study`: what many games tell about a game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.bots import LEVELS
from matchwood.terminal.arguments import (
    Parser,
    add_game_options,
    add_place,
    add_seed_of_games,
    chosen_place,
    given_options,
)
from matchwood.terminal.command import Command, new_console

WITHIN, MINUTES = 1.0, 120.0


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    parser.add_argument(
        "--within",
        type=float,
        default=WITHIN,
        metavar="PERCENT",
        help="how exactly the first seat’s worth between hard bots is wanted (default %(default)s)",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=MINUTES,
        help="when to stop at the latest; the report says how far it came (default %(default)s)",
    )
    parser.add_argument(
        "--levels", default=",".join(LEVELS), help="the bots to study (default %(default)s)"
    )
    add_seed_of_games(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for the report; a study goes on there (default: a folder in studies)",
    )
    add_place(parser)


def run(parsed: Namespace) -> None:
    from matchwood.terminal.study import make_study

    make_study(
        new_console(),
        parsed.game,
        given_options(parsed),
        levels=parsed.levels,
        within=parsed.within,
        minutes=parsed.minutes,
        seed=parsed.seed,
        folder=parsed.out,
        place=chosen_place(parsed),
    )


COMMAND = Command(
    help="find out about a game: first seat, length, luck, skill, options",
    example="matchwood study top-trumps-match --minutes 10",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
