"""Where the deal of the day is played; it is looked at where all else is, in `replays.urls`."""

from django.urls import path

from solitaire.daily import pages

urlpatterns = [
    path("daily/<str:on>/<int:draw>/play", pages.play, name="daily-play"),
    path("daily/<str:on>/<int:draw>/practise", pages.practise, name="daily-practise"),
]
