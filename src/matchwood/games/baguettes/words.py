"""Baguettes told to people: what it is, what can be done, what was done, who won and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from matchwood.engine.game import Document
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.baguettes.pieces import (
    LETTERS,
    Block,
    block_of,
    can_play_from_hand,
    can_pull,
    crossing,
    goes_to_hand,
    in_hands,
    is_out,
    on_block,
    receiver,
    runs_along_x,
    seats_of,
)

OFFERS_KEPT = 4096
"""Most of a turn's offers were there on the turn before."""
NO_EFFECT = Effect()

TAGLINE = Phrase("Plant your sticks, then pull the rods from under your rivals.")
LABELS = {
    "players": Phrase("Players"),
    "teams": Phrase("Teams"),
    "size": Phrase("Block"),
    "sticks": Phrase("Sticks per player"),
}

CHOICES: Mapping[tuple[str, Value], Phrase] = {
    ("teams", False): Phrase("everyone alone"),
    ("teams", True): Phrase("two against two"),
    ("size", (2, 2, 2)): Phrase("small: 2 × 2 wells, 2 levels"),
    ("size", (4, 4, 4)): Phrase("usual: 4 × 4 wells, 4 levels"),
    ("size", (6, 6, 6)): Phrase("large: 6 × 6 wells, 6 levels"),
    ("sticks", None): Phrase("as in the rules: 10, 7 or 5"),
}

FORMATS = {
    "size": Phrase("Wells from left to right, wells from front to back, levels: such as 3, 3, 4."),
}

COLOURS = {
    "red": Phrase("red"),
    "green": Phrase("green"),
    "blue": Phrase("blue"),
    "yellow": Phrase("yellow"),
}
# Some languages bend the colour with the noun and its part in the sentence: each is a phrase.
RODS = {
    "red": Phrase("red rod"),
    "green": Phrase("green rod"),
    "blue": Phrase("blue rod"),
    "yellow": Phrase("yellow rod"),
}
STICKS = {
    "red": Phrase("red stick"),
    "green": Phrase("green stick"),
    "blue": Phrase("blue stick"),
    "yellow": Phrase("yellow stick"),
}
"""The thing that someone acts with."""
THE_STICK = {
    "red": Phrase("The red stick"),
    "green": Phrase("The green stick"),
    "blue": Phrase("The blue stick"),
    "yellow": Phrase("The yellow stick"),
}
"""The thing that something happens to, at the beginning of a sentence."""


BUTTONS = {"pull": Phrase("Pull it"), "drop": Phrase("Take it out")}


def label(document: Document, names: Sequence[str], words: Words) -> str:
    """The picture in a sentence."""
    if document["phase"] == "over":
        winners = document["winners"]
        if winners[1:]:
            return words.about_all(
                winners, names, "Baguettes: you and {others} won.", "Baguettes: {names} won."
            )
        return words.about(winners[0], names, "Baguettes: you won.", "Baguettes: {name} won.")
    return words.about(
        document["to_move"],
        names,
        "Baguettes: it’s your turn.",
        "Baguettes: it’s {name}’s turn.",
    )


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    return words.about(
        document["to_move"],
        names,
        "You start, drawn by lot (BG-5).",
        "{name} starts, drawn by lot (BG-5).",
    )


