"""Where games begin and are shown, and where their socket is described."""

from django.urls import path

from solitaire.live import pages

urlpatterns = [
    path("play", pages.play, name="play"),
    path("game/<str:game_id>", pages.game, name="game"),
    path("game/<str:game_id>/play-on", pages.play_on, name="play-on"),
    path("api/socket", pages.socket_docs, name="socket-docs"),
]
