"""Runs the command: ``python -m pegwise``."""

from pegwise.cli import main

if __name__ == "__main__":
    main()
