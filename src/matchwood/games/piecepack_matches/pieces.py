"""A piecepack (PM-1): four suits by six values, and what stands in a record where no piece is."""

SUITS = 4
VALUES = 6
SPOTS = TILES = SUITS * VALUES
FLAMING_SPOTS = 30
"""Six by five; six of them are free at first (PM-3)."""
SIDES = SUITS + VALUES

NONE = -1
HIDDEN = -2

MARK_SEEN = "mark-seen"
"""The aid that marks the coins that have been seen (PM-12)."""
