"""Knowledge that bots have of Connect Four beyond its rules."""

from matchwood.game import count_bits, kernel
from matchwood_connect_four.rules import BOARD, FEET, STEPS, fours, taken

LINE, THREAT = 0.01, 0.1
"""Share of the win that a line more left is worth, and a cell more that wins."""
LOWEST, HIGHEST = 0.05, 0.95
"""Nothing is certain before the end, but for a win in one move."""


@kernel
def estimate(s, out):
    """Give all to who wins with the next disc; else more for more lines left and winning cells."""
    mover, other = s.board[s.to_move], s.board[1 - s.to_move]
    wins, threats = winning_cells(mover, other), winning_cells(other, mover)
    share = 0.5 + THREAT * (count_bits(wins) - count_bits(threats))
    share += LINE * (lines_left(other) - lines_left(mover))
    share = min(max(share, LOWEST), HIGHEST)
    if wins & (taken(s) + FEET & BOARD):  # where a disc would come to rest
        share = 1.0
    out[s.to_move], out[1 - s.to_move] = share, 1.0 - share


@kernel
def winning_cells(mine, theirs):
    """The free cells that complete four in line."""
    cells = 0
    for step in STEPS:
        pairs = mine & mine >> step
        threes = pairs & pairs >> step
        cells |= threes << 3 * step | threes >> step
        cells |= (pairs >> 2 * step & mine) << step | (pairs & mine >> 3 * step) << 2 * step
    return cells & BOARD & ~(mine | theirs)


@kernel
def lines_left(theirs):
    """Number of fours in line that could still be made without these discs."""
    lines = 0
    for step in STEPS:
        lines += count_bits(fours(BOARD & ~theirs, step))
    return lines
