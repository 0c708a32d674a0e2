"""What every game shares; nothing in this folder knows any game.

`game` has the contract of a game and finds games, `rules` calls the rules of any game, `kernels`
compiles them. `secret_chance` deals, `generators` are for bots and simulations. `position` is a
game being played, `records` are games as texts, `deals` make a deal that can be checked, `seeds`
read seeds. `options` and `aids` are what is agreed on before a game, `option_files` opens files for
it. `words`, `errors`, `names` and `rulebook` are for people, `svg` and `sketches` for pictures.
"""

ENTRY_POINT_GROUP = "matchwood.games"
"""Under which every package that has a game names it."""
