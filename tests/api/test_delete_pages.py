"""Deleting an object deletes everything below it, however many objects that are."""

import os
import time

import pytest

from adcore_make import make_ad_group, make_campaign, missing_id
from adcore_platforms import Platforms
from adcore_server import in_threads
from adcore_tools import Tools

WORDS = 450  # more than two pages of the deletion

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"
# Keywords of each of two ad groups: more than a part of a deletion, by number or, over a network, by time.
EACH = 1100 if SQLITE else 300


@pytest.fixture
def desk(server):
    return Platforms(server)


def fill(api, group):
    bodies = [
        {"adGroupId": group, "text": "word %d" % i, "matchType": "EXACT", "status": "PAUSED"}
        for i in range(WORDS)
    ]
    operations = [{"method": "POST", "body": body} for body in bodies]
    api.post("/keywords/batch", {"operations": operations}, expect=200)


def total(api, **query):
    return api.get("/keywords", query={"limit": 1, **query}).meta["total"]


def test_all_keywords_of_a_campaign_are_staged_for_removal_and_restored(desk):
    api = desk.api
    campaign = desk.campaign("google")
    group = desk.group(campaign)
    fill(api, group["id"])
    desk.push()
    before = api.get("/history", query={"limit": 1}).meta["total"]
    api.delete("/campaigns/" + campaign["id"], expect=200)
    assert total(api, syncState="PENDING_REMOVAL") == WORDS
    assert api.get("/history", query={"limit": 1}).meta["total"] == before + WORDS + 2
    api.post("/campaigns/%s/restore" % campaign["id"], expect=200)
    assert total(api, syncState="SYNCED") == WORDS
    api.delete("/campaigns/" + campaign["id"], expect=200)
    desk.push()
    assert total(api) == 0


def keywords(api, groups, each):
    for group in groups:
        for start in range(0, each, 1000):
            operations = [
                {"method": "POST", "body": {"adGroupId": group, "text": "word %d" % i, "matchType": "EXACT"}}
                for i in range(start, min(start + 1000, each))
            ]
            api.post("/keywords/batch", {"operations": operations}, expect=200)


def test_a_large_tree_goes_in_parts_and_comes_back(desk):
    api = desk.api
    campaign = desk.campaign("google")
    groups = [desk.group(campaign)["id"] for _ in range(2)]
    desk.push()
    keywords(api, groups, EACH)
    api.delete("/campaigns/" + campaign["id"], expect=200)
    assert total(api, syncState="PENDING_REMOVAL") == 2 * EACH
    resp = api.post("/campaigns/%s/restore" % campaign["id"], headers={"Idempotency-Key": "again"}, expect=200)
    assert total(api, syncState="STAGED") == 2 * EACH
    same = api.post("/campaigns/%s/restore" % campaign["id"], headers={"Idempotency-Key": "again"}, expect=200)
    assert same.data == resp.data
    # A condition is that of the beginning.
    api.delete("/campaigns/" + campaign["id"], headers={"If-Match": resp.etag}, expect=200)
    api.delete("/campaigns/" + campaign["id"], headers={"If-Match": '"1.0"'}, expect=412)


def test_the_connector_deletes_a_large_tree_in_parts(api):
    campaign = make_campaign(api)
    keywords(api, [make_ad_group(api, campaign["id"])["id"] for _ in range(2)], EACH)
    tools = Tools(api)
    missing = missing_id(campaign["id"])
    assert "ids[1]" in tools.refused("delete_objects", ids=[campaign["id"], missing])
    assert total(api) == 2 * EACH
    deleted = tools.call("delete_objects", ids=[campaign["id"]])["deleted"]
    assert deleted == [{"id": campaign["id"], "syncState": "REMOVED"}]
    assert total(api) == 0


@pytest.mark.skipif(not SQLITE, reason="20,000 objects; the rule does not depend on the database")
def test_a_batch_removes_no_tree_that_would_hold_the_others(server, api):
    campaign = make_campaign(api)
    groups = [make_ad_group(api, campaign["id"])["id"] for _ in range(3)]
    keywords(api, groups, 7000)
    other = make_campaign(api)["id"]
    operations = [{"method": "DELETE", "id": one} for one in (other, campaign["id"])]
    for atomic in (True, False):
        body = {"operations": operations, "atomic": atomic}
        resp = api.post("/campaigns/batch", body, expect=400 if atomic else 200)
        results = (resp.details if atomic else resp.data)["results"]
        assert results[1]["status"] == 409 and "20000" in results[1]["error"]["message"], resp
        assert total(api) == 21000
    api.get("/campaigns/" + other, expect=404)
    # Alone it goes in parts, and the writes of others have turns between them.
    neighbour = server.account().client()
    ends = []

    def remove():
        api.delete("/campaigns/" + campaign["id"], expect=200)
        ends.append(time.monotonic())

    def create():
        while not ends:
            make_campaign(neighbour)
            made.append(time.monotonic())

    made = []
    in_threads(remove, create)
    assert len([at for at in made if at < ends[0]]) >= 3
    assert total(api) == 0


def test_all_drafts_of_an_ad_group_go_at_once(api):
    group = make_ad_group(api, make_campaign(api)["id"])
    fill(api, group["id"])
    api.delete("/ad-groups/" + group["id"], expect=200)
    assert total(api) == 0
    assert api.get("/ad-groups").meta["total"] == 0
