"""Arrays in, arrays out: the enumerated codes, class sizes, symmetry, and constraint search.

Colors inside the engine are numbered from 0; a *feedback number* is ``black * (pegs + 1) + white``.
"""
