"""Kernels that walk from code to code towards those that fit a history."""
