"""The conformance kit: the laws that every game keeps, as checks to call from a test.

For a game of your own, one test is enough to begin with:

    @pytest.mark.parametrize("law", matchwood.testing.LAWS)
    @pytest.mark.parametrize("variant", matchwood.testing.variants("my-game"), ids=str)
    def test_the_game_keeps_the_laws(law, variant):
        law(variant)

Every check looks at random games and fails with a sentence that says what was broken, where.
All laws look at the same games, which are played once. `check_proportions` needs to be told what
is possible, so it stands apart from `LAWS`.
"""

from __future__ import annotations

import json
import math
import pickle
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from itertools import pairwise, permutations, product
from operator import setitem
from typing import cast

import numpy as np
from rich.console import Console

from matchwood.drawing.clicks import half_made as paths_half_made
from matchwood.drawing.picture import BOARD, Drawing, Picture
from matchwood.drawing.scene import Scene
from matchwood.engine import dispatch
from matchwood.engine.encoding import ForbiddenAction
from matchwood.engine.errors import IllegalMove
from matchwood.engine.game import SPECTATOR, Document, Game, State, Variant, find_game
from matchwood.engine.jit import config
from matchwood.engine.language import ENGLISH, LANGUAGES, Words
from matchwood.engine.options import every_choice, player_names
from matchwood.engine.position import Position
from matchwood.engine.rng import CHANCE_FIELDS, new_generator, wipe_chance
from matchwood.engine.view import Situation, View, altered, choices, shown_to, veiled
from matchwood.learning.lessons import Step

GAMES = 1 if config.DISABLE_JIT else 2
"""Number of random games a check looks at; kernels that Python runs are a hundred times slower."""
GUESSES = 20_000
TEXTS = 60
"""About how many moves are asked about that are legal at other times."""
ACTIONS_TRIED = 4
"""Number of actions of a position that are asked about, and of refused moves that are tried."""
SKETCHED = 4
"""Every which position is sketched: to lay out a sketch takes twenty times as long as a picture."""
TRUTH = -1
"""The viewer that knows all."""
_STYLE = "{http://www.w3.org/2000/svg}style"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SURPRISE = 5.0
"""Standard deviations that the luck of a check may be off: seeds are fixed, so it holds."""


def variants(name: str | Game) -> list[Variant]:
    """A game in every way its options can be set, or in those it names as worth trying."""
    game = find_game(name) if isinstance(name, str) else name
    return [game.variant(choice) for choice in game.samples or every_choice(game.options)]


def random_game(variant: Variant, seed: int) -> Iterator[Position]:
    """The positions of a random game from the deal to the end, each a copy."""
    choose = random.Random(seed)
    position = variant.new(seed)
    yield position.copy()
    while not position.over:
        actions = position.legal_actions().tolist()
        assert actions, f"{variant} with seed {seed} has no legal move after {position.history}"
        assert len(position.history) < variant.longest, (
            f"{variant} with seed {seed} is not over after {variant.longest} moves"
        )
        position.play_action(choose.choice(actions))
        yield position.copy()


_played: list[list[Position]] = []
"""The games of the variant that was last looked at."""


def _games(variant: Variant) -> Iterator[list[Position]]:
    """The random games that all laws look at, as copies, so that no law spoils them for another."""
    if not _played or _played[0][0].variant is not variant:
        _played[:] = [list(random_game(variant, seed)) for seed in range(GAMES)]
    for positions in _played:
        yield [position.copy() for position in positions]


