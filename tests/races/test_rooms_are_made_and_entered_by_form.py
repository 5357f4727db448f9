"""The pages of rooms: making one, the invitation, taking a seat, and what is said where that cannot be."""

import re
from collections.abc import Callable
from io import BytesIO

import pytest
import segno
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from solitaire.log.event import NewEvent
from solitaire.players.models import Player
from solitaire.races import commands, pages
from solitaire.races.lobby import lobby
from solitaire.races.models import RaceRow
from solitaire.races.race import Options, Race
from solitaire.races.referee import durations
from tests.races.people import account, browser_of, guest, guests, options, players

pytestmark = pytest.mark.usefixtures("database")

FULL = {
    "family": "KL",
    "draw": "3",
    "ruleset": "V",
    "seats": "6",
    "public": "on",
    "limit": "5",
    "undo": "on",
    "sealed": "on",
}


@pytest.fixture(autouse=True)
def _afresh() -> None:
    pages.limits.forget()
    lobby.forget()


def made(answer) -> Race:
    assert answer.status_code == 303, answer.content.decode()
    return commands.find(answer["Location"].removeprefix("/race/"))


def test_a_room_is_made_as_the_form_says():
    race = made(Client().post("/race/new", FULL))
    assert race.options == Options(
        "KL", 3, "V", seats=6, public=True, limit_s=300, undo=True, hints=False, sealed=True, quick=False
    )


def test_what_is_not_ticked_is_not_so():
    race = made(Client().post("/race/new", {"seats": "2", "limit": "none"}))
    assert race.options == Options("KL", 1, "N", seats=2, public=False, undo=False, hints=False, sealed=False)
    assert (race.secret, race.deal.kind) == (False, "1")


@pytest.mark.parametrize(("limit", "seconds"), [("3", 180), ("5", 300), ("10", 600), ("20", 1200), ("none", None)])
def test_a_race_has_one_of_five_limits_and_ends_after_an_hour_at_the_latest(limit: str, seconds: int | None):
    race = made(Client().post("/race/new", {**FULL, "limit": limit}))
    assert race.options.limit_s == seconds
    assert f'name="limit" value="{limit}"' in Client().get("/race").content.decode()
    assert durations().longest_s == 3600


def test_as_the_form_comes_it_makes_a_public_room_on_a_sealed_deck():
    page = Client().get("/race").content.decode().partition('id="new-race-form"')[2].partition("</form>")[0]
    inputs = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) | {"tag": tag} for tag in re.findall("<input[^>]*>", page)]
    fields = {each["name"]: each.get("value", "on") for each in inputs if " checked" in each["tag"]}
    fields["seats"] = next(each["value"] for each in inputs if each.get("name") == "seats")
    race = made(Client().post("/race/new", fields))
    assert (race.options.public, race.options.sealed, race.secret) == (True, True, True)


def test_a_code_of_ones_choice_says_how_it_is_played_and_is_never_sealed():
    race = made(Client().post("/race/new", {**FULL, "code": " tf1 d1n aaaaaag "}))
    assert (race.code, race.options.sealed, race.hash) == ("TF1-D1N-AAAAAAG", False, None)
    assert (race.options.family, race.options.draw, race.options.ruleset) == ("TF", 1, "N")


def test_thoughtful_has_one_rule_set_whatever_the_form_says():
    assert made(Client().post("/race/new", {**FULL, "family": "TF"})).options.ruleset == "N"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": "1"}, "A race has 2 to 16 seats."),
        ({"seats": "17"}, "A race has 2 to 16 seats."),
        ({"seats": "many"}, "A race has 2 to 16 seats."),
        ({"seats": ""}, "A race has 2 to 16 seats."),
        ({"seats": "9" * 5000}, "A race has 2 to 16 seats."),
        ({"limit": "7"}, "3, 5, 10, 20, none"),
        ({"family": "ZZ"}, "KL, TF"),
        ({"draw": "2"}, "1, 3"),
        ({"ruleset": "<b>"}, "N, V, S, C"),
        ({"code": "KL1-D2N-AAAAAAG"}, "it must be D1 or D3"),
        ({"code": "x" * 5000}, "far too long"),
        ({"code": "\x00"}, "Null characters"),
    ],
)
def test_each_wrong_field_is_named_with_what_is_allowed(wrong: dict[str, str], said: str):
    answer = Client().post("/race/new", {**FULL, **wrong})
    page = answer.content.decode()
    assert answer.status_code == 400
    (field,) = wrong
    errors = re.search(rf'id="new-{field}_error">(.*?)</ul>', page, re.DOTALL)
    assert errors, page
    assert said in errors[1]
    assert "<b>" not in errors[1]
    assert not RaceRow.objects.exists()
    assert not Player.objects.exists()


