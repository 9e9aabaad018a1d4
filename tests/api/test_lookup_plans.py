"""Query plans of the look-ups of a pull, an import and a plan: a search in the index of a key.
With an index of the ids or of a status, each look-up would scan all rows of the Space."""

import json
import re
import sqlite3

import pytest

from adcore_make import push
from adcore_pulls import PLATFORMS, pull
from adcore_server import ROOT, Server

FILE = ROOT / "tests" / "data" / "google-editor-export-utf8.csv"
LOOKS = re.compile(
    r"^SELECT (?:id|id, text|text, match_type, negative) FROM"
    r" (?:campaigns|ad_groups|ads|keywords) WHERE .*(?:remote_id = |lower\()"
)
BELOW = re.compile(r"\bFROM keywords k WHERE .*k\.negative = ")
OPEN = re.compile(r"^SELECT id FROM \w+ WHERE space_id = \$1 AND environment = \$2 AND sync_state IN")
STATES = re.compile(r"USING COVERING INDEX \w+_by_sync_state \(.*sync_state=\?")
DRIFT = re.compile(r"\blive IS NOT NULL UNION ")
FEW = re.compile(r"USING INDEX \w+_(?:drifted \(|incomplete \(|by_sync_state \(.*sync_state=\?)")
PARENTS = re.compile(r"USING INDEX \w+ \(.*(?:campaign_id|ad_group_id)=\?")
KEYS = re.compile(r"USING INDEX \w+_by_\w+ \(.*(?:remote_id|<expr>|folded_text)=\?")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(server, the texts of the statements of pushes, pulls and an import)."""
    path = tmp_path_factory.mktemp("plans") / "sql"
    with Server(env={"ADCORE_SQL_RECORD": str(path)}) as server:
        for platform in PLATFORMS.values():
            desk = platform(server)
            desk.tree(**desk.fields)
            push(desk.api)
            pull(desk)
            desk.api.get("/sync/drift")
        email = server.account().email
        server.cli("import", str(FILE), "--email", email, "--platform", "google")
        texts = {json.loads(line) for line in path.read_text().splitlines()}
        yield server, sorted(texts)


def test_a_look_up_takes_the_index_of_its_key(recorded):
    server, texts = recorded
    texts = [text for text in texts if LOOKS.match(text)]
    assert len(texts) >= 10, texts
    assert_indexes(server, texts, KEYS)


def test_a_plan_finds_keywords_by_their_parent(recorded):
    server, texts = recorded
    texts = [text for text in texts if BELOW.search(text)]
    assert texts
    assert_indexes(server, texts, PARENTS)


def test_a_plan_finds_what_is_staged_without_a_walk(recorded):
    server, texts = recorded
    texts = [text for text in texts if OPEN.match(text)]
    assert len(texts) >= 3, texts
    assert_indexes(server, texts, STATES)


def test_drift_is_found_without_a_walk(recorded):
    server, texts = recorded
    texts = [text for text in texts if DRIFT.search(text)]
    assert len(texts) == 4, texts
    assert_indexes(server, texts, FEW)


def assert_indexes(server, texts, keys):
    if server.database.url:
        pytest.skip("plans of PostgreSQL follow what its tables hold")
    db = sqlite3.connect(str(server.data / "adcore.db"))
    bad = []
    for text in texts:
        count = max(int(n) for n in re.findall(r"\$(\d+)", text))
        values = {str(n): "1" for n in range(1, count + 1)}
        plan = db.execute("EXPLAIN QUERY PLAN " + re.sub(r"\$(\d+)", r":\1", text), values)
        lines = [row[3] for row in plan]
        looks = [line for line in lines if line.startswith(("SEARCH", "SCAN"))]
        if not looks or not all(keys.search(line) for line in looks):
            bad.append("%s\n  %s" % (text, "\n  ".join(lines)))
    assert not bad, "\n".join(bad)
