"""What people ask for: hints, reviews, strategies side by side, a player's figures, puzzles, plots."""
