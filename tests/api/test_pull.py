"""Pulls: the contents of ad accounts become drafts."""

from types import SimpleNamespace

import pytest

from adcore_make import finish, make_campaign, make_tree, preview, push
from adcore_pulls import stranger as another_space

KINDS = ("/campaigns", "/ad-groups", "/ads", "/keywords")


def pull(api, expect="SUCCEEDED", **fields):
    run = api.post("/sync", dict(fields, mode="PULL"), expect=202).data
    assert run["mode"] == "PULL" and run["planHash"] is None
    run = finish(api, run["id"])
    if expect:
        assert run["status"] == expect, run
    return run


def name_of(desk, campaign):
    return desk.live().campaign(campaign["name"])["campaign"]["resourceName"]


def totals(api):
    return [api.get(path).meta["total"] for path in KINDS]


def stranger(desk, api, groups=2):
    """A tree on the platform that the Space does not have: its rows were deleted."""
    tree = make_tree(api, groups=groups)
    push(api)
    return tree


def test_an_empty_account_brings_nothing(desk):
    run = pull(desk.api)
    assert run["pulled"]["created"] == 0 and run["pulled"]["warnings"] == []
    assert run["operations"] == [] and run["progress"]["done"] == run["progress"]["total"]
    assert totals(desk.api) == [0, 0, 0, 0]


def test_what_was_pushed_is_unchanged(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    push(api)
    before = api.get("/campaigns/" + tree["campaign"]["id"])
    run = pull(api)
    assert run["pulled"]["unchanged"] == tree.total(), run["pulled"]
    assert run["pulled"]["created"] == run["pulled"]["drifted"] == 0
    after = api.get("/campaigns/" + tree["campaign"]["id"])
    assert after.data == before.data
    assert preview(api)["operations"] == []


def test_an_edit_there_is_taken_where_ours_is_not_edited(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, name_of(desk, campaign), {"name": "Edited by hand"})
    run = pull(api)
    assert run["pulled"]["updated"] == 1
    now = api.get(path).data
    assert now["name"] == "Edited by hand" and now["syncState"] == "SYNCED"
    assert now["version"] == campaign["version"] + 1
    assert preview(api)["operations"] == []
    assert pull(api)["pulled"]["unchanged"] == 1


def test_a_budget_for_a_whole_life_is_read_and_set_as_one(desk):
    """300 for 30 days counts as 10 a day in the total. The push sends the whole amount."""
    days = {"startDate": "2026-12-01", "endDate": "2026-12-30"}
    campaign = make_campaign(desk.api, **days)
    push(desk.api)
    budget = desk.live().campaign(campaign["name"])["campaign"]["campaignBudget"]
    whole = {"period": "CUSTOM_PERIOD", "amountMicros": None, "totalAmountMicros": "300000000"}
    desk.box.edit(desk.customer, budget, whole)
    account = desk.connection("google")["accountId"]
    there = SimpleNamespace(server=desk.server, platform="google", account_there=lambda: account)
    api = another_space(there)
    pull(api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"]) == (300, "LIFETIME")
    assert preview(api)["totals"]["dailyBudgetBefore"] == 10
    api.patch("/campaigns/" + mine["id"], {"budget": 330})
    push(api)
    query = "SELECT campaign_budget.total_amount_micros FROM campaign_budget"
    [row] = desk.box.search(desk.customer, query)
    assert row["campaignBudget"]["totalAmountMicros"] == "330000000"
    assert preview(api)["operations"] == []


def test_an_edit_on_both_sides_is_drift(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, name_of(desk, campaign), {"name": "Edited by hand"})
    api.patch(path, {"name": "Edited here"})
    run = pull(api)
    assert run["pulled"]["drifted"] == 1
    now = api.get(path).data
    assert now["name"] == "Edited here" and now["syncState"] == "DRIFTED"


def test_removed_there(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    desk.box.edit(desk.customer, name_of(desk, tree["campaign"]), None)
    run = pull(api)
    assert run["pulled"]["removed"] == tree.total()
    for path, one in zip(
        KINDS, (tree["campaign"], tree["groups"][0], tree["ads"][0], tree["keywords"][0])
    ):
        now = api.get("%s/%s" % (path, one["id"])).data
        assert now["syncState"] == "DRIFTED" and now["remote"]["status"] == "REMOVED"
    assert pull(api)["pulled"]["removed"] == 0


def test_figures_come_with_it(desk):
    api = desk.api
    tree = make_tree(api, status="ENABLED")
    for kind, path in (("groups", "/ad-groups/"), ("ads", "/ads/"), ("keywords", "/keywords/")):
        for one in tree[kind]:
            api.patch(path + one["id"], {"status": "ENABLED"})
    push(api, activate=True)
    pull(api)
    for level in ("CAMPAIGN", "AD_GROUP", "AD", "KEYWORD"):
        answer = api.get("/reports/performance", query={"level": level})
        assert answer.data and answer.data[0]["impressions"] > 0, level
        assert answer.meta["dataAsOf"]


@pytest.mark.parametrize(
    "body,path",
    [({"planHash": "0" * 64}, "planHash"), ({"activate": True}, "activate")],
)
def test_what_a_pull_does_not_take(api, body, path):
    api.post("/sync", dict(body, mode="PULL"), expect=400).fault(path)


# --- objects of other users ----------------------------------------------------------------------


def stranger(desk):
    """The client of another Space that is connected to the same ad account as the desk."""
    other = desk.server.account()
    api = other.client()
    space = api.get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '%s', credentials = NULL WHERE space_id = '%s'"
        " AND environment = 'test' AND platform = 'google'" % (desk.customer, space)
    )
    return api


def shape(api, kind):
    """The objects of a kind without their ids."""
    own = ("name", "text", "budget", "matchType", "negative", "headlines", "finalUrl", "type")
    return sorted(
        [repr({key: one[key] for key in own if key in one}) for one in api.get(kind).data]
    )


def test_strangers_become_drafts(desk):
    tree = make_tree(desk.api, groups=2, budget=31)
    negative = {"text": "free", "matchType": "EXACT", "negative": True}
    desk.api.post("/keywords", dict(negative, campaignId=tree["campaign"]["id"]))
    push(desk.api)
    api = stranger(desk)
    run = pull(api)
    assert run["pulled"]["created"] == tree.total() + 1 and run["pulled"]["failed"] == 0
    for kind in KINDS:
        assert shape(api, kind) == shape(desk.api, kind)
        for one in api.get(kind).data:
            assert one["source"] == "PULL" and one["syncState"] == "SYNCED"
            assert one["remote"]["id"] and one["remote"]["lastSyncedAt"]
    assert preview(api)["operations"] == []
    assert pull(api)["pulled"]["unchanged"] == tree.total() + 1
    [campaign] = api.get("/campaigns").data
    assert campaign["budget"] == 31 and campaign["budgetLevel"] == "CAMPAIGN"
    # The imported campaign is ours: a change is pushed, and only that change.
    api.patch("/campaigns/" + campaign["id"], {"budget": 32})
    [operation] = preview(api)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 31, "to": 32}]
    push(api)
    [row] = desk.live().campaigns
    assert row["campaignBudget"]["amountMicros"] == "32000000"


