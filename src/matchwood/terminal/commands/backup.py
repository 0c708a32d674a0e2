"""`matchwood backup`: all games of a store in one file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from matchwood.terminal.arguments import Parser, add_store, chosen_store
from matchwood.terminal.command import Command, new_console


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file, which is made")
    add_store(parser)


def run(parsed: Namespace) -> None:
    from matchwood.server.storage.backup import describe_backup, write_backup

    end = write_backup(chosen_store(parsed), parsed.file)
    new_console().print(describe_backup(end, parsed.file), soft_wrap=True)


COMMAND = Command(
    help="write all games into one file, also while the server runs",
    example="matchwood backup games.backup",
    add_arguments=add_arguments,
    run=run,
)
