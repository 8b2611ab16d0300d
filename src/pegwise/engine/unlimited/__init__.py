"""Codes that are never listed: exact constraint search, the walk, samples and counts."""
