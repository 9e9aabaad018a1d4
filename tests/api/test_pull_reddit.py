"""Pulls from Reddit: posts, and keywords that belong to ad groups."""

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
    # A keyword that no ad group has is paused. A missing negative keyword is removed.
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


# The first and the 30th of December 2026, as timestamps.
DECEMBER = {"start_time": "2026-12-01T00:00:00Z", "end_time": "2026-12-31T00:00:00Z"}


def of_old(reddit, tree, **fields):
    """The campaign has no budget, as one created on Reddit: each ad group has its own."""
    nothing = dict.fromkeys(
        "goal_type goal_value start_time end_time bid_strategy bid_type bid_value"
        " conversion_pixel_id".split()
    )
    campaign = remote(reddit, "/campaigns", tree["campaign"])
    reddit.edit("campaigns", campaign, dict(nothing, is_campaign_budget_optimization=False))
    own = {"goal_type": "DAILY_SPEND", "bid_strategy": "BIDLESS", "bid_type": "CPC", **fields}
    groups = [remote(reddit, "/ad-groups", group) for group in tree["groups"]]
    for group in groups:
        reddit.edit("ad_groups", group, dict(own, is_campaign_budget_optimization=False))
    return groups


def group_there(reddit, group):
    [found] = [one for one in reddit.live()["ad_groups"] if one["id"] == group]
    return found


def test_a_budget_for_a_whole_life_is_read_and_set_as_one(reddit):
    """300 for 30 days counts as 10 a day in the total. The push sends the whole amount."""
    days = {"startDate": "2026-12-01", "endDate": "2026-12-30"}
    tree = reddit.tree(**days)
    push(reddit.api)
    there = remote(reddit, "/campaigns", tree["campaign"])
    reddit.edit("campaigns", there, {"goal_type": "LIFETIME_SPEND", "goal_value": 300000000})
    api = stranger(reddit)
    pull(reddit, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"], mine["budgetLevel"]) == (
        300,
        "LIFETIME",
        "CAMPAIGN",
    )
    assert preview(api)["totals"]["dailyBudgetBefore"] == 10
    path = "/campaigns/" + mine["id"]
    assert api.patch(path, {"budget": 3030}, expect=422).code == "GUARDRAIL_VIOLATION"
    api.patch(path, {"budget": 330})
    [operation] = preview(api)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 300, "to": 330}]
    assert operation["dailyBudgetDelta"] == 1
    run = push(api)
    [live] = reddit.live()["campaigns"]
    assert (live["goal_type"], live["goal_value"]) == ("LIFETIME_SPEND", 330000000)
    assert preview(api)["operations"] == []
    # Exactly the previous value again.
    api.post("/sync/%s/revert" % run["id"], expect=201)
    push(api)
    [live] = reddit.live()["campaigns"]
    assert (live["goal_type"], live["goal_value"]) == ("LIFETIME_SPEND", 300000000)


def test_budgets_of_ad_groups_are_pulled_counted_and_changed(reddit):
    tree = reddit.tree()
    push(reddit.api)
    there = of_old(reddit, tree, goal_value=7000000)
    whole = {"goal_type": "LIFETIME_SPEND", "goal_value": 600000000}
    reddit.edit("ad_groups", there[0], dict(whole, **DECEMBER))
    api = stranger(reddit)
    pull(reddit, api)
    [campaign] = api.get("/campaigns").data
    assert (campaign["budget"], campaign["budgetLevel"]) == (0, "AD_GROUP")
    groups = {one["remote"]["id"]: one for one in api.get("/ad-groups").data}
    mine = groups[there[0]]
    assert (mine["budget"], mine["budgetPeriod"]) == (600, "LIFETIME")
    assert (mine["startDate"], mine["endDate"]) == ("2026-12-01", "2026-12-30")
    rest = 7 * (len(there) - 1)
    assert preview(api)["totals"]["dailyBudgetBefore"] == 20 + rest
    path = "/ad-groups/" + mine["id"]
    assert api.patch(path, {"budget": 3300}, expect=422).code == "GUARDRAIL_VIOLATION"
    refused = api.patch(path, {"budget": None}, expect=400).details["fields"]
    assert [(one["path"], one["code"]) for one in refused] == [("budget", "REQUIRED")]
    api.patch(path, {"budget": 900})
    plan = preview(api)
    [operation] = plan["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 600, "to": 900}]
    assert operation["dailyBudgetDelta"] == 10 and plan["violations"] == []
    run = push(api)
    live = group_there(reddit, there[0])
    assert (live["goal_type"], live["goal_value"]) == ("LIFETIME_SPEND", 900000000)
    assert live["end_time"] == DECEMBER["end_time"]
    assert preview(api)["operations"] == []
    api.post("/sync/%s/revert" % run["id"], expect=201)
    push(api)
    assert group_there(reddit, there[0])["goal_value"] == 600000000
    # Another user ends it after 10 days: it is 60 a day now.
    reddit.edit("ad_groups", there[0], {"end_time": "2026-12-11T00:00:00Z"})
    pull(reddit, api)
    assert api.get(path).data["endDate"] == "2026-12-10"
    assert preview(api)["totals"]["dailyBudgetBefore"] == 60 + rest


def test_an_ad_group_beside_others_with_budgets_has_one(reddit):
    tree = reddit.tree()
    push(reddit.api)
    of_old(reddit, tree, goal_value=7000000)
    api = stranger(reddit)
    pull(reddit, api)
    [campaign] = api.get("/campaigns").data
    body = {"campaignId": campaign["id"], "name": "One more", "budget": 7.5}
    made = api.post("/ad-groups", body).data
    assert preview(api)["totals"]["dailyBudgetAfter"] == 7 * len(tree["groups"]) + 7.5
    push(api)
    live = group_there(reddit, api.get("/ad-groups/" + made["id"]).data["remote"]["id"])
    assert (live["goal_type"], live["goal_value"]) == ("DAILY_SPEND", 7500000)
    assert (live["bid_strategy"], live["bid_type"]) == ("BIDLESS", "CPC")
