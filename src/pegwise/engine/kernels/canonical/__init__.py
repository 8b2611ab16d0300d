"""One name for all sets of codes that renamings make of each other."""
