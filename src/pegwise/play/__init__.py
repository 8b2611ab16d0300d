"""Games: codemakers, a game in progress, its record in one line, a race, and a row that is not sent yet."""

from pegwise.play.codemakers import Adversary, Codemaker, FixedCodemaker, random_secret
from pegwise.play.erring_codemaker import ErringCodemaker
from pegwise.play.game import Game, play_out, usual_max_guesses
from pegwise.play.game_line import GameLike, game_name, parse_game
from pegwise.play.game_text import parse_games
from pegwise.play.played_game import Race
from pegwise.play.record import Record
from pegwise.play.unsent_row import Draft

__all__ = [
    "Adversary",
    "Codemaker",
    "Draft",
    "ErringCodemaker",
    "FixedCodemaker",
    "Game",
    "GameLike",
    "Race",
    "Record",
    "game_name",
    "parse_game",
    "parse_games",
    "play_out",
    "random_secret",
    "usual_max_guesses",
]
