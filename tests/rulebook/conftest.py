"""Each test asks as if nobody had asked before."""

import pytest

from solitaire.rulebook import pages


@pytest.fixture(autouse=True)
def nobody_has_tried_anything_yet() -> None:
    pages.limits.forget()
