"""`matchwood restore`: what a backup has and a store lacks."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser, add_store, chosen_store
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    add_store(parser)


def run(parsed: Namespace) -> None:
    from matchwood.server.storage.backup import describe_restored, restore

    restored = restore(parsed.file, chosen_store(parsed))
    new_console().print(describe_restored(restored, parsed.file), soft_wrap=True)


COMMAND = Command(
    help="bring back from a backup what is missing among the games",
    example="matchwood restore games.backup",
    add_arguments=add_arguments,
    run=run,
)
