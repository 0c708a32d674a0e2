"""Top Trumps Match told to people: what can be done, what was done, how a match was scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from matchwood.engine.game import Document
from matchwood.engine.language import Effect, Phrase, Words
from matchwood.engine.options import Value
from matchwood.games.top_trumps_match.pieces import GROWING, MATCH, SYMBOL_NAMES, look_at

TAGLINE = Phrase("Push a cube in, push one out: five in a line on your side.")
LABELS = {
    "mode": Phrase("Game"),
    "target": Phrase("Points that win"),
    "youngest": Phrase("Youngest player"),
    "starter": Phrase("Who starts the later rounds"),
    "void_after": Phrase("Pushes after which a round is void"),
    "max_voids": Phrase("Void rounds in a row that end the game"),
    "cubes": Phrase("Cubes"),
}

CHOICES: Mapping[tuple[str, Value], Phrase] = {
    ("mode", "tournament"): Phrase("tournament: rounds for points"),
    ("mode", "five-minute"): Phrase("five-minute game: one round, cards face down"),
    ("youngest", None): Phrase("drawn by lot"),
    ("starter", "youngest"): Phrase("the same player again"),
    ("starter", "alternate"): Phrase("the players in turn"),
    ("cubes", "standard"): Phrase("the standard set"),
}

FORMATS = {
    "cubes": Phrase(
        "25 cubes with hyphens between them, each as its six symbols (A to O), opposite faces "
        "side by side: ABCDEF-GHIJKL-…"
    ),
}

CAPTION = Phrase("Your cards, secret")
BUTTONS: Mapping[str, Phrase] = {}
"""Every move is made in the picture."""

FIVE = {
    "A": Phrase("Five anchors"),
    "B": Phrase("Five bolts"),
    "C": Phrase("Five crowns"),
    "D": Phrase("Five drops"),
    "E": Phrase("Five envelopes"),
    "F": Phrase("Five fish"),
    "G": Phrase("Five gems"),
    "H": Phrase("Five hearts"),
    "I": Phrase("Five snowflakes"),
    "J": Phrase("Five jigsaw pieces"),
    "K": Phrase("Five keys"),
    "L": Phrase("Five leaves"),
    "M": Phrase("Five moons"),
    "N": Phrase("Five notes"),
    "O": Phrase("Five planets"),
}
"""The symbols of a match, at the beginning of a sentence."""
FOUR = {
    "A": Phrase("Four anchors"),
    "B": Phrase("Four bolts"),
    "C": Phrase("Four crowns"),
    "D": Phrase("Four drops"),
    "E": Phrase("Four envelopes"),
    "F": Phrase("Four fish"),
    "G": Phrase("Four gems"),
    "H": Phrase("Four hearts"),
    "I": Phrase("Four snowflakes"),
    "J": Phrase("Four jigsaw pieces"),
    "K": Phrase("Four keys"),
    "L": Phrase("Four leaves"),
    "M": Phrase("Four moons"),
    "N": Phrase("Four notes"),
    "O": Phrase("Four planets"),
}
"""The same of a line that lacks one."""

CACHED = 10_000
"""The number of offers kept: most of some 140 on a turn could be made on an earlier one."""
SOME_CELL = "\0"
"""Stands for the cell in an offer that is kept: nobody's name has such a sign."""


def named(words: Words, symbols: Sequence[str]) -> list[str]:
    """The names of symbols."""
    return [words.tell(SYMBOL_NAMES[symbol]) for symbol in symbols]


def opening(
    words: Words, document: Document, names: Sequence[str], options: Mapping[str, Value]
) -> str:
    starter = document["starter"]
    if options["youngest"] is None:
        return words.between(
            starter,
            1 - starter,
            names,
            "You start, drawn by lot (TT-6), and push the first cube out to {other}.",
            "{name} starts, drawn by lot (TT-6), and pushes the first cube out to you.",
            "{name} starts, drawn by lot (TT-6), and pushes the first cube out to {other}.",
        )
    return words.between(
        starter,
        1 - starter,
        names,
        "You are the youngest and start (TT-6): you push the first cube out to {other}.",
        "{name} is the youngest and starts (TT-6): the first cube is pushed out to you.",
        "{name} is the youngest and starts (TT-6): the first cube is pushed out to {other}.",
    )


def task(words: Words, document: Document, names: Sequence[str]) -> str:
    if document["phase"] == "over":
        return words("The game is over.")
    if words.reader != document["to_move"]:
        return words("{name} is choosing where to push.", name=names[document["to_move"]])
    if document["fresh"] is None:
        return words("Choose the symbol facing you, then the cell to push into.")
    return words(
        "Choose the symbol facing you, then the cell to push into; not {cell}.",
        cell=document["fresh"],
    )


