"""The engine's inner loops, in the Python that ``engine.running`` compiles, by what they do.

``catalogue`` lists them. ``compare`` has pairs of codes and their layouts, ``grow`` whole subtrees,
``search`` optimal strategies, ``canonical`` names of sets of codes; ``shapes`` is what a kernel is made for.
"""
