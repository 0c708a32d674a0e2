"""`matchwood print`: a game as sheets to cut out, with its rulebook, as PDF."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from matchwood.printing.papers import BACKS, CUTS, PAPERS, Way
from matchwood.terminal.arguments import Parser, add_game_options, add_language, given_options
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    add_game_options(parser)
    papers = {name: paper.title for name, paper in PAPERS.items()}
    parser.add_argument("--paper", help=_choices("the paper", papers))
    parser.add_argument("--cut", help=_choices("how to cut pieces out", _labels(CUTS)))
    parser.add_argument("--backs", help=_choices("how backs get behind fronts", _labels(BACKS)))
    parser.add_argument(
        "--piece-size",
        metavar="SIZE",
        help="how large the pieces are, such as poker or mini; each game has sizes of its own, and "
        "names them where it is given another",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="a server with the game, such as https://games.example: a QR code leads to its "
        "lesson (default: no code)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the PDF, which is made (default: GAME.pdf)"
    )
    add_language(parser)


def _labels(ways: Mapping[str, Way]) -> dict[str, str]:
    return {name: str(way.label) for name, way in ways.items()}


def _choices(what: str, choices: Mapping[str, str]) -> str:
    told = "; ".join(f"{name}: {meaning}" for name, meaning in choices.items())
    return f"{what}. {told} (default {next(iter(choices))})"


def run(parsed: Namespace) -> None:
    from matchwood.printing.papers import order
    from matchwood.server.http.hosts import public_site
    from matchwood.terminal.printing import print_game

    wanted = order(
        parsed.game.variant(given_options(parsed)),
        paper=parsed.paper,
        cut=parsed.cut,
        backs=parsed.backs,
        size=parsed.piece_size,
        language=parsed.lang,
        site=None if parsed.public_url is None else public_site(parsed.public_url),
    )
    print_game(new_console(), wanted, parsed.out)


COMMAND = Command(
    help="make a PDF of a game to cut out, with its rulebook",
    example="matchwood print colorfox --paper letter --piece-size poker --lang fr",
    add_arguments=add_arguments,
    run=run,
    about_a_game=True,
)
