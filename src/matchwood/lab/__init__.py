"""Many games between bots, and what they show.

`simulate` plays many games, `arena` lets bots play each other, `study` asks what is true of a game;
all of them play games by `games`, and many by a plan (`plans`). `parallel` does their work in
threads or on a Ray cluster, `results` keeps it in folders, `stats` has ratings and intervals,
`report` tables, plots and pages, `findings` the report of a study. `perft` counts lines of play.
`warm` compiles beforehand.
"""
