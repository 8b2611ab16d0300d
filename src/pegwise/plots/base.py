"""What all plots share: a matplotlib figure with text that says the same, and how it becomes a file."""

from __future__ import annotations

import importlib.util
import io
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from pegwise.errors import FileFormatError, PegwiseError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, MARK, PAPER = "#1a1a1a", "#1f57b8", "#b9cdea"
"""Colors of lines and text, of what is pointed out, and of areas. They differ in lightness, so they differ in
gray too.
"""

FORMATS = ("png", "svg", "pdf")
"""The formats of the files that a plot can be written as."""


@dataclass(frozen=True)
class Plot:
    """A plot: a matplotlib figure with a title and a description in words, which are written into every file.

    It draws itself in a notebook.

    Attributes:
        title: The title.
        description: What the plot shows, in words.
        figure: The matplotlib figure.

    Example:
        >>> import pegwise
        >>> plot = pegwise.plot_review("3x4 112:W 234:BBB")
        >>> plot.title, plot.render("png")[1:4]
        ('The game, guess by guess', b'PNG')
    """

    title: str
    description: str
    figure: Figure

    def __str__(self) -> str:
        return f"{self.title}\n{self.description}"

    def render(self, form: str) -> bytes:
        """Return the plot as the bytes of a file, the same each time.

        Args:
            form: The format of the file: one of :data:`FORMATS`.

        Returns:
            The bytes.

        Raises:
            FileFormatError: If there is no such format.
            PegwiseError: If matplotlib is not installed.
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
    """Check that a plot can be written in a format.

    Raises:
        FileFormatError: If the format is not one of :data:`FORMATS`.
        PegwiseError: If matplotlib is not installed.
    """
    if form not in FORMATS:
        told = f"not {form!r}" if form else "by the end of the file's name"
        raise FileFormatError(f"a plot is written as {', '.join(FORMATS)}, {told}")
    if importlib.util.find_spec("matplotlib") is None:
        raise PegwiseError("plots need matplotlib: pip install 'pegwise[plot]'")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, with its size in inches, on white; it belongs to no window and no global state.

    Raises:
        PegwiseError: If matplotlib is not installed.
    """
    check_plot(FORMATS[0])
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor="white")
