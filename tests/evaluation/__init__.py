"""Planning cases with labels, and how they are scored: `python -m tests.evaluation`."""
