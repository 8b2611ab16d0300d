"""How kernels are compiled, shipped, chosen and called; what they do is in ``engine.kernels``.

``load`` has them ready to call. ``library`` has those that come compiled, for the level of the ``processor``;
``store`` keeps what ``compile`` makes on this computer. ``kernels/make.py`` of a checkout makes what comes.
"""
