"""pegwise: the engine, analyzer and game of Mastermind and its relatives.

The public names are those of ``__init__.pyi``; each is loaded on first use.
"""

from pathlib import Path

from pegwise.lazy_names import lazy_names

__version__ = "0.1.0"
__getattr__, __dir__ = lazy_names(__name__, Path(__file__).with_suffix(".pyi"))
