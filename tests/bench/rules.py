"""Our rules beside python-chess: make a move, then list the legal ones, over whole games."""

import random
import time
from collections.abc import Callable, Iterator

import chess

from solitaire.rules.deals import Deal
from solitaire.rules.game import start
from tests.bench.figure import Figure, per_second
from tests.bench.recorded import RecordedGame, recorded_games

CHESS_GAMES, CHESS_PLIES = 100, 100
ROUNDS = 5
"""Each side is measured so often, in turns; its best round counts."""


def figures() -> Iterator[Figure]:
    """Moves a second of ours over those of python-chess."""
    ours_games, chess_games = recorded_games(), random_chess_games()
    ours = chess_rate = 0.0
    for _ in range(ROUNDS):
        ours = max(ours, rate(lambda: fold_all(ours_games)))
        chess_rate = max(chess_rate, rate(lambda: push_all(chess_games)))
    yield Figure(
        "rules: move + legal moves",
        ours / chess_rate,
        1.0,
        f"ours {per_second(int(ours), 1)}, python-chess {per_second(int(chess_rate), 1)}",
    )


def rate(work: Callable[[], int]) -> float:
    """Moves a second: `work` returns how many it made."""
    began = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - began)


def fold_all(games: list[RecordedGame]) -> int:
    """Fold every game from its deal, listing the legal moves after each move."""
    for code, moves in games:
        game = start(Deal.parse(code))
        for move in moves:
            game = game.play(move).game
            game.legal()
    return sum(len(moves) for _, moves in games)


def random_chess_games() -> list[list[chess.Move]]:
    """Chess games of random legal moves, the same in every run."""
    dice = random.Random(1)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < CHESS_PLIES:
            board.push(dice.choice(list(board.legal_moves)))
        games.append(board.move_stack)
    return games


def push_all(games: list[list[chess.Move]]) -> int:
    """Push every move of every game, listing the legal moves after each."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(move)
            list(board.legal_moves)
    return sum(map(len, games))
