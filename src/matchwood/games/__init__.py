"""One folder per game. A game imports the engine and nothing of another game."""
