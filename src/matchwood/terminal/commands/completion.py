"""`matchwood completion`: what a shell needs to complete commands with Tab."""

from __future__ import annotations

import sys
from argparse import Namespace

from matchwood.terminal.arguments import Parser
from matchwood.terminal.command import Command

SHELLS = ("bash", "zsh", "fish", "powershell")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(parsed: Namespace) -> None:
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["matchwood"], shell=parsed.shell))


COMMAND = Command(
    help="print a script that completes commands with Tab",
    example='eval "$(matchwood completion bash)"',
    add_arguments=add_arguments,
    run=run,
)
