"""Quartets, a game of hidden hands, whole: `matchwood play ./quartets.py`."""

from matchwood.game import (
    SEAT,
    Count,
    Deck,
    Game,
    Hand,
    Move,
    Pile,
    deal,
    draw_card,
    kernel,
    pass_turn,
    total,
    win_most,
)

ANIMALS = ("ant", "bee", "cat", "dog", "eel", "fox", "goat", "hen", "owl")
SET = 4
DEALT = 5
DECK = Deck(dict.fromkeys(ANIMALS, SET))

GAME = Game(
    "quartets",
    title="Quartets",
    summary="Ask the others for their cards: the most sets of four win.",
    players=(2, 3, 4),
    fields={
        "hand": Hand(DECK, hidden_from="others"),
        "sets": Count(len(ANIMALS), each=True, hidden_from="nobody"),
        "pile": Pile(DECK, hidden_from="all", full=True),
        "laid_out": Pile(DECK, hidden_from="nobody"),
    },
    moves=[
        Move(
            "ask {player} for {animal}",
            player=SEAT,
            animal="hand",
            says="{name} asks {player} for {animal}.",
            asks="Ask a player for an animal that you hold.",
            refuses="Ask another player, and for an animal that you hold.",
            rule="Q-2",
        )
    ],
    book="""
# Quartets

Nine animals, four cards each. Collect all four of a kind.

- **Q-1** Everyone is dealt five cards; the others are the pile.
- **Q-2** Ask another player for an animal of which you hold a card yourself.
- **Q-3** If they have any, they give you all of them, and you ask again.
- **Q-4** If not, you draw a card from the pile, and it is the next player’s turn.
- **Q-5** Four of an animal are a set, and are laid out at once.
- **Q-6** Whoever has no cards on their turn draws one; if the pile is empty, they are passed over.
- **Q-7** When all sets are laid out, the players with the most of them win.
""",
    module=__name__,
)


@kernel
def setup(s):
    deal(s, s.pile, s.hand, DEALT)
    for seat in range(s.players):
        lay_out(s, seat)
    make_ready(s)


@kernel
def can_ask(s, player, animal):
    return player != s.to_move and s.hand[s.to_move, animal] > 0


@kernel
def do_ask(s, player, animal):
    given = s.hand[player, animal]
    s.hand[player, animal] = 0
    s.hand[s.to_move, animal] += given
    if given == 0 and total(s.pile) > 0:
        s.hand[s.to_move, draw_card(s, s.pile)] += 1
    lay_out(s, s.to_move)
    if total(s.laid_out) == SET * len(ANIMALS):
        win_most(s, s.sets)
        return
    if given == 0:
        pass_turn(s)
    make_ready(s)


@kernel
def lay_out(s, seat):
    """Q-5"""
    for animal in range(len(ANIMALS)):
        if s.hand[seat, animal] == SET:
            s.hand[seat, animal] = 0
            s.laid_out[animal] = SET
            s.sets[seat] += 1


@kernel
def make_ready(s):
    """Q-6"""
    while total(s.hand[s.to_move]) == 0:
        if total(s.pile) > 0:
            s.hand[s.to_move, draw_card(s, s.pile)] += 1
        else:
            pass_turn(s)
