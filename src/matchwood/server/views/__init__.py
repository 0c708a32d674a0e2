"""Views: all that one viewer may see of a table, as plain data, in one language.

Pure: no I/O, no asyncio, no HTTP. Imports `table` and below. Pages and the API show views and
nothing else, so what is not in a view cannot leak.
"""
