"""Where the pages that look are, and the JSON they are made from."""

from django.urls import path

from replays import board_pages, conduct_pages, daily_pages, own_data, pages, picture_pages, player_pages
from replays.api import api
from replays.api_docs import api_docs
from replays.compare import compare
from replays.embed import embed
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
    path("compare", compare, name="compare"),
    path("embed/<str:game_id>", embed, name="embed"),
    path("player/<str:player_id>", player_pages.player, name="player"),
    path("player/<str:player_id>/following", player_pages.follows, name="following"),
    path("player/<str:player_id>/followers", player_pages.followers, name="followers"),
    path("compare-players", player_pages.compare, name="compare-players"),
    path("account/data", own_data.page, name="own-data"),
    path("boards", board_pages.all_boards, name="boards"),
    path("boards/<str:board>", board_pages.board, name="board"),
    path("boards/<str:board>/<str:player_id>", board_pages.behind, name="board-behind"),
    path("ladder/<int:draw>", ladder, name="ladder"),
    path("rules", pages.rules, name="rules"),
    path("daily", daily_pages.today, name="daily"),
    path("daily/<int:year>/<int:number>", daily_pages.month, name="daily-month"),
    path("daily/<str:on>/<int:draw>", daily_pages.day, name="daily-day"),
    path("api/docs", api_docs, name="api-docs"),
    path("api/", api.urls),
]
