"""Tables in memory: their actors, bots, subscribers, and the other servers on the same store.

Asyncio, and no HTTP. Imports `storage`, `views`, `table` and below.
"""
