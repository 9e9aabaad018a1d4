"""How the database finds what a run does next: by its status, however much of the run is over."""

import json
import re

import pytest

from adcore_make import make_campaign, push
from adcore_server import Server, wait_for
from test_list_plans import postgres_plans, sqlite_plan

# The second index holds those alone whose status is UNKNOWN.
BY_STATUS = re.compile(
    r"INDEX sync_operations_status \(.* AND status=\?\)"
    r"|Index Scan using sync_operations_(?:status|unknown) on"
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(server, the texts by which a push asked for its next operations)."""
    path = tmp_path_factory.mktemp("plans") / "sql"
    with Server(env={"ADCORE_SQL_RECORD": str(path)}) as server:
        api = server.account().client()
        make_campaign(api)
        push(api)
        texts = {json.loads(line) for line in path.read_text().splitlines()}
        found = sorted(
            text
            for text in texts
            if " FROM sync_operations " in text and text.endswith(" ORDER BY seq LIMIT $4")
        )
        assert len(found) == 2  # what is in doubt, and what is PENDING
        yield server, found


def test_the_next_operations_are_found_by_their_status(recorded):
    server, texts = recorded
    plans = (
        postgres_plans(server, texts)
        if server.database.url
        else [sqlite_plan(server, text) for text in texts]
    )
    for text, plan in zip(texts, plans):
        looked = [line for line in plan if "Scan" in line or "SEARCH" in line or "SCAN" in line]
        assert len(looked) == text.count("SELECT "), plan
        assert all(BY_STATUS.search(line) for line in looked), plan
        assert "TEMP B-TREE" not in "".join(plan), plan


def rows_counted(server, table):
    """As many as the database plans for: -1 before it ever counted them."""
    return float(
        server.sql(
            "SELECT reltuples FROM pg_class WHERE oid = CAST('%s' AS regclass)" % table
        )[0][0]
    )


def test_a_table_that_grew_is_planned_for_anew():
    """Its daemon would see to it within a minute; what was planned meanwhile over a few rows would
    go through all of a Space for each of them."""
    with Server() as server:
        if not server.database.url:
            pytest.skip("SQLite plans by the indexes alone")
        api = server.account().client()
        make_campaign(api)
        body = {"name": "One of many", "platform": "google", "type": "SEARCH", "budget": 5}
        operations = [
            {"method": "POST", "body": dict(body, name="Campaign %d" % n)} for n in range(100)
        ]
        answer = api.post("/campaigns/batch", {"operations": operations}, expect=200)
        assert all(one["status"] == 201 for one in answer.data["results"])

        def counted():
            api.get("/campaigns", query={"limit": 1})
            # They may have been counted half-way: after that 50 and as many again may come.
            return 50 + 2 * rows_counted(server, "campaigns") >= 101

        assert wait_for(counted, 20, 0.2)
