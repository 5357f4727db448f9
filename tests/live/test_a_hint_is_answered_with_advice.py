"""A hint that is asked for stands in the log, and is answered with the moves that bring something on."""

from solitaire.rules.deals import Deal
from solitaire.rules.game import start
from solitaire.rules.hints import hints
from tests.live.browsers import Browser

CODE = "KL1-D1N-AAAAAAG"


def test_the_moves_come_best_first_with_their_reasons(ana: Browser):
    with ana.socket(ana.deal(CODE)) as socket:
        socket.hello()
        assert socket.play("h")["t"] == "done"
        advice = socket.hear()
    expected = [(hint.move, hint.reason) for hint in hints(start(Deal.parse(CODE)))]
    assert advice["t"] == "hints"
    assert advice["v"] == 2
    assert [(hint["move"], hint["reason"]) for hint in advice["hints"]] == expected
    assert advice["hints"][0]["card"] == "2H"
    assert "card" not in advice["hints"][-1]
