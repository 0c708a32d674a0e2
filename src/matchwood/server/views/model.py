"""Views: a table as one viewer sees it, in one language; all that pages and the API may know.

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
    """True if it cannot be taken back: it draws on chance or shows something hidden."""
    effect: str = ""
    """Effect that it would have, in very few words."""
    warns: bool = False
    """True if whoever chooses it should be asked again."""


class Button(Struct, frozen=True, gc=False):
    """A step of moves that is in no drawing."""

    step: str
    label: str
    move: str | None
    """The move that it makes by itself; none if other clicks come before it."""


HintKind = Literal["where", "nearer", "piece", "button", "move"]


class PartialHint(Struct, frozen=True):
    """A hint as far as it is told: where to look, with which piece to begin, or the move."""

    tells: HintKind
    moves: tuple[str, ...]
    """The moves that it leaves."""
    further: int | None
    """The step that tells more, if there is one."""


class Prompt(Struct, frozen=True, gc=False):
    """The next thing to do when a move is half made."""

    clicks: tuple[str, ...]
    text: str


class Seat(Struct, frozen=True, gc=False):
    """A seat at the table."""

    number: int
    name: str
    """Name of the player; of an empty chair, nothing."""
    bot: str | None
    """The level of the bot that sits here for good."""
    mine: bool
    here: bool
    """True if the player is at the table now; a bot is as soon as it can think."""
    stand_in: str | None
    """The level of the bot that plays until the player returns."""
    late: bool
    """True if the others may ask for a bot to stand in: gone for longer than was agreed."""
    to_move: bool
    winner: bool
    standing: str
    """Score or state of the seat, in a few words; nothing before the deal."""
    tally: tuple[str, str] = ("", "")
    """Standing as a number and a unit, which stands small behind it."""
    emblem: str = ""
    """The name of the colour and shape that the player's pieces have, if they have one."""
    gave_up: bool = False
    """True if the player gave up, so that a bot keeps the chair."""
    would_end: bool = False
    """True if the player would end the game without a winner."""
    emote: EmoteName | None = None
    """Emote that the player shows the others just now, by name."""


class Told(Struct, frozen=True, gc=False):
    """A move that was made, in words."""

    number: int
    seat: int
    move: str
    text: str


class Proof(Struct, frozen=True):
    """Proof that nobody chose the deal. Before the end, only the commitment is known."""

    commitment: str
    secret: str | None = None
    contributions: tuple[tuple[int, str, bool], ...] = ()
    """By seat: what its browser added, and whether the server had to draw it."""
    withheld: tuple[int, ...] = ()
    """The seats whose browser did not open what it was bound to."""
    terms: str | None = None
    """Terms that commitment and seed are bound to, as text; nothing in a lesson."""
    seed: str | None = None


class Moment(Struct, frozen=True):
    """A move that did much to decide a game."""

    number: int
    seat: int
    text: str
    chance: float
    """The share of the win that its player could expect after it."""
    cost: float
    """Share that it would have been more after the best move."""
    better: str = ""
    """The best move in words, where it would have been clearly better, and why."""
    reason: str = ""
    rule: str = ""
    """The rule that the reason rests on."""
    path: tuple[str, ...] = ()
    """Clicks of the better move."""


class LessonStep(Struct, frozen=True):
    """A step of a lesson."""

    address: str
    says: str
    number: int
    steps: int
    is_done: bool
    """True if there is nothing to be done here any more."""
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
    """True if the last answer was right; None if there was none."""
    right: int
    number: int
    questions: int


