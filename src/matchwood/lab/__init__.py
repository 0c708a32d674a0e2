"""Many games at once, and what has to be compiled before any.

`pieces` cuts work up and has it done in threads on all cores, or on a `cluster`; `notes` keeps what
is finished, with a digest of the `code` that played, `progress` shows how far it is. `playouts` and
`perft` run through games, `simulation` lets bots play many, `arena` lets them play each other,
`logbook` writes that down, `ratings`, `intervals`, `report` and `plots` say what came of it.
`study` asks what is true of a game, `accounts` tells of one, `findings` and `charts` write it up.
`compiling` knows what a game needs compiled, and `workshop` does it in processes side by side.
"""
