"""The running process: command line, workers, shutdown, health, metrics, connections.

Imports everything, and is imported by the command line alone.
"""
