"""HTTP: visitors and their tokens, limits, checks of origin and host, preferences, compression.

Everything that is common to all routes and knows requests. Imports `live` and below, no pages.
"""
