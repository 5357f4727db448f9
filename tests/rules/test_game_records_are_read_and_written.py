from decimal import Decimal
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.rules.deals import Deal
from solitaire.rules.game import Step, fold
from solitaire.rules.moves import Refused
from solitaire.rules.record import make, read, write

from .walks import Walk, recorded, walks

PAGE = """[Deal "KL1-D1N-AAAAAAG"]
[Player "Ana"]
[Date "2026-11-30T10:00:00Z"]
[Result "resigned"]
[Score "0"]
[Moves "3"]
[Time "9.125"]

d{1.204} d{2.011} w7{4.870} u{7.5} x{9.125}
"""

DEAL = '[Deal "KL1-D1N-AAAAAAG"]\n'


def test_the_pages_own_example_is_read():
    record = read(PAGE)
    assert record.tags == {
        "Deal": "KL1-D1N-AAAAAAG",
        "Player": "Ana",
        "Date": "2026-11-30T10:00:00Z",
        "Result": "resigned",
        "Score": "0",
        "Moves": "3",
        "Time": "9.125",
    }
    assert record.deal == Deal.parse("KL1-D1N-AAAAAAG")
    assert record.moves == ("d", "d", "w7", "u", "x")
    assert record.seconds == tuple(map(Decimal, ["1.204", "2.011", "4.87", "7.5", "9.125"]))
    assert (record.game.status, record.game.position.moves) == ("resigned", 3)


def test_it_is_written_as_it_was_but_for_needless_zeros():
    assert write(read(PAGE)) == PAGE.replace("4.870", "4.87")


def test_the_deal_alone_is_required():
    record = read(DEAL)
    assert (record.tags, record.moves, record.seconds) == ({"Deal": "KL1-D1N-AAAAAAG"}, (), None)
    assert record.game.status == "playing"


@pytest.mark.parametrize(
    "text",
    [
        DEAL + "\nd d w7 u x",
        DEAL + "d d w7 u x\n",
        DEAL + "\n\n\nd\n\nd\n  w7\t\tu \n\n x \n\n",
        DEAL.replace("\n", "\r\n") + "\r\nd d\r\nw7 u x\r\n",
        "; said before\n\n  " + DEAL.rstrip() + " ; the deck\n;\n\nd d;d r\n; w1\nw7 u x;",
        "\ufeff" + DEAL + "\nd d w7x1 u x".replace("x1", ""),
        '[Deal "kl1 d1n aaaaaag"]\n\nd d w7 u x',
    ],
)
def test_white_space_blank_lines_and_comments_are_free(text: str):
    assert read(text).moves == ("d", "d", "w7", "u", "x")


def test_moves_are_kept_in_their_canonical_form():
    assert read(DEAL + "41x1 65x1").moves == ("41", "65")


def test_unknown_tags_are_kept_and_values_are_unescaped():
    record = read(DEAL + r'[Site "a \"quoted\" \\ ; [ ] {} sign"]' + '\n[Empty ""]\n[x_1 "ā"]\n')
    assert record.tags == {
        "Deal": "KL1-D1N-AAAAAAG",
        "Site": r'a "quoted" \ ; [ ] {} sign',
        "Empty": "",
        "x_1": "ā",
    }
    assert read(write(record)) == record


@pytest.mark.parametrize(
    "tag",
    [
        *['Result "resigned"', 'Score "0"', 'Score "-0"', 'Moves "3"', 'Moves "03"', 'Time "9.1"', 'Time "9.100"'],
        *['Time "09.1"', 'Result "resigned"'],
    ],
)
def test_what_the_moves_bear_out_is_accepted(tag: str):
    assert read(f"{DEAL}[{tag}]\n\nd{{1}} d{{1}} w7{{4.870}} u{{7.5}} x{{9.1}}").game.status == "resigned"


def test_a_time_is_not_compared_where_the_moves_carry_none():
    assert read(f'{DEAL}[Time "a while"]\n\nd').tags["Time"] == "a while"


@pytest.mark.parametrize(("moves", "result"), [("d", "*"), ("d x", "resigned")])
def test_results_are_written_as_the_page_says(moves: str, result: str):
    assert make(Deal.parse("KL1-D1N-AAAAAAG"), moves.split()).tags["Result"] == result


