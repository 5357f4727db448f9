"""The pictures that links to deals and games show where they are posted: what any stranger may see, and not more."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from replays import tables
from replays.pages import find_table
from replays.pictures import picture
from solitaire.limits import Limits, TooMany
from solitaire.players.throttle import origin
from solitaire.rules.deals import BadCode, Deal
from solitaire.rules.game import Game, start
from solitaire.rules.views import View, show_position

FRONT = "pictures/front.png"
"""The picture of every page that has none of its own."""
HALF_WAY = 20
"""A won game is shown as it was when so many cards were home: at its end all games look the same."""
DEAL_S, OVER_S, GOING_ON_S = 7 * 24 * 3600, 3600, 60
"""For so long others may keep the picture of a deal, of a game that is over, of one that is going on."""
KEPT_BYTES = 8 * 1024 * 1024
PATIENCE_S = 5
"""A picture waits so long for others to be drawn before it is given up."""

limits = Limits("REPLAYS")


@require_safe
def of_deal(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of a deal as they lie before the first move."""
    try:
        deal = Deal.parse(code)
    except BadCode as error:
        raise Http404 from error
    if deal.code != code:
        return HttpResponsePermanentRedirect(reverse("deal-picture", args=[deal.code]))
    return _answer(_drawn(request, deal.code, lambda: _picture_of(start(deal), View.OWNER)), DEAL_S)


@require_safe
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table of a game now, or of a won one half-way, as a stranger may see it.

    Where no stranger may see its cards, because a race keeps it to itself, it has the site's picture.
    """
    table = find_table(game_id, viewer=None)
    if not table.film:
        return redirect(static(FRONT))
    key = (game_id, table.version, table.view)
    drawn = _drawn(request, key, lambda: _picture_of(moment_of(table), table.view))
    return _answer(drawn, OVER_S if table.state.game.over else GOING_ON_S)


def moment_of(table: tables.Standing) -> Game:
    """The moment of a game that is shown."""
    game = table.state.game
    if game.status != "won":
        return game
    moment = start(game.deal, game.rules_version)
    for event in table.events[1:]:
        moment = moment.play(event.data).game
        if moment.cards_home >= HALF_WAY:
            break
    return moment


def _picture_of(game: Game, view: View) -> bytes:
    return picture(show_position(game, view), game.deal.draw)


def _answer(drawn: bytes, seconds: int) -> HttpResponse:
    answer = HttpResponse(drawn, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={seconds}"
    return answer


class _Kept:
    """The pictures used last, up to `KEPT_BYTES` of them; one is drawn at a time, whoever asks."""

    def __init__(self) -> None:
        self._drawing = Lock()
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """The picture `key`, drawn where it is not kept; raises `TooMany` where too many wait for theirs."""
        if not self._drawing.acquire(timeout=PATIENCE_S):
            raise TooMany(PATIENCE_S)
        try:
            drawn = self._pictures.pop(key, None)
            if drawn is None:
                drawn = draw()
                self._size += len(drawn)
            self._pictures[key] = drawn
            while self._size > KEPT_BYTES:
                self._size -= len(self._pictures.popitem(last=False)[1])
        finally:
            self._drawing.release()
        return drawn


def _drawn(request: HttpRequest, key: Hashable, draw: Callable[[], bytes]) -> bytes:
    """A picture, drawn where it is not kept; drawing counts against the limit of the network that asks."""

    def counted() -> bytes:
        limits.spend("pictures", origin(request))
        return draw()

    return _kept().get(key, counted)


@cache
def _kept() -> _Kept:
    return _Kept()


def forget() -> None:
    """Nothing is kept and everybody starts afresh, as in a new process."""
    _kept.cache_clear()
    limits.forget()
