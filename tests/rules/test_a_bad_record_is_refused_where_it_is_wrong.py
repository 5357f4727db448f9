import pytest

from solitaire.rules.record import MOST_BYTES, BadRecord, decode, read

DEAL = '[Deal "KL1-D1N-AAAAAAG"]\n'


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as bad:
        read(text)
    assert str(bad.value) == f"line {bad.value.line}, column {bad.value.column}: {bad.value.message}"
    assert "\n" not in str(bad.value)
    assert str(bad.value).isprintable()
    return str(bad.value)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("\nd d 45", 'line 3, column 5: move 3 "45" is refused: wrong-rank'),
        ("45", 'line 2, column 1: move 1 "45" is refused: wrong-rank'),
        ("\n\n  d\n\tu\ty  x\nd", 'line 6, column 1: move 5 "d" is refused: game-over'),
        ("d{1} h{2} u{3} u{4}", 'line 2, column 16: move 4 "u" is refused: nothing-to-undo'),
        ("d ; 45\nzz", 'line 3, column 1: move 2 "zz" is refused: not-a-move'),
        ("\r\nd\r\n 45\r\n", 'line 4, column 2: move 2 "45" is refused: wrong-rank'),
        ("d 41x2", 'line 2, column 3: move 2 "41x2" is refused: face-down'),
        ("D", 'line 2, column 1: move 1 "D" is refused: not-a-move'),
        ("d,d", 'line 2, column 1: move 1 "d,d" is refused: not-a-move'),
        ("d\u00a0d", 'line 2, column 1: move 1 "d?d" is refused: not-a-move'),
        ("\x1b[31m", 'line 2, column 1: move 1 "?[31m" is refused: not-a-move'),
        ("q" * 100, 'line 2, column 1: move 1 "qqqqqqqqqqqqqqqqqqqq…" is refused: not-a-move'),
    ],
)
def test_an_illegal_move_is_named_with_its_line_column_number_and_code(moves: str, expected: str):
    assert refusal(DEAL + moves) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("d{1} {2}", "line 2, column 6: seconds in braces must follow their move without a space"),
        ("d {1}", "line 2, column 3: seconds in braces must follow their move without a space"),
        ("d{1} d", "line 2, column 7: move 2 has no seconds, but those before it have; all must have them, or none"),
        ("d d{1}", "line 2, column 4: move 2 has seconds, but those before it have none; all must have them, or none"),
        ("d{2} d{1.999}", "line 2, column 7: move 2 is at 1.999 seconds, before the move before it at 2"),
        ("d{2.500}\nd{2.4}", "line 3, column 2: move 2 is at 2.4 seconds, before the move before it at 2.5"),
    ],
)
def test_seconds_out_of_order_or_place_are_refused(moves: str, expected: str):
    assert refusal(DEAL + moves) == expected


@pytest.mark.parametrize(
    "braces",
    [
        *[
            "{}",
            "{1.}",
            "{.5}",
            "{1.2345}",
            "{-1}",
            "{+1}",
            "{1,5}",
            "{1e3}",
            "{x}",
            "{1",
            "{1}}",
            "{1}d",
            "{ 1 }",
            "{١}",
        ],
        *["{1;}", "{" + "1" * 10_000 + "}"],
    ],
)
def test_what_is_no_number_of_seconds_is_refused(braces: str):
    expected = "seconds are written {9} or {9.125}, with at most three decimals"
    message = refusal(f"{DEAL}d{braces}")
    assert message.startswith("line 2, column 2: move 1 is followed by ")
    assert message.endswith(expected)


@pytest.mark.parametrize(
    ("tags", "moves", "expected"),
    [
        ('[Result "won"]', "d", 'line 2, column 10: Result is "won", but the moves give "*"'),
        ('[Result "*"]', "d x", 'line 2, column 10: Result is "*", but the moves give "resigned"'),
        ('[Result "lost"]', "x", 'line 2, column 10: Result is "lost", but the moves give "resigned"'),
        ('[Result "Resigned"]', "x", 'line 2, column 10: Result is "Resigned", but the moves give "resigned"'),
        ('  [Score "10"]', "41", 'line 2, column 11: Score is "10", but the moves give "5"'),
        ('[Score "five"]', "41", 'line 2, column 9: Score is "five", but the moves give "5"'),
        ('[Score "5.0"]', "41", 'line 2, column 9: Score is "5.0", but the moves give "5"'),
        ('[Score "+5"]', "41", 'line 2, column 9: Score is "+5", but the moves give "5"'),
        ('[Score "٥"]', "41", 'line 2, column 9: Score is "٥", but the moves give "5"'),
        (
            '[Score "' + "5" * 5000 + '"]',
            "41",
            'line 2, column 9: Score is "' + "5" * 20 + '…", but the moves give "5"',
        ),
        ('[Moves "3"]', "d u", 'line 2, column 9: Moves is "3", but the moves give "1"'),
        ('[Moves ""]', "d u", 'line 2, column 9: Moves is "", but the moves give "1"'),
        ('[Time "2"]', "d{1} u{2.5}", 'line 2, column 8: Time is "2", but the moves give "2.5"'),
        ('[Time "soon"]', "d{1.50}", 'line 2, column 8: Time is "soon", but the moves give "1.5"'),
        ('[Time "NaN"]', "d{1}", 'line 2, column 8: Time is "NaN", but the moves give "1"'),
    ],
)
def test_a_tag_that_the_moves_do_not_bear_out_is_refused_naming_both_values(tags: str, moves: str, expected: str):
    assert refusal(f"{DEAL}{tags}\n\n{moves}\n") == expected


