from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0008_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="game",
            name="game_of_race",
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["race"], name="game_of_race"),
        ),
    ]
