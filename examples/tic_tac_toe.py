"""Tic-tac-toe, whole: `matchwood play ./tic_tac_toe.py`."""

from matchwood.game import EMPTY, Game, Grid, Move, draw, is_full, kernel, pass_turn, win

ROWS, COLUMNS = ((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((0, 3, 6), (1, 4, 7), (2, 5, 8))
LINES = ROWS + COLUMNS + ((0, 4, 8), (2, 4, 6))

GAME = Game(
    "tic-tac-toe",
    title="Tic-tac-toe",
    summary="The first to have three marks in a line wins.",
    players=2,
    open=True,
    longest=9,
    fields={"board": Grid(3, 3, of="seat")},
    moves=[
        Move(
            "mark {cell}",
            cell="board",
            says="{name} marks {cell}.",
            refuses="The cell {cell} is not empty.",
            rule="T-1",
        )
    ],
    book="""
# Tic-tac-toe

- **T-1** Mark an empty cell.
- **T-2** Three of your marks in a line win.
- **T-3** A full board without a line is a draw.
""",
    module=__name__,
)


@kernel
def can_mark(s, cell):
    return s.board[cell] == EMPTY  # T-1


@kernel
def do_mark(s, cell):
    s.board[cell] = s.to_move
    if has_line(s.board, s.to_move):  # T-2
        win(s, s.to_move)
    elif is_full(s.board):  # T-3
        draw(s)
    else:
        pass_turn(s)


@kernel
def has_line(board, seat):
    found = False
    for a, b, c in LINES:
        found |= board[a] == board[b] == board[c] == seat
    return found
