"""What a shared database plans by: a table that has grown is counted anew at once, as what was planned
over few rows would go through all of a Space for each of many."""

import os

import pytest

from adcore_make import keyword_body, make_ad_group, make_campaign, wait_for

pytestmark = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite",
    reason="SQLite plans by its schema alone",
)


def test_what_has_grown_is_counted(server):
    """PostgreSQL's own daemon comes by once a minute, and it may be behind."""
    api = server.account().client()
    group = make_ad_group(api, make_campaign(api)["id"])
    words = [keyword_body(group["id"], text="word %d" % n) for n in range(1000)]
    counted = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE relname = 'keywords'"
    before = int(server.sql(counted)[0][0])
    while True:
        there = int(server.sql("SELECT count(*) FROM keywords")[0][0])
        if there > 2 * before + 1000:
            break
        body = {"operations": [{"method": "POST", "body": word} for word in words]}
        api.post("/keywords/batch", body, expect=200)
        words = [dict(word, text=word["text"] + " more") for word in words]
    # Twice what there was, or more, of which the look that saw it may have come in the middle.
    assert wait_for(lambda: int(server.sql(counted)[0][0]) > there // 4, 10)
