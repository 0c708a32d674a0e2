"""The terminal: games played, replayed and listed with Rich; the rules stay in the engine.

Everything that a person types arrives here, and so does every refusal; see `leaving` for how a
command ends. Rich and the kernels are loaded by the commands that need them.
"""
