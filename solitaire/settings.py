"""Django settings, read from the environment.

`DEVELOPMENT=1` (set by `make run`) turns on debug pages, a key kept in `var/`, and any host name.
Without it the site is in production: `SECRET_KEY` and `ALLOWED_HOSTS` have to be given.
"""

import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy

from solitaire.environment import flag, listening, networks, number, one_of, origins, service, text, words

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(text("VAR_DIR", str(BASE_DIR / "var")))
"""Where the embedded database, the development key and certificate live; never in the repository."""

DEVELOPMENT = flag("DEVELOPMENT")
DEBUG = DEVELOPMENT


def development_key() -> str:
    """A random key kept in `VAR_DIR`, so that a restart in development signs nobody out."""
    path = VAR_DIR / "development-key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


# Empty in production unless given: Django then stops whatever needs it, and `asgi.py` refuses to start.
SECRET_KEY = text("SECRET_KEY", "") or (development_key() if DEVELOPMENT else "")
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or (["*"] if DEVELOPMENT else [])
CSRF_TRUSTED_ORIGINS = origins("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = networks("TRUSTED_PROXIES")
"""Whoever calls from there says truly, in X-Forwarded-For and X-Forwarded-Proto, for whom; nobody else is believed."""

INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "channels",
    "csp",
    "ninja",
    "solitaire.log",
    "solitaire.players",
    "solitaire.live",
    "solitaire.races",
    "solitaire.daily",
    "replays",
]
MIDDLEWARE = [
    "solitaire.operations.pages.Counted",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "solitaire.page_limit.PageLimit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "solitaire.players.language.ChosenLanguage",
    "solitaire.players.barred.Barred",
    "django.contrib.messages.middleware.MessageMiddleware",
    "solitaire.error_pages.ErrorPages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "solitaire.urls"
ASGI_APPLICATION = "solitaire.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["solitaire.template_tags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "solitaire.players.looks.looks",
            ],
        },
    }
]

# --- database: an embedded SQLite file, or what DATABASE_URL names ---
DATABASE_URL = service(
    "DATABASE_URL", f"sqlite:///{VAR_DIR / 'samedeal.sqlite3'}", ("postgresql", "postgres", "sqlite")
)
DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
# Persistent connections leak under ASGI; the log's writer holds one of its own, and pages may take them from a pool.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,  # seconds to wait for another writer
        "transaction_mode": "IMMEDIATE",
        # A page that many moves change is copied into the database once in so many pages (32 MiB), not in 1,000.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        " PRAGMA wal_autocheckpoint=8000;",
    }
else:
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        # Whoever waits longer for a connection is told so. A pool that tries for longer to connect again waits longer
        # and longer in between, and would still do so when the database is long back.
        "pool": {"min_size": 1, "max_size": 8, "timeout": 5, "reconnect_timeout": 5},
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- what the processes of a site share, where there are many ---
REDIS_URL = service("REDIS_URL", "", ("redis", "rediss", "unix"))

# --- for operators ---
METRICS = listening("METRICS")
"""Where this process answers Prometheus, apart from the site and out of the public's reach; None: nowhere."""

# --- players ---
AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["solitaire.players.backends.PlayerBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {"NAME": "solitaire.players.passwords.LongEnoughValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # those of before: made anew at the next login
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "solitaire.players.sessions"  # sessions that know whose they are
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365  # a guest has nothing but the cookie to come back with
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# How often: one every so many seconds in the long run, and `burst` at once.
# `solitaire/limit_table.py` says of each what it is for.
# "Network" is an IPv4 address or the /64 of an IPv6 one, and a whole school can be behind it.
PLAYERS = {
    "logins_of_a_name": {"per_s": 1 / 30, "burst": 10},  # tries of one name's password, from anywhere
    "logins": {"per_s": 1 / 5, "burst": 60},  # tries of any password from one network
    "sign_ups": {"per_s": 1 / 30, "burst": 40},  # from one network
    "guests": {"per_s": 1 / 5, "burst": 200},  # made by one network
    "letters_to_one": {"per_s": 1 / 600, "burst": 3},  # letters with the way to a new password to one address
    "letters": {"per_s": 1 / 60, "burst": 20},  # such letters asked for by one network
    "follows": {"per_s": 1 / 5, "burst": 60},  # begun or ended by one player
}
# How players behave towards each other; how often, as above.
CONDUCT = {
    "reports": {"per_s": 1 / 60, "burst": 10},  # by one player
    "reports_of_a_network": {"per_s": 1 / 10, "burst": 60},
    "comments": {"per_s": 1 / 20, "burst": 8},  # by one player
    "comments_of_a_network": {"per_s": 1 / 4, "burst": 60},
    "blocks": {"per_s": 1 / 5, "burst": 30},  # made and taken back by one player
}
HTTPS = flag("HTTPS")
"""The site is reached over HTTPS alone: cookies are marked Secure and browsers told to stay on it."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS and not DEVELOPMENT
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS and not DEVELOPMENT else 0
HSTS_SUBDOMAINS = flag("HSTS_SUBDOMAINS")
"""HTTPS alone holds for every host below the site's own, too: nothing that a site may decide by itself."""
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HSTS_SUBDOMAINS
if not HSTS_SUBDOMAINS:
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which ask for that

# --- e-mail: the console, or the server EMAIL_HOST names ---
EMAIL_HOST = text("EMAIL_HOST", "")
EMAIL_PORT = number("EMAIL_PORT", 587, 1, 65535)
EMAIL_HOST_USER = text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = True
EMAIL_TIMEOUT = 10  # seconds
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = text("DEFAULT_FROM_EMAIL", "Samedeal <noreply@localhost>")

# --- languages ---
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", gettext_lazy("English")),
    ("ms", gettext_lazy("Malay")),
    ("id", gettext_lazy("Indonesian")),
    ("lv", gettext_lazy("Latvian")),
]
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files ---
STATIC_URL = "static/"
STATIC_ROOT = Path(text("STATIC_ROOT", str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "frontend" / "static"]
WHITENOISE_USE_FINDERS = DEVELOPMENT
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "solitaire.static_storage.HashedStorage"
    },
}

