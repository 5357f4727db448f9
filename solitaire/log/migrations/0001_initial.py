"""The log's two tables, and the triggers that keep them from being changed.

In SQL rather than by Django's schema editor: streams sort by code point on every database, heads lie in one tree on
SQLite, and no index is kept that nothing reads. There is no way back: a log is not taken down by a migration.
"""

from django.db import migrations, models

SQLITE = (
    """
    CREATE TABLE log_event (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version > 0),
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at INTEGER NOT NULL,
        who TEXT,
        command TEXT,
        part INTEGER NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (stream, version),
        CHECK (rowid > 0)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX log_event_command ON log_event (stream, command) WHERE command IS NOT NULL",
    # INSERT OR REPLACE deletes without firing delete triggers, so an insert that would replace is refused before:
    # by its version (which has to be the next one), its command, or a row number named outright (-1 is none named).
    """
    CREATE TRIGGER log_event_insert BEFORE INSERT ON log_event
    WHEN NEW.version <> 1 + coalesce((SELECT max(version) FROM log_event WHERE stream = NEW.stream), 0)
        OR (NEW.command IS NOT NULL AND EXISTS (
            SELECT 1 FROM log_event WHERE stream = NEW.stream AND command = NEW.command AND command IS NOT NULL))
        OR EXISTS (SELECT 1 FROM log_event WHERE rowid = NEW.rowid)
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: an event follows the last of its stream, with a command of its own');
    END
    """,
    """
    CREATE TRIGGER log_event_update BEFORE UPDATE ON log_event
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: an event is never changed');
    END
    """,
    """
    CREATE TRIGGER log_event_delete BEFORE DELETE ON log_event
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: an event is never deleted');
    END
    """,
    """
    CREATE TABLE log_head (
        stream TEXT NOT NULL PRIMARY KEY,
        version INTEGER NOT NULL CHECK (version > 0),
        digest BLOB NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TRIGGER log_head_insert BEFORE INSERT ON log_head
    WHEN EXISTS (SELECT 1 FROM log_head WHERE stream = NEW.stream AND (version >= NEW.version OR at > NEW.at))
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: a head moves forward');
    END
    """,
    """
    CREATE TRIGGER log_head_update BEFORE UPDATE ON log_head
    WHEN NEW.stream <> OLD.stream OR NEW.version <= OLD.version OR NEW.at < OLD.at
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: a head moves forward');
    END
    """,
    """
    CREATE TRIGGER log_head_delete BEFORE DELETE ON log_head
    BEGIN
        SELECT RAISE(ABORT, 'the log only grows: a head is never deleted');
    END
    """,
)

POSTGRESQL = (
    """
    CREATE TABLE log_event (
        stream varchar(80) COLLATE "C" NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        kind varchar(40) NOT NULL,
        data text NOT NULL,
        at bigint NOT NULL,
        who varchar(40) NULL,
        command varchar(80) COLLATE "C" NULL,
        part smallint NOT NULL,
        digest bytea NOT NULL,
        PRIMARY KEY (stream, version)
    )
    """,
    "CREATE UNIQUE INDEX log_event_command ON log_event (stream, command) WHERE command IS NOT NULL",
    """
    CREATE TABLE log_head (
        stream varchar(80) COLLATE "C" NOT NULL PRIMARY KEY,
        version integer NOT NULL CHECK (version > 0),
        digest bytea NOT NULL,
        at bigint NOT NULL
    )
    """,
    """
    CREATE FUNCTION log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the log only grows: % of % is refused', lower(TG_OP), TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END
    $$
    """,
    # For each statement, since TRUNCATE fires no other kind; what finds no row is refused as well.
    """
    CREATE TRIGGER log_event_change BEFORE UPDATE OR DELETE OR TRUNCATE ON log_event
    FOR EACH STATEMENT EXECUTE FUNCTION log_only_grows()
    """,
    """
    CREATE TRIGGER log_head_change BEFORE DELETE OR TRUNCATE ON log_head
    FOR EACH STATEMENT EXECUTE FUNCTION log_only_grows()
    """,
    """
    CREATE TRIGGER log_head_update BEFORE UPDATE ON log_head FOR EACH ROW
    WHEN (NEW.stream <> OLD.stream OR NEW.version <= OLD.version OR NEW.at < OLD.at)
    EXECUTE FUNCTION log_only_grows()
    """,
)


def create(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(create)],
            state_operations=[
                migrations.CreateModel(
                    name="HeadRow",
                    fields=[
                        ("stream", models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ("version", models.IntegerField()),
                        ("digest", models.BinaryField()),
                        ("at", models.BigIntegerField()),
                    ],
                    options={"db_table": "log_head"},
                ),
                migrations.CreateModel(
                    name="EventRow",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "stream", "version", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("stream", models.CharField(max_length=80)),
                        ("version", models.IntegerField()),
                        ("kind", models.CharField(max_length=40)),
                        ("data", models.TextField()),
                        ("at", models.BigIntegerField()),
                        ("who", models.CharField(max_length=40, null=True)),
                        ("command", models.CharField(max_length=80, null=True)),
                        ("part", models.SmallIntegerField()),
                        ("digest", models.BinaryField()),
                    ],
                    options={
                        "db_table": "log_event",
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("command__isnull", False)),
                                fields=("stream", "command"),
                                name="log_event_command",
                            )
                        ],
                    },
                ),
            ],
        )
    ]