def test_a_form_that_comes_back_has_something_ticked_everywhere():
    page = Client().post("/race/new", {**FULL, "draw": "2", "family": ""}).content.decode()
    ticked = re.findall(r'name="(\w+)" value="(\w+)"[^>]*checked', page.partition('id="new-race-form"')[2])
    assert {("draw", "1"), ("family", "KL"), ("ruleset", "V"), ("limit", "5")} <= set(ticked)


def test_where_a_race_is_made_it_is_said_what_shapes_tell():
    assert "that is why rated races show totals" in Client().get("/race").content.decode()


def test_race_now_takes_the_houses_way_where_nobody_picks():
    race = made(Client().post("/race/now"))
    assert (race.options.family, race.options.draw, race.options.ruleset) == ("KL", 1, "N")
    assert made(Client().post("/race/now", {"draw": "3", "ruleset": "S"})).options.ruleset == "S"


def test_a_way_that_is_none_is_refused():
    answer = Client().post("/race/now", {"draw": "9"})
    assert answer.status_code == 400
    assert "1, 3" in answer.content.decode()


# --- invitations ---


def test_whoever_has_the_link_can_enter():
    race = commands.create(guest(), options(public=False))
    friend = Client()
    page = friend.get(f"/race/{race.id}").content.decode()
    assert f"http://testserver/race/{race.id}" in page
    assert f"/race/{race.id}/qr.svg" in page
    assert made(friend.post(f"/race/{race.id}/join")).id == race.id
    assert len(commands.find(race.id).seats) == 2


