"""Games whose feedback is listed in a matrix, guesses by secrets: scores and strategy trees."""
