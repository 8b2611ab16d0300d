"""Games whose guesses and secrets are two lists: what they share is a matrix of feedback numbers."""
