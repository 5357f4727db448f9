"""The results of a race are whole on the page the server sends; what its games hold is told when it has settled."""

import re

import pytest

from replays.charts import Runner, courses_chart, marks
from solitaire.log.event import NewEvent
from solitaire.races import afterwards, commands, duties
from solitaire.races.due import Start
from solitaire.races.models import PaceLine
from solitaire.races.pace import lanes
from solitaire.races.race import Options
from tests.replays import raced, seed


def test_the_chart_is_on_the_page_with_the_racers_colours_and_in_words(client, clock, ana, ben):
    race = raced.begin(clock, [ana, ben])
    clock.ms += 5000
    seed.move(raced.game_of(race, ben), *raced.WINS_IT[:60], "x")
    raced.win(clock, race, ana, 55)
    raced.settle(clock, race)
    page = client.get(f"/race/{race.id}").content.decode()
    assert re.findall(r'class="chart-line (racer-\d)', page) == ["racer-2", "racer-1"]
    assert "Ana: 52 of 52 cards home after 1:00." in page
    assert re.search(r"Ben: \d+ of 52 cards home after 0:05\.", page)
    assert re.search(r'<time datetime="[^"]+" data-local>[^<]+ UTC</time>', page)


def test_the_places_stand_with_their_figures_and_what_became_of_the_ratings(client, clock, ana, ben, settings):
    settings.RACES = {**settings.RACES, "human": {**settings.RACES["human"], "moves": 10_000}}
    race = raced.rated(clock, ana, ben)
    page = client.get(f"/race/{race.id}").content.decode()
    assert len(re.findall('class="[^"]*results-board', page)) == 1
    rows = re.findall("<tr[^>]*>(.*?)</tr>", page.partition("results-board")[2], re.DOTALL)[1:]
    assert [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows] == [
        f"1 Ana account 52 1:00 {len(raced.WINS_IT)} 1579 +79 provisional ?",
        "2 Ben account 0 gave up 1 1421 -79 provisional ?",
    ]


def test_the_page_has_its_address_ready_to_be_shared(client, clock, ana, ben):
    race = raced.settle(clock, raced.begin(clock, [ana, ben]))
    page = client.get(f"/race/{race.id}").content.decode()
    assert f'id="share-url" value="http://testserver/race/{race.id}"' in page
    assert 'data-copy="share-url"' in page
    assert 'data-share="share-url"' in page


def test_of_a_race_going_on_nothing_is_told(client, clock, ana, ben):
    race = raced.begin(clock, [ana, ben])
    with pytest.raises(ValueError, match="not settled"):
        afterwards.courses(race)
    assert client.get(f"/api/races/{race.id}/lanes/g0/events").status_code == 404


def race_a_pace_setter(clock, player):
    line = PaceLine(code=raced.SEALED.code, moves=raced.WINS_IT)
    race = commands.create(player.pk, Options("KL", 1, "N", 1, public=False), raced.SEALED, lanes(line))
    race = commands.append(race, [NewEvent("countdown", {"at": clock.ms})])
    duties.do(race, [Start(clock.ms, clock.ms + raced.LIMIT_MS)])
    return commands.find(race.id)


def test_a_pace_setters_moves_are_told_after_the_race_and_not_before(client, clock, ana):
    race = race_a_pace_setter(clock, ana)
    address = f"/api/races/{race.id}/lanes/g2/events"
    assert client.get(address).status_code == 404
    race = raced.settle(clock, race)
    events = client.get(address).json()["events"]
    every_ms = race.lanes[2].every_ms
    assert [event.get("move") for event in events[1:]] == raced.WINS_IT
    assert [event["at"] for event in events] == [count * every_ms for count in range(len(raced.WINS_IT) + 1)]
    assert events[0]["position"]["columns"]
    assert events[-1]["status"] == "won"
    assert afterwards.courses(race)["g2"][-1] == (events[-1]["at"], 52)
    page = client.get(f"/race/{race.id}").content.decode()
    assert len(re.findall(r'class="chart-line ', page)) == 4


def test_what_a_pace_setter_would_have_played_after_the_end_is_no_part_of_the_race(clock, ana):
    race = race_a_pace_setter(clock, ana)
    seed.move(raced.game_of(race, ana), "d", "x")
    clock.ms += 1
    duties.do(commands.find(race.id), [raced.Settle((race.started_at or 0) + 10 * race.lanes[0].every_ms)])
    race = commands.find(race.id)
    assert len(list(afterwards.film(race, 0))) == 11
    assert all(at <= afterwards.length_ms(race) for at, _home in afterwards.courses(race)["g2"])


@pytest.mark.parametrize("key", ["g3", "g99", "0", "gx"])
def test_what_is_no_pace_setter_has_no_film(client, clock, ana, key):
    race = raced.settle(clock, race_a_pace_setter(clock, ana))
    assert client.get(f"/api/races/{race.id}/lanes/{key}/events").status_code in (404, 422)


def runner(*course, until, own=False):
    return Runner("Ana", 1, hollow=False, own=own, course=[(0, 0), *course], until=until)


def test_lines_are_steps_and_ones_own_is_drawn_over_the_others():
    mine = runner((30_000, 20), (60_000, 52), until=60_000, own=True)
    chart = courses_chart("k", "t", "d", [runner((10_000, 26), until=60_000), mine], str)
    assert chart.lines[-1].runner is mine
    assert chart.lines[-1].path == "M0 1000.0H0.0V1000.0H500.0V615.4H1000.0V0.0H1000.0"
    assert chart.lines[-1].end == (100.0, 0.0)
    assert [mark.text for mark in chart.across] == ["0", "13", "26", "39", "52"]


def test_an_hour_in_which_nothing_happened_any_more_is_not_drawn():
    chart = courses_chart("k", "t", "d", [runner((100_000, 5), until=3_600_000), runner(until=50_000)], str)
    assert chart.span == 106_000


@pytest.mark.parametrize("span", [10_000, 61_000, 222_000, 3_600_000])
def test_times_along_the_bottom_are_few_and_round(span):
    assert 2 <= len(list(marks(span))) <= 6
