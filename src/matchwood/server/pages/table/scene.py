"""A scene: what a move brought about, and everyone should see before the game goes on.

The stream sends it along as a template, which the script shows first (scenes.js). Without a script
it is a page of its own, for those whose address says what they have seen (`SINCE`).
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from matchwood.drawing.scene import Scene
from matchwood.engine.language import Words
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, Node, Parts
from matchwood.server.pages.parts import ruled
from matchwood.server.views.model import StagedScene, View
from matchwood.server.views.scenes import stage

SECONDS = 6
"""Time for which a scene is shown where nobody has to go on."""
SINCE = "since"
"""Query parameter: number of moves that the reader has seen; scenes of later ones come first."""
_CALL = h.p("#call.call", aria_live="polite")


def templates(view: View, main: Callable[[View], Parts]) -> list[Node]:
    """The scenes before a view, each as the table that is shown for it."""
    return [
        h.template(data_scene=str(staged.number)).holding(main(stage(view, staged)))
        for staged in view.scenes
    ]


def first_since(view: View, moves: int) -> View:
    """The first scene that someone has not seen who has seen so many moves; if there is none, the
    table as it is now."""
    unseen = (staged for staged in view.scenes if staged.number > moves)
    return next((stage(view, staged) for staged in unseen), view)


def bar(view: View, staged: StagedScene, words: Words) -> Element:
    return h.section("#bar.bar.teaching")[
        h.p("#said", aria_live="polite")[told(staged.scene, view.game)],
        h.div("#buttons.buttons")[
            h.a("#onward.button.first", href=onward(view, staged), data_morph=True)[
                words("See the result") if staged.is_last else staged.scene.onward
            ]
        ],
    ]


def standing(view: View, staged: StagedScene) -> str:
    """Time for which the script shows a scene. The climax of a game, with a picture of its own,
    waits for its players; all else is over soon."""
    if staged.scene.picture is None:
        return "briefly"
    return "until-pressed" if view.mine else "a-while"


def onward(view: View, staged: StagedScene, page: str = "") -> str:
    return f"/t/{view.table}{page}?{SINCE}={staged.number}"


def told(scene: Scene, game: str) -> Node:
    return [h.strong[scene.calls], " ", ruled(" ".join(scene.says), game)]


def call(view: View) -> Parts:
    """Call over the board as it is now. It is named by its move, so that it comes anew each time;
    beside a bar that tells the whole scene it is short."""
    number = view.told[-1].number if view.told else 0
    scene = None if view.is_still else view.call
    if scene and view.staged:
        scene = scene._replace(says=())
    return called_out(scene, number, view.game)


def called_out(scene: Scene | None, number: int, game: str) -> Parts:
    return _CALL.holding(scene and h.span(f"#call-{number}")[told(scene, game)])


def seen_until_now(path: str, view: View) -> str:
    """The address of a page, saying that all moves were seen that it shows."""
    address, _, query = path.partition("?")
    asked = dict(parse_qsl(query)) | {SINCE: str(view.told[-1].number if view.told else 0)}
    return f"{address}?{urlencode(asked)}"
