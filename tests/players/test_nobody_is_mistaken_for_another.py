"""Names are unique to the eye: no look-alike of somebody's name, and no name that belongs to the site."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError
from hypothesis import given
from hypothesis import strategies as st

from solitaire.players import joining
from solitaire.players.accounts import sign_up
from solitaire.players.forms import DetailsForm
from solitaire.players.joining import NameTaken
from solitaire.players.models import Player
from solitaire.players.names import guest_names, is_reserved, name_look

LOOK_ALIKES = [
    ("Ana", "Аna"),  # Cyrillic capital
    ("Ana", "ΑNA"),  # Greek capital
    ("Ana", "Anа"),  # Cyrillic small letter
    ("Ivan", "lvan"),
    ("Bill 10", "Bi1l IO"),
    ("Bernd", "Bemd"),
    ("Hata", "НАТА"),
    ("Nikos", "ΝΙΚΟЅ"),
    ("ivan", "IVАN"),
    ("Mila", "MiIa"),
    ("O'Brien", "O’Brien"),
    ("Ana-Lu", "Ana–Lu"),
]
DIFFERENT = [("Ana", "Anna"), ("Jānis", "Janis"), ("Player 1", "Player 2"), ("Müller", "Miller"), ("李雷", "李蕾")]


@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_a_look_alike_looks_the_same(name: str, other: str):
    assert name_look(name) == name_look(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_names_that_can_be_told_apart_do_not(name: str, other: str):
    assert name_look(name) != name_look(other)


@given(st.text(max_size=24))
def test_looking_twice_changes_nothing(name: str):
    assert name_look(name_look(name)) == name_look(name)


def test_no_two_names_for_guests_look_alike():
    names = guest_names()
    some = {next(names) for _ in range(3000)}
    assert len({name_look(name) for name in some}) == len(some)


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_nobody_gets_a_look_alike_of_a_name(name: str, other: str):
    Player.objects.create_account(name, None)
    form = DetailsForm({"name": other, "email": ""}, instance=joining.new_guest())
    assert not form.is_valid()
    assert form.has_error("name", "taken")
    with pytest.raises(NameTaken):
        Player.objects.create_account(other, None)
    with pytest.raises(NameTaken):
        sign_up(joining.new_guest(), other, "queen-of-hearts", "")


@pytest.mark.usefixtures("database")
def test_ones_own_name_may_be_written_otherwise():
    ana = Player.objects.create_account("Ana", None)
    assert DetailsForm({"name": "ANA", "email": ""}, instance=ana).is_valid()


@pytest.mark.parametrize(
    "name",
    [
        "Pace-setter, gold", "pace setter", "Pаce-Setter 7", "PACESETTER", "Samedeal", "S a m e d e a l",
        "Sаmedeal team", "Ghost", "ghost 1", "Gh0st", "Gold pace", "Silver Pace", "Admin", "A.d.m.i.n",
        "Moderator", "operator", "Referee",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("database")
def test_what_is_the_sites_own_is_nobodys_name(name: str):
    form = DetailsForm({"name": name, "email": ""}, instance=joining.new_guest())
    assert not form.is_valid()
    assert form.has_error("name", "reserved")


@pytest.mark.parametrize("name", ["Pacey", "Ghostly", "Silver", "Adminton", "Rooted", "Goldie", "Sam"])
def test_a_name_that_only_begins_like_it_is_free(name: str):
    assert not is_reserved(name)


def test_no_guest_is_given_a_reserved_name():
    names = guest_names()
    assert not any(is_reserved(next(names)) for _ in range(1000))


@pytest.mark.usefixtures("database")
def test_an_operator_keeps_the_name_they_were_made_with():
    admin = Player.objects.create_superuser("Admin", None)
    assert DetailsForm({"name": "Admin", "email": "a@example.org"}, instance=admin).is_valid()


@pytest.mark.usefixtures("database")
def test_names_that_looked_alike_before_that_was_looked_at_are_kept():
    one, other = joining.new_guest(), joining.new_guest()
    Player.objects.filter(pk=one.pk).update(name="Ivan", name_key="ivan", name_look="a")
    Player.objects.filter(pk=other.pk).update(name="lvan", name_key="lvan", name_look="b")
    import_module("solitaire.players.migrations.0003_name_look").look_at_names(apps, None)
    looks = Player.objects.filter(pk__in=[one.pk, other.pk]).order_by("created_at").values_list("name_look", flat=True)
    assert list(looks) == ["lvan", f"lvan\n{other.pk}"]
    later = Player.objects.get(pk=other.pk)
    later.set_password("queen-of-hearts")
    later.save()
    with pytest.raises(IntegrityError):
        Player.objects.filter(pk=other.pk).update(name_look="lvan")
