"""Names, comments and results are reported; operators have one queue, and what they find is an event with a reason."""

import pytest
from django.test import Client

from replays import comments, games, reports, tables
from replays.audit import audit
from replays.models import Comment
from replays.rebuild import rebuild
from solitaire.log import store
from solitaire.players import sanctions
from solitaire.players.models import Player, Sanction
from solitaire.races.models import Flag
from tests.replays import raced, seed
from tests.replays.seed import WON, Clock


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


@pytest.fixture
def operator(database) -> Player:
    return Player.objects.create_superuser("Olga", "queen-of-hearts")


@pytest.fixture
def game(ben: Player, clock: Clock) -> str:
    return seed.win(ben, WON, clock, 90)


@pytest.fixture
def comment(game: str, ben: Player) -> str:
    return comments.write(ben.pk, tables.standing(games.find(game), ben.pk), 3, "You fool!").pk


@pytest.fixture(autouse=True)
def a_rebuild_agrees(database):
    """Whatever a test has found, the log says the same."""
    yield
    assert [str(finding) for finding in audit(lambda _count: None)] == []
    before = rows()
    rebuild(lambda _count: None)
    assert rows() == before


def rows() -> list[dict]:
    return list(Flag.objects.order_by("pk").values())


def act(operator: Player, action: str, reason: str = "it is so", **more: str) -> str:
    chosen = list(Flag.objects.values_list("pk", flat=True))
    typed = {"action": action, "_selected_action": chosen, "reason": reason, **more}
    return browser_of(operator).post("/admin/races/flag/", typed, follow=True).content.decode()


def test_many_reports_of_one_thing_are_one_flag(ana: Player, ben: Player, guest: Player):
    for player, why in ((ana, "insult"), (ana, "spam"), (guest, "insult")):
        answer = browser_of(player).post(f"/report/name/{ben.pk}", {"why": why})
        assert "An operator will look at it" in answer.content.decode()
    flag = Flag.objects.get()
    assert (flag.kind, flag.player, flag.detail, flag.verdict) == ("reported-name", ben, {"insult": 2}, "")
    assert [event.who for event in store.read(f"conduct:{ben.pk}")] == [ana.pk, guest.pk]


def test_the_queue_shows_what_it_is_about(ana: Player, game: str, comment: str, operator: Player):
    for address in (f"name/{operator.pk}", f"comment/{comment}", f"result/{game}"):
        browser = browser_of(ana)
        why = next(iter(reports.WHYS[address.split("/")[0]]))
        assert browser.get(f"/report/{address}").status_code == 200
        browser.post(f"/report/{address}", {"why": why})
    page = browser_of(operator).get("/admin/races/flag/").content.decode()
    for text in ("You fool!", "A program played it: 1", "It insults or offends: 1", f"/player/{operator.pk}", game):
        assert text in page


def test_a_comment_is_taken_down_and_comes_back(ana: Player, game: str, comment: str, operator: Player):
    browser_of(ana).post(f"/report/comment/{comment}", {"why": "insult"})
    shown = f"/api/games/{game}/comments"
    assert len(Client().get(shown).json()["comments"]) == 1
    act(operator, "confirmed")
    assert Client().get(shown).json()["comments"] == []
    assert browser_of(ana).get(f"/report/comment/{comment}").status_code == 404
    act(operator, "looked_at_fine")
    assert len(Client().get(shown).json()["comments"]) == 1


def test_its_author_is_muted_in_one_go(ana: Player, ben: Player, comment: str, operator: Player):
    browser_of(ana).post(f"/report/comment/{comment}", {"why": "insult"})
    assert "Days are a number" in act(operator, "mute", days="never")
    act(operator, "mute", "an insult", days="3")
    assert sanctions.mute_of(ben.pk).mute_reason == "an insult"
    assert Flag.objects.get().verdict == "confirmed"


def test_a_comment_that_its_author_has_deleted_can_still_be_dealt_with(ana: Player, comment: str, operator: Player):
    browser_of(ana).post(f"/report/comment/{comment}", {"why": "insult"})
    Comment.objects.all().delete()
    assert "a comment that its author has deleted" in act(operator, "ban")
    assert Sanction.objects.get().banned


def test_a_name_is_taken_away(ana: Player, ben: Player, operator: Player):
    browser_of(ana).post(f"/report/name/{ben.pk}", {"why": "pretends"})
    act(operator, "take_the_name")
    ben.refresh_from_db()
    assert ben.name != "Ben"
    assert [event.kind for event in store.read(f"conduct:{ben.pk}")] == ["reported", "renamed", "confirmed"]


def test_a_name_is_looked_at_again_when_it_is_reported_again(ana: Player, ben: Player, operator: Player):
    for _ in range(2):
        browser_of(ana).post(f"/report/name/{ben.pk}", {"why": "insult"})
    act(operator, "looked_at_fine")
    assert Flag.objects.get().verdict == "fine"
    browser_of(ana).post(f"/report/name/{ben.pk}", {"why": "spam"})
    flag = Flag.objects.get()
    assert (flag.verdict, flag.detail) == ("", {"spam": 1})


def test_an_action_leaves_alone_what_it_is_not_for(ana: Player, ben: Player, operator: Player):
    browser_of(ana).post(f"/report/name/{ben.pk}", {"why": "insult"})
    assert "not for what you have chosen" in act(operator, "void")
    with pytest.raises(ValueError, match="cleared or confirmed"):
        reports.resolve(Flag.objects.get(), "voided", "why not", operator.pk)
    assert "write a reason" in act(operator, "confirmed", " ")
    assert Flag.objects.get().verdict == ""


def test_a_report_has_one_of_a_few_reasons(ana: Player, ben: Player, game: str):
    for typed in ({}, {"why": "program"}, {"why": "x" * 5000}):
        answer = browser_of(ana).post(f"/report/name/{ben.pk}", typed)
        assert (answer.status_code, "Please choose one" in answer.content.decode()) == (400, True)
    with pytest.raises(ValueError, match="a reason is one of"):
        reports.report(reports.of_name(ben), "program", ana.pk)
    assert not Flag.objects.exists()


def test_nobody_reports_too_often(ana: Player, ben: Player):
    browser = browser_of(ana)
    answers = [browser.post(f"/report/name/{ben.pk}", {"why": "insult"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_there_is_nothing_to_report_where_nothing_is_shown(ana: Player, ben: Player, clock: Clock):
    race = raced.begin(clock, [ana, ben])
    secret, going_on = raced.win(clock, race, ana, 80), seed.deal(ben, WON)
    for address in (f"result/{secret}", f"result/{going_on}", "name/nobody", "comment/nothing", "race/abc"):
        assert browser_of(ana).post(f"/report/{address}", {"why": "insult"}).status_code == 404


def test_strangers_and_other_sites_report_nothing(ana: Player, ben: Player):
    assert Client().post(f"/report/name/{ben.pk}", {"why": "insult"}).url == "/login"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana)
    assert browser.post(f"/report/name/{ben.pk}", {"why": "insult"}).status_code == 403
    assert not Flag.objects.exists()


def test_an_audit_names_a_flag_that_was_tampered_with(ana: Player, ben: Player, guest: Player):
    browser_of(ana).post(f"/report/name/{ben.pk}", {"why": "insult"})
    Flag.objects.update(verdict="fine")
    Flag.objects.create(id=f"{guest.pk}-reported-name", kind="reported-name", player=guest, detail={}, at=1)
    found = [str(finding) for finding in audit(lambda _count: None)]
    assert [finding.split(":")[1] for finding in found] == [ben.pk, guest.pk]
    rebuild(lambda _count: None)
