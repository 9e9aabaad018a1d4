"""Query plans for the next operations of a run: an index search by status, however many
operations are done."""

import json
import re

import pytest

from adcore_make import make_campaign, push
from adcore_server import Server, wait_for
from test_list_plans import postgres_plans, sqlite_plan

# The second index holds only the rows of status UNKNOWN.
BY_STATUS = re.compile(
    r"INDEX sync_operations_status \(.* AND status=\?\)"
    r"|Index Scan using sync_operations_(?:status|unknown) on"
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(server, the statements with which a push selected its next operations)."""
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
        assert len(found) == 2  # the operations in doubt, and the PENDING ones
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
    """The number of rows that the database plans with, or -1 before it was ever analyzed."""
    return float(
        server.sql(
            "SELECT reltuples FROM pg_class WHERE oid = CAST('%s' AS regclass)" % table
        )[0][0]
    )


def test_a_table_that_grew_is_planned_for_anew():
    """Autovacuum would analyze the table within a minute. Until then a plan made for few rows
    would scan the whole Space once per row."""
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
            # The rows may have been analyzed half-way. After that, 50 and as many again may be
            # added.
            return 50 + 2 * rows_counted(server, "campaigns") >= 101

        assert wait_for(counted, 20, 0.2)
