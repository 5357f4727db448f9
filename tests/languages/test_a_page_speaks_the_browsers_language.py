"""A page comes in the first of the browser's languages that the site speaks, and in English where it speaks none."""

from pathlib import Path

import pytest
from django.test import Client

PLAY = {
    "en": "Same cards. Who plays them best?",
    "ms": "Kad yang sama. Siapa paling handal?",
    "id": "Kartu yang sama. Siapa paling jago?",
    "lv": "Tās pašas kārtis. Kurš spēlēs vislabāk?",
}


def front_page(client: Client, accept_language: str) -> str:
    return client.get("/", headers={"accept-language": accept_language}).content.decode()


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("en", "en"),
        ("ms", "ms"),
        ("id", "id"),
        ("lv", "lv"),
        ("ms-MY,ms;q=0.9,en;q=0.8", "ms"),
        ("id-ID,id;q=0.9,en-US;q=0.8", "id"),
        ("lv-LV,lv;q=0.9,ru;q=0.8,en;q=0.7", "lv"),
        ("en;q=0.5,lv;q=0.9", "lv"),
        ("et,id;q=0.5", "id"),
        ("et", "en"),
        ("", "en"),
        ("no such thing;;", "en"),
    ],
)
def test_the_front_page(database: Path, client: Client, asked: str, spoken: str) -> None:
    page = front_page(client, asked)
    assert f'<html lang="{spoken}"' in page
    assert PLAY[spoken] in page


def test_a_form_that_is_not_good_says_why(database: Path, client: Client) -> None:
    fields = {"name": "Juris", "password1": "pika", "password2": "pika"}
    page = client.post("/signup", fields, headers={"accept-language": "ms"}).content.decode()
    assert "Kata laluan ini terlalu pendek. Ia perlu sekurang-kurangnya 8 aksara." in page


def test_an_address_where_nothing_is(database: Path, client: Client) -> None:
    answer = client.get("/nothing", headers={"accept-language": "lv"})
    assert answer.status_code == 404
    assert "Šajā adresē nekā nav" in answer.content.decode()


def test_what_a_program_is_told(database: Path, client: Client) -> None:
    answer = client.get("/api/games/nothing", headers={"accept-language": "id"})
    assert answer.json() == {"code": "no-such-game", "text": "Tidak ada permainan itu."}
