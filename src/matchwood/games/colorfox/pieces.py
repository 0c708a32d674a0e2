"""The pieces (CF-1, CF-2), and what stands in a record where no card is."""

LETTERS = "ROYGBP"
"""Red, orange, yellow, green, blue, purple."""
COLOURS = len(LETTERS)
OF_EACH = 8
STICKS = COLOURS * OF_EACH

SIDE_NAMES = ("top", "right", "bottom", "left")
SIDES = len(SIDE_NAMES)
TO_RIGHT = (0, 1, 0, -1)
UPWARD = (1, 0, -1, 0)
"""Where the neighbour on each side lies: x grows to the right, y grows upward."""

OPPOSITE = (2, 3, 0, 1)
"""The side of that neighbour that touches this side."""

NONE = -1
HIDDEN = -2
