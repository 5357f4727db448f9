from pathlib import Path

import pytest
from django.test import Client


@pytest.mark.parametrize("path", ["/play", "/login", "/signup"])
def test_a_form_in_another_encoding_is_answered_with_a_page(database: Path, path: str):
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.get("/")  # its form gives the cookie
    answer = browser.post(path, b"code=a", content_type="application/x-www-form-urlencoded; charset=utf-16")
    assert answer.status_code == 400
    assert "<!doctype html>" in answer.content.decode()
