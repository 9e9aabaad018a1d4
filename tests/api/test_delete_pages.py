"""Deleting an object deletes everything below it, however many objects that are."""

import pytest

from adcore_make import make_ad_group, make_campaign
from adcore_platforms import Platforms

WORDS = 450  # more than two pages of the deletion


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


def test_all_drafts_of_an_ad_group_go_at_once(api):
    group = make_ad_group(api, make_campaign(api)["id"])
    fill(api, group["id"])
    api.delete("/ad-groups/" + group["id"], expect=200)
    assert total(api) == 0
    assert api.get("/ad-groups").meta["total"] == 0
