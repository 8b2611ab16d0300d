"""Runs the kernels: native libraries, or WebAssembly where none come for a computer."""
