"""Where the pages about oneself are."""

from django.contrib.auth import views
from django.urls import path, reverse_lazy

from solitaire.players import blocks_pages, following_pages, own_pages, pages
from solitaire.players.forms import NewPasswordForm

urlpatterns = [
    path("signup", pages.SignUpPage.as_view(), name="signup"),
    path("login", pages.LoginPage.as_view(), name="login"),
    path("logout", views.LogoutView.as_view(), name="logout"),
    path("account", pages.AccountPage.as_view(), name="account"),
    path("settings", pages.SettingsPage.as_view(), name="settings"),
    path("toured", pages.toured, name="toured"),
    path("player/<str:player_id>/follow", following_pages.follow, name="follow"),
    path("player/<str:player_id>/unfollow", following_pages.unfollow, name="unfollow"),
    path("account/privacy", own_pages.PrivacyPage.as_view(), name="privacy"),
    path("account/delete", own_pages.LeavePage.as_view(), name="leave"),
    path("account/deleted", own_pages.left, name="left"),
    path("blocked", blocks_pages.blocked, name="blocked"),
    path("player/<str:player_id>/block", blocks_pages.block, name="block"),
    path("player/<str:player_id>/unblock", blocks_pages.unblock, name="unblock"),
    path("account/password", pages.PasswordPage.as_view(), name="password_change"),
    path("password/forgotten", pages.ForgottenPasswordPage.as_view(), name="password_reset"),
    path(
        "password/sent",
        views.PasswordResetDoneView.as_view(template_name="players/letter_sent.html"),
        name="password_reset_done",
    ),
    path(
        "password/new/<uidb64>/<token>",
        pages.NewPasswordPage.as_view(
            form_class=NewPasswordForm,
            template_name="players/new_password.html",
            success_url=reverse_lazy("password_reset_complete"),
        ),
        name="password_reset_confirm",
    ),
    path(
        "password/changed",
        views.PasswordResetCompleteView.as_view(template_name="players/password_changed.html"),
        name="password_reset_complete",
    ),
]
