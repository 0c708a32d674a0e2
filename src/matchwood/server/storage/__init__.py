"""Storage: the event log of every table in SQLite or PostgreSQL, its schema and its backups.

Imports `table` and below, and is the only room that imports SQLAlchemy.
"""
