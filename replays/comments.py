"""Comments on games, each at a move: plain text, by people who have finished that deck.

What people write is no event, so that it can go: the log knows of a comment only what operators have found (see
`reports`). One whose report an operator has confirmed is shown to nobody, and nobody is shown those of players they
have blocked. Where a game keeps its deck secret it has no comments, and shows none.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from replays.models import Comment, Game
from replays.tables import Standing
from solitaire.ids import could_be_id, new_id
from solitaire.live.table import now_ms
from solitaire.log import milestones
from solitaire.log.event import Event
from solitaire.players import blocks, sanctions
from solitaire.players.leaving import LEFT, Departure
from solitaire.players.models import Player
from solitaire.players.names import UNSEEN
from solitaire.races.models import Flag

LONGEST: Final = 280
MOST: Final = 200
"""So many comments a game can have,"""
MOST_OF_ONE: Final = 10
"""and so many of them by one player."""


class CannotComment(Exception):
    """A comment cannot be written: `code` is the stable name of the reason, and `text` says it."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code, self.text = code, text


@dataclass(frozen=True)
class Place:
    """Whether somebody may write comments on a game: `code` is "" where they may, and else says why not.

    It is `nobody` for who has not played yet, `unfinished` for who has not finished the deck, or `muted`; then `muted`
    is the sanction.
    """

    code: str
    muted: sanctions.Sanction | None = None


def place_of(player: str | None, game: Game) -> Place:
    """Whether `player` may write comments on a game."""
    if player is None:
        return Place("nobody")
    if muted := sanctions.mute_of(player):
        return Place("muted", muted)
    return Place("" if has_finished(player, game.deck_key) else "unfinished")


def has_finished(player: str, deck_key: str) -> bool:
    """Whether a player has a game of these 52 cards that is over."""
    return Game.objects.filter(owner=player, deck_key=deck_key, over=True, hidden=False).exists()


def write(player: str, table: Standing, version: int, text: str) -> Comment:
    """Write a comment at the move of that version (1: the deal). Raises `CannotComment`."""
    game = table.game
    if not table.film:
        raise CannotComment("sealed", _("This game keeps its deck secret, and has no comments."))
    place = place_of(player, game)
    if place.code == "muted":
        raise CannotComment("muted", _("You can write no comments at the moment."))
    if place.code:
        raise CannotComment("unfinished", _("Finish this deck first: then you can say something about its games."))
    if not 1 <= version <= table.version:
        allowed = {"found": version, "last": table.version}
        raise CannotComment("no-such-move", _("There is no move %(found)d: 1 to %(last)d are allowed.") % allowed)
    try:
        plain = clean(text)
    except ValidationError as error:
        raise CannotComment("bad-text", error.messages[0]) from error
    there = Comment.objects.filter(game=game.pk)
    if there.filter(author=player, version=version, text=plain).exists():
        raise CannotComment("again", _("You have said that here already."))
    if there.filter(author=player).count() >= MOST_OF_ONE:
        text = _("You have said enough about this game: %(most)d comments are allowed.")
        raise CannotComment("too-many-yours", text % {"most": MOST_OF_ONE})
    if there.count() >= MOST:
        text = _("Enough has been said about this game: it has %(most)d comments.")
        raise CannotComment("full", text % {"most": MOST})
    return Comment.objects.create(id=new_id(), game=game.pk, author_id=player, version=version, text=plain, at=now_ms())


def clean(text: str) -> str:
    """The text on one line, without anything that cannot be seen. Raises `ValidationError`."""
    seen = "".join(
        character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace() or character in JOINERS or not is_unseen(character)
    )
    plain = " ".join(seen.split())
    if not plain.strip(JOINERS + " "):
        raise ValidationError(_("There is nothing in this comment."), "empty")
    if len(plain) > LONGEST:
        words = {"length": len(plain), "most": LONGEST}
        raise ValidationError(_("The comment has %(length)d characters: at most %(most)d are allowed."), "long", words)
    return plain


JOINERS: Final = "\u200c\u200d\ufe0f"
"""What some scripts need to be written, and pictures to be put together."""


def is_unseen(character: str) -> bool:
    """Whether a character is drawn as nothing, or turns the line around."""
    return character in UNSEEN or unicodedata.category(character)[0] == "C"


def find(comment_id: str) -> Comment | None:
    """The comment of that id, whatever text it is, with its author; None where there is none."""
    comments = Comment.objects.select_related("author__absorbed_by")
    return comments.filter(pk=comment_id).first() if could_be_id(comment_id) else None


def delete(comment: Comment, player: str) -> bool:
    """Delete one's own comment; False, and nothing deleted, where it is somebody else's."""
    return Comment.objects.filter(pk=comment.pk, author__in=blocks.everyone([player])).delete()[0] > 0


def of_game(table: Standing, viewer: str | None) -> list[Comment]:
    """The comments on a game that `viewer` is shown, move by move and then as they were written."""
    if not table.film:
        return []
    written = Comment.objects.filter(game=table.game.pk).exclude(pk__in=taken_down(table.game.pk))
    hidden = blocks.everyone([blocked.pk for blocked in blocks.blocked_by(viewer)]) if viewer else set()
    shown = written.exclude(author__in=hidden).select_related("author__absorbed_by")
    return list(shown.order_by("version", "at", "id")[:MOST])


def taken_down(game_id: str) -> Iterator[str]:
    """The ids of a game's comments that operators have taken down."""
    flags = Flag.objects.filter(
        game=game_id, kind=Flag.Kind.REPORTED_COMMENT, verdict=Flag.Verdict.CONFIRMED
    ).values_list("pk", flat=True)
    return (flag.partition("-")[0] for flag in flags)


def forget(player: str) -> None:
    """Delete all comments of somebody who wants to be forgotten."""
    Comment.objects.filter(author__in=blocks.everyone([player])).delete()


def listen() -> None:
    """Delete the comments of whoever leaves, in the transaction of that event."""
    milestones.listen(LEFT, _left)


def _left(departure: Departure, events: Sequence[Event]) -> None:
    forget(departure.player)


def rebuild() -> None:
    """Delete what a restored backup has brought back of those who have left: they are marked as such already."""
    gone = Player.objects.exclude(left_at=None).values("pk")
    Comment.objects.filter(author__in=gone).delete()
