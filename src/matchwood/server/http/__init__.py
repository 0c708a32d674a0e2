"""HTTP: visitors and their tokens, limits, host and origin checks, preferences, headers.

Everything that is common to all routes and knows requests. Imports `live` and below, no pages.
"""
