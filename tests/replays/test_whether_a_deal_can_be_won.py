"""A deal's page says that it can be won where a line is known for exactly its rules, and else that nothing is known."""

import re

import pytest

from replays import games, winnable
from solitaire.races.models import WinnableDeal
from solitaire.rules.deals import Deal
from tests.replays import raced, seed
from tests.replays.seed import WON, WON_ONE

UNKNOWN = "Not known whether it can be won."


def keep(code: str, moves: int = 117, *, sealed: bool = False) -> None:
    deal = Deal.parse(code)
    way = {"family": deal.family, "draw": deal.draw, "ruleset": deal.ruleset}
    WinnableDeal.objects.create(code=code, moves=["d"] * moves, found_at=1, sealed=sealed, **way)


def page(client, code: str) -> str:
    return client.get(f"/deal/{code}").content.decode()


def test_nothing_is_known_of_a_deal_without_a_line_that_nobody_has_won(client, ana):
    game = seed.deal(ana, WON)
    seed.move(game, "d", "x")
    shown = page(client, WON)
    assert UNKNOWN in shown
    assert "nwinnable" not in shown  # neither that nor its length is said of it


@pytest.mark.parametrize(
    ("language", "unknown", "denied"),
    [
        ("en", UNKNOWN, "unwinnable|not winnable|cannot be won|can't be won|impossible"),
        ("ms", "Tidak diketahui sama ada ia boleh dimenangi.", "(tidak|tak) (boleh|dapat) dimenangi|mustahil"),
        ("id", "Tidak diketahui apakah bisa dimenangkan.", "(tidak|tak) (bisa|dapat) dimenangkan|mustahil"),
        ("lv", "Nav zināms, vai tajā var uzvarēt.", "nevar uzvarēt|nav uzvaram|neuzvaram|neiespējam"),
    ],
)
def test_in_no_language_is_a_deal_said_not_to_be_winnable(client, ana, language: str, unknown: str, denied: str):
    for _ in range(3):
        seed.move(seed.deal(ana, seed.LOST), *seed.line(seed.LOST))
    headers = {"accept-language": language}
    shown = client.get(f"/deal/{seed.LOST}", headers=headers).content.decode()
    assert unknown in shown
    told = client.get(f"/api/deals/{seed.LOST}", headers=headers).content.decode()
    for text in (shown, told):  # with the title, and with what is said of the picture
        assert not re.search(denied, text, re.IGNORECASE)


def test_with_a_line_it_is_winnable_and_its_length_is_behind_a_fold(client, database):
    keep(WON)
    shown = page(client, WON)
    assert UNKNOWN not in shown
    summary, _, rest = shown.partition('<details class="winnable">')[2].partition("</summary>")
    assert "Winnable" in summary
    assert "117" not in summary
    assert "it can be won in 117 moves" in rest.partition("</details>")[0]


@pytest.mark.parametrize("other", ["KL1-D3V-AKTMJAF", "KL1-D1N-AKTMJAF", "TF1-D3N-AKTMJAF"])
def test_a_line_counts_for_its_own_rules_alone(client, database, other: str):
    keep(WON)
    assert UNKNOWN in page(client, other)


def test_a_win_is_a_proof_too(client, clock, ana):
    seed.win(ana, WON_ONE, clock, 200)
    moves = len(seed.line(WON_ONE))
    assert f"in {moves} moves at the fewest" in page(client, WON_ONE)


def test_a_win_with_a_hint_proves_it_without_a_figure(clock, ana):
    seed.win(ana, WON_ONE, clock, 200, moves=("h", *seed.line(WON_ONE)))
    assert winnable.proof(games.counts(WON_ONE)) == winnable.Proof(None, searched=False)


def test_of_a_sealed_deck_nothing_is_told_before_its_race_has_settled(client, clock, ana, ben):
    keep(raced.SEALED.code, sealed=True)
    race = raced.begin(clock, [ana, ben])
    assert UNKNOWN in page(client, race.code)
    raced.settle(clock, race)
    assert "it can be won in 117 moves" in page(client, race.code)
