"""Fate of games when servers, and the database, die under load: measured, not asserted."""
