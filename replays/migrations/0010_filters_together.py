# Every row says in which week it was won, and whether it is its player's best of that week, so that the filters of a
# board can be chosen together. First attempts are counted by week too, where places are added up.

from collections import Counter

from django.db import migrations, models

from replays.boards import COUNTED_FROM
from replays.places import bucket_of

IN_ORDER = ["ranked", "second", "third", "ended_at", "game"]
INDEXES = ("board_in_order", "board_of_sealed", "board_of_week")


def count_first_attempts(apps, schema_editor):
    codes = apps.get_model("replays", "DealCount").objects.filter(wins__gte=COUNTED_FROM).values("code")
    rows = apps.get_model("replays", "BoardRow").objects.filter(code__in=codes, first=True)
    counted = Counter(
        (f"{code} {board} first {week}", bucket_of(ranked))
        for code, board, week, ranked in rows.values_list("code", "board", "week", "ranked").iterator()
    )
    place = apps.get_model("replays", "PlaceCount")
    place.objects.bulk_create(
        [place(board=board, bucket=bucket, number=number) for (board, bucket), number in sorted(counted.items())],
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [("replays", "0009_every_race_by_index")]

    operations = [
        *(migrations.RemoveIndex(model_name="boardrow", name=name) for name in INDEXES),
        migrations.AddField(
            model_name="boardrow",
            name="best_of_week",
            field=models.BooleanField(default=False),
        ),
        migrations.RunSQL(
            "UPDATE replays_boardrow SET best_of_week = (week IS NOT NULL),"
            " week = coalesce(week, (ended_at / 86400000 + 3) / 7)"
        ),
        migrations.RemoveField(model_name="boardrow", name="best_sealed"),
        migrations.AlterField(model_name="boardrow", name="week", field=models.IntegerField()),
        migrations.AlterField(model_name="boardrow", name="best_of_week", field=models.BooleanField()),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("best", True)),
                fields=["code", "board", *IN_ORDER, "owner", "best", "first", "sealed", "week", "best_of_week"],
                name="board_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("first", True)),
                fields=["code", "board", "week", *IN_ORDER],
                name="board_of_first_in_week",
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("sealed", True)), fields=["code", "board", *IN_ORDER], name="board_of_sealed"
            ),
        ),
        migrations.AddIndex(
            model_name="boardrow",
            index=models.Index(
                condition=models.Q(("best_of_week", True)),
                fields=["code", "board", "week", *IN_ORDER],
                name="board_of_week",
            ),
        ),
        migrations.RunPython(count_first_attempts),
    ]
