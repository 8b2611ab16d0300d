"""Whole subtrees of a strategy below small positions."""
