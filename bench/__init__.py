"""Measuring speed, side by side with others: `python -m bench`."""
