"""The table in the browser: tables, seats, live streams, store, pages and the JSON API.

A table follows from a log of events (`table`), which a store keeps (`storage`). In memory an actor
owns it (`live`); `views` are what one viewer may see, `pages` and `routes` show them. No rules of
any game are here.
"""
