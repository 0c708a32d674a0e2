"""What every game shares: the contract of a game, chance, positions, options, records of games.

Nothing in this folder knows any game.
"""

ENTRY_POINT_GROUP = "matchwood.games"
"""Under which every package that has a game names it."""