def _some_positions(variant: Variant, each: int = 4) -> Iterator[Position]:
    """Positions spread over the games, the first and the last among them."""
    for positions in _games(variant):
        yield from positions[:: max(1, len(positions) // each)]
        yield positions[-1]


def _viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


def _another_truth(
    position: Position, viewer: int | None, seed: int, guess: Callable[..., None] = dispatch.guess
) -> Position:
    """A position that looks the same to the viewer, though what is hidden may differ."""
    seat, generator = SPECTATOR if viewer is None else viewer, new_generator(seed)
    seen = altered(position.observe(viewer), guess, seat, generator)
    return Position.from_state(position.variant, seen.state.tobytes())


def check_hiding(variant: Variant) -> None:
    """Law 1: to hide, guess and hide again gives the same bytes; the chance stream is gone."""
    for position in _some_positions(variant):
        for viewer in _viewers(position):
            hidden = position.observe(viewer)
            where = f"{variant}, viewer {viewer}, after {position.history}"
            assert hidden.observe(viewer) == hidden, f"hiding twice hides more: {where}"
            assert not hidden.state.key.any(), f"the seed is still there: {where}"
            assert not hidden.state.block.any(), f"the chance to come is still there: {where}"
            if dispatch.is_open(position.state):
                assert truth(position.state) == truth(hidden.state), f"not all is open: {where}"
            for seed in range(3):
                for guess in (dispatch.guess, dispatch.suspect):
                    guessed = _another_truth(position, viewer, seed, guess)
                    assert guessed.observe(viewer) == hidden, f"a guess shows: {where}"
                    assert guessed.state.key.any(), f"a guess has no chance stream: {where}"


def truth(state: State) -> bytes:
    """Bytes of a state, its chance stream left out."""
    room = _room(state)
    wipe_chance(room[0])
    return room.tobytes()


def _room(state: State) -> np.ndarray:
    """An array of one state, a copy of this one."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def check_proportions(
    hidden: Position, viewer: int | None, possible: Mapping[bytes, float], guesses: int = GUESSES
) -> None:
    """Law 1: every truth that is possible is guessed, in the right proportion, and no other.

    `possible` gives each possible `truth` its weight.
    """
    generator, seat = new_generator(1), SPECTATOR if viewer is None else viewer
    guess, seen = hidden.variant.game.rules.guess, Counter[bytes]()
    room = _room(hidden.state)
    guessed, content = room[0], room.view(np.uint8)
    known = content.copy()
    for _ in range(guesses):
        content[:] = known
        guess(guessed, seat, generator)
        wipe_chance(guessed)
        seen[content.tobytes()] += 1
    assert seen.keys() <= possible.keys(), "a truth was guessed that is not possible"
    total = math.fsum(possible.values())
    expected = {key: guesses * weight / total for key, weight in possible.items()}
    check_counts(seen, expected)


def check_counts(seen: Mapping[bytes, int], expected: Mapping[bytes, float]) -> None:
    """Pearson's test, by the Wilson and Hilferty approximation of its distribution."""
    freedom = len(expected) - 1
    if freedom == 0:
        return
    assert min(expected.values()) >= 5, "too few guesses to judge their proportions"
    square = math.fsum((seen.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())
    spread = 2 / (9 * freedom)
    surprise = ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert surprise < SURPRISE, f"the guesses are off by {surprise:.1f} standard deviations"


def check_repeatable(variant: Variant) -> None:
    """Law 2: the same seed and moves give the same bytes, and a copy is apart, pickled or not."""
    for seed, first in enumerate(_games(variant)):
        again = variant.new(seed)
        for position in first:
            if position.history:
                before = again.copy()
                kept = before.state.tobytes()
                again.play(position.history[-1])
                assert before.state.tobytes() == kept, f"{variant}: a move changed a copy"
            assert again == position, f"{variant}: seed {seed} differs after {position.history}"
    for position in _some_positions(variant):
        for way in COPIES:
            _check_copy(position, way(position))


COPIES: Sequence[Callable[[Position], Position]] = (
    Position.copy,
    copy,
    deepcopy,
    lambda position: cast(Position, pickle.loads(pickle.dumps(position))),
)


def _check_copy(position: Position, copied: Position) -> None:
    """A copy tells the same, and goes its own way, however it is looked at."""
    before = _all_of(position)
    assert _all_of(copied) == before, f"a copy is another position: {position.history}"
    for move in position.legal_moves()[:1]:
        copied.play(move)
        assert _all_of(position) == before, f"a move changed what was copied: {position.history}"
        played = position.copy()
        played.play(move)
        assert _all_of(copied) == _all_of(played), f"a copy plays otherwise: {position.history}"


def _all_of(position: Position) -> tuple[object, ...]:
    """Results of the several ways to look at a position."""
    seen = position.copy().state.tobytes(), position.observe(None).state.tobytes()
    return position.state.tobytes(), *seen, position.document, list(position.history), position.seed


def check_ending(variant: Variant) -> None:
    """Law 3: there is always a move, every game ends in time, and no piece is lost or made."""
    for seed, positions in enumerate(_games(variant)):
        last = positions[-1]
        assert last.winners, f"{variant}: seed {seed} has no winner"
        assert last.legal_moves() == [], f"{variant}: seed {seed} goes on after its end"
        mover = positions[-2].to_move
        assert last.to_move == mover, f"{variant}: the turn passed on after the last move"
        shares = np.zeros(last.players)
        variant.game.rules.returns(last.state, shares)
        assert math.isclose(shares.sum(), 1), f"{variant}: the winners share {shares.sum()}"
        pieces = variant.game.text.pieces
        box = pieces(positions[0].document)
        for position in positions:
            assert pieces(position.document) == box, f"pieces changed: {position.history}"


def check_texts(variant: Variant) -> None:
    """Law 4: texts and actions name each other; what is not legal is refused by a rule."""
    read, say = variant.game.text.read, variant.game.text.say
    books = [variant.game.rulebook(language).rules for language in LANGUAGES]
    nonsense = {"", " ", "0", "flip", "🦊", "a" * 1000, "flip 7\n", "-1", "none"}
    asked, tried = ({*nonsense, *_texts_of(variant, most)} for most in (TEXTS, ACTIONS_TRIED))
    for position in _some_positions(variant):
        actions = position.legal_actions().tolist()
        legal = position.legal_moves()
        assert len(set(legal)) == len(legal), f"two moves share a text: {legal}"
        assert [read(position.state, text) for text in legal] == actions
        assert say(position.state, actions) == legal
        assert all(position.why_not(text) is None for text in legal)
        before = position.copy()
        for text in asked - set(legal):
            refusal = position.why_not(text)
            assert refusal is not None, f"{text!r} is not refused"
            assert all(refusal.rule in book for book in books), f"no rulebook has {refusal.rule}"
        for text in tried - set(legal):
            assert not _can_be_played(position, text), f"{text!r} is refused, but was played"
        assert position == before, f"a refused move changed the position: {before.history}"
        assert position.history == before.history


def _can_be_played(position: Position, text: str) -> bool:
    try:
        position.play(text)
    except IllegalMove:
        return False
    return True


def _texts_of(variant: Variant, most: int) -> list[str]:
    """Texts that are legal now and then in this game."""
    first, *_ = _games(variant)
    texts = {text for position in first for text in position.legal_moves()}
    return random.Random(0).sample(sorted(texts), min(most, len(texts)))


_Receive = Callable[[Position, int | None], object]


def check_secrets(variant: Variant) -> None:
    """Law 5: nothing that a viewer receives changes when what is hidden from them changes.

    Documents are compared to the letter, for every viewer. Pictures and words are made from them
    and from nothing else, so one viewer's are compared in each position, every viewer's in turn;
    sketches, which take longest, now and then.
    """
    asked: dict[str, _Receive] = {
        "list of moves": _moves,
        "refusal": _refusals(_texts_of(variant, most=10)),
    }
    shown: dict[str, _Receive] = {"picture": Position.svg, "words": _words}
    for number, position in enumerate(_some_positions(variant)):
        viewers = _viewers(position)
        for viewer in viewers:
            received: dict[str, _Receive] = {"document": _document}
            if variant.game.piecepack is not None:
                received["notation"] = _notation
            if viewer == position.to_move:
                received |= asked
            if viewer == viewers[number % len(viewers)]:
                received |= shown
            if viewer == _sketched_for(number, viewers):
                received["sketch"] = _sketch
            other = _another_truth(position, viewer, seed=len(position.history))
            for name, receive in received.items():
                assert receive(other, viewer) == receive(position, viewer), (
                    f"the {name} for viewer {viewer} shows a secret: {variant}, {position.history}"
                )


def _sketched_for(number: int, viewers: list[int | None]) -> int | None:
    """For whom the position of this number is sketched, each viewer in turn; -1: for nobody."""
    return viewers[(1 + number // SKETCHED) % len(viewers)] if number % SKETCHED == 0 else -1


def _document(position: Situation, viewer: int | None) -> object:
    """As text, since even the order of what it lists could tell something."""
    return json.dumps(position.observe(viewer).document)


def _notation(position: Situation, viewer: int | None) -> object:
    view = position.observe(viewer)
    return view.to_ppn(), view.to_piecepack_table()


def _refusals(texts: list[str]) -> _Receive:
    return lambda position, viewer: [position.why_not(text) for text in texts]


def _moves(position: Situation, viewer: int | None) -> object:
    """Moves that the player to move is offered, in words too; the others have nothing to ask."""
    telling, names = position.variant.game.words, player_names(None, position.players)
    moves, document, words = (
        position.legal_moves(),
        position.observe(viewer).document,
        ENGLISH.to(viewer),
    )
    return (
        moves,
        telling.offers(words, moves, document, names),
        telling.effects(words, moves, document, names),
        telling.prompts(words, half_made(position.variant.game, moves, document), document, names),
    )


def half_made(game: Game, moves: Sequence[str], document: Document) -> list[tuple[str, ...]]:
    """The clicks that begin a move and do not make it yet."""
    paths = (game.clicks.path_of(move, document) for move in moves)
    return paths_half_made(paths, game.words.BUTTONS)


def _sketch(position: Situation, viewer: int | None) -> object:
    names = player_names(None, position.players)
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        sketch = position.variant.game.sketch.sketch
        console.print(sketch(position.observe(viewer).document, viewer, names))
    return capture.get()


def _words(position: Situation, viewer: int | None) -> object:
    telling, document = position.variant.game.words, position.observe(viewer).document
    names, words = player_names(None, position.players), ENGLISH.to(viewer)
    return [
        telling.task(words, document, names),
        telling.standing(words, document),
        telling.tally(words, document),
        telling.verdict(words, document, names) if position.over else [],
    ]


def check_picture(variant: Variant) -> None:
    """Every move is a path of clicks through the mover's picture, and no path hides another.

    All pictures of the game share its style sheet, and none brings one of its own.
    """
    style, scope = variant.game.picture.STYLE, f".matchwood-{variant.game.name}"
    assert scope in style, f"the style sheet is not kept under the class {scope}"
    cover = variant.game.cover.draw()
    assert (cover.box[2:], _ids(cover)) == ((320, 400), {}), "the cover has another size, or ids"
    for preset in variant.game.presets:
        variant.game.variant(preset.options)
        small = variant.game.cover.preset(preset.name)
        assert 3 * small.box[2] == 4 * small.box[3], f"preset {preset.name} is not drawn 4 : 3"
        assert not _ids(small), f"the drawing of preset {preset.name} has ids"
    for position in _some_positions(variant):
        for viewer in _viewers(position):
            _check_clicks(position, position, viewer)


def _check_clicks(position: Position, looks: Situation, viewer: int | None) -> None:
    """Check that the moves of a position can be clicked in the picture of what a viewer sees of
    it."""
    game, document = position.variant.game, looks.observe(viewer).document
    ids = _check_parts(game, game.picture.draw(document, viewer))
    if viewer != position.to_move:
        return  # whoever may not see the mover's cards cannot click them either
    clickable = ids.keys() | game.words.BUTTONS.keys()
    paths = [game.clicks.path_of(move, document) for move in position.legal_moves()]
    for move, path in zip(position.legal_moves(), paths, strict=True):
        wanted = game.clicks.attempt(path, document)
        assert wanted == move, f"{path} is read as {wanted}, and makes {move}"
        assert path, "a move has no clicks"
        assert set(path) <= clickable, f"{path} is neither in the picture nor a button"
        assert len({*path}) == len(path), f"{path} has an element twice"
        hidden = sum({*other} <= {*path} for other in paths)
        assert hidden == 1, f"{path} is ambiguous: its elements can be clicked in any order"
    if paths:
        _check_strange_clicks(game, paths[0], document)


def _check_parts(game: Game, picture: Picture) -> Counter[str]:
    """Ids that every board shows, of a picture that can be laid out and marked."""
    assert picture.label, "the picture is not told in words"
    names = [drawing.name for drawing in picture.drawings]
    assert len(set(names)) == len(names), f"two drawings are called the same: {names}"
    shapes = game.picture.ARRANGEMENTS[picture.kind]
    board = {drawing.name for drawing in picture.of(BOARD)}
    assert board, "the picture has no board"
    assert board <= shapes.wide.places.keys(), f"not all of {board} have a place"
    left_out = board - shapes.tall.places.keys()  # Where there is little room.
    ids, always = Counter[str](), Counter[str]()
    for drawing in picture.drawings:
        ids += _ids(drawing)
        strange = drawing.outlines.keys() & game.words.BUTTONS.keys()
        assert not strange, f"buttons are not drawn: {strange}"
        if drawing.name not in left_out:
            always += _ids(drawing)
    assert max(ids.values(), default=0) <= 1, "two elements of the picture share an id"
    return always


def _ids(drawing: Drawing) -> Counter[str]:
    tree = ET.fromstring(drawing.svg("game"))
    assert not list(tree.iter(_STYLE)), f"{drawing.name} brings a style sheet of its own"
    return Counter(filter(None, (element.get("id") for element in tree.iter())))


def _check_strange_clicks(game: Game, path: Sequence[str], document: Document) -> None:
    """Check that any clicks are read as a text, legal or not, or as nothing."""
    kinds = [step.split("-")[0] for step in path]
    steps = [*path, *kinds, *(f"{kind}-x" for kind in kinds), *(f"{step}-x" for step in path), ""]
    strange: list[Sequence[str]] = [[], path[::-1], [*path, *path], *([step] for step in steps)]
    for clicks in [*strange, *permutations(steps, 2)]:
        wanted = game.clicks.attempt(clicks, document)
        assert wanted is None or isinstance(wanted, str), f"{clicks} is read as {wanted!r}"


def check_aids(variant: Variant) -> None:
    """Law 7: a table shows no more than may be known, and enough to play, whatever was agreed."""
    game = variant.game
    names = [aid.name for aid in game.all_aids]
    assert len(set(names)) == len(names), f"two aids share a name: {names}"
    assert all(map(_KEBAB.fullmatch, names)), f"an aid is not in kebab-case: {names}"
    own = [aid.name for aid in game.aids]
    agreements = [(), *((name,) for name in own), tuple(own)]
    for number, position in enumerate(_some_positions(variant)):
        viewers = _viewers(position)
        for viewer, aids in product(viewers, dict.fromkeys(agreements)):
            shown = _check_shown(position, viewer, aids)
            if viewer == _sketched_for(number, viewers):
                assert _sketch(shown, viewer), f"there is no sketch: {variant}, {position.history}"


def _check_shown(position: Position, viewer: int | None, aids: tuple[str, ...]) -> View:
    where = f"{position.variant}, viewer {viewer}, aids {aids}, after {position.history}"
    before, shown = position.copy(), shown_to(position, viewer, aids)
    assert position == before, f"to veil a copy changed the position: {where}"
    assert veiled(shown, viewer, aids) == shown, f"veiling twice veils more: {where}"
    assert shown.observe(viewer) == shown, f"what is veiled cannot be hidden: {where}"
    other = _another_truth(position, viewer, seed=len(position.history))
    assert shown_to(other, viewer, aids) == shown, f"a table shows a secret: {where}"
    if shown != position.observe(viewer):  # otherwise check_picture has looked at it
        _check_clicks(position, shown, viewer)
    if viewer == position.to_move and not position.over:
        names = player_names(None, position.players)
        telling, document = position.variant.game.words, shown.document
        words = ENGLISH.to(viewer)
        offers = telling.offers(words, position.legal_moves(), document, names)
        assert len(set(offers)) == len(offers), f"two moves are offered alike: {where}"
        assert telling.task(words, document, names), f"there is no task: {where}"
        final = dict(position.choices())
        for move, told in choices(position, shown):
            assert final[move] or not told, f"{move} is told to reveal, and does not: {where}"
    return shown


def check_revealing(variant: Variant) -> None:
    """Law 6: `reveals` gives no secret away, and a move that reveals nothing can be taken back."""
    choose = random.Random(0)
    for position in _some_positions(variant):
        actions = position.legal_actions().tolist()
        for action in choose.sample(actions, min(len(actions), ACTIONS_TRIED)):
            _check_answer(position, action)
            if not dispatch.reveals(position.state, action):
                _check_nothing_shows(position, action)


def _check_answer(position: Position, action: int) -> None:
    """Check that who asks before they move learns nothing from the answer."""
    answer = dispatch.reveals(position.state, action)
    assert answer in (True, False), f"whether action {action} reveals is told as {answer}"
    hidden = position.observe(position.to_move)
    guesses = [_another_truth(position, position.to_move, seed) for seed in range(3)]
    for other in (hidden, *guesses):
        assert dispatch.reveals(other.state, action) == answer, (
            f"whether action {action} reveals hangs on a secret: {position.history}"
        )


def _check_nothing_shows(position: Position, action: int) -> None:
    """After the move every viewer knows what they knew, and the move; chance was not asked."""
    after = _after(position, action)
    for field, *_ in CHANCE_FIELDS:
        assert np.array_equal(after.state[field], position.state[field]), (
            f"action {action} reveals nothing, but draws: {position.history}"
        )
    for viewer in _viewers(position):
        for seed in range(2):
            guessed = _another_truth(position, viewer, seed)
            if action in guessed.legal_actions():
                assert _after(guessed, action).observe(viewer) == after.observe(viewer), (
                    f"action {action} reveals something to viewer {viewer}: {position.history}"
                )


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.play_action(action)
    return after


def check_estimates(variant: Variant) -> None:
    """An estimate shares the win among the seats, from what the mover may know, and only looks.

    To weigh moves is to estimate the positions after them, where luck has no part in it.
    """
    for position in _some_positions(variant):
        if not position.over:
            check_weights(position)
            for looked_at in (position, position.observe(position.to_move)):
                looked, shares = looked_at.state.copy(), np.zeros(looked_at.players)
                dispatch.estimate(looked, shares)
                where = f"{variant}, {position.history}"
                assert looked == looked_at.state, f"an estimate changed the position: {where}"
                assert shares.min() >= 0, f"a share of {shares.min()}: {where}"
                assert math.isclose(shares.sum(), 1), f"shares of {shares.sum()}: {where}"


def check_weights(position: Position) -> None:
    """To weigh moves is to estimate the positions after them, where luck has no part in it."""
    actions, room = position.legal_actions().copy(), np.zeros(1, position.state.dtype)
    shares, weights, plain = np.zeros(position.players), *np.zeros((2, len(actions)))
    dispatch.weigh(position.state, actions, len(actions), room, shares, weights)
    dispatch.try_each(position.state, actions, len(actions), room, shares, plain)
    for action, weight, wanted in zip(actions.tolist(), weights, plain, strict=True):
        assert dispatch.reveals(position.state, action) or math.isclose(weight, wanted), (
            f"action {action} is weighed as {weight}, not as {wanted}: {position.history}"
        )


def check_words(variant: Variant) -> None:
    """Every move is told, and offered in words of its own; every seat and the end are told.

    Who reads is never called by name, and who moves always is when someone else reads.
    """
    telling = variant.game.words
    names = [f"«{seat}»" for seat in range(variant.players)]
    looks: list[Callable[..., View]] = [Position.observe]
    if variant.game.aids:
        looks.append(shown_to)
    before = None
    *_, last_game = _games(variant)
    for number, position in enumerate(last_game):
        words = variant.game.speaking(LANGUAGES[number % len(LANGUAGES)])
        where = f"{words.language}, {variant}, after {position.history}"
        for viewer in {None, position.to_move, before.to_move if before else None}:
            for look in looks:
                seen = look(position, viewer), look(before, viewer) if before else None
                _check_told(words.to(viewer), *seen, names, where)
        words, document = words.to(position.to_move), position.observe(position.to_move).document
        offers = telling.offers(words, position.legal_moves(), document, names)
        assert len(set(offers)) == len(offers), f"two moves are offered alike: {where}"
        assert all(offers), f"a move is offered without words: {where}"
        assert len(telling.standing(words, document)) == len(names), f"a seat stands out: {where}"
        assert len(telling.tally(words, document)) == len(names), f"a seat has no tally: {where}"
        _check_choosing(words, position, names, where)
        before = position
    for language in LANGUAGES:
        for viewer in _viewers(position):
            _check_end_told(variant.game.speaking(language).to(viewer), position, names)


def _check_told(
    words: Words, position: Situation, before: Situation | None, names: list[str], where: str
) -> None:
    """The opening or the last move, and the task, told to one reader by what they see."""
    telling, reader = position.variant.game.words, words.reader
    document = position.document
    if before is None:
        mover, options = position.to_move, position.variant.options
        told = telling.opening(words, document, names, options)
    else:
        mover = before.to_move
        told = telling.tell(words, position.history[-1], before.document, document, names)
        assert position.variant.game.picture.note(
            position.history[-1], before.document, document, words
        ), f"the log has nothing to show: {where}"
    assert told, f"nothing is told: {where}"
    assert mover == reader or names[mover] in told, f"it is not told who moved: {where}"
    task = telling.task(words, document, names)
    assert task, f"there is no task: {where}"
    named = position.over or reader == position.to_move or names[position.to_move] in task
    assert named, f"the task does not name whose turn it is: {where}"
    if reader is not None:
        assert names[reader] not in told + task, f"the reader is not “you”: {where}"


def _check_choosing(words: Words, position: Position, names: list[str], where: str) -> None:
    """Check what a half-made move asks for, and what each move would do."""
    game, moves = position.variant.game, position.legal_moves()
    document = position.observe(position.to_move).document
    paths = half_made(game, moves, document)
    prompts = game.words.prompts(words, paths, document, names)
    assert len(prompts) == len(paths), f"{len(prompts)} prompts for {len(paths)} paths: {where}"
    assert all(prompts), f"a half-made move has no prompt: {where}"
    effects = game.words.effects(words, moves, document, names)
    assert len(effects) == len(moves), f"{len(effects)} effects of {len(moves)} moves: {where}"


def _check_end_told(words: Words, position: Position, names: list[str]) -> None:
    game, document, reader = position.variant.game, position.document, words.reader
    verdict = game.words.verdict(words, document, names)
    assert all(verdict), f"no verdict: {position.variant}"
    if reader is not None:
        named = [sentence for sentence in verdict if names[reader] in sentence]
        assert not named, f"the reader is not “you” in {named}: {position.variant}"
    assert not _ids(game.finale.draw(document, reader, names, words)), "the finale has ids"


def check_encoding(variant: Variant) -> None:
    """A game that is written as numbers tells nothing hidden by them and leaves nothing out.

    Every legal action has a number of its own, and the mask allows just these.
    """
    if variant.game.encoding is None:
        return
    positions = list(_some_positions(variant))
    for number, position in enumerate(positions):
        viewers = _viewers(position)
        viewer = viewers[number % len(viewers)]
        _check_numbers(position, viewer)
        _check_numbering(position)
        _check_nothing_left_out(position, positions[number - 1], viewer)


def _check_numbers(position: Position, viewer: int | None) -> None:
    """Check that what is hidden changes no number, and that all lie between -1 and 1."""
    encoding, where = position.variant.encoding, f"{position.variant}, {position.history}"
    names = [plane.name for plane in encoding.planes]
    assert len(set(names)) == len(names), f"two planes share a name: {names}"
    before, numbers = position.copy(), encoding.observe(position, viewer)
    assert position == before, f"to write a position as numbers changed it: {where}"
    assert np.abs(numbers).max() <= 1, f"a number is {np.abs(numbers).max()}: {where}"
    full = np.full(encoding.size, np.nan, numbers.dtype)
    shown = position if dispatch.is_open(position.state) else position.observe(viewer)
    dispatch.encode(shown.state, SPECTATOR if viewer is None else viewer, full)
    assert np.array_equal(full, numbers), f"a plane is not written, or shows chance: {where}"
    other = _another_truth(position, viewer, seed=len(position.history))
    assert np.array_equal(encoding.observe(other, viewer), numbers), (
        f"the numbers for viewer {viewer} show a secret: {where}"
    )


def _check_numbering(position: Position) -> None:
    encoding, where = position.variant.encoding, f"{position.variant}, {position.history}"
    actions, mask = position.legal_actions().tolist(), encoding.mask(position)
    numbers = [encoding.number(position, action) for action in actions]
    assert len(set(numbers)) == len(numbers), f"two actions share a number: {where}"
    assert set(numbers) <= set(range(encoding.actions)), f"a number is too large: {where}"
    assert sorted(numbers) == np.flatnonzero(mask).tolist(), f"the mask is wrong: {where}"
    found = [encoding.action(position, number) for number in numbers]
    assert found == actions, f"a number is read as another action: {where}"
    for number in {-1, encoding.actions, int(mask.argmin())} - set(numbers):
        try:
            encoding.action(position, number)
        except ForbiddenAction:
            continue
        raise AssertionError(f"the mask forbids {number}, but it was read: {where}")


def _check_nothing_left_out(position: Position, other: Position, viewer: int | None) -> None:
    """Check that what changes a viewer's document changes the numbers too.

    One field after the other is taken from another position. That may make a record that no game
    leads to; where it cannot even be told, nothing is asked of its numbers.
    """
    encoding, told = position.variant.encoding, position.observe(viewer).document
    numbers = encoding.observe(position, viewer)
    declared = bool(position.variant.game.fields)
    for field in position.state.dtype.names:
        if declared and field == "won":
            continue  # The reward tells it, and nobody has won while a move is to be chosen.
        others = other.observe(viewer).state[field]
        mixed = altered(position.observe(viewer), setitem, field, others)
        try:
            looks = mixed.observe(viewer).document
        except (IndexError, StopIteration, KeyError):
            continue
        if looks != told:
            assert not np.array_equal(encoding.observe(mixed, viewer), numbers), (
                f"the numbers for viewer {viewer} leave {field} out: {position.history}"
            )


def check_documents(variant: Variant) -> None:
    """A document keeps the schema of its game, and sets up the position that it tells, as the
    notation of a piecepack does; the legal moves follow from what the player to move may know."""
    game = variant.game
    assert game.restoring is None or game.schema, f"documents need a schema: {variant}"
    for position in _some_positions(variant):
        moves = position.legal_moves()
        for viewer in (TRUTH, *_viewers(position)):
            seen = position if viewer == TRUTH else position.observe(viewer)
            document, where = seen.document, f"{variant}, {position.history}"
            if game.schema is not None:
                game.check_document(document)
            tells_moves = viewer in (TRUTH, position.to_move)
            assert not tells_moves or seen.legal_moves() == moves, f"other moves are legal: {where}"
            if game.restoring is not None:
                restored: Situation = (
                    Position.from_document(document, seed=1, **variant.options)
                    if viewer == TRUTH
                    else View.from_document(document, **variant.options)
                )
                assert restored.document == document, f"another position is set up: {where}"
                assert not tells_moves or restored.legal_moves() == moves, f"other moves: {where}"
            if game.piecepack is not None:
                read = type(seen).from_ppn(seen.to_ppn())
                assert read.document == document, f"the notation tells another position: {where}"


LONGEST_SAID = 140
"""Most letters a step of a lesson may say; more do not fit the bar of a table."""


def check_lessons(game: Game) -> None:
    """A lesson keeps the rules: its positions are reached by legal moves, what it asks for is
    legal and can be clicked, what it marks is there, and it says no more than there is room for."""
    for name, lesson in game.lessons.items():
        assert lesson.steps, f"the lesson {name} has no steps"
        game.variant(lesson.play)
        for number, step in enumerate(lesson.steps, start=1):
            _check_step(game, step, f"{game.name}, lesson {name}, step {number}")


def _check_step(game: Game, step: Step, where: str) -> None:
    position = step.position(game)
    document = shown_to(position, step.seat).document
    ids = _check_parts(game, game.picture.draw(document, step.seat))
    outlined = {
        id_
        for drawing in game.picture.draw(document, step.seat).drawings
        for id_ in drawing.outlines
    }
    assert set(step.marks) <= ids.keys() | outlined, f"{step.marks} is not in the picture: {where}"
    for language in LANGUAGES:
        said = [
            game.speaking(language).tell(each)
            for each in (step.says, step.instead, step.then)
            if each
        ]
        assert all(len(text) <= LONGEST_SAID for text in said), f"{said} is too long: {where}"
    known = not step.rule or step.rule in game.rulebook().rules
    assert known, f"there is no rule {step.rule}: {where}"
    if step.wanted:
        assert position.to_move == step.seat, f"it is not the learner's turn: {where}"
    assert step.wanted or not step.answer, f"nobody moved, so nothing can be answered: {where}"
    for move in step.wanted:
        assert position.why_not(move) is None, f"{move} is not legal: {where}"
        step.outcome(game, move)


def check_recall(variant: Variant) -> None:
    """Questions after a game can be clicked, and what is shown meanwhile does not tell it: to point
    at one thing shows nothing of another."""
    game, recall = variant.game, variant.game.recall
    if recall is None:
        return
    names = player_names(None, variant.players)
    for *_, last in _games(variant):
        document = last.document
        places = recall.places(ENGLISH, document, names)
        asked = {question.place for question in recall.questions(ENGLISH, document, names)}
        assert asked <= places.keys(), f"the answer is no place: {variant}"
        drawn = _drawn_there(game, recall.shown(document, None), names)
        assert places.keys() <= drawn.keys(), f"an answer cannot be clicked: {variant}"
        for place in places:
            shown = _drawn_there(game, recall.shown(document, place), names)
            told = {other for other in places if shown[other] != drawn[other]}
            assert told <= {place}, f"{place} tells of {told - {place}}: {variant}"


LONGEST_CALL = 40
_RULE = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")


def check_scenes(variant: Variant) -> None:
    """Scenes can be told and drawn, from what anyone may know and nothing else."""
    if variant.game.scene is None:
        return
    for positions in _games(variant):
        for number, (before, after) in enumerate(pairwise(positions)):
            viewers = _viewers(after)
            check_scene(before, after, viewers[number % len(viewers)])


def check_scene(before: Position, after: Position, viewer: int | None) -> list[Scene]:
    """The scene that a viewer is shown after a move, in every language; none, after most moves."""
    game, move, found = after.variant.game, after.history[-1], []
    assert game.scene is not None
    names = [f"«{seat}»" for seat in range(after.players)]
    known = before.observe(None).document, after.observe(None).document
    for language in LANGUAGES:
        words = game.speaking(language).to(viewer)
        scene = game.scene.scene(words, move, *known, names, viewer)
        if scene is not None:
            _check_scene(scene, after, words, names)
            found.append(scene)
    assert len(found) in (0, len(LANGUAGES)), f"a scene hangs on the language: {after.history}"
    return found


def _check_scene(scene: Scene, after: Position, words: Words, names: Sequence[str]) -> None:
    game, where = after.variant.game, f"{words.language}, after {after.history}"
    assert 0 < len(scene.calls) <= LONGEST_CALL, f"{scene.calls!r} cannot be called out: {where}"
    told = " ".join([scene.calls, *scene.says])
    known = game.rulebook(words.language).rules
    assert known.keys() >= {*_RULE.findall(told)}, f"no rulebook has a rule of {told!r}: {where}"
    if words.reader is not None:
        assert names[words.reader] not in told, f"the reader is called by name: {told!r}, {where}"
    if scene.picture is None:
        shown = game.picture.draw(after.observe(words.reader).document, words.reader)
        ids = {id_ for drawing in shown.drawings for id_ in drawing.outlines}
        assert ids >= {*scene.marks}, f"{scene.marks} cannot be marked: {where}"
    else:
        _check_parts(game, scene.picture)
        assert scene.onward, f"there is no way on: {where}"


def _drawn_there(game: Game, document: Document, names: Sequence[str]) -> dict[str, str]:
    """The drawings by the things that lie in them."""
    picture = game.picture.draw(document, None, names)
    return {id_: drawing.inside for drawing in picture.drawings for id_ in drawing.outlines}


LAWS = (
    check_hiding,
    check_repeatable,
    check_ending,
    check_texts,
    check_secrets,
    check_picture,
    check_revealing,
    check_estimates,
    check_words,
    check_aids,
    check_recall,
    check_scenes,
    check_encoding,
    check_documents,
)
