"""Databases of older versions (tests/data/schemas, by tests/support/stored_database.py) are
migrated with all their rows, and an older program refuses a newer database."""

import contextlib
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest

import adcore_media as media
from adcore_make import (
    asset_body, make_ad, make_ad_group, make_business, make_campaign, make_keyword, push,
)
from adcore_server import Server

STORED = Path(__file__).resolve().parents[1] / "data/schemas"
VERSIONS = sorted(int(path.stem.partition("-")[2]) for path in STORED.glob("schema-*.sql"))
COLLECTIONS = (
    "/campaigns", "/ad-groups", "/ads", "/keywords", "/keyword-lists", "/businesses", "/assets",
)
EMAIL = "stored@adcore.test"
TYPES = {
    True: {"TEXT": 'TEXT COLLATE "C"', "BYTES": "BYTEA", "CLUSTERED": ""},
    False: {"BYTES": "BLOB", "CLUSTERED": "WITHOUT ROWID"},
}
# The values that a step changes on purpose: the numbers that schema 6 added to each chain of the history.
CHANGED = {"history_heads": ("bytes",)}
# Stored answers, which each migration makes anew.
CHANGED |= {table: ("json",) for table in (
    "campaigns", "ad_groups", "ads", "keywords", "assets", "businesses", "keyword_lists",
)}
ADDED = {"counters": "resource <> 'keywordListBytes'", "history_heads": "n > 0"}


def typed(text, shared):
    """A CREATE statement with the types of the database; quoted words stay."""
    parts = text.split("'")
    parts[::2] = [
        re.sub(r"\w+", lambda word: TYPES[shared].get(word.group(), word.group()), part)
        for part in parts[::2]
    ]
    return "'".join(parts)


def statements(version):
    return (STORED / ("schema-%d.sql" % version)).read_text().removesuffix(";\n").split(";\n")


def load(server, version):
    shared = server.database.url is not None
    texts = []
    for text in statements(version):
        if text.startswith("CREATE"):
            text = typed(text, shared)
        elif shared:
            text = re.sub(r"(?<=[ (])X'([0-9a-f]*)'(?=[,)])", r"'\\x\1'", text)
        texts.append(text + ";\n")
    (server.data / "secret.key").write_text("ab" * 32 + "\n")
    (server.data / "secret.key").chmod(0o600)
    if shared:
        command = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", server.database.url]
        subprocess.run(command, input="".join(texts), check=True, text=True, capture_output=True)
        return
    with contextlib.closing(sqlite3.connect(server.data / "adcore.db")) as db:
        db.executescript("".join(texts))
    (server.data / "adcore.db").chmod(0o600)


def columns_of(text):
    """Table and columns of a CREATE TABLE."""
    table, body = re.match(r"CREATE TABLE IF NOT EXISTS (\w+) \((.*)\)", text, re.S).groups()
    parts, depth = [""], 0
    for c in re.sub(r"'[^']*'", "''", body):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    words = [part.split()[0] for part in parts]
    rest = ("PRIMARY", "UNIQUE", "CHECK", "FOREIGN")
    return table, [word for word in words if word.partition("(")[0] not in rest]


def contents(server, version):
    """The rows of each table of the version, in its columns."""
    found = {}
    for text in statements(version):
        if not text.startswith("CREATE TABLE") or "schema_version (" in text:
            continue
        table, columns = columns_of(text)
        names = ", ".join(c for c in columns if c not in CHANGED.get(table, ()))
        where = ADDED.get(table, "1 = 1")
        sql = "SELECT %s FROM %s WHERE %s" % (names, table, where)
        found[table] = sorted(map(tuple, server.sql(sql)))
    return found


@pytest.fixture
def stored(request):
    """A server that is not started, with the database of a version."""
    server = Server()
    try:
        load(server, request.param)
        server.version = request.param
        yield server
    finally:
        server.stop()


each_version = pytest.mark.parametrize("stored", VERSIONS, indirect=True)
newest = pytest.mark.parametrize("stored", VERSIONS[-1:], indirect=True)


def test_there_are_stored_databases():
    assert len(VERSIONS) >= 3


