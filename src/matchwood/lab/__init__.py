"""Many games between bots, and what they show.

`plans` plays many games, `arena` lets bots play each other, `study` asks what is true of a game;
all of them play games by `games`, and `public` has what Python programs call. `parallel` does their
work in threads or on a Ray cluster, `results` keeps it in folders, `stats` has ratings and
intervals, `charts` plots, `report` tables and pages, `findings` the report of a study. `warm`
compiles beforehand.
"""
