"""Where the pages that look are, and the JSON they are made from."""

from django.urls import path

from replays import conduct_pages, pages, picture_pages
from replays.api import api
from replays.api_docs import api_docs
from replays.ladder import ladder

urlpatterns = [
    path("", pages.home, name="home"),
    path("now", pages.now, name="now"),
    path("deal", pages.open_deal, name="deal-open"),
    path("deal/<str:code>.png", picture_pages.of_deal, name="deal-picture"),
    path("deal/<str:code>", pages.deal, name="deal"),
    path("replay/<str:game_id>.kgr", pages.record, name="replay-record"),
    path("replay/<str:game_id>.png", picture_pages.of_game, name="replay-picture"),
    path("replay/<str:game_id>/comments", conduct_pages.comment, name="comment"),
    path("comment/<str:comment_id>/delete", conduct_pages.delete_comment, name="comment-delete"),
    path("report/<str:kind>/<str:thing>", conduct_pages.report, name="report"),
    path("replay/<str:game_id>", pages.replay, name="replay"),
    path("player/<str:player_id>", pages.player, name="player"),
    path("ladder/<int:draw>", ladder, name="ladder"),
    path("rules", pages.rules, name="rules"),
    path("api/docs", api_docs, name="api-docs"),
    path("api/", api.urls),
]
