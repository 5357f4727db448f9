"""A hint is asked for, recorded, shown with its cards and its reason, and followed by the next best."""

from solitaire.rules.cards import name
from solitaire.rules.hints import hints

CODE = "KL1-D1N-AAAAAAG"


def marked(table):
    return set(table.page.eval_on_selector_all(".card.is-hinted", "all => all.map((card) => card.dataset.card)"))


def test_the_best_move_is_marked_and_explained(sit_down):
    table = sit_down(CODE)
    best = hints(table.game)[0]
    table.control("Hint").click()
    table.page.wait_for_selector("#rule:not([hidden])")
    assert table.text("#rule") == "2♥ to column 5: it turns a card up."
    assert marked(table) == {name(best.card), name(table.game.position.columns[4][-1])}
    assert table.record() == ["h"]


def test_asked_again_it_shows_the_next_without_another_event(sit_down):
    table = sit_down(CODE)
    for number in range(4):
        table.page.keyboard.press("h")
        expected = hints(table.game)[number % 3]
        table.page.wait_for_function(
            "card => card === null ? !document.querySelector('.card.is-hinted[data-in=\"1\"]')"
            " : document.querySelector(`.card.is-hinted[data-card='${card}']`)",
            arg=None if expected.card is None else name(expected.card),
        )
    assert table.record() == ["h"]


def test_a_move_takes_the_marks_away(sit_down):
    table = sit_down(CODE)
    table.page.keyboard.press("h")
    table.page.wait_for_selector(".card.is-hinted")
    table.follow("h")
    table.play("41x1")
    assert marked(table) == set()


def test_the_empty_pile_that_a_card_is_to_go_to_is_marked_too(sit_down):
    table = sit_down("KL1-D3N-AKTMJAF")
    table.page.keyboard.press("h")
    table.page.wait_for_selector(".card.is-hinted")
    best = hints(table.game)[0]
    assert best.move[1] == "f"
    piles = table.page.locator(".pile.is-hinted")
    assert piles.evaluate_all("(all) => all.map((pile) => pile.dataset.pile)") == [name(best.card)[1]]
    table.follow("h")
    table.play(best.move)
    assert piles.count() == 0