@each_version
def test_migrate_keeps_every_row(stored):
    before = contents(stored, stored.version)
    assert len(before) > 50 and len(before["history"]) > 10 and len(before["sync_operations"]) > 5
    stored.cli("migrate")
    assert contents(stored, stored.version) == before
    assert stored.cli("doctor").json == {"findings": []}
    stored.cli("migrate")
    assert contents(stored, stored.version) == before
    kept = stored.data / ("adcore.db.before-%d" % stored.version)
    migrated = int(stored.sql("SELECT version FROM schema_version")[0][0]) > stored.version
    assert kept.exists() == (migrated and stored.database.url is None)
    if kept.exists():
        with contextlib.closing(sqlite3.connect(kept)) as db:
            assert db.execute("SELECT version FROM schema_version").fetchone() == (stored.version,)


@each_version
def test_a_server_continues_with_the_rows(stored):
    """The start migrates; the API lists, reads back the journal, and pushes what was staged."""
    stored.start()
    api = stored.client(
        stored.cli("token", "mint", "--email", EMAIL, "--name", "new", "--env", "test",
                   "--scopes", "all").json["token"]
    )
    listed = {c["name"]: c for c in api.get("/campaigns").data}
    assert sorted(listed) == ["Bread; of the \\harbour", "Draft"]
    bread = listed["Bread; of the \\harbour"]
    assert (bread["budget"], bread["syncState"]) == (25, "MODIFIED")
    assert {k["text"] for k in api.get("/keywords").data} == {"rolls", "brötchen", "it's fresh"}
    assert api.get("/keyword-lists").data[0]["keywords"][0]["text"] == "free"
    assert api.get("/assets/%s/content" % api.get("/assets").data[0]["id"]).raw[:4] == b"\x89PNG"
    runs = api.get("/sync").data
    assert len(runs) == 3 and {run["status"] for run in runs} == {"SUCCEEDED"}
    assert all(api.get("/sync/" + run["id"]).data["operations"] for run in runs)
    assert len(api.get("/history").data) > 10
    make_campaign(api, name="After the upgrade")
    api.patch("/campaigns/" + bread["id"], {"budget": 22})
    push(api, expect=None, campaignIds=[listed["Draft"]["id"]])
    assert stored.cli("doctor").json == {"findings": []}


@each_version
def test_objects_of_an_older_version_have_every_field(stored):
    """An object's answer is stored with it, and a newer version may know more fields."""
    stored.start()
    api = stored.client(
        stored.cli("token", "mint", "--email", EMAIL, "--name", "new", "--env", "test",
                   "--scopes", "all").json["token"]
    )
    old = {path: api.get(path).data[0] for path in COLLECTIONS}
    campaign = make_campaign(api, name="After the upgrade")
    group = make_ad_group(api, campaign["id"])
    new = {
        "/campaigns": campaign,
        "/ad-groups": group,
        "/ads": make_ad(api, group["id"]),
        "/keywords": make_keyword(api, group["id"], text="buns"),
        "/keyword-lists": api.post("/keyword-lists", {"name": "New", "keywords": []}).data,
        "/businesses": make_business(api, name="New Bakery"),
        "/assets": api.post("/assets", asset_body(media.png(300, 300), name="New")).data,
    }
    assert {path: list(row) for path, row in old.items()} == {
        path: list(row) for path, row in new.items()
    }


@newest
@pytest.mark.parametrize(
    "command",
    [["serve", "--listen", "127.0.0.1:1"], ["migrate"], ["token", "list", "--email", EMAIL],
     ["account", "list"]],
    ids=lambda words: words[0],
)
def test_a_newer_database_is_refused(stored, command):
    stored.cli("migrate")
    stored.sql("UPDATE schema_version SET version = 99")
    before = contents(stored, stored.version)
    refused = stored.cli(*command, check=False)
    assert refused.code == 1
    text = refused.error["message"]
    assert "schema 99" in text and re.search(r"knows \d+", text) and "newer" in text, text
    assert contents(stored, stored.version) == before
    assert stored.sql("SELECT version FROM schema_version") == [["99"]]


@newest
def test_doctor_names_the_way_out_of_a_newer_database(stored):
    stored.cli("migrate")
    stored.sql("UPDATE schema_version SET version = 99")
    found = stored.cli("doctor", check=False)
    assert found.code == 1
    told = [text for text in found.json["findings"] if text.startswith("The database")]
    assert len(told) == 1, told
    assert "newer" in told[0] and "install" in told[0] and "restore" in told[0]
    assert "migrate" not in told[0]
