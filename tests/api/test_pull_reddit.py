"""Pulls from Reddit: its lists, its posts, and keywords that stand in ad groups."""

import pytest

from adcore_make import finish, preview, push
from adcore_reddit import RedditDesk

KINDS = ("/campaigns", "/ad-groups", "/ads", "/keywords")


@pytest.fixture
def reddit(server):
    desk = RedditDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def pull(api, expect="SUCCEEDED", **fields):
    body = dict({"mode": "PULL", "platforms": ["reddit"]}, **fields)
    run = finish(api, api.post("/sync", body, expect=202).data["id"])
    assert run["status"] == expect, run
    return run["pulled"]


def objects(tree):
    return [tree["campaign"]] + tree["groups"] + tree["ads"] + tree["keywords"]


def remote(desk, path, draft):
    return desk.api.get("%s/%s" % (path, draft["id"])).data["remote"]["id"]


def stranger(desk):
    """The client of another Space whose account on Reddit is the desk's."""
    api = desk.server.account().client()
    space = api.get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '%s', credentials = NULL WHERE space_id = '%s'"
        " AND environment = 'test' AND platform = 'reddit'" % (desk.customer, space)
    )
    return api


def test_an_empty_account_brings_nothing(reddit):
    pulled = pull(reddit.api)
    assert pulled["created"] == 0 and pulled["warnings"] == []
    assert [reddit.api.get(kind).meta["total"] for kind in KINDS] == [0, 0, 0, 0]


def test_what_was_pushed_is_unchanged(reddit):
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
        pulled = pull(api)
        assert pulled["unchanged"] == len(objects(tree)), pulled
        assert pulled["created"] + pulled["updated"] + pulled["drifted"] + pulled["removed"] == 0
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data == before
    assert preview(api)["operations"] == []


def test_strangers_become_drafts(reddit):
    tree = reddit.tree(budget=31.5, locations=[{"code": "US"}], languages=["en"])
    for word in tree["keywords"]:
        if not word["negative"]:
            reddit.api.patch("/keywords/" + word["id"], {"status": "ENABLED"})
    push(reddit.api, activate=True)
    api = stranger(reddit)
    pulled = pull(api)
    assert pulled["created"] == len(objects(tree)) and pulled["leftOut"] == 0, pulled
    own = {
        "/campaigns": ("name", "budget", "type", "objective", "locations", "languages", "status"),
        "/ad-groups": ("name", "status", "targeting"),
        "/ads": ("headlines", "primaryText", "finalUrl", "type", "status"),
        "/keywords": ("text", "matchType", "negative"),
    }
    for kind, names in own.items():
        def seen(client):
            return sorted(repr([one[name] for name in names]) for one in client.get(kind).data)

        if kind != "/ad-groups":
            assert seen(api) == seen(reddit.api)
        for one in api.get(kind).data:
            assert one["source"] == "PULL" and one["syncState"] == "SYNCED"
            assert one["platform"] == "reddit" and one["remote"]["id"]
    assert preview(api)["operations"] == []
    assert pull(api)["unchanged"] == len(objects(tree))
    # It is ours now: a change of it goes there, and only that.
    [campaign] = api.get("/campaigns").data
    api.patch("/campaigns/" + campaign["id"], {"budget": 32})
    [operation] = preview(api)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 31.5, "to": 32}]
    push(api)
    [there] = reddit.live()["campaigns"]
    assert there["goal_value"] == 32000000


def test_an_edit_there_is_taken_and_one_on_both_sides_is_drift(reddit):
    api = reddit.api
    tree = reddit.tree()
    push(api)
    campaign, group = tree["campaign"], tree["groups"][0]
    reddit.edit("campaigns", remote(reddit, "/campaigns", campaign), {"goal_value": 25000000})
    reddit.edit("ad_groups", remote(reddit, "/ad-groups", group), {"name": "By hand"})
    api.patch("/ad-groups/" + group["id"], {"name": "Edited here"})
    pulled = pull(api)
    assert (pulled["updated"], pulled["drifted"]) == (1, 1), pulled
    now = api.get("/campaigns/" + campaign["id"]).data
    assert now["budget"] == 25 and now["syncState"] == "SYNCED"
    now = api.get("/ad-groups/" + group["id"]).data
    assert now["name"] == "Edited here" and now["syncState"] == "DRIFTED"


def test_removed_there_with_all_below_it(reddit):
    api = reddit.api
    tree = reddit.tree()
    push(api)
    reddit.edit("campaigns", remote(reddit, "/campaigns", tree["campaign"]), None)
    assert pull(api)["removed"] == len(objects(tree))
    for kind, drafts in zip(KINDS, ([tree["campaign"]], tree["groups"], tree["ads"], tree["keywords"])):
        for one in drafts:
            now = api.get("%s/%s" % (kind, one["id"])).data
            assert now["syncState"] == "DRIFTED" and now["remote"]["status"] == "REMOVED", kind
    again = pull(api)
    assert again["removed"] == again["updated"] == again["created"] == 0


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
    pulled = pull(api)
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
    assert pull(api)["created"] == 1 + 103 + 45
    assert api.get("/ad-groups").meta["total"] == 103
    assert api.get("/keywords").meta["total"] == 45
    assert pull(api)["unchanged"] == 1 + 103 + 45


def test_only_some_campaigns(reddit):
    api = reddit.api
    one, two = reddit.campaign(), reddit.campaign()
    push(api)
    for each in (one, two):
        reddit.edit("campaigns", remote(reddit, "/campaigns", each), {"name": each["name"] + " x"})
    pulled = pull(api, campaignIds=[one["id"]])
    assert pulled["updated"] == 1 and pulled["removed"] == 0
    assert api.get("/campaigns/" + one["id"]).data["name"] == one["name"] + " x"
    assert api.get("/campaigns/" + two["id"]).data["name"] == two["name"]


def test_a_fault_on_the_way_changes_nothing_of_it(reddit):
    api = reddit.api
    tree = reddit.tree()
    push(api)
    reddit.fault({"type": "status", "status": 500}, path="ad_groups", times=2)
    reddit.fault({"type": "status", "status": 429}, path="posts", times=1)
    pulled = pull(api)
    assert pulled["unchanged"] == len(objects(tree)) and pulled["failed"] == 0


def test_a_post_that_is_no_more(reddit):
    api = reddit.api
    tree = reddit.tree()
    push(api)
    reddit.fault({"type": "status", "status": 404}, path="posts/", times=100)
    pulled = pull(api)
    assert pulled["removed"] == pulled["drifted"] == pulled["updated"] == 0, pulled
    assert api.get("/ads/" + tree["ads"][0]["id"]).data["type"] == "POST"
