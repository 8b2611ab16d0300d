"""Codes against codes: one pair at a time (``words``) or 512 (``planes``), and how codes lie in memory."""
