"""What one viewer is shown of a table, in one language; all that pages and the API may know.

A view is made from a position that went through `hide`, so nothing in it needs to be left out
later. Viewers who may know the same get the same view: a watcher's depends on nothing but the
table and the language, so a thousand watchers cost one picture. A player reads “you” where the
others read their name.

What there are hundreds of in a view are texts and numbers alone, so garbage is not looked for among
them (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from matchwood.drawing.picture import Drawing, Picture
from matchwood.drawing.scene import Scene
from matchwood.drawing.svg import Drawn
from matchwood.engine.game import Document
from matchwood.server.table.emotes import EmoteName
from matchwood.server.table.events import Phase

Dealing = Literal["pledge", "open", "wait"]
GivingUp = Literal["plays on", "loses", "ends"]
"""Effect of giving up: a bot plays on, the other side wins, or the game ends and nobody wins."""


class Offer(Struct, frozen=True, gc=False):
    """A legal move, as a choice."""

    move: str
    text: str
    clicks: tuple[str, ...]
    """The ids of the elements of the picture to click, one after the other."""
    final: bool
    """Whether it cannot be taken back: it draws on chance or shows something hidden."""
    effect: str = ""
    """What it would do, in very few words."""
    warns: bool = False
    """Whether whoever chooses it should be asked again."""


class Button(Struct, frozen=True, gc=False):
    """A step of moves that is in no drawing."""

    step: str
    label: str
    move: str | None
    """The move that it makes by itself; none if other clicks come before it."""


HintKind = Literal["where", "nearer", "piece", "button", "move"]


class PartialHint(Struct, frozen=True):
    """How much of a hint is told: where to look, with which piece to begin, or the move."""

    tells: HintKind
    moves: tuple[str, ...]
    """The moves that it leaves."""
    further: int | None
    """The step that tells more, if there is one."""


class Prompt(Struct, frozen=True, gc=False):
    """What is to be done when a move is half made."""

    clicks: tuple[str, ...]
    text: str


class Seat(Struct, frozen=True, gc=False):
    """Who sits where."""

    number: int
    name: str
    """What they are called; of an empty chair, nothing."""
    bot: str | None
    """The level of the bot that sits here for good."""
    mine: bool
    here: bool
    """Whether the player is at the table now; a bot is as soon as it can think."""
    stand_in: str | None
    """The level of the bot that plays until the player returns."""
    late: bool
    """Whether the others may ask for a bot to stand in: gone for longer than was agreed."""
    to_move: bool
    winner: bool
    standing: str
    """How the seat stands, in a few words; nothing before the deal."""
    tally: tuple[str, str] = ("", "")
    """The same as a number and what stands small behind it."""
    emblem: str = ""
    """The name of the colour and shape that the player's pieces have, if they have one."""
    gave_up: bool = False
    """Whether the player gave up, so that a bot keeps the chair."""
    would_end: bool = False
    """Whether the player would end the game without a winner."""
    emote: EmoteName | None = None
    """What the player says to the others just now, by name."""


class Told(Struct, frozen=True, gc=False):
    """A move that was made, in words."""

    number: int
    seat: int
    move: str
    text: str


class Proof(Struct, frozen=True):
    """What shows that nobody chose the deal. Before the end, only the commitment is known."""

    commitment: str
    secret: str | None = None
    contributions: tuple[tuple[int, str, bool], ...] = ()
    """By seat: what its browser added, and whether the server had to draw it."""
    withheld: tuple[int, ...] = ()
    """The seats whose browser did not open what it was bound to."""
    terms: str | None = None
    """What commitment and seed are bound to, as text; nothing in a lesson."""
    seed: str | None = None


class Moment(Struct, frozen=True):
    """A move that did much to decide a game."""

    number: int
    seat: int
    text: str
    chance: float
    """The share of the win that its player could expect after it."""
    cost: float
    """How much more it would have been after the best move."""
    better: str = ""
    """That move in words, where it would have been clearly better, and why."""
    reason: str = ""
    rule: str = ""
    """The rule that the reason rests on."""
    path: tuple[str, ...] = ()
    """Where the better move is clicked."""


class LessonStep(Struct, frozen=True):
    """A step of a lesson."""

    address: str
    says: str
    number: int
    steps: int
    is_done: bool
    """Whether there is nothing to be done here any more."""
    back: str | None
    onward: str | None
    """The addresses of the steps before and after, where there are any."""
    game: str
    lesson: str
    rule: str = ""
    """The rule that it is about."""


class QuizQuestion(Struct, frozen=True):
    """A question after a game of memory, or how many were answered right."""

    address: str
    asks: str | None
    """None if there is no more question."""
    was_right: bool | None
    """Of the last answer, if there was one."""
    right: int
    number: int
    questions: int


class StagedScene(Struct, frozen=True):
    """A scene that is shown before the table as it is now."""

    number: int
    """Of the move that brought it about."""
    scene: Scene
    picture: Picture
    place: int | None
    """The seat from whose place the picture is drawn, if it is not the viewer's."""
    is_last: bool = False
    """True if the game ends with it."""


Note = tuple[Drawn | str, ...]
"""A move for a line of the log: icons and very short texts."""


