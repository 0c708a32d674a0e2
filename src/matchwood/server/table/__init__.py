"""A table as a value: its events, its state, and the rules of sitting, dealing, moving and leaving.

Pure: no I/O, no asyncio, no HTTP. Imports the engine and `base`.
"""
