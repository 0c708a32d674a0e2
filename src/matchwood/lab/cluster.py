"""Pieces of work on a Ray cluster: one that runs already, or one of our own on this machine.

Ray does the rest of it: it sends a piece to where there is room, and again, a few times, if its
process or its machine is lost. It is an extra, and loaded only here. Workers play by their own
copy of the code, so each compares it with ours before it does a piece.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from matchwood import __version__
from matchwood.engine.errors import MatchwoodError, extra, listed
from matchwood.lab.code import code_of_all
from matchwood.lab.pieces import LOCAL, CannotWork, Outcome, Piece, Place, Work, cores_of

OBJECT_STORE_BYTES = 80 * 2**20
"""As little as Ray takes: what comes of a piece is small."""
AHEAD = 2
"""How many pieces are handed out for each core, so that none waits for us."""
RETRIES = 3
"""Retries of a piece whose process or machine is lost."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
SECONDS_TO_ANSWER = 5
STARTS = 3


class OtherCode(MatchwoodError):
    """A worker of the cluster would play by other code than ours."""


def done_on_ray(
    work: Work[Piece, Outcome], pieces: Sequence[Piece], place: Place
) -> Iterator[tuple[Piece, Outcome]]:
    """Do the pieces on a cluster; see `pieces.done`."""
    ray = extra("ray", "ray")
    ours = not ray.is_initialized()
    if ours:
        _join(ray, place)
    try:
        yield from _done(ray, work, pieces)
    finally:
        if ours:
            ray.shutdown()


def _join(ray: Any, place: Place) -> None:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if place.ray == LOCAL:
        start(ray, cores_of(place))
        return
    try:
        _knock(place.ray or "")
        ray.init(address=place.ray, **SILENT)
    except Exception as error:  # Ray has many, and says in each what only its makers understand
        raise CannotWork(
            f"No Ray cluster answers at {place.ray}; start one with “ray start --head” and name "
            f"its address, or leave the address out."
        ) from error


def start(ray: Any, cores: int) -> None:
    """Start a cluster of so many cores on this machine; a busy one may need several tries, since
    Ray waits no longer than half a minute for its own processes."""
    for _ in range(STARTS):
        try:
            ray.init(
                address=LOCAL,
                num_cpus=cores,
                include_dashboard=False,
                object_store_memory=OBJECT_STORE_BYTES,
                **SILENT,
            )
        except Exception:
            ray.shutdown()
        else:
            return
    raise CannotWork(
        f"Ray could not start a cluster on this machine, in {STARTS} tries; without --ray the same "
        f"work is done by threads."
    )


def _knock(address: str) -> None:
    """See whether anyone is there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


def _done(
    ray: Any, work: Work[Piece, Outcome], pieces: Sequence[Piece]
) -> Iterator[tuple[Piece, Outcome]]:
    # Packed, so that a worker looks at its code before it reads the work.
    shared, waiting = ray.put(ray.cloudpickle.dumps(work)), iter(pieces)
    task = partial(ray.remote(max_retries=RETRIES)(_do).remote, __version__, code_of_all(), shared)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    begun: list[Any] = []
    try:
        while True:
            for piece in waiting:
                begun.append(task(piece))
                if len(begun) >= room:
                    break
            if not begun:
                return
            finished, begun = ray.wait(begun)
            yield from ray.get(finished)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        raise CannotWork(
            f"A piece of the work ended {RETRIES + 1} processes of the cluster; it is given up."
        ) from error
    finally:
        for each in begun:
            ray.cancel(each)


def _do(version: str, code: Mapping[str, str], work: bytes, piece: Piece) -> tuple[Piece, Any]:
    check_code(version, code)
    return piece, pickle.loads(work)(piece)


def check_code(version: str, code: Mapping[str, str]) -> None:
    """Refuse to play for a process whose code decides games in another way than ours, or has games
    that are not here."""
    ours = code_of_all()
    others = [game for game, digest in code.items() if ours.get(game) != digest]
    if version != __version__ or others:
        which = f"other code for {listed(others)}" if others else "another version"
        raise OtherCode(
            f"A worker of the cluster ({socket.gethostname()}) has {which}: version {__version__} "
            f"of Matchwood, and here it is {version}; install the same on all machines."
        )
