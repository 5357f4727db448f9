"""The rows that follow from one game's stream, whether it has just been written or is read again."""

from replays.models import Game, Outcome, Result
from solitaire.live.table import TableState
from solitaire.races.conduct import Review


def game_row(state: TableState, owner: str, hidden: bool) -> Game:
    """The row of a game that belongs to `owner` now. Whether it is a first attempt is judged apart."""
    deal = state.game.deal
    return Game(
        id=state.id,
        player=state.player,
        owner_id=owner,
        code=deal.code,
        deck_key=deal.deck_key,
        family=deal.family,
        draw=deal.draw,
        ruleset=deal.ruleset,
        rules=state.game.rules_version,
        dealt_at=state.dealt_at,
        over=state.game.over,
        race=state.race,
        day=state.day,
        begun=state.game.position.moves > 0,
        hidden=hidden or state.practice,
        practice=state.practice,
    )


def result_row(state: TableState, owner: str, ended_at: int, sealed: bool, review: Review) -> Result:
    """The result of a game that ended at `ended_at` (milliseconds since 1970).

    `sealed`: in a race on a sealed deck; `review`: what keeps it off the boards.
    """
    game, position = state.game, state.game.position
    return Result(
        game_id=state.id,
        owner_id=owner,
        code=game.deal.code,
        outcome=Outcome(game.status),
        ended_at=ended_at,
        time_ms=ended_at - state.dealt_at,
        moves=position.moves,
        score=position.score,
        home=game.cards_home,
        take_back=position.take_backs > 0,
        hinted=game.hinted,
        sealed=sealed,
        review=review,
    )
