"""Comments: by people who have finished the deck, plain text, bounded, at a move; seen by all but who has blocked."""

from collections.abc import Callable

import pytest
from django.test import Client

from replays import comments
from replays.models import Comment
from replays.rebuild import rebuild
from solitaire.live import new_game
from solitaire.players import blocks, sanctions
from solitaire.players.models import Player
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.seed import WON, WON_ONE, Clock


@pytest.fixture
def browser() -> Callable[[Player], Client]:
    """A browser somebody is logged in with."""

    def browser_of(player: Player) -> Client:
        browser = Client()
        browser.force_login(player)
        return browser

    return browser_of


@pytest.fixture
def game(ana: Player, ben: Player, clock: Clock) -> str:
    """A game of Ana's on a deck that Ben has finished too."""
    seed.win(ben, WON, clock, 90)
    return seed.win(ana, WON, clock, 80)


def say(browser: Client, game: str, text: str = "Lovely.", version: object = 3):
    return browser.post(f"/replay/{game}/comments", {"version": version, "text": text})


def shown(browser: Client, game: str) -> list[dict]:
    return browser.get(f"/api/games/{game}/comments").json()["comments"]


def test_who_has_finished_the_deck_says_something_at_a_move(game: str, ana: Player, ben: Player, browser):
    answer = say(browser(ben), game, "  Why not\n the  <b>queen</b>? ")
    assert answer.status_code == 201
    (seen,) = shown(browser(ana), game)
    assert (seen["v"], seen["text"], seen["mine"]) == (3, "Why not the <b>queen</b>?", False)
    assert seen["player"] == {"id": ben.pk, "name": "Ben", "guest": False}
    assert shown(browser(ben), game)[0]["mine"] is True
    assert 'id="comments-form"' in browser(ben).get(f"/replay/{game}").content.decode()


def test_they_stand_move_by_move(game: str, ben: Player, browser):
    for version, text in ((9, "c"), (1, "a"), (9, "d"), (4, "b")):
        say(browser(ben), game, text, version)
    assert [(comment["v"], comment["text"]) for comment in shown(Client(), game)] == [
        (1, "a"), (4, "b"), (9, "c"), (9, "d")
    ]  # fmt: skip


def test_who_has_not_finished_it_reads(game: str, guest: Player, clock: Clock, browser):
    seed.deal(guest, WON)
    seed.win(guest, WON_ONE, clock, 50)
    answer = say(browser(guest), game)
    assert (answer.status_code, answer.json()["code"]) == (403, "unfinished")
    assert "Whoever has finished this deck" in browser(guest).get(f"/replay/{game}").content.decode()
    assert say(Client(), game).status_code == 403
    assert Comment.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "version", "code"),
    [
        (" \n ", 3, "bad-text"),
        ("\u200b\u202e", 3, "bad-text"),
        ("\u200b \u200b", 3, "bad-text"),
        ("\u200d \ufe0f", 3, "bad-text"),
        ("x" * 281, 3, "bad-text"),
        ("x", 0, "no-such-move"),
        ("x", 93, "no-such-move"),
        ("x", "-1", "no-such-move"),
        ("x", "9" * 30, "no-such-move"),
        ("x", "two", "no-such-move"),
    ],
)
def test_what_is_no_comment_is_told_what_is_allowed(game: str, ben: Player, browser, text, version, code):
    answer = say(browser(ben), game, text, version)
    assert (answer.status_code, answer.json()["code"]) == (409, code)


def test_nobody_says_the_same_twice_nor_too_much(game: str, ana: Player, ben: Player, browser, monkeypatch):
    assert say(browser(ben), game).status_code == 201
    assert say(browser(ben), game).json()["code"] == "again"
    monkeypatch.setattr(comments, "MOST_OF_ONE", 2)
    assert say(browser(ben), game, "b").status_code == 201
    assert say(browser(ben), game, "c").json()["code"] == "too-many-yours"
    monkeypatch.setattr(comments, "MOST", 2)
    assert say(browser(ana), game, "d").json()["code"] == "full"


def test_nor_too_often(game: str, ben: Player, browser):
    answers = [say(browser(ben), game, f"Number {count}") for count in range(9)]
    assert [answer.status_code for answer in answers] == [201] * 8 + [429]
    assert answers[-1]["Retry-After"]


def test_a_muted_player_reads_why(game: str, ben: Player, browser):
    sanctions.mute(ben.pk, "an insult", "olga")
    answer = say(browser(ben), game)
    assert (answer.status_code, answer.json()["code"]) == (403, "muted")
    assert "An operator has decided so: an insult" in browser(ben).get(f"/replay/{game}").content.decode()


def test_who_has_blocked_the_author_does_not_see_them(game: str, ana: Player, ben: Player, browser):
    say(browser(ben), game)
    blocks.block(ana.pk, ben)
    assert shown(browser(ana), game) == []
    assert len(shown(browser(ben), game)) == len(shown(Client(), game)) == 1


def test_one_deletes_ones_own(game: str, ana: Player, ben: Player, browser):
    comment = say(browser(ben), game).json()["id"]
    assert browser(ana).post(f"/comment/{comment}/delete").status_code == 403
    assert Client().post(f"/comment/{comment}/delete").status_code == 404
    assert browser(ben).post(f"/comment/{comment}/delete").status_code == 204
    assert shown(Client(), game) == []
    assert browser(ben).post(f"/comment/{comment}/delete").status_code == 404


def test_there_are_none_while_the_deck_is_secret(ana: Player, ben: Player, clock: Clock, browser):
    race = raced.begin(clock, [ana, ben])
    game = raced.win(clock, race, ana, 80)
    assert say(browser(ana), game).json()["code"] == "sealed"
    Comment.objects.create(id="abcd2345efgh", game=game, author=ana, version=3, text="The ace is last.", at=clock.ms)
    assert shown(browser(ana), game) == shown(browser(ben), game) == []
    raced.settle(clock, race)
    assert len(shown(browser(ben), game)) == 1
    assert say(browser(ben), game).status_code == 201


def test_of_a_practice_game_others_do_not_even_learn_that_it_is_there(ana: Player, ben: Player, clock: Clock, browser):
    seed.win(ben, WON, clock, 90)
    practice = new_game.deal_game(ana.pk, Deal.parse(WON), practice=True)
    for other in (browser(ben), Client()):
        assert say(other, practice).status_code == say(other, "abcd2345efgh").status_code
    assert say(browser(ben), practice).status_code == 404


def test_a_rebuild_keeps_them(game: str, ben: Player, browser):
    say(browser(ben), game)
    rebuild(lambda _count: None)
    assert len(shown(Client(), game)) == 1


def test_other_sites_write_none(game: str, ben: Player):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ben)
    assert say(browser, game).status_code == 403
    assert browser.get(f"/replay/{game}/comments").status_code == 405
    assert Comment.objects.count() == 0


def test_all_of_one_can_be_forgotten(game: str, ana: Player, ben: Player, browser):
    say(browser(ben), game)
    say(browser(ana), game, "Thanks")
    comments.forget(ben.pk)
    assert [comment["text"] for comment in shown(Client(), game)] == ["Thanks"]
