"""Scenes: what a move brought about and everyone should see before the game goes on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from matchwood.drawing.scene import Scene
from matchwood.server.table.state import Table
from matchwood.server.views.model import StagedScene, View
from matchwood.server.views.move_log import ReaderLog

MOST_STAGED = 2
"""The most scenes that a viewer is shown who has missed some: the last ones."""
NOBODY = -1


def moves_before_last_turn(seats: Sequence[int], to_move: int, reader: int) -> int:
    """Number of moves before the last finished turn of a reader.

    `seats` says who made each move. A turn is all that a seat does in a row.
    """
    place = len(seats)
    while place and seats[place - 1] == to_move:
        place -= 1
    while place and seats[place - 1] != reader:
        place -= 1
    while place and seats[place - 1] == reader:
        place -= 1
    return place


def called_scene(log: ReaderLog) -> Scene | None:
    """Scene of the last move if it has no picture of its own, to be called out over the board."""
    last = log.scenes[-1] if log.scenes else None
    return last if last and last.picture is None else None


def missed_scenes(table: Table, view: View, log: ReaderLog) -> tuple[StagedScene, ...]:
    """Scenes since the viewer's last turn; at the end also that of the last move."""
    if not log.scenes:
        return ()
    seats, ended = [turn.seat for turn in table.turns], table.over and table.ending is None
    mover = seats[-1] if table.to_move is None else table.to_move
    reader = mover if view.viewer is None else view.viewer
    first = moves_before_last_turn(seats, NOBODY if table.over else mover, reader)
    found = []
    for number, scene in enumerate(log.scenes[first:], first + 1):
        if scene is None:
            continue
        is_last = ended and number == len(seats)
        if picture := scene.picture or (view.picture if is_last else None):
            place = scene_place(scene, view.viewer)
            found.append(StagedScene(number, scene, picture, place, is_last))
    return tuple(found[-MOST_STAGED:])


def scene_place(scene: Scene, viewer: int | None) -> int | None:
    """Seat from which a scene is drawn if it is not the viewer's; watchers have the first seat."""
    return None if scene.place == (viewer or 0) else scene.place


def stage(view: View, staged: StagedScene) -> View:
    """Show a scene in place of the table as it is now, without anything to be done there."""
    before = [each for each in view.told if each.number < staged.number]
    return replace(
        view,
        staged=staged,
        phase="playing",
        picture=staged.picture,
        call=None if staged.scene.picture else staged.scene,
        told=tuple(before),
        notes=view.notes[: len(before)],
        offers=(),
        buttons=(),
        prompts=(),
        hinting=None,
        curtain=None,
        scenes=(),
    )
