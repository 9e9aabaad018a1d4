"""Query plans of the lists: an index search in order, never a scan of a whole table."""

import json
import re
import sqlite3
import subprocess

import pytest

from adcore_server import Server
from test_list_filters import LATER, Space, as_text, filters, values_of

LISTED = re.compile(r"^SELECT (json, id|COUNT\(\*\)|COALESCE\(SUM\(n\), 0\)) FROM ")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(server, the texts of all statements that its lists needed)."""
    path = tmp_path_factory.mktemp("plans") / "sql"
    env = {"ADCORE_PLANS": "scale:1000000:100000000:api", "ADCORE_SQL_RECORD": str(path)}
    with Server(env=env) as server:
        space = Space(server)
        for where in space.lists:
            ask(space.api, where, {})
            if "q" in space.lists[where]:
                ask(space.api, where, {"q": "e"})
            ask(space.api, where, {"updatedSince": LATER})
        for where, name, _ in filters(space):
            values = values_of(space.api.walk(where), name)
            if not values:
                continue
            one = as_text(values[0])
            ask(space.api, where, {name: one})
            ask(space.api, where, {name: ",".join(as_text(each) for each in values[:3])})
            more = {"q": "e"} if "q" in space.lists[where] else {}
            ask(space.api, where, dict(more, **{name: one, "updatedSince": LATER}))
            ask(space.api, where, {name: one, "syncState": "STAGED,SYNCED"}, loose=True)
        texts = {json.loads(line) for line in path.read_text().splitlines()}
        found = sorted(text for text in texts if LISTED.match(text))
        assert len(found) > 60
        yield server, found


def ask(api, path, query, loose=False):
    expect = (200, 400) if loose else 200
    for order in (None, "asc"):
        page = api.get(path, query=dict(query, limit=1, order=order), expect=expect)
        if page.status == 200 and page.meta["nextCursor"]:
            api.get(
                path, query=dict(query, limit=1, order=order, cursor=page.meta["nextCursor"])
            )


def sqlite_plan(server, text):
    db = sqlite3.connect(str(server.data / "adcore.db"))
    count = max(int(n) for n in re.findall(r"\$(\d+)", text))
    values = {str(n): "1" for n in range(1, count + 1)}
    text = re.sub(r"\$(\d+)", r":\1", text)
    return [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + text, values)]


def postgres_plans(server, texts):
    """The plan of each text, of one session; a line of its own ends each."""
    script = [
        "SET enable_seqscan = off;",
        "SET enable_sort = off;",
        "SET enable_bitmapscan = off;",
        "SET plan_cache_mode = force_generic_plan;",
    ]
    for number, text in enumerate(texts):
        count = max(int(n) for n in re.findall(r"\$(\d+)", text))
        script.append("PREPARE p%d AS %s;" % (number, text))
        script.append("EXPLAIN EXECUTE p%d(%s);" % (number, ", ".join(["NULL"] * count)))
        script.append("\\echo end of plan")
    done = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", server.database.url],
        input="\n".join(script),
        check=True,
        capture_output=True,
        text=True,
    )
    plans = done.stdout.split("end of plan\n")
    assert len(plans) == len(texts) + 1 and plans[-1] == ""
    return [plan.splitlines() for plan in plans[:-1]]


def test_no_list_goes_over_a_table_or_sorts(recorded):
    server, texts = recorded
    if server.database.url:
        plans = postgres_plans(server, texts)
        refused = ("Seq Scan", "Sort  (", "Sort Key")
    else:
        plans = [sqlite_plan(server, text) for text in texts]
        refused = ("SCAN", "TEMP B-TREE")
    bad = []
    for text, plan in zip(texts, plans):
        assert plan, text
        if any(word in line for line in plan for word in refused):
            bad.append("%s\n  %s" % (text, "\n  ".join(plan)))
    assert not bad, "\n".join(bad)