class Shown(Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it; what pages and programs are both given."""

    table: str
    game: str
    title: str
    options: tuple[tuple[str, str], ...]
    """What was agreed, as pairs of label and value in words."""
    aids: tuple[str, ...] = ()
    """The help that was agreed on, by name."""
    help: tuple[str, ...] = ()
    """The same in words."""
    seq: int
    """How many events the table has seen; a request names it, so that none is made twice."""
    phase: Phase
    viewer: int | None
    """The seat through whose eyes the picture is drawn; nobody's for a watcher."""
    mine: tuple[int, ...]
    """The seats of the one who asks."""
    curtain: int | None
    """The seat at this screen that is to take it over before its hand is shown."""
    to_move: int | None
    seats: tuple[Seat, ...]
    opening: str
    """Who starts, and why."""
    task: str
    """What the viewer is to do; if it is another's turn, what that player is doing."""
    offers: tuple[Offer, ...]
    """The legal moves, if it is this viewer's turn."""
    told: tuple[Told, ...]
    """The moves; in a game of memory, until its end, the viewer's last turn and those since. Of a
    very long game, the last ones."""
    memory: bool = False
    """Whether the moves before those are for the players to remember."""
    unforeseen: bool = False
    """Whether a move may be final that is not offered as such: the reason is not shown."""
    undo: bool
    """Whether the viewer may take their last move back, with the bots' answers to it."""
    dealing: Dealing | None = None
    """What the viewer's browser is to do for the deal: bind itself to its part, open it, or wait
    for the others."""
    invite: str | None
    """What lets a friend sit down, as part of a link, while a chair is empty; players only."""
    proof: Proof
    patience: int
    """For how many seconds a player may be gone before a bot can stand in."""
    practice: bool
    """Whether only one person plays, against bots."""
    only_bots: bool = False
    """Whether bots play each other, for whoever watches."""
    is_maker: bool = False
    """Whether the viewer set the table up."""
    turning: str | None = None
    """What the way to another place at the table is called, if the viewer may look from there."""
    place: int | None = None
    """The seat from whose place the picture is drawn, if it is not the viewer's."""
    winners: tuple[int, ...] = ()
    tied: bool = False
    """Whether the winners are rivals who share the win, and not partners."""
    verdict: tuple[str, ...] = ()
    """Why the game ended as it did."""
    ending: Literal["gave up", "agreed"] | None = None
    """How the game ended, if not by its rules."""
    again: str | None = None
    """The table at which the same players go on."""
    moments: tuple[Moment, ...] = ()
    """What decided the game, once a bot has looked at it."""
    hint: str | None = None
    """The move that a bot would make, in words, if the one to move asked for all of it."""


class View(Shown, frozen=True, kw_only=True):
    """A table as one viewer sees it, and how a page draws it."""

    picture: Picture | None
    """None before the deal, and while nobody may look."""
    way: tuple[tuple[str, str], ...] = ()
    """How the game is played, for who is invited: pairs of a label and what it means."""
    finale: Drawing | None = None
    """What the winners have won with."""
    notes: tuple[Note, ...] = ()
    """The moves that are told, as icons."""
    buttons: tuple[Button, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    hinting: PartialHint | None = None
    """What a bot would do, as far as it is told."""
    hinted: str | None = None
    """The move of the hint, as a text, once all of it is told."""
    merit: str = ""
    """Why that move, in a sentence; or nothing."""
    merit_rule: str = ""
    """The number of the rule that it rests on."""
    lesson_step: LessonStep | None = None
    """If it is a step of a lesson, and no table at which something happens."""
    observe: Callable[[], Document | None] = lambda: None
    """What the viewer may know, as plain data. Pages show it, or less, as a picture; so it is made
    only for who asks."""
    scenes: tuple[StagedScene, ...] = ()
    """What is shown before this, to those who have not seen it yet."""
    staged: StagedScene | None = None
    """If it is such a scene itself, and not the table as it is now."""
    call: Scene | None = None
    """What is called out over the board, as it is now."""
    review: Moment | None = None
    """If it is the answer to whether the viewer's last move was good; the picture is from before
    that move."""
    quiz: QuizQuestion | None = None
    """If it is a question about a game that is over."""
    can_recall: bool = False
    """Whether there are such questions."""
    next_level: str | None = None
    """The level of bots that is suggested after wins in a row."""
    looks_back: bool = False
    """Whether a bot still looks for what decided the game."""
    may_ask: bool = False
    """Whether the viewer can ask so."""
    is_private: bool = False
    """True if the viewer knows more than anyone may, such as their hand."""
    caption: str = ""
    """Caption of that hand."""
    giving_up: GivingUp | None = None
    """Effect of giving up for the viewer, if they can."""

    @property
    def is_still(self) -> bool:
        """Whether nothing happens here: it is a step of a lesson, or looks back."""
        return bool(self.lesson_step or self.review or self.quiz)

    @property
    def address(self) -> str:
        """Where what is done here is sent to."""
        still = self.lesson_step or self.quiz
        return still.address if still else f"/t/{self.table}"


class JudgedMove(Struct, frozen=True):
    """What a bot thinks of a move, by what its player could know."""

    number: int
    seat: int
    chance: float
    """The share of the win that could be expected after it."""
    hoped: float
    """The share after the best move, which is told in words."""
    best: str
    reason: str = ""
    """Why it is better, told to the player who made the other, and the rule that this rests on."""
    rule: str = ""

    @property
    def cost(self) -> float:
        return self.hoped - self.chance


class ReplayView(Struct, frozen=True, kw_only=True):
    """One step of a finished game."""

    table: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    opening: str
    told: tuple[Told, ...]
    """All moves of the game."""
    number: int
    """How many moves have been made at this step."""
    eyes: int | None
    """The seat through whose eyes it is shown; none: everything is revealed."""
    picture: Picture
    notes: tuple[Note, ...]
    proof: Proof
    winners: tuple[int, ...]
    tied: bool
    verdict: tuple[str, ...]
    staged: StagedScene | None = None
    """If it is not the position but the scene before it."""
    call: Scene | None = None
    staged_moves: frozenset[int] = frozenset()
    """The numbers of the moves that have such a scene."""
    analysis: tuple[JudgedMove, ...] | None = None
    """What a bot thinks of all moves, if that was asked for."""