@pytest.mark.parametrize(
    "text", ["", "\n\n", '[Player "Ana"]\n', "; nothing", '[deal "KL1-D1N-AAAAAAG"]', '; [Deal "KL1-D1N-AAAAAAG"]']
)
def test_a_record_without_a_deal_is_refused(text: str):
    assert refusal(text) == 'line 1, column 1: the tag "Deal" is missing, which must come before the moves'


def test_moves_before_the_deal_are_refused_at_the_first():
    assert refusal('[Player "Ana"]\n\n  d d\n').startswith('line 3, column 3: the tag "Deal" is missing')


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("KL1-D2N-AAAAAAG", 'The draw count is "D2"; it must be D1 or D3.'),
        ("", "The family is missing; it must be KL or TF."),
    ],
)
def test_a_bad_deal_code_is_refused_as_it_would_be_anywhere(code: str, message: str):
    assert refusal(f'[Player "Ana"]\n[Deal "{code}"]\n') == f"line 2, column 8: {message}"


def test_the_same_tag_twice_is_refused():
    assert (
        refusal(f'{DEAL}[Player "A"]\n[Player "A"]\n') == 'line 3, column 1: the tag "Player" stands here a second time'
    )
    assert refusal(f"{DEAL} {DEAL}") == 'line 2, column 2: the tag "Deal" stands here a second time'


def test_a_tag_after_a_move_is_refused():
    assert refusal(f'{DEAL}d\n  [Player "Ana"]\n') == "line 3, column 3: a tag must come before the moves"
    assert refusal(f'{DEAL}d [Player "Ana"]').startswith("line 2, column 3: a tag must stand on a line of its own")


@pytest.mark.parametrize("after", ["d", '[Player "Ana"]', "]", '"'])
def test_nothing_but_a_comment_follows_a_tag_on_its_line(after: str):
    assert refusal(f"{DEAL.strip()} {after}") == (
        "line 1, column 26: nothing but a comment may follow a tag on its line"
    )


@pytest.mark.parametrize(
    "tag",
    [
        *["[", "[]", "[Player]", "[Player Ana]", '["Ana"]', '[1st "Ana"]', '[ Player "Ana"]', '[Player  "Ana"]'],
        *['[Player"Ana"]', '[Player "Ana]', '[Player "Ana"', '[Player "Ana" ]', '[Player "A"na"]', '[Player "A\rna"]'],
        *[r'[Player "A\na"]', '[Player "Ana\\"]'],
    ],
)
def test_what_is_no_tag_is_refused(tag: str):
    assert refusal(f"{DEAL}  {tag}\n\nd").startswith("line 2, column 3: this is no tag: a tag is written ")


def test_the_first_thing_wrong_is_the_one_named():
    assert "move 1" in refusal(f'{DEAL}[Score "99"]\n\n45 d{{1}}\n[Player "Ana"]')


def test_what_is_far_too_long_is_refused_unread():
    assert "at most 1048576 bytes" in refusal("d" * (MOST_BYTES + 1))
    with pytest.raises(BadRecord, match="at most 1048576 bytes"):
        decode(b"d" * (MOST_BYTES + 1))


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        (b"\xff", 1, 1, "FF"),
        ("; mājas\nā".encode() + b"\xe9 d", 2, 2, "E9"),
        (b"d\n\nd \xc3", 3, 3, "C3"),
        (b"\xed\xa0\x80", 1, 1, "ED"),
        (DEAL.encode("utf-16"), 1, 1, "FF"),
    ],
)
def test_bytes_that_are_no_utf8_are_refused_where_they_are(data: bytes, line: int, column: int, byte: str):
    with pytest.raises(BadRecord) as bad:
        decode(data)
    assert (bad.value.line, bad.value.column) == (line, column)
    assert bad.value.message == f"the byte {byte} is no UTF-8; a game record is a UTF-8 text"


def test_a_game_has_no_more_moves_in_a_record_than_anywhere():
    assert refusal(DEAL + "h " * 5_000 + "h") == 'line 2, column 10001: move 5001 "h" is refused: too-long'
