"""A whole game without touching mouse or screen."""

import pytest

from tests.browser.table import Table, recorded_moves

CODE = "KL1-D1S-SVNSGPD"  # with a recycle and a take-back
BELOW = {"s": "1", "w": "2", "S": "4", "H": "5", "D": "6", "C": "7"}  # the column under each pile of the top row


@pytest.fixture
def table(sit_down):
    return sit_down(CODE, kind=KeyboardTable)


class KeyboardTable(Table):
    """A table played with keys alone."""

    def go(self, pile: str) -> None:
        """Bring the focus to a pile: to a column by its number, to the piles above by arrows."""
        self.page.keyboard.press(BELOW.get(pile, pile))
        for _ in range(20):
            if self.focus() == pile:
                return
            self.page.keyboard.press("ArrowUp")
        raise AssertionError(f"the focus is on {self.focus()} instead of {pile}")

    def focus(self) -> str | None:
        """The pile that has the focus."""
        return self.page.evaluate("() => document.activeElement.dataset.pile ?? null")

    def play(self, move: str) -> None:
        """Play a move with keys, and wait until it is confirmed."""
        keys = self.page.keyboard
        if move in ("d", "r"):
            keys.press("d")
        elif move in ("u", "y"):
            keys.press(move)
        elif move[1] == "f":
            self.go(move[0])
            keys.press("f")
        else:
            self.go(move[0])
            for _ in self.lifted(move)[1:]:
                keys.press("ArrowUp")
            keys.press("Enter")
            self.go(move[1])
            keys.press("Enter")
        self.confirmed(move)


def test_a_game_is_won_by_keys_alone(table):
    moves = recorded_moves(CODE)
    for move in moves:
        table.play(move)
    table.page.get_by_role("heading", name="You won!").wait_for()
    assert table.record() == moves


def test_what_is_picked_up_is_put_back_by_escape(table):
    table.go("1")
    table.page.keyboard.press("Enter")
    table.page.locator("#said", has_text="Picked up:").wait_for()
    table.page.locator(".card.is-picked").wait_for()
    table.page.keyboard.press("Escape")
    assert table.page.locator(".card.is-picked").count() == 0
    table.at_version(1)


def test_moves_and_refusals_are_spoken(table):
    table.page.keyboard.press("d")
    table.page.locator("#said", has_text="Drawn:").wait_for()
    table.go("1")
    table.page.keyboard.press("Enter")
    table.go("S")
    table.page.keyboard.press("Enter")
    table.page.locator("#rule").wait_for(state="visible")
    assert table.text("#said") == table.text("#rule")


def test_each_pile_has_a_spoken_name_that_says_what_lies_there(table):
    table.page.get_by_role("button", name="Stock: 24 cards").wait_for()
    table.page.get_by_role("button", name="Waste: empty").wait_for()
    table.page.get_by_role("button", name="Foundation of hearts: empty").wait_for()
    names = table.page.locator('.pile[data-kind="column"]').evaluate_all("(all) => all.map((el) => el.ariaLabel)")
    assert [name.split(",")[0] for name in names[1:]] == [
        f"Column {column}: {column - 1} face down" for column in range(2, 8)
    ]


def test_the_question_mark_lists_the_keys(table):
    table.page.keyboard.press("?")
    dialog = table.page.get_by_role("dialog", name="Help")
    dialog.wait_for()
    table.page.keyboard.press("d")  # keys of a dialog are not the table's
    table.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    table.at_version(1)
    table.page.keyboard.press("d")
    table.confirmed("d")


def test_a_key_right_after_the_help_is_closed_is_the_tables(table):
    table.page.keyboard.press("?")
    table.page.get_by_role("dialog", name="Help").wait_for()
    # Before the page is painted again, the focus is still within the dialog.
    table.page.evaluate("""() => {
        document.getElementById('help').close();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'd', bubbles: true, cancelable: true}));
    }""")
    table.confirmed("d")


def test_resigning_asks_first(table):
    table.play("d")
    table.control("Resign").click()
    table.page.get_by_role("button", name="Go on playing").click()
    table.play("d")
    table.control("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    table.page.get_by_role("heading", name="Resigned").wait_for()
    assert table.record() == ["d", "d", "x"]
