"""The search for optimal strategies: certificates of what it finds."""

from pegwise.optimal.certificate import Problem, Written, write_certificate
from pegwise.optimal.lemmas import Values

__all__ = ["Problem", "Values", "Written", "write_certificate"]
