"""adcore backup beside a running server, adcore restore without one."""

import contextlib
import os
import shutil
import sqlite3

import pytest

from adcore_make import campaign_body, make_campaign
from adcore_server import Server

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"
only_sqlite = pytest.mark.skipif(not SQLITE, reason="a file is copied")


@contextlib.contextmanager
def opened(path):
    """A database, committed and closed at the end: a connection's own `with` leaves it open."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        yield db


@pytest.fixture(scope="module")
def own():
    """A server of this file's own: it stops and starts."""
    with Server() as server:
        yield server


@pytest.mark.skipif(SQLITE, reason="PostgreSQL has programs of its own")
@pytest.mark.parametrize("command, way_out", [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgresql_has_its_own_programs(own, command, way_out):
    refused = own.cli(command, str(own.dir / "copy.db"), check=False)
    assert refused.code == 1 and way_out in refused.error["message"]
    assert not (own.dir / "copy.db").exists()


@only_sqlite
def test_a_copy_brings_everything_back(own):
    token = own.account().token()
    client = own.client(token)
    kept = make_campaign(client, name="Kept")
    copy = own.dir / "copy.db"
    done = own.cli("backup", copy)
    assert done.json == {"backup": str(copy)}
    assert copy.stat().st_mode & 0o777 == 0o600
    later = client.post("/campaigns", campaign_body(name="Later")).data
    assert own.cli("backup", copy, check=False).code == 1  # nothing is overwritten

    refused = own.cli("restore", copy, "--replace", check=False)
    assert refused.code == 1 and "stop it first" in refused.error["message"]
    assert later["id"] in [c["id"] for c in client.get("/campaigns").data]

    assert own.terminate() == 0
    database = own.data / "adcore.db"
    refused = own.cli("restore", copy, check=False)
    assert refused.code == 1 and "--replace" in refused.error["message"]
    done = own.cli("restore", copy, "--replace").json
    assert done["restored"] == str(copy)
    with opened(done["kept"]) as before:
        sql = "SELECT name FROM campaigns WHERE id IN (?, ?) ORDER BY name"
        rows = before.execute(sql, (kept["id"], later["id"])).fetchall()
        assert rows == [("Kept",), ("Later",)]
    assert database.stat().st_mode & 0o777 == 0o600
    assert not list(own.data.glob("*.restoring*"))
    own.start()
    client = own.client(token)
    assert [c["id"] for c in client.get("/campaigns").data] == [kept["id"]]
    assert own.cli("doctor").json == {"findings": []}
    assert make_campaign(client, name="After")["name"] == "After"


@only_sqlite
def test_a_new_machine_needs_the_secret(own):
    account = own.account()
    make_campaign(account.client(), name="Moved")
    copy = own.dir / "moved.db"
    own.cli("backup", copy)
    with Server() as other:
        assert other.terminate() == 0
        for path in other.data.iterdir():
            path.unlink()
        refused = other.cli("restore", copy, check=False)
        assert refused.code == 1 and "secret.key" in refused.error["message"]
        (other.data / "secret.key").write_text("ab" * 32 + "\n")
        (other.data / "secret.key").chmod(0o600)
        refused = other.cli("restore", copy, check=False)
        assert refused.code == 1 and "not the one" in refused.error["message"]
        assert not (other.data / "adcore.db").exists()
        shutil.copy(own.data / "secret.key", other.data / "secret.key")
        assert "kept" not in other.cli("restore", copy).json
        other.start()
        assert other.cli("doctor").json == {"findings": []}
        assert other.sql("SELECT name FROM campaigns WHERE name = 'Moved'") == [["Moved"]]


@only_sqlite
def test_the_log_of_a_database_that_is_gone_is_not_played_into_the_copy(own):
    client = own.account().client()
    kept = make_campaign(client, name="Kept")
    copy = own.dir / "logless.db"
    own.cli("backup", copy)
    for number in range(20):
        make_campaign(client, name="Later %d" % number)
    own.kill()
    database, log = own.data / "adcore.db", own.data / "adcore.db-wal"
    assert log.stat().st_size > 0
    database.unlink()
    refused = own.cli("restore", copy, check=False)
    assert refused.code == 1 and "adcore.db-wal is there: --replace" in refused.error["message"]
    assert not database.exists() and log.exists()
    done = own.cli("restore", copy, "--replace").json
    assert done["kept"].endswith("-wal") and os.path.getsize(done["kept"]) > 0
    own.start()
    assert [c["id"] for c in client.get("/campaigns").data] == [kept["id"]]
    assert own.cli("doctor").json == {"findings": []}


@only_sqlite
@pytest.mark.skipif(os.geteuid() != 0, reason="another user's file")
def test_what_root_restores_stays_the_servers(own):
    copy = own.dir / "owned.db"
    own.cli("backup", copy)
    assert own.terminate() == 0
    database = own.data / "adcore.db"
    os.chown(database, 65534, 65534)
    try:
        own.cli("restore", copy, "--replace")
        assert (database.stat().st_uid, database.stat().st_gid) == (65534, 65534)
        assert database.stat().st_mode & 0o777 == 0o600
    finally:
        os.chown(database, 0, 0)
        own.start()


@only_sqlite
def test_no_secret_is_made_where_one_is_missing(own):
    copy = own.dir / "unopened.db"
    own.cli("backup", copy)
    with Server() as other:
        assert other.terminate() == 0
        (other.data / "secret.key").unlink()
        other.extra_env["ADCORE_SECRET_KEY"] = ""
        refused = other.cli("restore", copy, "--replace", check=False)
        assert refused.code == 1 and "there is no secret" in refused.error["message"]
        found = other.cli("doctor", check=False)
        assert found.code == 1 and "There is no secret" in found.json["findings"][0]
        assert not (other.data / "secret.key").exists()


def text(path):
    path.write_text("This is no database.\n" * 100)


def foreign(path):
    with opened(path) as db:
        db.execute("CREATE TABLE t (x)")


def newer(path):
    with opened(path) as db:
        db.execute("UPDATE schema_version SET version = version + 1000")


def torn(path):
    with open(path, "r+b") as file:
        file.seek(8192)
        file.write(os.urandom(60000))


def empty(path):
    path.write_bytes(b"")


def names_of(own):
    """The files of the data folder but those of the simulators, which may end after the server."""
    return sorted(p.name for p in own.data.iterdir() if not p.name.startswith("sandbox"))


@only_sqlite
@pytest.mark.parametrize("spoil", [text, foreign, newer, torn, empty])
def test_what_is_no_whole_copy_changes_nothing(own, spoil):
    copy = own.dir / ("%s.db" % spoil.__name__)
    if spoil in (newer, torn):
        own.cli("backup", copy)
    spoil(copy)
    assert own.terminate() == 0
    database = own.data / "adcore.db"
    before = database.read_bytes()
    there = names_of(own)
    refused = own.cli("restore", copy, "--replace", check=False)
    assert refused.code == 1 and refused.error["message"]
    assert database.read_bytes() == before
    assert names_of(own) == there
    own.start()


@only_sqlite
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_file_that_is_not_there(own, command):
    refused = own.cli(command, own.dir / "no" / "file.db", check=False)
    assert refused.code == 1 and "file.db" in refused.error["message"]
    assert own.cli(command, check=False).code == 2


def copies_in(folder):
    return sorted(path.name for path in folder.iterdir())


@only_sqlite
def test_copies_in_a_folder_are_verified_and_the_oldest_go(own):
    folder = own.dir / "copies"
    client = own.account().client()
    made = make_campaign(client, name="In a folder")
    folder.mkdir()
    (folder / "notes.txt").write_text("not ours")
    older = ["adcore-20250%d01T000000Z-s1.db" % month for month in range(1, 5)]
    for name in older:
        (folder / name).write_text("older")
    done = own.cli("backup", "--to", folder, "--keep", "3").json
    schema = int(own.sql("SELECT version FROM schema_version")[0][0])
    assert done["schema"] == schema and done["deleted"] == 2 and done["bytes"] > 0
    name = os.path.basename(done["backup"])
    assert name.startswith("adcore-20") and name.endswith("Z-s%d.db" % schema)
    assert copies_in(folder) == older[2:] + [name, "notes.txt"]
    assert os.stat(done["backup"]).st_mode & 0o777 == 0o600
    with opened(done["backup"]) as copy:
        rows = copy.execute("SELECT name FROM campaigns WHERE id = ?", (made["id"],)).fetchall()
        assert rows == [("In a folder",)]


@only_sqlite
def test_nothing_is_deleted_unless_asked(own):
    folder = own.dir / "kept"
    folder.mkdir(mode=0o700)
    (folder / "adcore-20250101T000000Z-s1.db").write_text("older")
    assert own.cli("backup", "--to", folder).json["deleted"] == 0
    assert len(copies_in(folder)) == 2
    assert folder.stat().st_mode & 0o777 == 0o700


@only_sqlite
@pytest.mark.parametrize(
    "words",
    (
        [],
        ["copy.db", "--to", "copies"],
        ["copy.db", "--keep", "3"],
        ["--to", "copies", "--keep", "0"],
        ["--to", "copies", "--keep", "three"],
        ["--to", "copies", "--keep", "-1"],
    ),
    ids=" ".join,
)
def test_wrong_words_of_backup_make_nothing(own, words):
    paths = [str(own.dir / ("wrong-" + w)) if w.startswith("cop") else w for w in words]
    assert own.cli("backup", *paths, check=False).code == 2
    assert not list(own.dir.glob("wrong-*"))


@only_sqlite
def test_a_copy_that_fails_deletes_no_older_one(own):
    folder = own.dir / "guarded"
    folder.mkdir()
    for month in range(1, 4):
        (folder / ("adcore-20250%d01T000000Z-s1.db" % month)).write_text("older")
    before = copies_in(folder)
    with Server() as other:
        assert other.terminate() == 0
        torn(other.data / "adcore.db")
        refused = other.cli("backup", "--to", folder, "--keep", "1", check=False)
        assert refused.code == 1
        assert copies_in(folder) == before


@only_sqlite
def test_a_restore_can_be_tried(own):
    copy = own.cli("backup", "--to", own.dir / "drill").json
    there = names_of(own)
    tried = own.cli("restore", "--check", copy["backup"]).json  # with the server running
    assert tried == {"schema": copy["schema"], "restorable": True}
    assert names_of(own) == there
    torn(own.dir / "drill" / os.path.basename(copy["backup"]))
    refused = own.cli("restore", "--check", copy["backup"], check=False)
    assert refused.code == 1 and "cannot be restored" in refused.error["message"]
    assert names_of(own) == there
    with Server() as other:
        fresh = own.cli("backup", "--to", own.dir / "drill2").json["backup"]
        refused = other.cli("restore", "--check", fresh, check=False)
        assert refused.code == 1 and "not the one" in refused.error["message"]


@only_sqlite
def test_doctor_names_each_difference_of_the_schema(own):
    with Server() as other:
        assert other.terminate() == 0
        assert other.cli("doctor").json == {"findings": []}
        with opened(other.data / "adcore.db") as db:
            db.execute("DROP TABLE webhook_queue")
            db.execute("ALTER TABLE connections DROP COLUMN goals")
            db.execute("ALTER TABLE connections ADD COLUMN harmless TEXT")
            db.execute("DROP TABLE sync_budgets")
            db.execute("CREATE TABLE sync_budgets (step TEXT NOT NULL, space_id TEXT NOT NULL,"
                       " environment TEXT NOT NULL, campaign_id TEXT NOT NULL, at BIGINT NOT NULL,"
                       " budget BIGINT NOT NULL, start_day BIGINT, end_day BIGINT)")
        found = other.cli("doctor", check=False)
        assert found.code == 1 and sorted(found.json["findings"]) == [
            "The column goals of the table connections is missing.",
            "The column step of the table sync_budgets is unknown to this version, and no row can"
            " be added without it.",
            "The table webhook_queue is missing.",
        ]
        with opened(other.data / "adcore.db") as db:
            db.execute("UPDATE schema_version SET version = version - 1")
        found = other.cli("doctor", check=False).json["findings"]
        assert found[0].startswith("The database is not at this version: run 'adcore migrate'")
        assert len(found) == 4
