"""One file per resource of the API; each has a `router`."""
