"""`matchwood tables`: the tables of a store, for whoever runs a server."""

from __future__ import annotations

from argparse import Namespace

from matchwood.terminal.arguments import Parser, add_store, chosen_store
from matchwood.terminal.command import Command, new_console

LISTED_TABLES = 50


def add_arguments(parser: Parser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    for name, action in ACTIONS.items():
        action.add_arguments(action.add_to(actions, name))


def _add_list_arguments(parser: Parser) -> None:
    parser.add_argument("--listed", action="store_true", help="only those that all may watch")
    parser.add_argument(
        "--most", type=int, default=LISTED_TABLES, metavar="N", help="(default %(default)s)"
    )
    add_store(parser)


def _add_show_arguments(parser: Parser) -> None:
    parser.add_argument("table", metavar="TABLE", help="its name, as in its address /t/TABLE")
    add_store(parser)


def _add_remove_arguments(parser: Parser) -> None:
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="their names")
    parser.add_argument(
        "--older-than",
        metavar="TIME",
        help="instead, all that “serve --keep TIME” would remove, such as 90d",
    )
    add_store(parser)


def _list(parsed: Namespace) -> None:
    from matchwood.server.run.admin import list_tables

    list_tables(new_console(), chosen_store(parsed), parsed.most, parsed.listed)


def _show(parsed: Namespace) -> None:
    from matchwood.server.run.admin import show_table

    show_table(new_console(), chosen_store(parsed), parsed.table)


def _remove(parsed: Namespace) -> None:
    from matchwood.server.run.admin import remove_old, remove_tables

    if bool(parsed.tables) == bool(parsed.older_than):
        parsed.parser.error("the names of tables or --older-than are needed, and not both")
    if parsed.older_than:
        remove_old(new_console(), chosen_store(parsed), parsed.older_than)
    else:
        remove_tables(new_console(), chosen_store(parsed), parsed.tables)


ACTIONS = {
    "list": Command(
        help="list tables, those first that changed last",
        example="matchwood tables list --most 10",
        add_arguments=_add_list_arguments,
        run=_list,
    ),
    "show": Command(
        help="tell of a table what is hidden from nobody",
        example="matchwood tables show TABLE",
        add_arguments=_add_show_arguments,
        run=_show,
    ),
    "remove": Command(
        help="remove tables for good",
        example="matchwood tables remove --older-than 90d",
        add_arguments=_add_remove_arguments,
        run=_remove,
    ),
}


def run(parsed: Namespace) -> None:
    parsed.parser.print_help()


COMMAND = Command(
    help="list, show or remove tables, also while the server runs",
    example="matchwood tables list",
    add_arguments=add_arguments,
    run=run,
)
