# Rows of boards have another key. Those there are stay as they are, each the best of its player; what else follows from
# the log of games that ended before is written by `manage.py rebuild`.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COLUMNS = 'code, board, owner_id, game_id, ranked, second, third, ended_at, "first", sealed'
IN_ORDER = ["ranked", "second", "third", "ended_at", "game"]


def a_player():
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


def a_game():
    return models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="replays.game"
    )


def a_key(*fields):
    return ("pk", models.CompositePrimaryKey(*fields, blank=True, editable=False, primary_key=True, serialize=False))


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0004_players_figures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="NewBoardRow",
            fields=[
                a_key("code", "board", "owner", "game"),
                ("code", models.CharField(max_length=64)),
                (
                    "board",
                    models.CharField(
                        choices=[("fastest", "Fastest"), ("moves", "Moves"), ("score", "Score")], max_length=8
                    ),
                ),
                ("ranked", models.BigIntegerField()),
                ("second", models.BigIntegerField()),
                ("third", models.BigIntegerField()),
                ("ended_at", models.BigIntegerField()),
                ("best", models.BooleanField(db_default=True)),
                ("first", models.BooleanField()),
                ("sealed", models.BooleanField(default=False)),
                ("best_sealed", models.BooleanField(db_default=False)),
                ("week", models.IntegerField(null=True)),
                ("game", a_game()),
                ("owner", a_player()),
            ],
        ),
        migrations.RunSQL(
            f"INSERT INTO replays_newboardrow ({COLUMNS}, best, best_sealed, week)"  # noqa: S608
            f" SELECT {COLUMNS}, TRUE, sealed, (ended_at / 86400000 + 3) / 7 FROM replays_boardrow"
        ),
        migrations.DeleteModel(name="BoardRow"),
        migrations.RenameModel(old_name="NewBoardRow", new_name="BoardRow"),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("best", True)),
                fields=["code", "board", *IN_ORDER, "owner", "best", "first", "sealed", "best_sealed", "week"],
                name="board_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("first", True)),
                fields=["code", "board", *IN_ORDER, "first"],
                name="board_of_first",
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("best_sealed", True)),
                fields=["code", "board", *IN_ORDER],
                name="board_of_sealed",
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("week__isnull", False)),
                fields=["code", "board", "week", *IN_ORDER],
                name="board_of_week",
            ),
        ),
        migrations.CreateModel(
            name="PlaceCount",
            fields=[
                a_key("board", "bucket"),
                ("board", models.CharField(max_length=96)),
                ("bucket", models.IntegerField()),
                ("number", models.IntegerField()),
            ],
            options={"indexes": [models.Index(fields=["board", "bucket", "number"], name="place_counted")]},
        ),
        migrations.CreateModel(
            name="DeckWin",
            fields=[
                a_key("owner", "deck_key"),
                ("deck_key", models.CharField(max_length=32)),
                ("ended_at", models.BigIntegerField()),
                ("game", a_game()),
                ("owner", a_player()),
            ],
            options={"indexes": [models.Index(fields=["owner", "-ended_at", "-game"], name="deck_win_of_owner")]},
        ),
        migrations.CreateModel(
            name="WinTally",
            fields=[
                a_key("period", "owner"),
                ("period", models.CharField(max_length=10)),
                ("ranked", models.BigIntegerField()),
                ("reached_at", models.BigIntegerField()),
                ("owner", a_player()),
            ],
            options={
                "indexes": [models.Index(fields=["period", "ranked", "reached_at", "owner"], name="tally_in_order")]
            },
        ),
        migrations.CreateModel(
            name="WinStreak",
            fields=[
                (
                    "owner",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("ranked", models.BigIntegerField()),
                ("until", models.IntegerField()),
                ("run", models.IntegerField()),
                ("run_until", models.IntegerField()),
            ],
            options={"indexes": [models.Index(fields=["ranked", "until", "owner"], name="streak_in_order")]},
        ),
    ]
