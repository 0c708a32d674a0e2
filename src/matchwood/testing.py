"""The conformance kit: the laws that every game keeps, as checks to call from a test.

For a game of your own, one test is enough to begin with:

    @pytest.mark.parametrize("law", matchwood.testing.LAWS)
    @pytest.mark.parametrize("variant", matchwood.testing.variants("my-game"), ids=str)
    def test_the_game_keeps_the_laws(law, variant):
        law(variant)

Every check plays random games and fails with a sentence that says what was broken, where.
`check_proportions` needs to be told what is possible, so it stands apart from `LAWS`.
"""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import numpy as np
from rich.console import Console

from matchwood.engine import chance, rules
from matchwood.engine.game import SPECTATOR, State, Variant, find_game
from matchwood.engine.kernels import config
from matchwood.engine.luck import luck
from matchwood.engine.names import player_names
from matchwood.engine.options import every_choice
from matchwood.engine.position import Position
from matchwood.engine.words import ENGLISH, LANGUAGES

GAMES = 1 if config.DISABLE_JIT else 2
"""How many random games a check plays; kernels that Python runs are a hundred times slower."""
GUESSES = 20_000
ACTIONS_TRIED = 4
"""How many actions of a position are asked about."""
SURPRISE = 5.0
"""How many standard deviations the luck of a check may be off: seeds are fixed, so it holds."""


def variants(name: str) -> list[Variant]:
    """A game in every way its options can be set, or in those it names as worth trying."""
    game = find_game(name)
    return [game.variant(choice) for choice in game.samples or every_choice(game.options)]


def random_game(variant: Variant, seed: int) -> Iterator[Position]:
    """The positions of a random game from the deal to the end, each a copy."""
    choose = random.Random(seed)
    position = variant.new(seed)
    yield position.copy()
    while not position.over:
        assert len(position.moves) < variant.game.rules.MOST_MOVES, (
            f"{variant} with seed {seed} is not over after MOST_MOVES moves"
        )
        legal = position.legal()
        assert legal, f"{variant} with seed {seed} has no legal move after {position.moves}"
        position.play(choose.choice(legal))
        yield position.copy()