def task(words: Words, document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    if words.reader != document["to_move"]:
        return words("It’s {name}’s turn.", name=names[document["to_move"]])
    from_hand, pull = can_play_from_hand(document), can_pull(document)
    if from_hand and pull:
        return words("Pierce a channel, plant a stick in a well, or pull a rod.")
    if from_hand:
        return words("Pierce a channel or plant a stick in a well.")
    if pull:
        return words("Pull a rod; you can neither pierce nor plant.")
    return words("You cannot play: take one of your sticks out of the game.")


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    block = block_of(document)
    return [_offer(words, move, document, block, names) for move in moves]


def _offer(words: Words, move: str, document: Document, block: Block, names: Sequence[str]) -> str:
    kind, where = move.split()
    if kind == "pierce":
        return _offer_channel(words, where)
    if kind == "plant":
        return _offer_well(words, where, block.landings[where])
    if kind == "drop":
        return _offer_drop(words, where, document["colours"][document["to_move"]], block)
    return _offer_pull(words, where, document, block, names)


@lru_cache(OFFERS_KEPT)
def _offer_channel(words: Words, channel: str) -> str:
    level, number = channel[0], channel[1]
    if runs_along_x(channel):
        return words(
            "Pierce channel {channel}: level {level}, row {number}",
            channel=channel,
            level=level,
            number=number,
        )
    return words(
        "Pierce channel {channel}: level {level}, column {number}",
        channel=channel,
        level=level,
        number=number,
    )


@lru_cache(OFFERS_KEPT)
def _offer_well(words: Words, well: str, level: str | None) -> str:
    if level is None:
        return words("Plant a stick in well {well}: no rod is there, it disappears", well=well)
    return words("Plant a stick in well {well}: it stands on level {level}", well=well, level=level)


def _offer_drop(words: Words, where: str, colour: str, block: Block) -> str:
    stick = STICKS[colour]
    if where == "hand":
        return words("Take a {stick} from your hand out of the game", stick=stick)
    if where in block.sticks:
        return words("Take the {stick} in well {well} out of the game", stick=stick, well=where)
    offered = words("Take the {rod} {channel} out of the game", rod=RODS[colour], channel=where)
    return _with_falls(words, offered, where, block)


def _offer_pull(
    words: Words, where: str, document: Document, block: Block, names: Sequence[str]
) -> str:
    channel, _, well = where.partition(">")
    rod, seat = RODS[block.rods[channel]], document["to_move"]
    if well:
        offered = words(
            "Pull the {rod} {channel} and put it in the place of your stick in well {well}",
            rod=rod,
            channel=channel,
            well=well,
        )
    elif (owner := receiver(document, channel)) == seat:
        offered = words("Pull the {rod} {channel} into your hand", rod=rod, channel=channel)
    else:
        offered = words(
            "Pull the {rod} {channel} and hand it to {owner}",
            rod=rod,
            channel=channel,
            owner=names[owner],
        )
    return _with_falls(words, offered, channel, block)


def _with_falls(words: Words, offered: str, rod: str, block: Block) -> str:
    return ". ".join([offered, " ".join(falls_told(words, rod, block))]).removesuffix(". ")


def falls_told(words: Words, rod: str, block: Block, short: bool = False) -> Iterator[str]:
    """BG-9: what goes down when a rod is gone, a sentence each."""
    for well, level in block.falls.get(rod, {}).items():
        stick = THE_STICK[block.sticks[well].colour]
        if short and level is None:
            yield words("{stick} in {well} is lost.", stick=stick, well=well)
        elif short:
            yield words("{stick} in {well} sinks to {level}.", stick=stick, well=well, level=level)
        elif level is None:
            yield words("{stick} in well {well} disappears.", stick=stick, well=well)
        else:
            yield words(
                "{stick} in well {well} sinks to level {level}.",
                stick=stick,
                well=well,
                level=level,
            )


def prompts(
    words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
) -> list[str]:
    """After the click on a rod, on a stick that is to be taken out, or on one to be replaced."""
    block = block_of(document)
    return [_prompt(words, path[0], document, block, names) for path in paths]


def _prompt(
    words: Words, chosen: str, document: Document, block: Block, names: Sequence[str]
) -> str:
    kind, _, place = chosen.partition("-")
    if chosen == "well":
        return words("Choose the rod that takes the place of this stick.")
    if kind == "channel" and can_pull(document):
        return _prompt_pull(words, place, document, block, names)
    if kind == "channel":
        return words("Take the rod {channel} out of the game?", channel=place)
    if kind == "well":
        return words("Take the stick in {well} out of the game?", well=place)
    return words("Take a stick from your hand out of the game?")


def _prompt_pull(
    words: Words, rod: str, document: Document, block: Block, names: Sequence[str]
) -> str:
    asked = words("Pull {rod}?", rod=rod)
    sinking = _sinking(words, rod, block)
    if not goes_to_hand(document, block, rod):
        goes = words("Choose your stick whose place the rod takes.")
    elif (owner := receiver(document, rod)) == document["to_move"]:
        goes = words("The rod comes back to your hand.")
    else:
        goes = words("The rod goes to {name}.", name=names[owner])
    return " ".join([asked, sinking, goes])


def _sinking(words: Words, rod: str, block: Block) -> str:
    """The sticks that would fall: in a sentence if it is one, else in numbers."""
    found = block.falls.get(rod, {})
    if len(found) == 1:
        return next(falls_told(words, rod, block, short=True))
    lost = sum(level is None for level in found.values())
    if not lost:
        return words("{n} sticks sink.", n=len(found))
    return words("{n} sticks go down, {lost} lost.", n=len(found), lost=lost)


def effects(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[Effect]:
    block = block_of(document)
    return [_effect(words, move, block) for move in moves]


def _effect(words: Words, move: str, block: Block) -> Effect:
    kind, where = move.split()
    if kind == "plant":
        return _effect_of_planting(words, where, block.landings[where])
    if kind == "pull":
        rod, _, well = where.partition(">")
        return Effect(
            words("swap with {well}", well=well) if well else _fall_effect(words, rod, block)
        )
    return NO_EFFECT


@lru_cache(OFFERS_KEPT)
def _effect_of_planting(words: Words, well: str, level: str | None) -> Effect:
    if level is None:
        return Effect(words("you would lose it"), warns=True)
    return Effect(words("on {rod}", rod=crossing(level, well)))


def _fall_effect(words: Words, rod: str, block: Block) -> str:
    """The deepest of what would happen to the sticks on a rod."""
    levels = block.falls[rod].values()
    lost = sum(level is None for level in levels)
    if lost:
        return words("{n} lost", n=lost)
    return words("sinks to {level}", level=max(level for level in levels if level))


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    kind, where = move.split()
    seat = before["to_move"]
    if kind == "pierce":
        told = [
            words.about(
                seat,
                names,
                "You push a {stick} through channel {channel}.",
                "{name} pushes a {stick} through channel {channel}.",
                stick=STICKS[before["colours"][seat]],
                channel=where,
            )
        ]
    elif kind == "plant":
        told = [_tell_plant(words, where, seat, names, after)]
    elif kind == "drop":
        told = [
            _tell_drop(words, where, before, names),
            *falls_told(words, where, block_of(before)),
        ]
    else:
        told = list(_tell_pull(words, where, before, names))
    return " ".join([*told, *newly_out(words, before, after, names)])


def _tell_plant(words: Words, well: str, seat: int, names: Sequence[str], after: Document) -> str:
    stick = STICKS[after["colours"][seat]]
    if well not in after["sticks"]:
        return words.about(
            seat,
            names,
            "You plant a {stick} in well {well}; it finds no rod and disappears.",
            "{name} plants a {stick} in well {well}; it finds no rod and disappears.",
            stick=stick,
            well=well,
        )
    return words.about(
        seat,
        names,
        "You plant a {stick} in well {well}; it stands on level {level}.",
        "{name} plants a {stick} in well {well}; it stands on level {level}.",
        stick=stick,
        well=well,
        level=after["sticks"][well]["level"],
    )


def _tell_drop(words: Words, where: str, before: Document, names: Sequence[str]) -> str:
    seat = before["to_move"]
    colour = before["colours"][seat]
    stick = STICKS[colour]
    if where == "hand":
        return words.about(
            seat,
            names,
            "You cannot play and take a {stick} from your hand out of the game.",
            "{name} cannot play and takes a {stick} from the hand out of the game.",
            stick=stick,
        )
    if where[0] in LETTERS:
        return words.about(
            seat,
            names,
            "You cannot play and take the {rod} {channel} out of the game.",
            "{name} cannot play and takes the {rod} {channel} out of the game.",
            rod=RODS[colour],
            channel=where,
        )
    return words.about(
        seat,
        names,
        "You cannot play and take the {stick} in well {well} out of the game.",
        "{name} cannot play and takes the {stick} in well {well} out of the game.",
        stick=stick,
        well=where,
    )


def _tell_pull(words: Words, where: str, before: Document, names: Sequence[str]) -> Iterator[str]:
    """The rod, what falls, and where the rod goes, a sentence each."""
    channel, _, well = where.partition(">")
    seat = before["to_move"]
    yield words.about(
        seat,
        names,
        "You pull the {rod} {channel}.",
        "{name} pulls the {rod} {channel}.",
        rod=RODS[before["rods"][channel]],
        channel=channel,
    )
    yield from falls_told(words, channel, block_of(before))
    if well:
        yield words.about(
            seat,
            names,
            "You put the rod in well {well} and take the {stick} from there in hand.",
            "{name} puts the rod in well {well} and takes the {stick} from there in hand.",
            well=well,
            stick=STICKS[before["colours"][seat]],
        )
    elif (owner := receiver(before, channel)) == seat:
        yield words.about(seat, names, "You take the rod in hand.", "{name} takes the rod in hand.")
    else:
        yield words.about(
            owner, names, "The rod goes to your hand.", "The rod goes to {name}’s hand."
        )


def newly_out(
    words: Words, before: Document, after: Document, names: Sequence[str]
) -> Iterator[str]:
    """BG-15: players, or partners, who have just lost their last stick."""
    for colour in after["out"]:
        seats = seats_of(after, colour)
        if is_out(after, seats[0]) and not is_out(before, seats[0]):
            yield _said_out(words, seats, names)


def _said_out(words: Words, seats: Sequence[int], names: Sequence[str]) -> str:
    if seats[1:]:
        return words.about_all(seats, names, "You and {others} are out.", "{names} are out.")
    return words.about(seats[0], names, "You are out.", "{name} is out.")


def tally(words: Words, document: Document) -> list[tuple[str, str]]:
    """The number of sticks of each player's colour that are not out of the game."""
    sticks, left = block_of(document).sticks_of, words("left")
    return [
        (str(in_hands(document, colour) + sticks[colour]), left) for colour in document["colours"]
    ]


def standing(words: Words, document: Document) -> list[str]:
    sticks = block_of(document).sticks_of
    return [
        standing_told(
            words,
            hand,
            in_hands(document, colour) - hand if document["teams"] else None,
            sticks[colour],
        )
        for hand, colour in zip(document["hands"], document["colours"], strict=True)
    ]


@lru_cache(OFFERS_KEPT)
def standing_told(words: Words, hand: int, partner: int | None, block: int) -> str:
    """BG-15: who is out, is so together with their partner."""
    if not hand and not partner and not block:
        return words("no sticks left")
    if partner is None:
        return words("{hand} in hand, {block} on the block", hand=hand, block=block)
    told = hand_told(words, hand, partner), words("{n} on the block", n=block)
    return ", ".join(told)


def hand_told(words: Words, hand: int, partner: int | None) -> str:
    """The sticks in hand, and those in the hand of the partner if there is one."""
    if partner is None:
        return words("{n} in hand", n=hand)
    return words("{n} in hand, partner {m}", n=hand, m=partner)


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    """BG-16: the winners, and what is left of every colour."""
    return [_why_won(words, document, names), *_what_is_left(words, document, names)]


def _why_won(words: Words, document: Document, names: Sequence[str]) -> str:
    winners = document["winners"]
    if is_out(document, winners[0]):
        if winners[1:]:
            return words.about_all(
                winners,
                names,
                "Nobody has a stick left. You and {others} were the last to pierce, plant or "
                "pull, and win (BG-16).",
                "Nobody has a stick left. {names} were the last to pierce, plant or pull, "
                "and win (BG-16).",
            )
        return words.about(
            winners[0],
            names,
            "Nobody has a stick left. You were the last to pierce, plant or pull, and win (BG-16).",
            "Nobody has a stick left. {name} was the last to pierce, plant or pull, "
            "and wins (BG-16).",
        )
    if winners[1:]:
        return words.about_all(
            winners,
            names,
            "You and {others} win: nobody else has a stick left (BG-16).",
            "{names} win: nobody else has a stick left (BG-16).",
        )
    return words.about(
        winners[0],
        names,
        "You win: nobody else has a stick left (BG-16).",
        "{name} wins: nobody else has a stick left (BG-16).",
    )


def _what_is_left(words: Words, document: Document, names: Sequence[str]) -> Iterator[str]:
    for colour in document["out"]:
        yield left_told(words, document, colour, names)


def left_told(words: Words, document: Document, colour: str, names: Sequence[str]) -> str:
    """The rest of a colour, and whose it is."""
    seats, left = seats_of(document, colour), what_is_left(words, document, colour)
    if seats[1:]:
        return words.about_all(
            seats, names, "You and {others}: {left}.", "{names}: {left}.", left=left
        )
    return words.about(seats[0], names, "You: {left}.", "{name}: {left}.", left=left)


def what_is_left(words: Words, document: Document, colour: str) -> str:
    """The places of the sticks of a colour."""
    return words(
        "{hand} in hand, {block} on the block, {out} out of the game",
        hand=in_hands(document, colour),
        block=on_block(document, colour),
        out=document["out"][colour],
    )
