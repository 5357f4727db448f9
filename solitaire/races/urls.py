"""Where races are made, run and shown."""

from django.urls import path

from solitaire.races import pages

urlpatterns = [
    path("race", pages.races, name="races"),
    path("race/now", pages.race_now, name="race-now"),
    path("race/new", pages.new, name="race-new"),
    path("race/ghosts", pages.against_ghosts, name="race-ghosts"),
    path("race/<str:race_id>", pages.race, name="race"),
    path("race/<str:race_id>/join", pages.join, name="race-join"),
    path("race/<str:race_id>/leave", pages.leave, name="race-leave"),
    path("race/<str:race_id>/rematch", pages.rematch, name="race-rematch"),
    path("race/<str:race_id>/qr.svg", pages.qr, name="race-qr"),
    path("watch", pages.watch, name="watch"),
]