def test_recorded_games_come_back_with_their_results():
    results = set()
    for deal, moves in recorded()[::2]:
        record = make(deal, moves, range(0, 1_001 * len(moves), 1_001), player="Ana")
        assert read(write(record)) == record
        assert record.game.position == fold(deal, moves).position
        results.add(record.tags["Result"])
    assert results == {"won", "lost", "resigned", "*"}


def test_the_score_of_a_vegas_game_is_a_whole_number():
    record = make(Deal.parse("KL1-D1V-AAAAAAG"), ["d"])
    assert record.tags["Score"] == "-52"
    assert read(write(record)) == record


def test_a_game_closed_by_the_site_ends_in_resignation():
    record = make(Deal.parse("KL1-D1N-AAAAAAG"), ["d"], [1500], closed_at=61_001)
    assert record.moves == ("d", "x")
    assert (record.tags["Result"], record.tags["Time"]) == ("resigned", "61.001")
    assert make(Deal.parse("KL1-D1N-AAAAAAG"), ["d"], closed_at=61_001).moves == ("d", "x")
    assert make(Deal.parse("KL1-D1N-AAAAAAG"), [], [], closed_at=0).seconds == (Decimal(0),)


def test_a_lost_game_closed_by_the_site_stays_lost():
    deal, moves = next((deal, moves) for deal, moves in recorded() if fold(deal, moves).status == "lost")
    record = make(deal, moves, closed_at=10**6)
    assert (record.moves[-1], record.tags["Result"]) == (moves[-1], "lost")


def test_moves_against_the_rules_have_no_record():
    with pytest.raises(Refused, match="nothing-there"):
        make(Deal.parse("KL1-D1N-AAAAAAG"), ["wf"])


def test_a_game_without_moves_has_no_time():
    record = make(Deal.parse("KL1-D1N-AAAAAAG"), [], [])
    assert "Time" not in record.tags
    assert read(write(record)) == record


def test_lines_of_moves_stay_short():
    deal, moves = max(recorded(), key=lambda game: len(game[1]))
    text = write(make(deal, moves, [123] * len(moves)))
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) < 70


@pytest.mark.parametrize("value", ["two\nlines", "two\rlines"])
def test_a_value_with_a_line_break_cannot_be_written(value: str):
    with pytest.raises(ValueError, match="Player has a line break"):
        write(make(Deal.parse("KL1-D1N-AAAAAAG"), [], player=value))


@pytest.mark.parametrize("name", ["", "1st", "a b", "Ä", 'x"', "x]"])
def test_a_name_that_is_none_cannot_be_written(name: str):
    record = make(Deal.parse("KL1-D1N-AAAAAAG"), [])
    record.tags[name] = "value"
    with pytest.raises(ValueError, match="no name of a tag"):
        write(record)


values = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]*", fullmatch=True)
gaps = st.lists(st.integers(0, 10**7), min_size=1, max_size=20).map(lambda gaps: gaps * 200)


@given(walks(without=""), st.dictionaries(names, values), st.none() | gaps)
def test_writing_then_reading_is_identity(steps: list[Step], tags: dict[str, str], between: list[int] | None):
    if not steps:
        return
    deal, moves, times = steps[0].game.deal, [step.move for step in steps], None
    if between is not None:
        times = list(accumulate(between[: len(moves)]))
    record = make(deal, moves, times)
    record.tags.update({name: value for name, value in tags.items() if name not in record.tags})
    again = read(write(record))
    assert again == record
    assert list(again.tags) == list(record.tags)
    assert again.game == record.game
    assert write(again) == write(record)


@given(walks(without=""))
def test_what_is_read_does_not_depend_on_where_lines_break(steps: Walk):
    if steps:
        record = make(steps[0].game.deal, [step.move for step in steps])
        text = write(record)
        head, _, moves = text.partition("\n\n")
        assert read(head + "\n\n" + "\n".join(moves.split())) == record
        assert read(head + "\n\n" + " ".join(moves.split())) == record
