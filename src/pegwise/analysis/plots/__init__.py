"""Plots of comparisons, and of a game guess by guess, with matplotlib (``pip install 'pegwise[plot]'``)."""

from pegwise.analysis.plots.base import FORMATS, Plot, check_plot
from pegwise.analysis.plots.comparison import plot_comparison
from pegwise.analysis.plots.review import plot_review

__all__ = ["FORMATS", "Plot", "check_plot", "plot_comparison", "plot_review"]
