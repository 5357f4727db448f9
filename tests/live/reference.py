"""What any client does with the feed, knowing no rule of the game: a position, and events applied to it."""

from typing import Any

HIDDEN = "??"
RANKS = "A23456789TJQK"
COLUMNS = "1234567"
SUITS = "SHDC"
FIGURES = ("score", "recycles", "moves", "status")


def laid_out(position: dict[str, Any]) -> dict[str, Any]:
    """A position from a snapshot as piles of [face, lies face up], and figures."""
    stock = position["stock"]
    piles = {
        "s": [[card, False] for card in (stock if isinstance(stock, list) else [HIDDEN] * stock)],
        "w": [[card, True] for card in position["waste"]],
    }
    for name, column in zip(COLUMNS, position["columns"], strict=True):
        piles[name] = [[card.upper(), card != HIDDEN and card.isupper()] for card in column]
    for suit in SUITS:
        piles[suit] = [[rank + suit, True] for rank in RANKS[: position["foundations"][suit]]]
    return {"piles": piles, **{figure: position[figure] for figure in FIGURES}}


def apply(table: dict[str, Any], event: dict[str, Any]) -> None:
    """Change the table as an event says."""
    turn = event.get("turn")
    if turn and not turn["up"]:
        _turn(table["piles"], turn)
    for carry in event["carry"]:
        _carry(table["piles"], carry)
    if turn and turn["up"]:
        _turn(table["piles"], turn)
    table.update({figure: event[figure] for figure in FIGURES})


def seen(table: dict[str, Any], view: str) -> dict[str, Any]:
    """The table as a snapshot in that view would lay it out: what one remembers of face-down cards left out."""
    if view == "all":
        return table
    piles = {name: [card if card[1] else [HIDDEN, False] for card in pile] for name, pile in table["piles"].items()}
    return {**table, "piles": piles}


def _turn(piles: dict[str, Any], turn: dict[str, Any]) -> None:
    last = piles[turn["pile"]][-1]
    assert last[0] in (HIDDEN, turn["card"])
    last[:] = [turn["card"], turn["up"]]


def _carry(piles: dict[str, Any], carry: dict[str, Any]) -> None:
    source, target, count = piles[carry["from"]], piles[carry["to"]], len(carry["cards"])
    assert len(source) >= count
    place = slice(0, count) if carry["from"] == "s" else slice(len(source) - count, None)
    assert all(card[0] in (HIDDEN, face) for card, face in zip(source[place], carry["cards"], strict=True))
    del source[place]
    lifted = [[face, carry["to"] != "s"] for face in carry["cards"]]
    if carry["to"] == "s":
        target[:0] = lifted
    else:
        target.extend(lifted)
