from django.db import migrations, models

from solitaire.players.names import name_look


def look_at_names(apps, schema_editor):
    """Names that look alike already keep their players: the later one is told apart by what no name has in it."""
    players = apps.get_model("players", "Player")
    seen = set()
    for player in players.objects.order_by("created_at", "id").iterator():
        look = name_look(player.name)
        if look in seen:
            look = f"{look}\n{player.pk}"
        seen.add(look)
        players.objects.filter(pk=player.pk).update(name_look=look)


class Migration(migrations.Migration):
    dependencies = [("players", "0002_preferences")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_look",
            field=models.CharField(default="", editable=False, max_length=96),
            preserve_default=False,
        ),
        migrations.RunPython(look_at_names, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="player",
            name="name_look",
            field=models.CharField(editable=False, max_length=96, unique=True),
        ),
    ]
