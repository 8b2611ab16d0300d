"""Games that are known by a matrix of feedback numbers, guesses by secrets."""
