"""A game in progress, and whole games played by a strategy."""

from pegwise.play.game import Game, play_out, random_secret

__all__ = ["Game", "play_out", "random_secret"]
