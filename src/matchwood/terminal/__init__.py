"""The terminal: games played, replayed, verified, solved and listed with Rich, arenas of bots, and
compiling beforehand. The rules stay in the games.

Everything that a person types arrives here, and so does every refusal; see `leaving` for how a
command ends. Rich and the kernels are loaded by the commands that need them.
"""