def test_the_invitation_is_a_picture_too():
    race = commands.create(guest(), options())
    answer = Client().get(f"/race/{race.id}/qr.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer.content.startswith(b"<?xml")
    assert b"<svg" in answer.content
    assert b"style=" not in answer.content
    address = BytesIO()
    drawn = segno.make_qr(f"http://testserver/race/{race.id}")
    drawn.save(address, kind="svg", scale=pages.QR_SCALE, border=pages.QR_BORDER, light="white", omitsize=True)
    assert answer.content == address.getvalue()
    assert Client().get("/race/nosuchrace22/qr.svg").status_code == 404


def test_the_code_of_a_sealed_race_is_on_no_page_and_its_hash_is():
    ana = guest()
    race = commands.create(ana, options())
    for browser in (Client(), browser_of(ana)):
        for path in (f"/race/{race.id}", "/race", "/watch", f"/race/{race.id}/qr.svg"):
            assert race.code not in browser.get(path).content.decode()
        assert race.hash in browser.get(f"/race/{race.id}").content.decode()


def test_the_code_of_a_known_deck_may_be_read_by_all():
    race = commands.create(guest(), options(sealed=False))
    assert race.code in Client().get(f"/race/{race.id}").content.decode()


# --- what cannot be ---


def refused(answer, said: str) -> None:
    assert answer.status_code == 409
    assert said in answer.content.decode()


def test_a_full_room_says_so_and_leads_to_watching():
    race = commands.create(guest(), options(seats=2))
    commands.join(race.id, guest())
    answer = Client().post(f"/race/{race.id}/join")
    refused(answer, "Every seat in this race is taken")
    assert f'href="/race/{race.id}"' in answer.content.decode()


def test_who_has_a_seat_elsewhere_is_led_there_and_may_leave_it():
    ana, ben = guests(2)
    own, other = commands.create(ana, options()), commands.create(ben, options())
    browser = browser_of(ana)
    for path in (f"/race/{other.id}/join", "/race/now", "/race/new"):
        answer = browser.post(path, FULL)
        refused(answer, "You have a seat already")
        assert f"/race/{own.id}/leave" in answer.content.decode()
    assert browser.post(f"/race/{own.id}/leave")["Location"] == "/race"
    assert made(browser.post(f"/race/{other.id}/join")).id == other.id


def test_leaving_or_asking_for_a_rematch_makes_nobody_a_guest():
    race = commands.create(guest(), options())
    before = Player.objects.count()
    for what in ("leave", "rematch"):
        refused(Client().post(f"/race/{race.id}/{what}"), "You have no seat in this race")
    assert Player.objects.count() == before


@pytest.mark.parametrize("race_id", ["nosuchrace22", "%00", "A" * 90, "a-b"])
@pytest.mark.parametrize("what", ["", "/join", "/leave", "/rematch", "/qr.svg"])
def test_there_is_no_such_race(race_id: str, what: str):
    answer = (Client().get if what in ("", "/qr.svg") else Client().post)(f"/race/{race_id}{what}")
    assert answer.status_code == 404
    assert not Player.objects.exists()


PATHS = ["/race/now", "/race/new", "/race/ghosts", "/race/x/join", "/race/x/leave", "/race/x/rematch"]


@pytest.mark.parametrize("path", PATHS)
def test_other_sites_get_nowhere(path: str):
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(path, FULL, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert stranger.post(path, FULL).status_code == 403
    assert not Player.objects.exists()


@pytest.mark.parametrize("path", [path for path in PATHS if "/x/" in path])
def test_what_does_something_takes_a_post(path: str):
    assert Client().get(path).status_code == 405


@pytest.fixture
def only(settings) -> Callable[..., None]:
    """Allows so few of something."""

    def limit(what: str, burst: int) -> None:
        settings.ROOMS = settings.ROOMS | {what: {"per_s": 0.05, "burst": burst}}
        pages.limits.forget()

    return limit


def test_rooms_are_made_only_so_often(only):
    only("rooms", 2)
    browser = browser_of(guest())
    statuses = [browser.post(path, FULL).status_code for path in ("/race/now", "/race/new", "/race/now", "/race/now")]
    assert statuses == [303, 409, 429, 429]


def test_seats_are_taken_and_left_only_so_often(only):
    only("seats", 2)
    race = commands.create(guest(), options())
    browser = browser_of(guest())
    answers = [browser.post(f"/race/{race.id}/{what}") for what in ("join", "leave", "join")]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert answers[-1]["Retry-After"] == "20"


# --- the lobby ---


def test_the_lobby_lists_public_rooms_with_a_free_seat():
    open_room = commands.create(account("Ana"), options())
    full, private = commands.create(guest(), options(seats=2)), commands.create(guest(), options(public=False))
    commands.join(full.id, guest())
    made(Client().post("/race/now"))
    shown = lobby.show()
    assert [room["id"] for room in shown["rooms"]] == [open_room.id]
    assert shown["rooms"][0]["host"] == {"id": open_room.host, "name": "Ana", "mark": "account"}
    assert [way["family"] for way in shown["waiting"]] == ["KL"]
    page = Client().get("/race").content.decode()
    assert (open_room.id in page, full.id in page, private.id in page) == (True, False, False)


def test_the_lobby_shows_what_goes_on_best_first():
    friendly = commands.create(guest(), options(seats=2))
    commands.join(friendly.id, guest())
    ana, ben = account("Ana"), account("Ben")
    browser_of(ana).post("/race/now")
    rated = made(browser_of(ben).post("/race/now"))
    for player in players(commands.find(friendly.id)):
        friendly = commands.mark(friendly.id, player, ready=True)
    for race in (friendly, rated):
        counting = commands.append(race, [NewEvent("countdown", {"at": 1000})])
        started = {"at": 1000, "ends_at": 2000, "rated": race is rated}
        commands.append(counting, [NewEvent("started", started)])
    lobby.forget()
    shown = lobby.show()
    assert [race["id"] for race in shown["running"]] == [rated.id, friendly.id]
    assert [(race["rated"], race["code"]) for race in shown["running"]] == [(True, None), (False, None)]
    assert {racer["name"] for racer in shown["running"][0]["racers"]} == {"Ana", "Ben"}
    assert rated.code not in str(shown)
    assert "Ana" in Client().get("/watch").content.decode()


def queries() -> int:
    lobby.forget()
    with CaptureQueriesContext(connection) as context:
        lobby.show()
    return len(context)


def test_the_lobby_asks_the_database_no_more_often_for_more_rooms():
    commands.create(guest(), options())
    few = queries()
    for _ in range(5):
        commands.create(guest(), options())
    assert queries() == few
    with CaptureQueriesContext(connection) as context:
        assert len(lobby.show()["rooms"]) == 6
    assert not len(context)
