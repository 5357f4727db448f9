"""Who is how strong: established ratings with places, provisional ones below; and the ratings on a player's page."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays import ladder
from replays.charts import line_chart, steps
from replays.ladder import read
from solitaire.players.models import Player
from solitaire.races.models import Rating, RatingChange
from tests.replays.seed import NOON


def rated(player: Player, shown: int, races: int = 10, draw: int = 1) -> Rating:
    """A player who has come to a rating, one race after the other."""
    for race in range(races):
        RatingChange.objects.create(
            draw=draw, version=1 + race, player=player, race=f"r{race}", place=1, at=NOON + race * 86_400_000,
            before=1500 + (shown - 1500) * race // races, after=1500 + (shown - 1500) * (race + 1) // races,
        )  # fmt: skip
    return Rating.objects.create(
        draw=draw, player=player, mu=25.0, sigma=3.0, shown=shown, established=int(races >= 10), races=races,
        rated_at=NOON,
    )  # fmt: skip


def accounts() -> list[Player]:
    return [Player.objects.create_account(f"Racer {n:02}", None) for n in range(9)]


@pytest.fixture
def people(database: Path) -> list[Player]:
    return accounts()


def test_equal_ratings_share_a_place_on_every_page(people: list[Player]) -> None:
    check_places_page_by_page(people)


@pytest.mark.postgresql
def test_the_same_on_postgresql(postgresql_database: str) -> None:
    check_places_page_by_page(accounts())


def check_places_page_by_page(people: list[Player]) -> None:
    for player, shown in zip(people, [1900, 1800, 1800, 1700, 1700, 1700, 1600, 1650, 1500], strict=True):
        rated(player, shown)
    found, cursor = [], None
    for _ in range(5):
        shown = read(1, cursor, size=2)
        found += [(line.place, line.row.shown) for line in shown.lines]
        cursor = shown.next
    assert cursor is None
    assert found == [
        (1, 1900), (2, 1800), (2, 1800), (4, 1700), (4, 1700), (4, 1700), (7, 1650), (8, 1600), (9, 1500),
    ]  # fmt: skip


def test_a_provisional_rating_stands_below_and_has_no_place(people: list[Player]) -> None:
    rated(people[0], 1400)
    rated(people[1], 2000, races=9)
    rated(people[2], 1300)
    rated(people[3], 1900, races=1)
    whole = [(line.place, line.row.shown) for line in read(1).lines]
    assert whole == [(1, 1400), (2, 1300), (None, 2000), (None, 1900)]
    first = read(1, size=1)
    assert [(line.place, line.row.shown) for line in read(1, first.next).lines] == whole[1:]


def test_draw_one_and_draw_three_have_a_ladder_each(people: list[Player]) -> None:
    rated(people[0], 1600, draw=1)
    rated(people[1], 1700, draw=3)
    assert [line.row.player for line in read(1).lines] == [people[0]]
    assert [line.row.player for line in read(3).lines] == [people[1]]


def test_a_page_of_it_is_read_down_an_index(people: list[Player]) -> None:
    rated(people[0], 1600)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {ladder.rows_of(1).order_by(*ladder.IN_ORDER.order())[:50].query}")
        plan = " ".join(row[-1] for row in cursor.fetchall())
    assert "rating_in_order" in plan
    assert "B-TREE" not in plan


def test_the_number_of_queries_does_not_grow_with_the_list(people: list[Player], client: Client) -> None:
    rated(people[0], 1600)
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get("/ladder/1")
    for player in people[1:]:
        rated(player, 1500)
    with CaptureQueriesContext(connection) as many:
        client.get("/ladder/1")
    assert len(many) == len(few)


def test_the_page_shows_each_with_number_and_mark(people: list[Player], client: Client) -> None:
    rated(people[0], 1612)
    rated(people[1], 1555, races=3)
    page = client.get("/ladder/1").content.decode()
    assert re.search(r'class="place">1<.*?Racer 00.*?1,612', page, re.DOTALL)
    assert re.search(r"no place yet.*?Racer 01.*?provisional.*?1,555", page, re.DOTALL)


def test_who_is_further_down_sees_their_own_row_too(
    people: list[Player], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "__defaults__", (None, 2))
    for number, player in enumerate(people):
        rated(player, 2000 - number)
    client.force_login(people[6])
    page = client.get("/ladder/1").content.decode()
    assert re.search(r'is-gap.*is-you.*?class="place">7<.*?Racer 06', page, re.DOTALL)
    client.force_login(people[1])
    page = client.get("/ladder/1").content.decode()
    assert "is-gap" not in page
    assert page.count("is-you") == 1


def test_an_empty_ladder_invites(database: Path, client: Client) -> None:
    page = client.get("/ladder/3").content.decode()
    assert "Nobody stands on this ladder yet." in page


@pytest.mark.parametrize("address", ["/ladder/2", "/ladder/1?after=x", "/ladder/1?after=1.2", "/ladder/1?after=a.b.c"])
def test_what_is_no_ladder_is_not_found(database: Path, client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_players_page_shows_the_rating_and_how_it_came_about(people: list[Player], client: Client) -> None:
    rated(people[0], 1612, races=4)
    rated(people[0], 1433, races=12, draw=3)
    page = client.get(f"/player/{people[0].pk}").content.decode()
    assert "1,612" in page
    assert "4 rated races" in page
    assert page.count('role="img" aria-labelledby="rating-') == 2
    assert page.count("provisional") == 1
    assert "From 1,500 to 1,433 in 12 races; lowest 1,433, highest 1,500." in page


def test_a_player_without_a_rated_race_has_none_of_that(people: list[Player], client: Client) -> None:
    assert "Ratings" not in client.get(f"/player/{people[0].pk}").content.decode()


def test_a_chart_is_drawn_with_points_for_decimals_in_every_language(people: list[Player], client: Client) -> None:
    rated(people[0], 1613, races=7)
    page = client.get(f"/player/{people[0].pk}", headers={"accept-language": "lv"}).content.decode()
    (path,) = re.findall(r'class="chart-line" d="([^"]*)"', page)
    assert re.fullmatch(r"M[0-9.]+ [0-9.]+(L[0-9.]+ [0-9.]+){7}", path)


def test_a_chart_holds_its_line() -> None:
    chart = line_chart("k", "t", "d", [1500, 1579, 1421, 1500], ("", ""))
    points = [tuple(map(float, point.split())) for point in chart.path[1:].split("L")]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert points[0][0] == chart.left
    assert points[-1][0] == chart.right
    assert points[1][1] < points[0][1] == points[3][1] < points[2][1]
    assert all(chart.across[-1].at <= y <= chart.across[0].at for _, y in points)


@pytest.mark.parametrize(
    ("lowest", "highest"), [(1500, 1500), (1499, 1501), (1421, 1579), (980, 2417), (0, 9), (-40, 73)]
)
def test_the_lines_across_are_few_and_hold_everything(lowest: int, highest: int) -> None:
    grid = steps(lowest, highest)
    assert grid[0] <= lowest <= highest <= grid[-1]
    assert 2 <= len(grid) <= 5
    assert len({b - a for a, b in pairwise(grid)}) == 1
