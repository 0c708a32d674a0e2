"""A server of the Model Context Protocol: language models play by calling tools.

A model is told what its seat may know and nothing else: all answers are made from views. Opponents
are bots by name; no file is opened because a model names it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import numpy as np
from rich.console import Console

from matchwood import __version__
from matchwood.bots import USUAL, choose
from matchwood.bots.registry import find_bot, names_of_bots
from matchwood.engine.errors import MatchwoodError, extra, quoted
from matchwood.engine.fairness import Seed
from matchwood.engine.game import find_game, game_names
from matchwood.engine.language import ENGLISH
from matchwood.engine.options import written
from matchwood.engine.position import Position
from matchwood.engine.rng import new_generator
from matchwood.terminal.seats import YOU, check_seats

INSTRUCTIONS = """\
Play match games. `games` lists them, `rules` is a rulebook. `new_game` deals one against bots and \
shows the table; then call `move` with a legal move, again and again, until it is over. The bots' \
answers are played before it returns. `observe` shows the table again, `legal_moves` lists the \
moves, `why_not` tells the rule that forbids one."""
COLUMNS = 100
SEED_BITS = 64
MOST_GAMES = 100
"""Games that are kept; with another one the oldest is forgotten."""


class NoSuchGame(MatchwoodError):
    """No game of this number is being played."""


def _any_generator() -> np.ndarray:
    return new_generator(secrets.randbits(SEED_BITS))


@dataclass
class Game:
    """A game between a model and bots."""

    position: Position
    seat: int
    bots: Sequence[str]
    """Names by seat; empty for that of the model."""
    generator: np.ndarray = field(default_factory=_any_generator)
    news: list[str] = field(default_factory=list)
    """Moves since the model last moved, as its seat is told of them."""

    @property
    def names(self) -> list[str]:
        """Names of the players by seat."""
        bots = enumerate(self.bots, start=1)
        return [f"Player {number} ({bot})" if bot else YOU for number, bot in bots]

    def play(self, move: str) -> None:
        """Make a move, and note what its seat is told of it."""
        before = self.position.observe(self.seat).document
        self.position.play(move)
        after = self.position.observe(self.seat).document
        words = self.position.variant.game.words
        self.news.append(words.tell(ENGLISH, move, before, after, self.names))

    def answer(self) -> None:
        """Let bots move until it is the model's turn or the game is over."""
        position = self.position
        while not position.over and position.to_move != self.seat:
            action = choose(self.bots[position.to_move], position, self.generator)
            [move] = position.variant.game.text.say(position.state, [action])
            self.play(move)

    def shown(self) -> dict[str, Any]:
        """All that its seat may know, as a model is told of it."""
        view = self.position.observe(self.seat)
        game, names = view.variant.game, self.names
        mine = not view.over and view.to_move == self.seat
        return {
            "seat": self.seat,
            "players": names,
            "to_move": view.to_move,
            "over": view.over,
            "winners": view.winners,
            "since_your_last_move": list(self.news),
            "picture": _text_of(game.sketch.sketch(view.document, self.seat, names)),
            "position": view.document,
            "legal_moves": view.legal_moves() if mine else [],
        }


def _text_of(sketch: Any) -> str:
    console = Console(width=COLUMNS, color_system=None)
    with console.capture() as capture:
        console.print(sketch)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


class Tools:
    """The tools that a model may call. Each takes the number of a game; 0 is the latest."""

    def __init__(self, seed: Seed = None) -> None:
        """`seed` deals all games, for tests; left out, every game has its own."""
        self._seed = seed
        self._games: dict[int, Game] = {}
        self._lock = threading.Lock()

    def all(self) -> list[Callable[..., Any]]:
        """The tools, each called by one thread at a time and refusing in one sentence."""
        every = (
            *(self.games, self.rules, self.new_game, self.observe),
            *(self.legal_moves, self.why_not, self.move),
        )
        return [self._guarded(tool) for tool in every]

    def _guarded(self, tool: Callable[..., Any]) -> Callable[..., Any]:
        refuse = extra("mcp.server.mcpserver.exceptions", "mcp").ToolError

        @wraps(tool)
        def guarded(*given: Any, **named: Any) -> Any:
            with self._lock:
                try:
                    return tool(*given, **named)
                except MatchwoodError as error:
                    raise refuse(str(error)) from error

        return guarded

    def games(self) -> list[dict[str, Any]]:
        """List the games, with their options and their default values, and the bots."""
        return [
            {
                "name": game.name,
                "title": game.title,
                "summary": game.summary,
                "options": {
                    option.name: f"{option.help}: {option.allowed()} "
                    f"(default {written(option.default)})"
                    for option in game.options
                },
                "bots": names_of_bots(),
            }
            for game in map(find_game, game_names())
        ]

    def rules(self, game: str, language: str = "en") -> str:
        """Read the rulebook of a game, in English (en), French (fr) or German (de)."""
        return find_game(game).rulebook(language).text

    def new_game(
        self,
        game: str,
        seat: int = 0,
        bots: list[str] | None = None,
        options: dict[str, str | int | bool] | None = None,
    ) -> dict[str, Any]:
        """Deal a game and take a seat, counted from 0. `bots` names one bot for all other seats,
        or one for each of them in order; `options` are those of the game, such as players."""
        variant = find_game(game).variant(options)
        others = variant.players - 1
        named = list(bots or [USUAL])
        named = named * others if len(named) == 1 else named
        for name in named:
            find_bot(name)  # and no file, which is opened for nobody who only names it
        position = variant.new(self._seed)
        position.observe(seat)  # refuses a seat that there is not
        check_seats(["", *named], variant.players)
        dealt = Game(position, seat, [*named[:seat], "", *named[seat:]])
        number = max(self._games, default=0) + 1
        self._games[number] = dealt
        self._games.pop(number - MOST_GAMES, None)
        dealt.answer()
        return self._shown(number)

    def observe(self, number: int = 0) -> dict[str, Any]:
        """Look at the table: all that your seat may know."""
        return self._shown(number)

    def legal_moves(self, number: int = 0) -> list[str]:
        """List your legal moves; none if it is not your turn."""
        return list(self._shown(number)["legal_moves"])

    def why_not(self, move: str, number: int = 0) -> str:
        """Ask why a move is not legal now: a sentence with the number of the rule."""
        game = self._game(number)
        if not game.position.over and game.position.to_move != game.seat:
            return "It is not your turn."
        refusal = game.position.observe(game.seat).why_not(move)
        return f"{quoted(move)} is legal." if refusal is None else str(refusal)

    def move(self, move: str, number: int = 0) -> dict[str, Any]:
        """Make a move. The bots answer, and the table is shown at your next turn."""
        game = self._game(number)
        game.position.copy().play(move)  # what is refused changes nothing
        game.news.clear()
        game.play(move)
        game.answer()
        return self._shown(number)

    def _game(self, number: int) -> Game:
        game = self._games.get(number or max(self._games, default=0))
        if game is None:
            raise NoSuchGame("There is no game {number}; new_game deals one.", number=number)
        return game

    def _shown(self, number: int) -> dict[str, Any]:
        game = self._game(number)
        return {"number": number or max(self._games), **game.shown()}


def new_server(seed: Seed = None) -> Any:
    """The server, with all tools."""
    server = extra("mcp.server", "mcp").MCPServer(
        "matchwood", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR"
    )
    for tool in Tools(seed).all():
        server.add_tool(tool)
    return server
