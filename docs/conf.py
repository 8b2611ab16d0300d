"""Sphinx's settings of the site; ``docs/make_site.py`` builds it.

Sphinx, because the docstrings are written in its markup and it checks each of their references; MyST reads
the Markdown pages; Furo asks no other host for a file, and its search runs in the browser.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

project = "pegwise"
author = "The pegwise authors"
html_title = "pegwise"
extensions = [
    *("sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "myst_parser", "reference_check"),
]

html_theme = "furo"
html_favicon = "../src/pegwise/web/page/icon.svg"
html_copy_source = False
html_show_copyright = False

# Every heading has the anchor that it has on GitHub, so that one link serves both.
myst_heading_anchors = 4

# A reference to a name that is not documented is a warning, and a warning ends the build.
nitpicky = True
nitpick_ignore = [
    # The symbols of rules say what they are in words; type variables have no page.
    ("py:class", "pegwise.alphabet.Alphabet"),
    ("py:class", "pegwise.feedback_dict.Value"),
    ("py:class", "pegwise.feedback_dict.Other"),
    ("py:class", "random.Random"),  # the standard library has no page here
    ("py:class", "Fraction"),
    ("py:class", "fractions.Fraction"),
]
# The docstring of a class describes its fields, so autodoc adds only members that have one of their own.
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_preserve_defaults = True
# Docstrings are in Google style; docs/reference_check.py reads them with the same setting.
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"


def add_rows(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the rows of the table to the page that explains them."""
    if name == "tables":
        from tablebase.page import made
        from tablebase.verdicts import read_verdicts

        from pegwise import table

        source[0] += "\n" + made(table(), read_verdicts().values())


def setup(app: Sphinx) -> None:
    """Connect what this site does of its own."""
    app.connect("source-read", add_rows)
