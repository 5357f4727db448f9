"""People for tests of rooms, without a server: guests, accounts, their browsers."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connection
from django.test import Client

from solitaire.log import store
from solitaire.players import joining
from solitaire.players.models import Player
from solitaire.races.race import Options, Race, stream_of


def guest() -> str:
    """The id of a new guest."""
    return joining.new_guest().pk


def guests(count: int) -> list[str]:
    return [guest() for _ in range(count)]


def account(name: str) -> str:
    """The id of a new account."""
    return Player.objects.create_account(name, None).pk


def browser_of(player: str, **options: str) -> Client:
    """A browser that `player` is logged in with."""
    browser = Client(**options)
    browser.force_login(Player.objects.get(pk=player))
    return browser


def options(seats: int = 4, **more: object) -> Options:
    return Options("KL", 1, "N", seats=seats, **{"sealed": True, **more})


def kinds(race: Race) -> list[str]:
    """The kinds of all events of a race, in order."""
    return [event.kind for event in store.read(stream_of(race.id))]


def players(race: Race) -> list[str]:
    return [seat.player for seat in race.seats]


def at_once(*calls):
    """Make all calls at the same moment, each on a thread of its own; what they return or raise."""

    def run(call):
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [waiting.result() for waiting in [pool.submit(run, call) for call in calls]]
