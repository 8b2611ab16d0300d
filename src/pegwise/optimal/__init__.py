"""Optimal strategies: the search for them, and certificates of what it finds."""
