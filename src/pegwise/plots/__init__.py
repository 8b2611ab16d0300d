"""Plots of comparisons, and of a game guess by guess, with matplotlib (``pip install 'pegwise[plot]'``)."""

from pegwise.plots.base import FORMATS, Plot, check_plot
from pegwise.plots.comparison import plot_comparison
from pegwise.plots.review import plot_review

__all__ = ["FORMATS", "Plot", "check_plot", "plot_comparison", "plot_review"]
