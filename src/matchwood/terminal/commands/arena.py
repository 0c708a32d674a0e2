"""`matchwood arena`: bots play each other and are rated."""

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

GAMES = 400


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    parser.add_argument(
        "--bots", default=",".join(LEVELS), help="the bots, two or more (default %(default)s)"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        help="number of games for each pair of bots (default %(default)s)",
    )
    add_seed_of_games(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder that keeps the games; an arena goes on there (default: a folder in arena)",
    )
    add_place(parser)


def run(parsed: Namespace) -> None:
    from matchwood.terminal.arena import hold_arena

    hold_arena(
        new_console(),
        parsed.game,
        given_options(parsed),
        bots=parsed.bots,
        games=parsed.games,
        seed=parsed.seed,
        folder=parsed.out,
        place=chosen_place(parsed),
    )


COMMAND = Command(
    help="let bots play each other and rate them",
    example="matchwood arena baguettes --bots random,easy --games 200",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
