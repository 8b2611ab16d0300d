"""Games whose feedback is listed pair by pair: class sizes, scores, and subtrees below small positions."""
