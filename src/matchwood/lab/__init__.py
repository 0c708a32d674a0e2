"""Many games at once, and what has to be compiled before any.

`playouts` and `perft` run through games, `arena` lets bots play each other, `logbook` writes that
down, `ratings`, `report` and `plots` say what came of it. `compiling` knows what a game needs
compiled, and `workshop` does it in processes side by side.
"""
