"""Rows of the processes that are up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("races", "0002_ratings")]

    operations = [
        migrations.CreateModel(
            name="Pulse",
            fields=[
                ("process", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("since", models.BigIntegerField()),
                ("at", models.BigIntegerField()),
                ("watching", models.JSONField(default=dict)),
            ],
        ),
    ]
