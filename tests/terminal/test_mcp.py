"""A language model plays by calling tools, and is told no more than its seat may know."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import matchwood
from matchwood.cli import main
from matchwood.engine.view import View
from matchwood.terminal import mcp_server
from matchwood.terminal.commands import mcp as command
from matchwood.terminal.mcp_server import Tools, new_server

SEED = 7
Call = Callable[..., Awaitable[Any]]


def calling(client: Client) -> Call:
    async def call(tool: str, **given: Any) -> Any:
        result = await client.call_tool(tool, given)
        text = "".join(part.text for part in result.content)
        if result.is_error:
            raise AssertionError(text)
        return result.structured_content.get("result", result.structured_content)

    return call


def played(script: Callable[[Call], Awaitable[None]], server: Any = None) -> None:
    async def run() -> None:
        async with Client(server or new_server(SEED)) as client:
            await script(calling(client))

    asyncio.run(run())


@pytest.mark.parametrize("name", matchwood.game_names())
def test_a_whole_game_is_played(name: str) -> None:
    async def script(call: Call) -> None:
        assert name in [game["name"] for game in await call("games")]
        assert "**" in await call("rules", game=name)
        table = await call("new_game", game=name, bots=["random"], seat=1)
        for _ in range(500):
            if table["over"]:
                break
            assert table["to_move"] == 1
            assert table["legal_moves"] == await call("legal_moves")
            table = await call("move", move=table["legal_moves"][0])
            assert table["since_your_last_move"]
        assert table["winners"]
        assert await call("observe") == table

    played(script)


def test_what_is_wrong_is_told_in_a_sentence() -> None:
    async def script(call: Call) -> None:
        async def refused(tool: str, **given: Any) -> str:
            with pytest.raises(AssertionError) as failed:
                await call(tool, **given)
            return str(failed.value)

        assert "There is no game 0; new_game deals one." in await refused("observe")
        assert "There is no game “chess”" in await refused("new_game", game="chess")
        assert "There is no seat “9”" in await refused("new_game", game="colorfox", seat=9)
        assert "There is no bot “/etc/mine.py" in await refused(
            "new_game", game="colorfox", bots=["/etc/mine.py:mine"]
        )
        assert "for 2 players, and 3 were given" in await refused(
            "new_game", game="colorfox", bots=["easy", "easy"]
        )
        assert "Option players" in await refused(
            "new_game", game="colorfox", options={"players": 9}
        )
        table = await call("new_game", game="piecepack-matches", options={"players": 3})
        why = await call("why_not", move="flip 99")
        assert why.endswith("(PM-8)")
        assert why.removesuffix(" (PM-8)") in await refused("move", move="flip 99")
        assert await call("observe") == table
        assert "is legal" in await call("why_not", move=table["legal_moves"][0])
        assert len(table["players"]) == 3

    played(script)


def test_games_are_told_apart_and_the_oldest_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_server, "MOST_GAMES", 2)

    async def script(call: Call) -> None:
        for number in (1, 2, 3):
            table = await call("new_game", game="connect-four")
            assert table["number"] == number
        assert (await call("observe", number=2))["number"] == 2
        with pytest.raises(AssertionError, match="There is no game 1"):
            await call("observe", number=1)

    played(script)


@pytest.mark.parametrize("name", matchwood.game_names())
def test_nothing_hidden_reaches_a_model(name: str) -> None:
    """With other truths that look the same to its seat, it is told the same."""
    tools = Tools(SEED)
    table = tools.new_game(name, bots=["random"])
    for seed in range(8):
        if table["over"]:
            break
        game = tools._game(0)
        truth, told = game.position, []
        for position in (truth, truth.observe(0).guess(seed)):
            game.position = position
            asked = [tools.why_not(move) for move in ("x", "", *table["legal_moves"][:3])]
            told.append(json.dumps([tools.observe(), tools.legal_moves(), asked]))
        assert told[0] == told[1]
        assert truth.seed.hex() not in told[0]
        game.position = truth
        table = tools.move(table["legal_moves"][seed % len(table["legal_moves"])])


def test_bots_see_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def first(view: View, rng: object) -> str:
        seen.append(type(view))
        return view.legal_moves()[0]

    matchwood.bot("first-of-mcp")(first)
    Tools(SEED).new_game("colorfox", seat=1, bots=["first-of-mcp"])
    assert set(seen) <= {View}


def test_the_command_serves_standard_input_and_offers_bots_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, ran = [], []
    monkeypatch.setattr("matchwood.bots.registry.read_bots", read.append)

    class Server:
        run = staticmethod(ran.append)

    monkeypatch.setattr(mcp_server, "new_server", Server)
    assert main(["mcp", "--bots", "mine.py"]) == 0
    assert (read, ran) == (["mine.py"], ["stdio"])
    assert command.COMMAND.example == "matchwood mcp"


@pytest.mark.slow
def test_over_standard_input_and_output(tmp_path: Path) -> None:
    async def script(call: Call) -> None:
        table = await call("new_game", game="connect-four", bots=["random"])
        assert (await call("move", move="drop 4"))["number"] == table["number"]

    words = ["-m", "matchwood.cli", "mcp"]
    server = StdioServerParameters(command=sys.executable, args=words, env={**os.environ})
    played(script, server)


def test_without_its_package_the_command_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert main(["mcp"]) != 0
    assert "pip install 'matchwood[mcp]'" in capsys.readouterr().err
