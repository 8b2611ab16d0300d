"""The engine's inner loops as machine code: compiled once by numba, then loaded without it.

``catalogue`` lists the kernels, ``words`` and ``planes`` are their sources (plain Python that also runs
as such), ``compile`` makes object code of them, ``store`` keeps it, ``load`` calls it. ``packed`` is how
codes lie in memory, ``entropy`` the exact fixed-point entropy, ``kernels`` the functions to use.
"""
