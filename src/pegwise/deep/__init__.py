"""Look-ahead by rollout: the strategy ``deep``."""
