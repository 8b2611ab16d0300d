"""Games whose codes are all listed: codes as arrays, scores, trees, symmetry, the search for optima."""