def _some_positions(variant: Variant, each: int = 4) -> Iterator[Position]:
    """Positions spread over a few random games, the first and the last among them."""
    for seed in range(GAMES):
        positions = list(random_game(variant, seed))
        yield from positions[:: max(1, len(positions) // each)]
        yield positions[-1]


def _viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


def _another_truth(
    position: Position, viewer: int | None, seed: int, guess: Callable[..., None] = rules.guess
) -> Position:
    """A position that looks the same to the viewer, though what is hidden may differ."""
    other = position.seen_by(viewer)
    guess(other.state, SPECTATOR if viewer is None else viewer, luck(seed))
    return other


def check_hiding(variant: Variant) -> None:
    """Law 1: to hide, guess and hide again gives the same bytes; the chance stream is gone."""
    for position in _some_positions(variant):
        for viewer in _viewers(position):
            hidden = position.seen_by(viewer)
            where = f"{variant}, viewer {viewer}, after {position.moves}"
            assert hidden.seen_by(viewer) == hidden, f"hiding twice hides more: {where}"
            assert not hidden.state.key.any(), f"the seed is still there: {where}"
            assert not hidden.state.block.any(), f"the chance to come is still there: {where}"
            for seed in range(3):
                for guess in (rules.guess, rules.suspect):
                    guessed = _another_truth(position, viewer, seed, guess)
                    assert guessed.seen_by(viewer) == hidden, f"a guess shows: {where}"
                    assert guessed.state.key.any(), f"a guess has no chance stream: {where}"


def truth(state: State) -> bytes:
    """What a state says of the game, its chance stream left out."""
    alone = np.frombuffer(bytearray(state.tobytes()), state.dtype)
    chance.wipe(alone[0])
    return alone.tobytes()


def check_proportions(
    hidden: Position, viewer: int | None, possible: Mapping[bytes, float], guesses: int = GUESSES
) -> None:
    """Law 1: every truth that is possible is guessed, in the right proportion, and no other.

    `possible` gives each possible `truth` its weight.
    """
    generator, seat = luck(1), SPECTATOR if viewer is None else viewer
    seen: Counter[bytes] = Counter()
    for _ in range(guesses):
        guessed = hidden.copy()
        hidden.variant.game.rules.guess(guessed.state, seat, generator)
        seen[truth(guessed.state)] += 1
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
    """Law 2: the same seed and moves give the same bytes, and a copy is apart."""
    for seed in range(GAMES):
        first, again = list(random_game(variant, seed)), variant.new(seed)
        for position in first:
            if position.moves:
                before = again.copy()
                kept = before.state.tobytes()
                again.play(position.moves[-1])
                assert before.state.tobytes() == kept, f"{variant}: a move changed a copy"
            assert again == position, f"{variant}: seed {seed} differs after {position.moves}"


def check_ending(variant: Variant) -> None:
    """Law 3: there is always a move, every game ends in time, and no piece is lost or made."""
    for seed in range(GAMES):
        positions = list(random_game(variant, seed))
        last = positions[-1]
        assert last.winners, f"{variant}: seed {seed} has no winner"
        assert last.legal() == [], f"{variant}: seed {seed} goes on after its end"
        mover = positions[-2].to_move
        assert last.to_move == mover, f"{variant}: the turn passed on after the last move"
        shares = np.zeros(last.players)
        variant.game.rules.returns(last.state, shares)
        assert math.isclose(shares.sum(), 1), f"{variant}: the winners share {shares.sum()}"
        pieces = variant.game.text.pieces
        box = pieces(positions[0].dump())
        for position in positions:
            assert pieces(position.dump()) == box, f"pieces changed: {position.moves}"


def check_texts(variant: Variant) -> None:
    """Law 4: texts and actions name each other; what is not legal is refused by a rule."""
    read, say = variant.game.text.read, variant.game.text.say
    books = [variant.game.rulebook(language).rules for language in LANGUAGES]
    nonsense = ["", " ", "0", "flip", "🦊", "a" * 1000, "flip 7\n", "-1", "none"]
    tried = {*nonsense, *_texts_of(variant)}
    for position in _some_positions(variant):
        actions = position.actions().tolist()
        legal = position.legal()
        assert len(set(legal)) == len(legal), f"two moves share a text: {legal}"
        assert [read(position.state, text) for text in legal] == actions
        assert say(position.state, actions) == legal
        assert all(position.why_not(text) is None for text in legal)
        for text in tried - set(legal):
            refusal = position.why_not(text)
            assert refusal is not None, f"{text!r} is not refused"
            assert all(refusal.rule in book for book in books), f"no rulebook has {refusal.rule}"
            before = position.copy()
            try:
                position.play(text)
            except ValueError:
                assert position == before, f"the refused {text!r} changed the position"
                assert position.moves == before.moves
            else:
                raise AssertionError(f"{text!r} is refused, but was played")


def _texts_of(variant: Variant, most: int = 60) -> list[str]:
    """Texts that are legal now and then in this game."""
    texts = {text for position in random_game(variant, 0) for text in position.legal()}
    return random.Random(0).sample(sorted(texts), min(most, len(texts)))


def check_secrets(variant: Variant) -> None:
    """Law 5: nothing that a viewer receives changes when what is hidden from them changes."""
    texts = _texts_of(variant, most=10)
    for position in _some_positions(variant):
        for viewer in _viewers(position):
            other = _another_truth(position, viewer, seed=len(position.moves))
            for name, receive in _RECEIVED.items():
                assert receive(other, viewer, texts) == receive(position, viewer, texts), (
                    f"the {name} for viewer {viewer} shows a secret: {variant}, {position.moves}"
                )


def _refusals(position: Position, viewer: int | None, texts: list[str]) -> object:
    """What the player to move is told; the others have nothing to ask."""
    return [position.why_not(text) for text in texts] if viewer == position.to_move else None


def _moves(position: Position, viewer: int | None, texts: list[str]) -> object:
    return position.legal() if viewer == position.to_move else None


def _sketch(position: Position, viewer: int | None, texts: list[str]) -> object:
    names = player_names(None, position.players)
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        sketch = position.variant.game.sketch.sketch
        console.print(sketch(position.observe(viewer), viewer, names))
    return capture.get()


def _words(position: Position, viewer: int | None, texts: list[str]) -> object:
    telling, document = position.variant.game.words, position.observe(viewer)
    names = player_names(None, position.players)
    moves = position.legal() if viewer == position.to_move else []
    return [
        telling.task(ENGLISH, document),
        telling.standing(ENGLISH, document),
        telling.verdict(ENGLISH, document, names) if position.over else [],
        telling.offers(ENGLISH, moves, document, names),
    ]


_RECEIVED: dict[str, Callable[[Position, int | None, list[str]], object]] = {
    "document": lambda position, viewer, texts: position.observe(viewer),
    "picture": lambda position, viewer, texts: position.svg(viewer),
    "sketch": _sketch,
    "list of moves": _moves,
    "refusal": _refusals,
    "words": _words,
}


def check_picture(variant: Variant) -> None:
    """Every move is a path of clicks through the mover's picture, and no path hides another."""
    for position in _some_positions(variant):
        for viewer in _viewers(position):
            tree = ET.fromstring(position.svg(viewer))
            ids = Counter(element.get("id") for element in tree.iter() if element.get("id"))
            assert max(ids.values(), default=0) <= 1, "two elements of the picture share an id"
            if viewer != position.to_move:
                continue  # whoever may not see the mover's cards cannot click them either
            document = position.observe(viewer)
            paths = [variant.game.picture.clicks(move, document) for move in position.legal()]
            for move, path in zip(position.legal(), paths, strict=True):
                wanted = variant.game.picture.attempt(path, document)
                assert wanted == move, f"{path} is read as {wanted}, and makes {move}"
                assert path, "a move has no clicks"
                assert set(path) <= ids.keys(), f"{path} is not in the picture"
                beginnings = [path[:length] for length in range(1, len(path) + 1)]
                assert sum(other in beginnings for other in paths) == 1, f"{path} is ambiguous"


def check_revealing(variant: Variant) -> None:
    """Law 6: `reveals` gives no secret away, and a move that reveals nothing can be taken back."""
    choose = random.Random(0)
    for position in _some_positions(variant):
        actions = position.actions().tolist()
        for action in choose.sample(actions, min(len(actions), ACTIONS_TRIED)):
            _check_answer(position, action)
            if not rules.reveals(position.state, action):
                _check_nothing_shows(position, action)


def _check_answer(position: Position, action: int) -> None:
    """Whoever asks before they move learns nothing from the answer."""
    answer = rules.reveals(position.state, action)
    assert answer in (True, False), f"whether action {action} reveals is told as {answer}"
    hidden = position.seen_by(position.to_move)
    guesses = [_another_truth(position, position.to_move, seed) for seed in range(3)]
    for other in (hidden, *guesses):
        assert rules.reveals(other.state, action) == answer, (
            f"whether action {action} reveals hangs on a secret: {position.moves}"
        )


def _check_nothing_shows(position: Position, action: int) -> None:
    """After the move every viewer knows what they knew, and the move; chance was not asked."""
    after = _after(position, action)
    for field, *_ in chance.FIELDS:
        assert np.array_equal(after.state[field], position.state[field]), (
            f"action {action} reveals nothing, but draws: {position.moves}"
        )
    for viewer in _viewers(position):
        for seed in range(2):
            guessed = _another_truth(position, viewer, seed)
            if action in guessed.actions():
                assert _after(guessed, action).seen_by(viewer) == after.seen_by(viewer), (
                    f"action {action} reveals something to viewer {viewer}: {position.moves}"
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
            _check_weights(position)
            for looked_at in (position, position.seen_by(position.to_move)):
                before, shares = looked_at.copy(), np.zeros(looked_at.players)
                rules.estimate(looked_at.state, shares)
                where = f"{variant}, {position.moves}"
                assert looked_at == before, f"an estimate changed the position: {where}"
                assert shares.min() >= 0, f"a share of {shares.min()}: {where}"
                assert math.isclose(shares.sum(), 1), f"shares of {shares.sum()}: {where}"


def _check_weights(position: Position) -> None:
    actions, room = position.actions().copy(), np.zeros(1, position.state.dtype)
    shares, weights, plain = np.zeros(position.players), *np.zeros((2, len(actions)))
    rules.weigh(position.state, actions, len(actions), room, shares, weights)
    rules.try_each(position.state, actions, len(actions), room, shares, plain)
    for action, weight, wanted in zip(actions.tolist(), weights, plain, strict=True):
        assert rules.reveals(position.state, action) or math.isclose(weight, wanted), (
            f"action {action} is weighed as {weight}, not as {wanted}: {position.moves}"
        )


def check_words(variant: Variant) -> None:
    """Every move is told, and offered in words of its own; every seat and the end are told."""
    telling, options = variant.game.words, variant.options
    names = [f"«{seat}»" for seat in range(variant.new(0).players)]
    before = None
    for number, position in enumerate(random_game(variant, seed=1)):
        words = variant.game.speaking(LANGUAGES[number % len(LANGUAGES)])
        where = f"{words.language}, {variant}, after {position.moves}"
        document = position.observe(position.to_move)
        if before is None:
            assert telling.opening(words, document, names, options), f"no opening: {where}"
        else:
            mover, viewers = before.to_move, [None, position.to_move]
            for viewer in viewers:
                seen = before.observe(viewer), position.observe(viewer)
                told = telling.tell(words, position.moves[-1], *seen, names)
                assert names[mover] in told, f"a move is told without who made it: {where}"
        offers = telling.offers(words, position.legal(), document, names)
        assert len(set(offers)) == len(offers), f"two moves are offered alike: {where}"
        assert all(offers), f"a move is offered without words: {where}"
        assert len(telling.standing(words, document)) == len(names), f"a seat stands out: {where}"
        assert position.over or telling.task(words, document), f"there is no task: {where}"
        before = position
    for language in LANGUAGES:
        words = variant.game.speaking(language)
        assert all(telling.verdict(words, position.dump(), names)), f"no verdict: {variant}"
        ET.fromstring(variant.game.picture.finale(position.dump(), names, words))


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
)
