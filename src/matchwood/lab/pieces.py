"""Work that is cut into numbered pieces, and done wherever there is room for it.

What comes of a piece follows from its number alone, so the same work gives the same results in
this process, on all cores of this machine (`helpers`) or on a cluster (`cluster`); also where a
process is lost in the middle, whose piece is then done again by another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from matchwood.engine.cores import available_cores
from matchwood.engine.errors import MatchwoodError

Outcome = TypeVar("Outcome")
Work = Callable[[int], Outcome]
"""What is done for the piece of a number. It is sent to other processes, so it can be pickled."""
LOCAL = "local"
"""The address of a cluster that is started on this machine for the time of the work."""


class CannotWork(MatchwoodError):
    """The work cannot be done there."""


@dataclass(frozen=True)
class Place:
    """Where work is done: on so many cores of this machine, or on a Ray cluster."""

    cores: int | None = None
    """None: all that there are."""
    ray: str | None = None
    """The address of a cluster, `LOCAL` for one of our own; none: no cluster."""

    def __post_init__(self) -> None:
        if self.cores is not None and self.cores < 1:
            raise CannotWork(f"Work takes 1 core or more, not {self.cores}.")


HERE = Place(cores=1)
"""In this process."""
EVERYWHERE = Place()
"""On all cores of this machine."""


def cores_of(place: Place) -> int:
    """How many cores of this machine are to work."""
    return place.cores or available_cores()


def done(
    work: Work[Outcome], numbers: Iterable[int], place: Place = EVERYWHERE
) -> Iterator[tuple[int, Outcome]]:
    """Do the pieces of these numbers; each as soon as it is done, in no certain order."""
    wanted = list(numbers)
    if place.ray is not None:
        from matchwood.lab.cluster import done_on_ray

        yield from done_on_ray(work, wanted, place)
    elif min(cores_of(place), len(wanted)) > 1:
        from matchwood.lab.helpers import done_by_helpers

        yield from done_by_helpers(work, wanted, min(cores_of(place), len(wanted)))
    else:
        yield from ((number, work(number)) for number in wanted)
