"""What all plots share: a matplotlib figure with the text that says the same, and how it becomes a file."""

from __future__ import annotations

import importlib.util
import io
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from pegwise.errors import FileFormatError, PegwiseError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "INK", "MARK", "PAPER", "Plot", "check_plot", "new_figure"]

INK, MARK, PAPER = "#1a1a1a", "#1f57b8", "#b9cdea"
"""Lines and text; what is pointed out; areas. They differ in lightness, so they differ in gray too."""

FORMATS = ("png", "svg", "pdf")
"""The files a plot can become."""


@dataclass(frozen=True)
class Plot:
    """A matplotlib ``figure`` with a ``title`` and a ``description`` that tells what it shows in words.

    Both are written into every file. In a notebook it draws itself.
    """

    title: str
    description: str
    figure: Figure

    def __str__(self) -> str:
        return f"{self.title}\n{self.description}"

    def render(self, form: str) -> bytes:
        """The plot as a file of one of :data:`FORMATS`, the same bytes each time.

        Raises :class:`~pegwise.errors.FileFormatError` for any other.
        """
        check_plot(form)
        import matplotlib

        metadata: dict[str, dict[str, str | None]] = {
            "png": {"Title": self.title, "Description": self.description},
            "svg": {"Title": self.title, "Date": None},
            "pdf": {"Title": self.title, "Subject": self.description, "CreationDate": None},
        }
        data = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": "pegwise", "svg.fonttype": "none"}):
            self.figure.savefig(data, format=form, dpi=150, metadata=metadata[form])
        if form != "svg":
            return data.getvalue()
        # matplotlib writes the title; the description that screen readers look for stands behind it.
        said = f"</title>\n <desc>{escape(self.description, quote=False)}</desc>"
        return data.getvalue().decode().replace("</title>", said, 1).encode()

    def _repr_svg_(self) -> str:
        return self.render("svg").decode()


def check_plot(form: str) -> None:
    """Raise :class:`~pegwise.errors.FileFormatError` for a form that is not one of :data:`FORMATS`, and
    :class:`~pegwise.errors.PegwiseError` where matplotlib is not installed.
    """
    if form not in FORMATS:
        told = f"not {form!r}" if form else "by the end of the file's name"
        raise FileFormatError(f"a plot is written as {', '.join(FORMATS)}, {told}")
    if importlib.util.find_spec("matplotlib") is None:
        raise PegwiseError("plots need matplotlib: pip install 'pegwise[plot]'")


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, its size in inches, on white; it belongs to no window and no global state.

    Raises :class:`~pegwise.errors.PegwiseError` where matplotlib is not installed.
    """
    check_plot(FORMATS[0])
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor="white")
