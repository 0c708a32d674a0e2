"""Pieces of work on a Ray cluster: one that runs already, or one of our own on this machine.

Ray does the rest of it: it sends a piece to where there is room, and again if its process or its
machine is lost. It is an extra, and loaded only here.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from typing import Any

from matchwood.engine.extras import extra
from matchwood.lab.pieces import LOCAL, CannotWork, Outcome, Place, Work, cores_of

OBJECT_STORE_BYTES = 80 * 2**20
"""As little as Ray takes: what comes of a piece is small."""
AHEAD = 2
"""How many pieces are handed out for each core, so that none waits for us."""
AS_OFTEN_AS_NEEDED = -1
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
SILENT: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
SECONDS_TO_ANSWER = 5
STARTS = 3


def done_on_ray(
    work: Work[Outcome], numbers: Sequence[int], place: Place
) -> Iterator[tuple[int, Outcome]]:
    """Do the pieces on a cluster; see `pieces.done`."""
    ray = extra("ray", "ray")
    ours = not ray.is_initialized()
    if ours:
        _join(ray, place)
    try:
        yield from _done(ray, work, numbers)
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
        f"work is done by processes of our own."
    )


def _knock(address: str) -> None:
    """See whether anyone is there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


def _done(ray: Any, work: Work[Outcome], numbers: Sequence[int]) -> Iterator[tuple[int, Outcome]]:
    shared, waiting = ray.put(work), iter(numbers)
    task = ray.remote(max_retries=AS_OFTEN_AS_NEEDED)(_do)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    begun: list[Any] = []
    try:
        while True:
            for number in waiting:
                begun.append(task.remote(shared, number))
                if len(begun) >= room:
                    break
            if not begun:
                return
            finished, begun = ray.wait(begun)
            for piece in ray.get(finished):
                yield piece
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        for piece in begun:
            ray.cancel(piece)


def _do(work: Work[Outcome], number: int) -> tuple[int, Outcome]:
    return number, work(number)
