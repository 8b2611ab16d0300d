"""The HTTP API and the page, over the same engine as the terminal. Needs the extra ``pegwise[web]``."""
