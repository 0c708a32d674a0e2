"""What docs/security.md says of options and limits is so."""

from __future__ import annotations

import re

from matchwood.cli import new_parser
from matchwood.server.http.limits import Limits
from matchwood.server.live import context, picture_pool
from matchwood.server.live.context import BOT_THREADS
from matchwood.server.storage.listings import MOST_LISTED_OF_ONE
from matchwood.server.table.state import LONGEST_GAME
from tests.support.project import ROOT

PAGE = (ROOT / "docs/security.md").read_text("utf-8")
LIMITS = Limits()


def rows(head: str) -> dict[str, str]:
    """A table of the page, by its first column."""
    table = PAGE.split(head)[1].split("\n\n")[0]
    return dict(re.findall(r"^\| ([^-|][^|]*?) \| (.*?) \|$", table, re.MULTILINE))


def test_every_option_of_the_server_is_told() -> None:
    told = set(re.findall(r"--[a-z-]+", " ".join(rows("| option of `matchwood serve` |"))))
    serve = new_parser()._subparsers._group_actions[0].choices["serve"]  # type: ignore[union-attr,index]
    known = {name for action in serve._actions for name in action.option_strings}
    assert told == known - {"-h", "--help"}


def test_the_limits_are_those_that_are_told() -> None:
    told = {
        what: [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", limit)]
        for what, limit in rows("| what | limit |").items()
    }
    assert told == {
        "requests of an address": [LIMITS.requests, LIMITS.burst],
        "streams of an address": [LIMITS.streams],
        "tables set up from an address": [LIMITS.address_tables],
        "tables that an address puts on the list of games": [
            LIMITS.address_listed,
            MOST_LISTED_OF_ONE,
        ],
        "tables of a token that are not over": [LIMITS.tables],
        "moves of a game": [LONGEST_GAME],
        "bots that think at once": [BOT_THREADS],
        "pictures": [
            picture_pool.MAX_STILLS_PER_ADDRESS,
            picture_pool.MAX_STILLS_WAITING,
            picture_pool.MAX_ANIMATIONS_PER_ADDRESS,
            picture_pool.MAX_ANIMATIONS_WAITING,
            picture_pool.MAX_PRINTS_PER_ADDRESS,
            picture_pool.MAX_PRINTS_WAITING,
        ],
        "all games as a file": [context.MAX_RECORD_JOBS_PER_ADDRESS, context.MAX_RECORD_JOBS],
        "connections of an address": [LIMITS.connections],
        "the head of a request": [LIMITS.head // 1024, LIMITS.head_seconds],
        "what a request brings": [LIMITS.body // 1024, LIMITS.body_seconds],
        "an answer that nobody takes": [LIMITS.write_seconds],
    }
