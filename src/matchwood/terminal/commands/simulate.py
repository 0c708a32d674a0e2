"""`matchwood simulate`: many games between bots, kept as columns."""

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

GAMES = 1000


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    parser.add_argument(
        "--bots",
        default=LEVELS[0],
        help="one bot for each seat, or one for all (default %(default)s)",
    )
    parser.add_argument("--games", type=int, default=GAMES, help="how many (default %(default)s)")
    add_seed_of_games(parser)
    parser.add_argument(
        "--stay", action="store_true", help="the bots keep their seats, a new deal in every game"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder that keeps the games; a simulation goes on there (default: a folder in "
        "simulations)",
    )
    add_place(parser)


def run(parsed: Namespace) -> None:
    from matchwood.terminal.simulate import run_simulation

    run_simulation(
        new_console(),
        parsed.game,
        given_options(parsed),
        bots=parsed.bots,
        games=parsed.games,
        seed=parsed.seed,
        exchange=not parsed.stay,
        folder=parsed.out,
        place=chosen_place(parsed),
    )


COMMAND = Command(
    help="let bots play many games and keep the results",
    example="matchwood simulate colorfox --players 2 --games 100000",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
