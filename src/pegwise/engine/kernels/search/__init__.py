"""The search for optimal strategies."""
