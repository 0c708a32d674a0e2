"""Shared by all rooms of the server: URLs, tokens, metrics, the error log, signatures.

Imports nothing else of the server.
"""
