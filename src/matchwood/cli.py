"""The command `matchwood`: what can be typed after it, and where the work is done."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from matchwood import __version__
from matchwood.bots import BOTS, LEVELS
from matchwood.engine.errors import listed
from matchwood.engine.game import Game, find_game, game_names
from matchwood.engine.words import LANGUAGES
from matchwood.terminal.arguments import (
    Parser,
    add_aids,
    add_game_options,
    asks_for_help,
    given_options,
    seat_number,
    take_game,
)
from matchwood.terminal.leaving import run_cleanly

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from rich.console import Console

    from matchwood.lab.pieces import Place
    from matchwood.server.storage.engines import Location


ABOUT_A_GAME = ("play", "rules", "solve", "arena", "simulate", "study")
HOST, PORT = "127.0.0.1", 8631
STORE_VARIABLE = "MATCHWOOD_STORE"
LISTED_TABLES = 50
SOLVE_MINUTES = 60.0
SOLVE_MEGABYTES = 1024
SOLVED = "docs/{game}-solved.md"
"""Where the table of a game is written."""
ARENA_GAMES = 400
ARENA_SEED = "0"
SIMULATED_GAMES = 1000
STUDY_WITHIN, STUDY_MINUTES = 1.0, 120.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    return run_cleanly(partial(_run, list(sys.argv[1:] if arguments is None else arguments)))


def _run(arguments: list[str]) -> None:
    command, words, game = arguments[:1], arguments[1:], None
    if command and command[0] in ABOUT_A_GAME:
        game, words = take_game(words)
        if game is None and not asks_for_help(words):
            game = _ask_for_game()
    parsed, unknown = _parser(game).parse_known_args(command + words)
    if unknown:
        parsed.parser.refuse(unknown[0])
    parsed.run(parsed)


def _parser(game: Game | None) -> Parser:
    """All commands; those about a game for the one they are given, if they are."""
    parser = Parser(prog="matchwood", description="Match games at a table of your own.")
    parser.set_defaults(parser=parser, run=lambda parsed: parser.print_help())
    parser.add_argument("--version", action="version", version=f"matchwood {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_serve(commands)
    _add_backup(commands)
    _add_tables(commands)
    _add_play(commands, game)
    _add_replay(commands)
    verify = _add(
        commands, "verify", _verify, "check the deal, the moves and the signature of a record"
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="the record")
    verify.add_argument("--commitment", help="what you were shown before the deal")
    verify.add_argument("--contribution", help="what your browser added to the deal")
    verify.add_argument(
        "--server",
        metavar="URL",
        help="where the game was played, such as https://games.example: ask there whose "
        "signature it is",
    )
    _add_rules(commands, game)
    _add_solve(commands, game)
    _add_arena(commands, game)
    _add_simulate(commands, game)
    _add_study(commands, game)
    _add(commands, "games", _games, "list the games and their options")
    warm = _add(commands, "warm", _warm, "compile everything once, so that no game has to wait")
    warm.add_argument("games", nargs="*", metavar="GAME", help="only these games; none: all")
    warm.add_argument(
        "--environments", action="store_true", help="also what programs that learn need"
    )
    return parser


def _add(
    commands: _SubParsersAction[Parser], name: str, run: Callable[[Namespace], None], help: str
) -> Parser:
    parser = commands.add_parser(name, help=help, description=f"{help[:1].upper()}{help[1:]}.")
    parser.set_defaults(parser=parser, run=run)
    return parser


def _add_serve(commands: _SubParsersAction[Parser]) -> None:
    parser = _add(
        commands,
        "serve",
        _serve,
        "play in the browser: against bots, at one screen or with friends by a link",
    )
    parser.add_argument("--host", default=HOST, help="address to listen at (default %(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="(default %(default)s; 0: any)")
    _add_store(parser)
    parser.add_argument(
        "--behind-proxy",
        dest="proxies",
        nargs="+",
        action="extend",
        default=[],
        metavar="ADDRESS",
        help="proxies that are believed when they name the visitor for whom they ask "
        "(X-Forwarded-For, X-Forwarded-Proto): addresses or networks (default: none)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="how everyone reaches the server, such as https://games.example or "
        "https://club.example/games; links lead there",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which the server answers too, beside those of this machine; several: "
        "once for each",
    )
    parser.add_argument(
        "--metrics",
        metavar="ADDRESS:PORT",
        help="where to answer /healthz, /readyz and /metrics, such as 127.0.0.1:9100 (default: "
        "nowhere)",
    )
    parser.add_argument(
        "--keep",
        metavar="TIME",
        help="remove finished games after this time, such as 90d, 12w or 48h, and games that were "
        "abandoned after a third of it (default: keep all)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="so many processes answer on the port; more than one needs --store (default "
        "%(default)s)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def _add_store(parser: Parser) -> None:
    """Where games are kept."""
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", help="folder that keeps the games")
    kept.add_argument(
        "--store",
        metavar="URL",
        default=os.environ.get(STORE_VARIABLE),
        help="database that keeps the games, for several servers at once: "
        f"postgresql://user@host/database (or {STORE_VARIABLE} in the environment)",
    )


def _add_backup(commands: _SubParsersAction[Parser]) -> None:
    backup = _add(
        commands, "backup", _backup, "write all games into one file, also while the server runs"
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the file, which is made")
    _add_store(backup)
    restore = _add(
        commands, "restore", _restore, "bring back from a backup what is missing among the games"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    _add_store(restore)


def _add_tables(commands: _SubParsersAction[Parser]) -> None:
    tables = commands.add_parser(
        "tables", help="list, show or remove tables, also while the server runs"
    )
    tables.set_defaults(parser=tables, run=lambda parsed: tables.print_help())
    actions = tables.add_subparsers(title="actions", metavar="ACTION")
    listing = _add(actions, "list", _list_tables, "list tables, those first that changed last")
    listing.add_argument("--listed", action="store_true", help="only those that all may watch")
    listing.add_argument(
        "--most", type=int, default=LISTED_TABLES, metavar="N", help="(default %(default)s)"
    )
    _add_store(listing)
    show = _add(actions, "show", _show_table, "tell of a table what is hidden from nobody")
    show.add_argument("table", metavar="TABLE", help="its name, as in its address /t/TABLE")
    _add_store(show)
    remove = _add(actions, "remove", _remove_tables, "remove tables for good")
    remove.add_argument("tables", nargs="*", metavar="TABLE", help="their names")
    remove.add_argument(
        "--older-than",
        metavar="TIME",
        help="instead, all that “serve --keep TIME” would remove, such as 90d",
    )
    _add_store(remove)


def _add_play(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(commands, "play", _play, "play a game in the terminal")
    if game is not None:
        add_game_options(parser, game)
    takers = listed(("me", *BOTS))
    parser.add_argument(
        "--seats", help=f"the players, such as me,random,random; each is one of {takers}"
    )
    if game is not None:
        add_aids(parser, game)
    parser.add_argument("--seed", help="any text; the same seed deals the same game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to save the record")
    _name_game(parser, game)
    _add_language(parser)


def _add_replay(commands: _SubParsersAction[Parser]) -> None:
    parser = _add(commands, "replay", _replay, "step through the record of a game")
    parser.add_argument("file", type=Path, metavar="FILE", help="the record")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument(
        "--seat", type=seat_number, help="view as this player, counted from 0 as in the record"
    )
    eyes.add_argument("--all", action="store_true", help="show everything")


def _add_rules(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(commands, "rules", _rules, "read the rules of a game")
    _name_game(parser, game)
    _add_language(parser)


def _add_solve(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(commands, "solve", _solve, "prove who wins a two-player game without secrets")
    if game is not None:
        add_game_options(parser, game)
    parser.add_argument(
        "--minutes", type=float, default=SOLVE_MINUTES, help="when to stop (default %(default)s)"
    )
    parser.add_argument(
        "--memory", type=int, default=SOLVE_MEGABYTES, help="in megabytes (default %(default)s)"
    )
    parser.add_argument("--table", action="store_true", help="prove one start after the other")
    table = Path(SOLVED.format(game="GAME" if game is None else game.name))
    parser.add_argument(
        "--write", type=Path, default=table, metavar="FILE", help="the table (default %(default)s)"
    )
    _name_game(parser, game)


def _add_arena(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(commands, "arena", _arena, "let bots play each other and rate them")
    if game is not None:
        add_game_options(parser, game)
    parser.add_argument(
        "--bots", default=",".join(LEVELS), help="the bots, two or more (default %(default)s)"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=ARENA_GAMES,
        help="number of games for each pair of bots (default %(default)s)",
    )
    parser.add_argument(
        "--seed", default=ARENA_SEED, help="any text; the same seed deals the same games"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder that keeps the games; an arena goes on there (default: a folder in arena)",
    )
    _add_place(parser)
    _name_game(parser, game)


def _add_simulate(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(commands, "simulate", _simulate, "let bots play many games and keep the results")
    if game is not None:
        add_game_options(parser, game)
    parser.add_argument(
        "--bots",
        default=LEVELS[0],
        help="one bot for each seat, or one for all (default %(default)s)",
    )
    parser.add_argument(
        "--games", type=int, default=SIMULATED_GAMES, help="how many (default %(default)s)"
    )
    parser.add_argument(
        "--seed", default=ARENA_SEED, help="any text; the same seed deals the same games"
    )
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
    _add_place(parser)
    _name_game(parser, game)


def _add_study(commands: _SubParsersAction[Parser], game: Game | None) -> None:
    parser = _add(
        commands, "study", _study, "find out about a game: first seat, length, luck, skill, options"
    )
    if game is not None:
        add_game_options(parser, game)
    parser.add_argument(
        "--within",
        type=float,
        default=STUDY_WITHIN,
        metavar="PERCENT",
        help="how exactly the first seat’s worth between hard bots is wanted (default %(default)s)",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=STUDY_MINUTES,
        help="when to stop at the latest; the report says how far it came (default %(default)s)",
    )
    parser.add_argument(
        "--levels", default=",".join(LEVELS), help="the bots to study (default %(default)s)"
    )
    parser.add_argument(
        "--seed", default=ARENA_SEED, help="any text; the same seed deals the same games"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for the report; a study goes on there (default: a folder in studies)",
    )
    _add_place(parser)
    _name_game(parser, game)


def _add_place(parser: Parser) -> None:
    """Where many games are played."""
    parser.add_argument("--cores", type=int, help="how many cores play (default: all)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="play on the Ray cluster at this address; without one, on a cluster started here",
    )


def _name_game(parser: Parser, game: Game | None) -> None:
    """What the commands about a game have in common; its name is already taken out."""
    parser.set_defaults(game=game)
    parser.prog += f" {game.name if game else 'GAME'}"
    if game is None:
        parser.epilog = f"GAME is one of {listed(game_names())}; some options depend on it."


def _add_language(parser: Parser) -> None:
    languages = f"language of the rulebook: {listed(LANGUAGES)}"
    parser.add_argument("--lang", default=LANGUAGES[0], help=languages)


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _ask_for_game() -> Game:
    from matchwood.terminal.asking import choose_game

    return choose_game(_console())


def _serve(parsed: Namespace) -> None:
    from matchwood.server.run.serve import Place, serve
    from matchwood.server.storage.engines import is_shared
    from matchwood.terminal.warm import warm_what_is_cold

    place = Place(
        parsed.host,
        parsed.port,
        parsed.proxies,
        parsed.allow_host,
        parsed.public_url,
        parsed.metrics,
        parsed.keep,
    )
    console, where = _console(), _where(parsed)
    if parsed.workers > 1 and is_shared(where):  # Else each of them would compile everything.
        for name in game_names():
            warm_what_is_cold(console, find_game(name))
    serve(console, place, where, not parsed.no_browser, parsed.workers)


def _where(parsed: Namespace) -> Location:
    """Where games are kept."""
    from matchwood.server.storage.engines import default_folder, parse_store_url

    return parsed.data or (parse_store_url(parsed.store) if parsed.store else default_folder())


def _backup(parsed: Namespace) -> None:
    from matchwood.server.storage.backup import describe_backup, write_backup

    end = write_backup(_where(parsed), parsed.file)
    _console().print(describe_backup(end, parsed.file), soft_wrap=True)


def _restore(parsed: Namespace) -> None:
    from matchwood.server.storage.backup import describe_restored, restore

    restored = restore(parsed.file, _where(parsed))
    _console().print(describe_restored(restored, parsed.file), soft_wrap=True)


def _list_tables(parsed: Namespace) -> None:
    from matchwood.server.run.admin import list_tables

    list_tables(_console(), _where(parsed), parsed.most, parsed.listed)


def _show_table(parsed: Namespace) -> None:
    from matchwood.server.run.admin import show_table

    show_table(_console(), _where(parsed), parsed.table)


def _remove_tables(parsed: Namespace) -> None:
    from matchwood.server.run.admin import remove_old, remove_tables

    if bool(parsed.tables) == bool(parsed.older_than):
        parsed.parser.error("the names of tables or --older-than are needed, and not both")
    if parsed.older_than:
        remove_old(_console(), _where(parsed), parsed.older_than)
    else:
        remove_tables(_console(), _where(parsed), parsed.tables)


def _play(parsed: Namespace) -> None:
    from matchwood.terminal.table import play
    from matchwood.terminal.warm import warm_what_is_cold

    console = _console()
    warm_what_is_cold(console, parsed.game)
    play(
        console,
        parsed.game,
        given_options(parsed, parsed.game),
        seats=parsed.seats,
        aids=parsed.aids,
        seed=parsed.seed,
        language=parsed.lang,
        save=parsed.save,
    )


def _replay(parsed: Namespace) -> None:
    from matchwood.terminal.replay import replay

    replay(_console(), parsed.file, parsed.seat, parsed.all)


def _verify(parsed: Namespace) -> None:
    from matchwood.terminal.verify import verify

    verify(_console(), parsed.file, parsed.commitment, parsed.contribution, parsed.server)


def _rules(parsed: Namespace) -> None:
    from matchwood.terminal.books import show_rulebook

    show_rulebook(_console(), parsed.game, parsed.game.rulebook(parsed.lang))


def _solve(parsed: Namespace) -> None:
    from matchwood.terminal.solve import make_table, solve

    if parsed.table:
        make_table(_console(), parsed.game, parsed.write, parsed.minutes, parsed.memory)
    else:
        options = given_options(parsed, parsed.game)
        solve(_console(), parsed.game, options, parsed.minutes, parsed.memory)


def _arena(parsed: Namespace) -> None:
    from matchwood.terminal.arena import hold_arena

    hold_arena(
        _console(),
        parsed.game,
        given_options(parsed, parsed.game),
        bots=parsed.bots,
        games=parsed.games,
        seed=parsed.seed,
        folder=parsed.out,
        place=_place(parsed),
    )


def _simulate(parsed: Namespace) -> None:
    from matchwood.terminal.simulate import run_simulation

    run_simulation(
        _console(),
        parsed.game,
        given_options(parsed, parsed.game),
        bots=parsed.bots,
        games=parsed.games,
        seed=parsed.seed,
        exchange=not parsed.stay,
        folder=parsed.out,
        place=_place(parsed),
    )


def _study(parsed: Namespace) -> None:
    from matchwood.terminal.study import make_study

    make_study(
        _console(),
        parsed.game,
        given_options(parsed, parsed.game),
        levels=parsed.levels,
        within=parsed.within,
        minutes=parsed.minutes,
        seed=parsed.seed,
        folder=parsed.out,
        place=_place(parsed),
    )


def _place(parsed: Namespace) -> Place:
    from matchwood.lab.pieces import Place

    return Place(parsed.cores, parsed.ray)


def _games(parsed: Namespace) -> None:
    from matchwood.terminal.books import show_games

    show_games(_console())


def _warm(parsed: Namespace) -> None:
    from matchwood.lab.compiling import STAGES, USUAL_STAGES
    from matchwood.terminal.warm import warm

    stages = STAGES if parsed.environments else USUAL_STAGES
    warm(_console(), [find_game(name) for name in parsed.games or game_names()], tuple(stages))


if __name__ == "__main__":
    raise SystemExit(main())
