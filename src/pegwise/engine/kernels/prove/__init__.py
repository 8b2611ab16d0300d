"""What the writer of certificates asks of a set of candidates: which guesses need treatment, and why."""
