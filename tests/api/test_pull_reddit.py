"""Pulls from Reddit: its posts, and keywords that stand in ad groups."""

import pytest

from adcore_make import preview, push
from adcore_pulls import RedditPulls, objects, pull, remote, stranger


@pytest.fixture
def reddit(server):
    desk = RedditPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def test_all_that_a_campaign_has_is_unchanged(reddit):
    api = reddit.api
    tree = reddit.tree(
        budget=31.5,
        startDate="2027-03-01",
        endDate="2027-03-31",
        bidding={"strategy": "MAXIMIZE_CLICKS", "maxCpc": 0.75},
        locations=[{"code": "US"}],
        languages=["en"],
    )
    api.patch("/keywords/" + tree["keywords"][0]["id"], {"status": "ENABLED"})
    push(api, activate=True)
    before = api.get("/campaigns/" + tree["campaign"]["id"]).data
    for _ in range(2):
        pulled = pull(reddit, api)
        assert pulled["unchanged"] == len(objects(tree)), pulled
        assert pulled["created"] + pulled["updated"] + pulled["drifted"] + pulled["removed"] == 0
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data == before
    assert preview(api)["operations"] == []


def test_keywords_taken_out_there(reddit):
    api = reddit.api
    tree = reddit.tree()
    word, negative = tree["keywords"][:2]
    api.patch("/keywords/" + word["id"], {"status": "ENABLED"})
    push(api, activate=True)
    group = remote(reddit, "/ad-groups", tree["groups"][0])
    [there] = [one for one in reddit.live()["ad_groups"] if one["id"] == group]
    targeting = dict(there["targeting"], keywords=[], excluded_keywords=[])
    reddit.edit("ad_groups", group, {"targeting": targeting})
    pulled = pull(reddit, api)
    assert (pulled["updated"], pulled["removed"], pulled["drifted"]) == (1, 1, 0), pulled
    # A keyword that stands nowhere is a paused one; a negative one is gone.
    now = api.get("/keywords/" + word["id"]).data
    assert now["status"] == "PAUSED" and now["syncState"] == "SYNCED"
    now = api.get("/keywords/" + negative["id"]).data
    assert now["syncState"] == "DRIFTED" and now["remote"]["status"] == "REMOVED"


def test_more_than_a_page(reddit):
    """Pages of 20 ad groups' keywords, and of 100 objects."""
    campaign = reddit.campaign()
    groups = [reddit.group(campaign) for _ in range(103)]
    for group in groups[:45]:
        reddit.keyword(group, negative=True)
    push(reddit.api)
    api = stranger(reddit)
    assert pull(reddit, api)["created"] == 1 + 103 + 45
    assert api.get("/ad-groups").meta["total"] == 103
    assert api.get("/keywords").meta["total"] == 45
    assert pull(reddit, api)["unchanged"] == 1 + 103 + 45


def test_a_post_that_is_no_more(reddit):
    api = reddit.api
    tree = reddit.tree()
    push(api)
    reddit.fault({"type": "status", "status": 404}, path="posts/", times=100)
    pulled = pull(reddit, api)
    assert pulled["removed"] == pulled["drifted"] == pulled["updated"] == 0, pulled
    assert api.get("/ads/" + tree["ads"][0]["id"]).data["type"] == "POST"
