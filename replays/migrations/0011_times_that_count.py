# The average time of a player's wins leaves out the games whose time does not count.

from django.db import migrations, models
from django.db.models import Count, F, Sum

WAY = ("family", "draw", "ruleset")


def take_untimed_out(apps, schema_editor):
    ways = apps.get_model("replays", "PlayerWay").objects
    ways.update(timed=F("won"))
    untimed = apps.get_model("replays", "Result").objects.filter(outcome="won", review="untimed")
    untimed = untimed.filter(game__begun=True, game__hidden=False).values("owner", *(f"game__{name}" for name in WAY))
    for row in untimed.order_by("owner").annotate(number=Count("pk"), took=Sum("time_ms")):
        way = ways.filter(owner=row["owner"], **{name: row[f"game__{name}"] for name in WAY})
        way.update(timed=F("timed") - row["number"], timed_ms=F("timed_ms") - row["took"])


class Migration(migrations.Migration):
    dependencies = [("replays", "0010_filters_together")]

    operations = [
        migrations.RenameField(model_name="playerway", old_name="won_ms", new_name="timed_ms"),
        migrations.AddField(model_name="playerway", name="timed", field=models.IntegerField(default=0)),
        migrations.RunPython(take_untimed_out),
    ]
