"""How kernels are found, checked and called; what they do is in ``engine.kernels``.

``load`` has them ready to call. ``library`` has native libraries, for the level of the ``processor``, and
``wasm`` runs WebAssembly where there are none. ``store`` keeps what is compiled on this computer, by
``compile``; by this, too, ``kernels/make.py`` of a checkout makes what comes with the package.
"""
