"""Teaching of any game: rulebooks and figures, lessons, reasons of a coach, questions of recall."""
