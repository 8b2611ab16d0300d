"""pegwise: the engine, analyser and game of Mastermind and its relatives.

The public names are those of ``__init__.pyi``; each is loaded when first used.
"""

import lazy_loader

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
