"""The search for optimal strategies of games whose guesses and secrets are listed in a matrix."""