def prompts(
    words: Words, paths: Sequence[Sequence[str]], document: Document, names: Sequence[str]
) -> list[str]:
    """Half a move is a face that was chosen, or a cell."""
    asked = (_prompt(words, chosen) for [chosen] in paths)
    return [sentence[0].upper() + sentence[1:] for sentence in asked]


def _prompt(words: Words, chosen: str) -> str:
    if chosen == "cell":
        return words("Choose the symbol that will face you.")
    front = SYMBOL_NAMES[chosen.removeprefix("face-")]
    return words("{front} faces you; choose the cube to push out.", front=front)


def effects(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[Effect]:
    """The length to which a line would grow; on the other side only if the document shows it
    (TT-7), and only if one more would make a match there."""
    mover = document["to_move"]
    mine, theirs = (look_at(document, side).joined for side in (mover, 1 - mover))
    behind, name, told = _opposites(document), names[1 - mover], []
    for cell, symbol in (move.split("=") for move in moves):
        own, other = mine[cell].get(symbol, 0), theirs[cell].get(behind[symbol], 0)
        if own < MATCH <= other:
            told.append(_their_match(words, document, behind[symbol], name))
        else:
            told.append(_growth(words, own, other, name))
    return told


@lru_cache(CACHED)
def _growth(words: Words, own: int, other: int, name: str) -> Effect:
    if own == MATCH:
        return Effect(words("five in a line!"))
    lines = [words("{n} of five", n=own)] if own >= GROWING else []
    lines += [words("{name}: {n} of five", name=name, n=other)] if other == MATCH - 1 else []
    return Effect(" · ".join(lines))


def _their_match(words: Words, document: Document, symbol: str, name: str) -> Effect:
    """TT-14: a match of the rival is to be regretted, unless one has its card."""
    if symbol in document["cards"][document["to_move"]]:
        return Effect(words("{name} matches, your card: +2", name=name))
    return Effect(words("a match for {name}!", name=name), warns=True)


def offers(
    words: Words, moves: Sequence[str], document: Document, names: Sequence[str]
) -> list[str]:
    mover = document["to_move"]
    mine, theirs, other = look_at(document, mover), look_at(document, 1 - mover), names[1 - mover]
    shows, mine_complete, theirs_complete = mine.shows, mine.completing, theirs.completing
    opposites, offered = _opposites(document), []
    for cell, symbol in (move.split("=") for move in moves):
        behind = opposites[symbol]
        text = _offer_push(words, shows[cell], symbol, behind, other).replace(SOME_CELL, cell)
        if symbol in mine_complete[cell]:
            text = words("{move}: your match!", move=text)
        elif behind in theirs_complete[cell]:
            text = words("{move}: a match for {other}!", move=text, other=other)
        offered.append(text)
    return offered


@lru_cache(CACHED)
def _offer_push(words: Words, old: str | None, symbol: str, behind: str, other: str) -> str:
    """The push into some cell."""
    cell = SOME_CELL
    front, back = named(words, [symbol, behind])
    if old is None:
        return words(
            "Fill the hole {cell}: {front} towards you, {back} towards {other}",
            cell=cell,
            front=front,
            back=back,
            other=other,
        )
    return words(
        "{cell}: {old} out, {front} towards you, {back} towards {other}",
        cell=cell,
        old=SYMBOL_NAMES[old],
        front=front,
        back=back,
        other=other,
    )


def opposite(document: Document, symbol: str) -> str:
    """TT-3: the symbol on the other side of the held cube."""
    return _opposites(document)[symbol]


def _opposites(document: Document) -> dict[str, str]:
    """Effects of all faces of the held cube; when the game is over, nobody holds one."""
    faces = [] if document["held"] is None else document["cubes"][document["held"]]
    return {symbol: faces[place ^ 1] for place, symbol in enumerate(faces)}


def tell(words: Words, move: str, before: Document, after: Document, names: Sequence[str]) -> str:
    told = [_tell_push(words, move, before, names)]
    if after["last_match"] != before["last_match"]:
        told += _tell_match(words, after, names)
    elif after["voids"] > before["voids"]:
        pushes = before["pushes"] + 1
        told.append(
            words.many(
                "The round is void after {n} push without a match.",
                "The round is void after {n} pushes without a match.",
                n=pushes,
            )
        )
    if after["round"] > before["round"]:
        told += _tell_round(words, after, names)
    return " ".join(told)


def _tell_push(words: Words, move: str, before: Document, names: Sequence[str]) -> str:
    cell, symbol = move.split("=")
    mover = before["to_move"]
    look = look_at(before, mover)
    if not look.is_shown:
        return _tell_from_behind(words, cell, opposite(before, symbol), before, names)
    old = look.shows[cell]
    front, back = named(words, [symbol, opposite(before, symbol)])
    if old is None:
        return words.between(
            mover,
            1 - mover,
            names,
            "You fill the hole {cell}: {front}, and {back} towards {other}.",
            "{name} fills the hole {cell}: {front}, and {back} towards you.",
            "{name} fills the hole {cell}: {front}, and {back} towards {other}.",
            cell=cell,
            front=front,
            back=back,
        )
    return words.between(
        mover,
        1 - mover,
        names,
        "You push a cube into {cell}: {front} instead of {old}, and {back} towards {other}.",
        "{name} pushes a cube into {cell}: {front} instead of {old}, and {back} towards you.",
        "{name} pushes a cube into {cell}: {front} instead of {old}, and {back} towards {other}.",
        cell=cell,
        front=front,
        old=SYMBOL_NAMES[old],
        back=back,
    )


def _tell_from_behind(
    words: Words, cell: str, symbol: str, before: Document, names: Sequence[str]
) -> str:
    """TT-7: a push as the other player sees it, who is shown their own side only."""
    mover = before["to_move"]
    old, new = look_at(before, 1 - mover).shows[cell], SYMBOL_NAMES[symbol]
    if old is None:
        return words(
            "{name} fills the hole {cell}: {front} on your side.",
            name=names[mover],
            cell=cell,
            front=new,
        )
    return words(
        "{name} pushes a cube into {cell}: {front} instead of {old} on your side.",
        name=names[mover],
        cell=cell,
        front=new,
        old=SYMBOL_NAMES[old],
    )


def _tell_match(words: Words, document: Document, names: Sequence[str]) -> Iterator[str]:
    """TT-13 to TT-15, TT-18: the call, the cards, who scores and why."""
    match = document["last_match"]
    yield words.about(
        match["caller"],
        names,
        "Match! {five} on your side; {card}: {points}.",
        "Match! {five} on {name}’s side; {card}: {points}.",
        five=FIVE[match["symbol"]],
        card=_tell_card(words, document, names),
        points=_tell_points(words, document, names),
    )
    yield from (_tell_cards(words, match["cards"][seat], seat, names) for seat in (0, 1))


def called(words: Words, document: Document, names: Sequence[str]) -> str:
    """TT-12: the five, and whose they are."""
    match = document["last_match"]
    return words.about(
        match["caller"],
        names,
        "{five} on your side.",
        "{five} on {name}’s side.",
        five=FIVE[match["symbol"]],
    )


def decided(words: Words, document: Document, names: Sequence[str]) -> str:
    """The rule that decides who scores a match, and what that brings."""
    match = document["last_match"]
    scorer, rule = scorer_of(match), deciding_rule(document)
    told = {
        "symbol": SYMBOL_NAMES[match["symbol"]],
        "points": points_for(words, match["scored"][scorer], scorer, names),
        "rule": rule,
    }
    if match["symbol"] in match["cards"][scorer] and counts(document, scorer):
        return words.about(
            scorer,
            names,
            "The {symbol} card is yours: {points}. ({rule})",
            "The {symbol} card is {name}’s: {points}. ({rule})",
            **told,
        )
    if document["mode"] == "tournament":
        return words("Nobody has the {symbol} card: {points}. ({rule})", **told)
    return words.about(
        1 - scorer,
        names,
        "You don’t have the {symbol} card: {points}. ({rule})",
        "{name} doesn’t have the {symbol} card: {points}. ({rule})",
        **told,
    )


def scorer_of(match: Document) -> int:
    """The player to whom a match brought points; only one does it bring any."""
    return int(match["scored"].index(max(match["scored"])))


def deciding_rule(document: Document) -> str:
    match = document["last_match"]
    if document["mode"] == "five-minute":
        return "TT-18"
    if scorer_of(match) != match["caller"]:
        return "TT-14"
    return "TT-13" if match["symbol"] in match["cards"][match["caller"]] else "TT-15"


def _tell_card(words: Words, document: Document, names: Sequence[str]) -> str:
    """Owner of the card of the match, which decides who scores."""
    match = document["last_match"]
    scorer = match["scored"].index(max(match["scored"]))
    if match["symbol"] in match["cards"][scorer] and counts(document, scorer):
        return words.about(scorer, names, "the card is yours", "the card is {name}’s")
    if document["mode"] == "tournament":
        return words("nobody has the card")
    return words.about(1 - scorer, names, "you don’t have the card", "{name} doesn’t have the card")


def _tell_points(words: Words, document: Document, names: Sequence[str]) -> str:
    """The points of the match, and in a tournament those that the scorer has now."""
    match = document["last_match"]
    scorer = match["scored"].index(max(match["scored"]))
    told = points_for(words, match["scored"][scorer], scorer, names)
    if document["mode"] == "five-minute":
        return told
    values = {"points": told, "sum": document["points"][scorer], "target": document["target"]}
    if values["sum"] < document["target"]:
        return words.about(
            scorer,
            names,
            "{points}; you have {sum} of {target}",
            "{points}; {name} has {sum} of {target}",
            **values,
        )
    return words.about(
        scorer,
        names,
        "{points}; you have {sum} points and win",
        "{points}; {name} has {sum} points and wins",
        **values,
    )


def points_for(words: Words, points: int, seat: int, names: Sequence[str]) -> str:
    if seat == words.reader:
        return words.many("{n} point for you", "{n} points for you", n=points)
    return words.many("{n} point for {name}", "{n} points for {name}", n=points, name=names[seat])


def counts(document: Document, seat: int) -> bool:
    """TT-18: in the five-minute game the cards of who called the match do not count."""
    return bool(document["mode"] == "tournament" or seat != document["last_match"]["caller"])


def _tell_cards(words: Words, cards: Sequence[str], seat: int, names: Sequence[str]) -> str:
    one, two = named(words, cards)
    return words.about(
        seat,
        names,
        "You had the cards {one} and {two}.",
        "{name} had the cards {one} and {two}.",
        one=one,
        two=two,
    )


def _tell_round(words: Words, document: Document, names: Sequence[str]) -> Iterator[str]:
    """TT-16: a new round, and the cards that the reader may see in it."""
    starter = document["starter"]
    yield words.between(
        starter,
        1 - starter,
        names,
        "Round {round}: you push the first cube out to {other}.",
        "Round {round}: {name} pushes the first cube out to you.",
        "Round {round}: {name} pushes the first cube out to {other}.",
        round=document["round"],
    )
    for seat, cards in enumerate(document["cards"]):
        if None not in cards:
            one, two = named(words, cards)
            yield words.about(
                seat,
                names,
                "You are dealt {one} and {two}.",
                "{name} is dealt {one} and {two}.",
                one=one,
                two=two,
            )


def standing(words: Words, document: Document) -> list[str]:
    if document["mode"] == "five-minute":
        return [words.many("{n} point", "{n} points", n=points) for points in document["points"]]
    target = document["target"]
    return [
        words("{n} of {target} points", n=points, target=target) for points in document["points"]
    ]


def tally(words: Words, document: Document) -> list[tuple[str, str]]:
    short = document["mode"] == "five-minute"
    needed = "" if short else words("of {target}", target=document["target"])
    return [(str(points), needed) for points in document["points"]]


def verdict(words: Words, document: Document, names: Sequence[str]) -> list[str]:
    void = ended_void(document)
    if void:
        told = [
            words.many(
                "{n} void round ended the game (TT-17).",
                "{n} void rounds in a row ended the game (TT-17).",
                n=document["voids"],
            )
        ]
    else:
        told = list(_tell_match(words, document, names))
    return [*told, _tell_winner(words, document, names, void)]


def ended_void(document: Document) -> bool:
    """TT-17: a match sets the count of void rounds back."""
    return bool(document["phase"] == "over" and document["voids"])


def _tell_winner(words: Words, document: Document, names: Sequence[str], void: bool) -> str:
    winners, points = document["winners"], document["points"]
    if winners[1:]:
        return words.about_all(
            winners,
            names,
            "You and {others} have the same points and share the win (TT-17).",
            "{names} have the same points and share the win (TT-17).",
        )
    winner = winners[0]
    if document["mode"] == "five-minute":
        return words.about(winner, names, "You win (TT-18).", "{name} wins (TT-18).")
    more, fewer = max(points), min(points)
    if void:
        return words.about(
            winner,
            names,
            "You win by {more} points to {fewer} (TT-17).",
            "{name} wins by {more} points to {fewer} (TT-17).",
            more=more,
            fewer=fewer,
        )
    return words.about(
        winner,
        names,
        "You win by {more} points to {fewer} (TT-16).",
        "{name} wins by {more} points to {fewer} (TT-16).",
        more=more,
        fewer=fewer,
    )
