"""What every other room of the server may use: URLs, tokens, metrics, the error log, signatures.

Imports nothing else of the server.
"""
