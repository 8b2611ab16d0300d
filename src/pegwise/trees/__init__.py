"""Strategy trees: building them, their figures, Knuth's notation, other formats, and playing from one."""
