"""Texts of Connect Four in its own words."""

BUTTONS = {}  # columns are clicked in the picture


def verdict(words, document, names):
    if len(document["winners"]) > 1:
        return [words("The board is full, and nobody has four in line: a draw. (C4-7)")]
    mine = "You have four in line and win. (C4-6)"
    theirs = "{name} has four in line and wins. (C4-6)"
    return [words.about(document["to_move"], names, mine, theirs)]
