"""`matchwood mcp`: a server by which language models play."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.arguments import BOTS, Parser
from matchwood.terminal.command import Command


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        BOTS,
        metavar="FILES",
        help="also offer the bots of these files: mine.py,theirs.py:bot",
    )


def run(parsed: Namespace) -> None:
    from matchwood.bots.registry import read_bots
    from matchwood.terminal.mcp_server import new_server

    server = new_server()
    if parsed.bots:
        read_bots(parsed.bots)
    server.run("stdio")


COMMAND = Command(
    help="let a language model play: a server of the Model Context Protocol on standard input",
    example="matchwood mcp",
    add_arguments=add_arguments,
    run=run,
)
