"""Positions of any game, from options to records; nothing in this folder knows any game.

`game` finds games and their variants, `parts` what belongs to a game, `position` is a game being
played, `packing` its bytes, `record` its text, which `record_text` reads. `options` are what is
agreed before a game, `option_files` opens files for them. `dispatch` calls the rules of any game,
and `jit` compiles them: `sources` finds what they are compiled from, `numba_private` has the
private parts of Numba. `rng` has all random numbers, `fairness` makes a deal that can be checked.
`encoding` writes positions as numbers; `language` and `errors` are for people.
"""

ENTRY_POINT_GROUP = "matchwood.games"
"""Under which every package that has a game names it."""

editions: dict[str, str] = {}
"""Suffixes, by game, that tell its rules apart from those it had before; a game that a package
brings has none, as the folder of compiled code does that."""
