"""Where every page is."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import JavaScriptCatalog

from solitaire import installation
from solitaire.not_found import not_found

urlpatterns = [
    path("", include("replays.urls")),
    path("", include("solitaire.live.urls")),
    path("", include("solitaire.races.urls")),
    path("", include("solitaire.daily.urls")),
    path("", include("solitaire.players.urls")),
    path("", include("solitaire.rulebook.urls")),
    path("site.webmanifest", installation.manifest, name="manifest"),
    path("worker.js", installation.worker, name="worker"),
    path("offline", installation.offline, name="offline"),
    path("words.js", JavaScriptCatalog.as_view(), name="words"),
    path("admin/", admin.site.urls),
    # Last, so that an unknown address gets the site's own page in development too.
    re_path("", not_found),
]
handler400 = "solitaire.error_pages.bad_request"
handler404 = "solitaire.not_found.not_found"