class StagedScene(Struct, frozen=True):
    """A scene that is shown before the table as it is now."""

    number: int
    """Number of the move that brought it about."""
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
    """The agreement, as pairs of label and value in words."""
    aids: tuple[str, ...] = ()
    """The help that was agreed on, by name."""
    help: tuple[str, ...] = ()
    """Help that was agreed on, in words."""
    seq: int
    """Number of events of the table; a request names it, so that none is made twice."""
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
    """Sentence about who starts, and why."""
    task: str
    """Task of the viewer; if it is another's turn, what that player is doing."""
    offers: tuple[Offer, ...]
    """The legal moves, if it is this viewer's turn."""
    told: tuple[Told, ...]
    """The moves; in a game of memory, until its end, the viewer's last turn and those since. Of a
    very long game, the last ones."""
    memory: bool = False
    """True if the moves before those are for the players to remember."""
    unforeseen: bool = False
    """True if a move may be final that is not offered as such: the reason is not shown."""
    undo: bool
    """True if the viewer may take their last move back, with the bots' answers to it."""
    dealing: Dealing | None = None
    """Next step of the viewer's browser in the deal: bind itself to its part, open it, or wait for
    the others."""
    invite: str | None
    """Invitation as part of a link, while a chair is empty; players only."""
    proof: Proof
    patience: int
    """Seconds that a player may be gone before a bot can stand in."""
    practice: bool
    """True if only one person plays, against bots."""
    only_bots: bool = False
    """True if bots play each other, for whoever watches."""
    is_maker: bool = False
    """True if the viewer set the table up."""
    turning: str | None = None
    """Label of the link to another place at the table, if the viewer may look from there."""
    place: int | None = None
    """The seat from whose place the picture is drawn, if it is not the viewer's."""
    winners: tuple[int, ...] = ()
    tied: bool = False
    """True if the winners are rivals who share the win, and not partners."""
    verdict: tuple[str, ...] = ()
    """Sentences that say why the game ended as it did."""
    ending: Literal["gave up", "agreed"] | None = None
    """End of the game, if not by its rules."""
    again: str | None = None
    """The table at which the same players go on."""
    moments: tuple[Moment, ...] = ()
    """Key moves of the game, once a bot has looked at it."""
    hint: str | None = None
    """The move that a bot would make, in words, if the one to move asked for all of it."""


class View(Shown, frozen=True, kw_only=True):
    """A table as one viewer sees it, and how a page draws it."""

    picture: Picture | None
    """None before the deal, and while nobody may look."""
    way: tuple[tuple[str, str], ...] = ()
    """Way of playing, for who is invited: pairs of a label and what it means."""
    finale: Drawing | None = None
    """Drawing of the things that the winners have won with."""
    notes: tuple[Note, ...] = ()
    """The moves that are told, as icons."""
    buttons: tuple[Button, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    hinting: PartialHint | None = None
    """Hint, as far as it is told."""
    hinted: str | None = None
    """The move of the hint, as a text, once all of it is told."""
    merit: str = ""
    """Merit of that move, in a sentence; or nothing."""
    merit_rule: str = ""
    """The number of the rule that it rests on."""
    lesson_step: LessonStep | None = None
    """Step of a lesson, if this is one and no table at which something happens."""
    observe: Callable[[], Document | None] = lambda: None
    """The position as the viewer may know it, as plain data. Pages show it, or less, as a picture;
    so it is made only for who asks."""
    scenes: tuple[StagedScene, ...] = ()
    """Scenes that are shown before this, to those who have not seen them yet."""
    staged: StagedScene | None = None
    """Scene that is shown in place of the table as it is now."""
    call: Scene | None = None
    """Scene that is called out over the board as it is now."""
    review: Moment | None = None
    """Review of the viewer's last move, if they asked whether it was good; the picture is from
    before that move."""
    quiz: QuizQuestion | None = None
    """Question about a game that is over, if this is one."""
    can_recall: bool = False
    """True if there are such questions."""
    next_level: str | None = None
    """The level of bots that is suggested after wins in a row."""
    looks_back: bool = False
    """True if a bot still looks for the key moves."""
    may_ask: bool = False
    """True if the viewer can ask so."""
    is_private: bool = False
    """True if the viewer knows more than anyone may, such as their hand."""
    caption: str = ""
    """Caption of that hand."""
    giving_up: GivingUp | None = None
    """Effect of giving up for the viewer, if they can."""

    @property
    def is_still(self) -> bool:
        """True if nothing happens here: it is a step of a lesson, or looks back."""
        return bool(self.lesson_step or self.review or self.quiz)

    @property
    def address(self) -> str:
        """URL that forms of this page are sent to."""
        still = self.lesson_step or self.quiz
        return still.address if still else f"/t/{self.table}"


class JudgedMove(Struct, frozen=True):
    """A move judged by a bot, by what its player could know."""

    number: int
    seat: int
    chance: float
    """The share of the win that could be expected after it."""
    hoped: float
    """The share after the best move, which is told in words."""
    best: str
    reason: str = ""
    """Reason why it is better, told to the player who made the other, and the rule behind it."""
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
    """Number of moves made at this step."""
    eyes: int | None
    """The seat through whose eyes it is shown; none: everything is revealed."""
    picture: Picture
    notes: tuple[Note, ...]
    proof: Proof
    winners: tuple[int, ...]
    tied: bool
    verdict: tuple[str, ...]
    staged: StagedScene | None = None
    """Scene that is shown in place of the position."""
    call: Scene | None = None
    staged_moves: frozenset[int] = frozenset()
    """The numbers of the moves that have such a scene."""
    analysis: tuple[JudgedMove, ...] | None = None
    """All moves judged by a bot, if that was asked for."""
