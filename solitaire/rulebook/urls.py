"""Where the rules are, family by family and rule set by rule set."""

from django.urls import path

from solitaire.rulebook import pages

urlpatterns = [
    path("rules/<slug:family>/<slug:ruleset>", pages.rules, name="rules-page"),
    path("rules/<slug:family>/<slug:ruleset>/<slug:code>", pages.trial, name="rules-trial"),
]
