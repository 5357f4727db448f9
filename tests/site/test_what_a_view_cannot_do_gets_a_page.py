import pytest
from django.db import OperationalError
from django.http import Http404
from django.test import Client, RequestFactory

from solitaire.error_pages import ErrorPages
from solitaire.limits import TooMany
from solitaire.log.writer import Unavailable


def answer_to(exception: Exception):
    request = RequestFactory().get("/anything")
    return ErrorPages(lambda request: None).process_exception(request, exception)


@pytest.mark.parametrize("exception", [Unavailable("the queue is full"), OperationalError("the disk is full")])
def test_a_database_that_is_away_is_said_plainly_and_when_to_try_again(exception):
    answer = answer_to(exception)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "Nothing was changed" in answer.content.decode()
    assert "disk" not in answer.content.decode()


def test_nothing_there_gets_the_sites_own_page():
    answer = answer_to(Http404())
    assert answer.status_code == 404
    assert "Samedeal" in answer.content.decode()


def test_too_often_says_when_to_try_again():
    answer = answer_to(TooMany(7))
    assert answer.status_code == 429
    assert answer["Retry-After"] == "7"


def test_any_other_mistake_is_left_to_django():
    assert answer_to(ValueError("a bug")) is None


def test_an_unknown_address_gets_the_sites_own_page_in_development_too(database, settings):
    settings.DEBUG = True
    answer = Client().get("/no/such/page")
    assert answer.status_code == 404
    assert "Samedeal" in answer.content.decode()
