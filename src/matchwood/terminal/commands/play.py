"""`matchwood play`: a game in the terminal."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.bots import BOTS
from matchwood.engine.errors import listed
from matchwood.terminal.arguments import (
    Parser,
    add_aids,
    add_game_options,
    add_language,
    given_options,
)
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    takers = listed(("me", *BOTS))
    parser.add_argument(
        "--seats", help=f"the players, such as me,random,random; each is one of {takers}"
    )
    add_aids(parser)
    parser.add_argument("--seed", help="any text; the same seed deals the same game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to save the record")
    add_language(parser)


def run(parsed: Namespace) -> None:
    from matchwood.terminal.table import play
    from matchwood.terminal.warm import warm_what_is_cold

    console = new_console()
    warm_what_is_cold(console, parsed.game)
    play(
        console,
        parsed.game,
        given_options(parsed),
        seats=parsed.seats,
        aids=parsed.aids,
        seed=parsed.seed,
        language=parsed.lang,
        save=parsed.save,
    )


COMMAND = Command(
    help="play a game in the terminal",
    example="matchwood play colorfox --players 3 --seats me,easy,hard",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
