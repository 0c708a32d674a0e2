"""What every game shares: the contract of a game, chance, positions, options, records of games.

Nothing in this folder knows any game.
"""
