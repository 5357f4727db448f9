"""The table as a picture: what a link to a deal or a game shows where it is posted.

A picture is laid out from cards drawn beforehand (`frontend/pictures.py`), which takes some 30 ms of one processor.
Nothing that lies face down is ever in it, whatever the view.
"""

from functools import cache
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from PIL import Image

from solitaire.rules.cards import SUITS, parse_card
from solitaire.rules.views import Shown

RASTERS: Final = Path(settings.BASE_DIR) / "frontend" / "rasters"
CARD_W, CARD_H = 120, 168
"""Of a card, in pixels."""
ROW: Final = [69 + nth * 157 for nth in range(7)]
"""The left edges of the seven columns."""
TOP, COLUMNS_TOP, FLOOR = 26, 222, 560
"""Where the upper row lies, where the columns begin, and how far down they may reach."""
STEP_UP, STEP_DOWN = 50, 19
"""From a card of a column to the next, where there is room: from a face-up one, from one face down."""
FAN = 34
"""From one of the last three waste cards to the next."""
OF_CARDS, OF_FELT = 144, 112
"""So many of the 256 colours are the cards', and so many the felt's, whose soft light would else fall into bands."""

_BACK: Final = 52
_GHOSTS: Final = {suit: 53 + nth for nth, suit in enumerate(SUITS)}
_RECYCLE: Final = 57


def picture(position: Shown, draw: int) -> bytes:
    """A PNG of a position as `show_position` gives it in the owner's view or more; `draw` is one or three."""
    table: Any = position
    image = _felt().copy()
    _lay(image, [_BACK if table["stock"] else _RECYCLE], ROW[0], TOP, 0)
    _lay(image, [_face(card) for card in table["waste"][-draw:]], ROW[1], TOP, FAN)
    for left, suit in zip(ROW[3:], SUITS, strict=True):
        count = table["foundations"][suit]
        _lay(image, [SUITS.index(suit) * 13 + count - 1 if count else _GHOSTS[suit]], left, TOP, 0)
    for left, column in zip(ROW, table["columns"], strict=True):
        _lay_column(image, [_face(card) for card in column], left)
    kept = BytesIO()
    image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(kept, "PNG")
    return kept.getvalue()


def _face(card: str) -> int:
    """What is drawn for a card: its back where it lies face down, even where its face is told."""
    return parse_card(card) if card.isupper() else _BACK


def _lay(image: Image.Image, cards: list[int], left: int, top: int, step: int) -> None:
    for nth, card in enumerate(cards):
        raster = _cards()[card]
        image.paste(raster, (left + nth * step, top), raster)


def _lay_column(image: Image.Image, cards: list[int], left: int) -> None:
    """Draw a column's cards closer together until the last one shows whole."""
    steps = [STEP_DOWN if card == _BACK else STEP_UP for card in cards[:-1]]
    squeeze = min(1, (FLOOR - COLUMNS_TOP - CARD_H) / (sum(steps) or 1))
    for card, down in zip(cards, accumulate(steps, initial=0), strict=False):
        _lay(image, [card], left, COLUMNS_TOP + round(down * squeeze), 0)


@cache
def _felt() -> Image.Image:
    return Image.open(RASTERS / "felt.png").convert("RGB")


@cache
def _cards() -> list[Image.Image]:
    """The 52 faces in the cards' own order, then the back and the empty places."""
    sheet = Image.open(RASTERS / "cards.png").convert("RGBA")
    corners = [(nth % 13 * CARD_W, nth // 13 * CARD_H) for nth in range(_RECYCLE + 1)]
    return [sheet.crop((x, y, x + CARD_W, y + CARD_H)) for x, y in corners]


@cache
def _palette() -> Image.Image:
    """The colours of every picture: chosen once, they make a picture a third as large, and three times as fast."""
    sample = _felt().copy()
    for nth in range(13 * 4):
        _lay(sample, [nth], nth % 13 * 84, nth // 13 * 90, 0)
    _lay(sample, [_BACK, _BACK + 1, _RECYCLE], 800, 430, CARD_W)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*_colours(sample, OF_CARDS), *_colours(_felt(), OF_FELT)])
    return palette


def _colours(image: Image.Image, most: int) -> list[int]:
    return (image.quantize(most, dither=Image.Dither.NONE).getpalette() or [])[: most * 3]
