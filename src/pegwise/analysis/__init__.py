"""What people ask for: hints, reviews, comparisons of strategies, statistics of a player, puzzles, plots."""
