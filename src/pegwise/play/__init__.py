"""Games: codemakers, a game in progress, and its record in one line."""

from pegwise.play.codemakers import Adversary, Codemaker, FixedCodemaker, random_secret
from pegwise.play.erring_codemaker import ErringCodemaker
from pegwise.play.game import Game, play_out
from pegwise.play.game_line import GameLike, game_name, parse_game
from pegwise.play.game_text import parse_games
from pegwise.play.record import Record

__all__ = [
    "Adversary",
    "Codemaker",
    "ErringCodemaker",
    "FixedCodemaker",
    "Game",
    "GameLike",
    "Record",
    "game_name",
    "parse_game",
    "parse_games",
    "play_out",
    "random_secret",
]
