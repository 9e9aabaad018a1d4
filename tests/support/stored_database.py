"""Stores the database of an older version as SQL text, for tests/api/test_upgrade.py.

ADCORE_BIN=OLD/adcore stored_database.py SCHEMA FILE

OLD/adcore is a build of the last commit with that schema version, beside its adcore-sandbox. The
statements are those of `adcore describe schema`, then one INSERT per row; TEXT, BYTES and CLUSTERED
stand for the types of each database. The secret of the database is "ab", 32 times.

No commit has schema 3 or 4.
"""

import contextlib
import re
import sqlite3
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "python"))

import adcore_media as media  # noqa: E402
from adcore_make import (  # noqa: E402
    Desk, asset_body, make_ad, make_ad_group, make_business, make_campaign, make_keyword, push,
)
from adcore_server import BINARY, Server  # noqa: E402

# Rows that only the process that wrote them can use.
PASSING = ("sync_leases", "sync_turns", "server_lock")


def fill(server):
    """A campaign that was pushed and changed since, one that is a draft, one whose removal was
    pushed, an asset with bytes, a list of keywords."""
    desk = Desk(server, email="stored@adcore.test")
    api = desk.api
    make_business(api, name="Harbour Bakery")
    campaign = make_campaign(api, name="Bread of the harbour", budget=20)
    group = make_ad_group(api, campaign["id"], name="Rolls")
    make_ad(api, group["id"])
    make_keyword(api, group["id"], text="rolls")
    make_keyword(api, group["id"], text="brötchen", matchType="EXACT")
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    make_keyword(api, group["id"], text="it's fresh")
    gone = make_campaign(api, name="Cakes")
    push(api)
    api.delete("/campaigns/" + gone["id"])
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"name": "Bread; of the \\harbour"})
    draft = make_campaign(api, name="Draft")
    make_ad_group(api, draft["id"], name="Draft's group")
    api.delete("/campaigns/" + make_campaign(api, name="Never sent")["id"])
    words = [{"text": text, "matchType": "BROAD"} for text in ("free", "jobs")]
    api.post("/keyword-lists", {"name": "Not these", "keywords": words})
    api.post("/assets", asset_body(media.png(300, 300), name="Oven"))


def literal(value, kind):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "X'%s'" % value.hex()
    if kind == "BOOLEAN":
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return "'%s'" % value.replace("'", "''")
    return repr(value)


def rows_of(db, table):
    columns = db.execute('PRAGMA table_info("%s")' % table).fetchall()
    kinds = [kind for _, _, kind, *_ in columns]
    names = ", ".join(name for _, name, *_ in columns)
    for row in db.execute("SELECT %s FROM %s ORDER BY 1, 2" % (names, table)):
        values = ", ".join(literal(v, k) for v, k in zip(row, kinds))
        yield "INSERT INTO %s VALUES (%s)" % (table, values)


def main():
    schema, path = int(sys.argv[1]), Path(sys.argv[2])
    server = Server()
    (server.data / "secret.key").write_text("ab" * 32 + "\n")
    (server.data / "secret.key").chmod(0o600)
    with server:
        fill(server)
        described = server.cli("describe", "schema", as_json=False).out
        assert server.terminate() == 0
        with contextlib.closing(sqlite3.connect(server.data / "adcore.db")) as db:
            found = db.execute("SELECT version FROM schema_version").fetchone()[0]
            assert found == schema, "%s has schema %d" % (BINARY, found)
            texts = [text for text in described.split(";\n") if text.startswith("CREATE")]
            for text in list(texts):
                table = re.match(r"CREATE TABLE IF NOT EXISTS (\w+)", text)
                if table and table.group(1) not in PASSING:
                    texts += rows_of(db, table.group(1))
    path.write_text("".join(text + ";\n" for text in texts))


if __name__ == "__main__":
    main()
