"""Runs the kernels: native libraries, or WebAssembly where none come for a computer.

``load`` has them ready to call. ``library`` has native libraries, for the level of the ``processor``, and
``wasm`` modules of WebAssembly, which work in the memory of ``heap``; ``cache`` keeps them once compiled.
``sources`` and ``choice`` say what comes with the package, and ``arrays`` makes arrays for kernels.
"""
