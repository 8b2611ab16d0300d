"""Games: codemakers, a game in progress, and its record in one line."""
