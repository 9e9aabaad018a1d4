"""Planner statistics of a shared database: adcore analyzes a table again as soon as the table
has grown. Plans made for few rows would scan the whole Space once per row."""

import os

import pytest

from adcore_make import keyword_body, make_ad_group, make_campaign, wait_for

pytestmark = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite",
    reason="SQLite plans by its schema alone",
)


def test_what_has_grown_is_counted(server):
    """PostgreSQL's own autovacuum daemon runs once a minute and may lag."""
    api = server.account().client()
    campaign = make_campaign(api)
    counted = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE relname = 'keywords'"
    there = int(server.sql("SELECT count(*) FROM keywords")[0][0])
    more = 0
    while more < there + 1000:
        group = make_ad_group(api, campaign["id"])["id"]
        words = [{"method": "POST", "body": keyword_body(group)} for _ in range(1000)]
        results = api.post("/keywords/batch", {"operations": words}, expect=200).data["results"]
        assert {each["status"] for each in results} == {201}
        more += len(results)
    there += more
    # At least twice the earlier number of rows. The check that noticed the growth may have run in
    # between.
    assert wait_for(lambda: int(server.sql(counted)[0][0]) > there // 4, 10)
