"""The table in the browser: tables, seats, live streams, store, pages and the JSON API.

A table is an append-only log of `events`; `table` is its replay and decides what may come next,
`store` keeps the log, `hall` holds all tables and does one thing after the other, `views` says
what one viewer may see, `pages` and `api` show it. No rules of any game are here.
"""