# --- what a browser may do on our pages ---
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes of a posted form; the largest we have is a few hundred
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50

# --- every page ---
# How often, as above for players.
SITE = {
    "pages": {"per_s": 200, "burst": 2000},  # asked for by one network
}

# --- live tables ---
LIVE: dict[str, Any] = {
    "message_bytes": 2048,  # the largest message a browser may send
    "frame_bytes": 16 * 1024,  # a frame that Daphne takes or sends at all: above it, the socket is broken off
    "silence_s": 30,  # a socket that has sent nothing for so long is closed
    "commands_per_s": 200,  # of one player, in the long run: far above the fastest human
    "command_burst": 400,
    "tables_kept": 2000,  # games nobody sits at that one process holds in memory,
    "events_kept": 400_000,  # and the events in them, about 550 bytes each
    "sockets_per_player": 20,
    "sockets_per_address": 500,  # a school behind one address is no attack
    "sessions_s": 30,  # how often it is looked whether the sessions of open sockets still stand
    "heads_s": 3,  # how often the log is asked for what no hint has told of
    "clock_s": 1,  # how often it is looked whether the machine's clock has been set
    "absent_h": 24,  # a game whose player has not played for so long is closed,
    "lost_h": 1,  # a lost one, whose result waits for it, sooner
    "sweep_s": 60,  # how often such games are looked for
    "deals": {"per_s": 1 / 2, "burst": 30},  # games that one player has dealt; how often, as above for players
}

# --- races ---
RACES: dict[str, Any] = {
    "countdown_s": 5,  # from "all are ready" to the start
    "late_s": 5,  # a start that is so late is put off: a countdown nobody could trust begins anew
    "outage_s": 10,  # a race during which the site was away for longer is unrated
    "pulse_s": 2,  # how often a process writes down that it lives, and who is connected to it
    "loss_final_s": 60,  # a lost game that is not undone for so long has ended
    "idle_s": 300,  # a racer without an action for so long is gone,
    "disconnected_s": 120,  # one without a connection sooner
    "vanished_s": 15,  # before the start: the seat of a player without a connection is freed
    "room_idle_s": 600,  # a room in which nothing has happened for so long closes itself
    "longest_s": 3600,  # every race ends after so long, whatever its own limit
    "rounds_s": 1,  # how often it is looked for what is due in races of which no socket reminds this process
    "frames_per_s": 10,  # what a watcher of a race is sent at most
    "lobby_s": 1,  # the lobby's list is sent again at most once in so long
    "rated_a_day": 3,  # the same two players' races that are rated on one day (UTC)
    "ghosts": 3,  # in one race, at most
    "par_s": 240,  # the winning time that ghosts are chosen around for a player who has none of their own yet
    "paces": {"bronze": 3000, "silver": 1800, "gold": 1100},  # milliseconds a pace-setter takes for a move
    "pace_lines": number("PACE_LINES", 3, 0, 1000),  # winning lines nobody has used that are kept ready for each way
    "winnable": number("WINNABLE_DEALS", 10, 0, 1000),  # deals with a line that wins, for each way; as many sealed ones
    "pace_rounds_s": 15,  # how often it is looked whether there are as many,
    "pace_search_s": 2,  # and for how long some are searched for then, in a process of its own,
    "pace_need_s": 5,  # or at most where somebody is waiting for one
    # What the quickest people can do: a won game with at least `moves` made by hand that took less than `move_ms` for
    # each on average, or in which new cards were moved on within `reaction_ms` at least `reactions` times and more
    # often than not, stands on no board before an operator has looked at it.
    "human": {"moves": 30, "move_ms": 200, "reaction_ms": 60, "reactions": 6},
}
# How often, as above for players.
ROOMS: dict[str, dict[str, float]] = {
    "rooms": {"per_s": 1 / 5, "burst": 20},  # made or sought by one player
    "seats": {"per_s": 1 / 2, "burst": 40},  # taken or left by one player
    "acts": {"per_s": 1, "burst": 20},  # asked for over the socket of a race by one player
    "messages": {"per_s": 10, "burst": 100},  # over one socket to a race or to the lobby
}

# --- the deal of the day ---
DAILY: dict[str, Any] = {
    "now": "solitaire.live.table.now_ms",  # the clock that says which day it is
    "rounds_s": 2,  # how often it is looked whether a deck is to be drawn, or a day over
    "starts": {"per_s": 1 / 2, "burst": 20},  # games of the day that one player has dealt
}

# --- boards, replays, and the API ---
REPLAYS = {
    "api": {"per_s": 10, "burst": 120},  # requests of one network to /api/
    "pictures": {"per_s": 1, "burst": 60},  # pictures for links that one network has drawn; those kept cost nothing
    "downloads": {"per_s": 1 / 120, "burst": 10},  # archives of their own data that one player has made
}

# --- the rules' pages ---
RULEBOOK = {
    "trials": {"per_s": 5, "burst": 100},  # moves of one network on the small tables
}

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "solitaire.operations.logs.Plain"},
        "json": {"()": "solitaire.operations.logs.JsonLines"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": one_of("LOG_FORMAT", "plain", ("plain", "json"))}
    },
    "root": {"handlers": ["console"], "level": one_of("LOG_LEVEL", "WARNING", LOG_LEVELS)},
}