def test_guardrails_warn_and_never_fail(desk):
    campaign = make_campaign(desk.api, budget=90)
    push(desk.api)
    row = desk.live().campaign(campaign["name"])
    budget = row["campaign"]["campaignBudget"]
    desk.box.edit(desk.customer, budget, {"amountMicros": "900000000"})
    api = stranger(desk)
    run = pull(api)
    [warning] = run["pulled"]["warnings"]
    assert warning["code"] == "maxCampaignDailyBudget" and warning["resource"] == "campaign"
    assert api.get("/campaigns/" + warning["id"]).data["budget"] == 900


def test_what_has_no_word_reads_as_other(desk):
    campaign = make_campaign(desk.api)
    push(desk.api)
    there = {"biddingStrategyType": "TARGET_CPM", "advertisingChannelType": "DEMAND_GEN"}
    desk.box.edit(desk.customer, name_of(desk, campaign), there)
    api = stranger(desk)
    pull(api)
    [one] = api.get("/campaigns").data
    assert one["type"] == "OTHER" and one["syncState"] == "SYNCED"
    assert preview(api)["operations"] == []


def test_a_keyword_that_is_drafted_here_too_is_the_same(desk):
    tree = make_tree(desk.api, keywords=1)
    push(desk.api)
    api = stranger(desk)
    pull(api)
    [group] = api.get("/ad-groups").data
    [keyword] = api.get("/keywords").data
    body = {"text": "drafted here", "matchType": "EXACT"}
    mine = api.post("/keywords", dict(body, adGroupId=group["id"])).data
    desk.api.post("/keywords", dict(body, adGroupId=tree["groups"][0]["id"]))
    push(desk.api)
    assert pull(api)["pulled"]["created"] == 0
    assert {one["id"] for one in api.get("/keywords").data} == {keyword["id"], mine["id"]}
    assert api.get("/keywords/" + mine["id"]).data["syncState"] == "SYNCED"


def test_only_some_campaigns(desk):
    api = desk.api
    one, two = make_campaign(api), make_campaign(api)
    push(api)
    for each in (one, two):
        desk.box.edit(desk.customer, name_of(desk, each), {"finalUrlSuffix": "a=b", "name": each["name"] + " x"})
    run = pull(api, campaignIds=[one["id"]])
    assert run["pulled"]["updated"] == 1 and run["pulled"]["removed"] == 0
    assert api.get("/campaigns/" + two["id"]).data["name"] == two["name"]


def test_another_run_holds_the_account(desk):
    api = desk.api
    make_campaign(api)
    push(api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="search", times=3)
    first = api.post("/sync", {"mode": "PULL"}, expect=202).data
    answer = api.post("/sync", {"mode": "PULL"}, expect=409)
    assert answer.details["runId"] == first["id"]
    assert finish(api, first["id"])["status"] == "SUCCEEDED"


def test_cancelled(desk):
    api = desk.api
    make_campaign(api)
    push(api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="search", times=3)
    run = api.post("/sync", {"mode": "PULL"}, expect=202).data
    api.post("/sync/%s/cancel" % run["id"], expect=(200, 201, 202))
    assert finish(api, run["id"])["status"] == "CANCELLED"
    assert pull(api)["status"] == "SUCCEEDED"


def test_a_platform_that_refuses_is_told(desk):
    api = desk.api
    make_campaign(api)
    push(api)
    desk.box.control("POST", "revoke", {"customerId": desk.customer})
    run = pull(api, expect="FAILED")
    assert run["error"]["code"] and run["pulled"]["failed"] == 1
    assert run["pulled"]["warnings"][0]["message"].startswith("google:")
