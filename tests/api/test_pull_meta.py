"""Pulls from Meta: fields of ad sets that belong to the campaign in adcore, and budgets at other
levels."""

import pytest

from adcore_make import preview, push, space_id
from adcore_pulls import MetaPulls, pull, remote, stranger


@pytest.fixture
def meta(server):
    desk = MetaPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def test_one_ad_set_aimed_elsewhere_is_drift(meta):
    """The campaign does not take over one ad set's value: a member resolves the difference."""
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    path = "/campaigns/" + tree["campaign"]["id"]
    for group, country in zip(tree["groups"], ("JP", "CA")):
        there = remote(meta, "/ad-groups", group)
        meta.edit(there, {"targeting": {"geo_locations": {"countries": [country]}}})
        pull(meta)
        now = meta.api.get(path).data
        assert [place["code"] for place in now["locations"]] == ["US"]
        assert now["syncState"] == "DRIFTED"
        [drift] = meta.api.get("/sync/drift").data
        assert (drift["id"], drift["field"]) == (tree["campaign"]["id"], "locations")
        assert [place["code"] for place in drift["live"]] == [country]
        meta.api.post(
            "/sync/drift/resolve",
            {"id": drift["id"], "field": "locations", "keep": "STAGED"},
            expect=200,
        )
        push(meta.api)
        assert meta.api.get(path).data["syncState"] == "SYNCED"
        for adset in meta.live()["adsets"]:
            assert adset["targeting"]["geo_locations"]["countries"] == ["US"]


def test_budgets_of_ad_sets_and_of_a_whole_life(meta):
    api = meta.api
    tree = meta.tree()
    push(api)
    campaign = remote(meta, "/campaigns", tree["campaign"])
    group = remote(meta, "/ad-groups", tree["groups"][0])
    meta.edit(campaign, {"daily_budget": None})
    meta.edit(group, {"daily_budget": 700})
    other = stranger(meta)
    pull(meta, other)
    [mine] = other.get("/campaigns").data
    assert (mine["budgetLevel"], mine["budgetPeriod"]) == ("AD_GROUP", "DAILY")
    groups = {one["remote"]["id"]: one for one in other.get("/ad-groups").data}
    assert groups[group]["budget"] == 7
    path = "/campaigns/" + mine["id"]
    other.patch(path, {"budget": 9}, expect=400).fault("budget", "UNSUPPORTED_ON_PLATFORM")
    there = "/ad-groups/" + groups[group]["id"]
    other.patch(there, {"budget": None}, expect=400).fault("budget", "REQUIRED")
    # The change goes to the ad set, and nothing else changes.
    other.patch(there, {"budget": 8.5})
    [operation] = preview(other)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 7, "to": 8.5}]
    push(other)
    [live] = [one for one in meta.live()["adsets"] if one["id"] == group]
    assert live["daily_budget"] == 850
    # A lifetime budget: the same field, with its own period.
    meta.edit(group, {"daily_budget": None})
    meta.edit(campaign, {"lifetime_budget": 90000, "stop_time": 1900000000})
    third = stranger(meta)
    pull(meta, third)
    [mine] = third.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"], mine["budgetLevel"]) == (900, "LIFETIME", "CAMPAIGN")


def test_a_budget_for_a_whole_life_is_spread_over_its_days(meta):
    """900 for 30 days counts as 30 a day in guardrails and totals."""
    tree = meta.tree()
    push(meta.api)
    there = remote(meta, "/campaigns", tree["campaign"])
    meta.edit(there, {"daily_budget": None, "lifetime_budget": 90000, "stop_time": 1798675199})
    # The first and the thirtieth of December 2026, in seconds.
    days = {"start_time": 1796083200, "end_time": 1798675199}
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), days)
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"]) == (900, "LIFETIME")
    assert (mine["startDate"], mine["endDate"]) == ("2026-12-01", "2026-12-30")
    path = "/campaigns/" + mine["id"]
    assert preview(api)["totals"]["dailyBudgetBefore"] == 30
    assert api.patch(path, {"budget": 3000.01}, expect=422).code == "GUARDRAIL_VIOLATION"
    api.patch(path, {"budget": 1200})
    plan = preview(api)
    [operation] = plan["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 900, "to": 1200}]
    assert operation["dailyBudgetDelta"] == 10 and plan["totals"]["dailyBudgetAfter"] == 40
    assert plan["violations"] == []
    # Days before the start do not count.
    long_ago = {"startDate": "1990-01-01", "budget": 90000}
    assert api.patch(path, long_ago, expect=422).code == "GUARDRAIL_VIOLATION"
    # Such days are not pushed separately either, which would count them after the start.
    early = api.patch(path, {"startDate": "1990-01-01"}, expect=400)
    assert "later date" in early.fault("startDate", "OUT_OF_RANGE")["message"]
    api.patch(path, {"startDate": "2026-12-02"})
    api.patch(path, {"startDate": "2026-12-01"})
    # With fewer days the daily amount rises.
    assert api.patch(path, {"endDate": "2026-12-10"}, expect=422).code == "GUARDRAIL_VIOLATION"
    push(api)
    [live] = [one for one in meta.live()["campaigns"] if one["id"] == there]
    assert live["lifetime_budget"] == 120000


def test_a_copy_of_a_budget_for_a_whole_life_is_by_the_day(meta):
    """A copy of 90 for 30 days does not become 90 a day, nor does the result of a revert."""
    tree = meta.tree()
    push(meta.api)
    there = remote(meta, "/campaigns", tree["campaign"])
    meta.edit(there, {"daily_budget": None, "lifetime_budget": 9100, "stop_time": 1798675199})
    for group in tree["groups"]:
        days = {"start_time": 1796083200, "end_time": 1798675199}
        meta.edit(remote(meta, "/ad-groups", group), days)
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"]) == (91, "LIFETIME")
    path = "/campaigns/" + mine["id"]
    made = api.post(path + "/copy", {}, expect=201).data
    assert (made["campaign"]["budget"], made["campaign"]["budgetPeriod"]) == (3.04, "DAILY")
    [line] = [one for one in made["report"] if one["path"] == "budgetPeriod"]
    assert line["id"] == mine["id"] and "daily share" in line["message"]
    api.delete("/campaigns/" + made["campaign"]["id"])
    api.delete(path)
    run = push(api)
    inverse = api.post("/sync/%s/revert" % run["id"], expect=201).data
    [back] = [one for one in inverse["operations"] if one["id"] == mine["id"]]
    assert (back["coverage"], back["reason"]) == ("PARTIAL", "UNSUPPORTED")
    again = api.get("/campaigns/" + back["draftId"]).data
    assert (again["budget"], again["budgetPeriod"]) == (3.04, "DAILY")


def test_what_is_made_anew_has_a_budget_by_the_day(meta):
    """Removed on the platform and staged again: 90 for 30 days does not become 90 a day."""
    tree = meta.tree()
    push(meta.api)
    there = remote(meta, "/campaigns", tree["campaign"])
    meta.edit(there, {"daily_budget": None, "lifetime_budget": 9100, "stop_time": 1798675199})
    for group in tree["groups"]:
        days = {"start_time": 1796083200, "end_time": 1798675199}
        meta.edit(remote(meta, "/ad-groups", group), days)
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"]) == (91, "LIFETIME")
    meta.edit(there, None)
    pull(meta, api)
    body = {"id": mine["id"], "field": "status", "keep": "STAGED"}
    api.post("/sync/drift/resolve", body, expect=200)
    again = api.get("/campaigns/" + mine["id"]).data
    assert (again["budget"], again["budgetPeriod"]) == (3.04, "DAILY")
    plan = preview(api)
    assert plan["totals"]["dailyBudgetAfter"] == 3.04
    push(api)
    live = [one for one in meta.live()["campaigns"] if one["status"] != "DELETED"]
    assert [one["daily_budget"] for one in live] == [304]


def test_a_budget_that_is_by_the_day_again_is_told_as_one(meta):
    tree = meta.tree()
    push(meta.api)
    there = remote(meta, "/campaigns", tree["campaign"])
    path = "/campaigns/" + tree["campaign"]["id"]
    told = []
    life = {"daily_budget": None, "lifetime_budget": 9100, "stop_time": 1798675199}
    for edit in (life, {"lifetime_budget": None}, {"daily_budget": 700, "stop_time": None}):
        meta.edit(there, edit)
        pull(meta)
        now = meta.api.get(path).data
        told.append((now["budgetPeriod"], now["budgetLevel"]))
    assert told == [("LIFETIME", "CAMPAIGN"), ("DAILY", "AD_GROUP"), ("DAILY", "CAMPAIGN")]


def test_a_budget_for_the_whole_life_of_an_ad_set_counts_by_the_day(meta):
    """The budget counts in guardrails and totals, keeps its period when changed, and follows its
    days."""
    tree = meta.tree()
    push(meta.api)
    meta.edit(remote(meta, "/campaigns", tree["campaign"]), {"daily_budget": None})
    # The first and the thirtieth of December 2026, in seconds.
    own = {"lifetime_budget": 60000, "start_time": 1796083200, "end_time": 1798675199}
    there = [remote(meta, "/ad-groups", group) for group in tree["groups"]]
    for one in there:
        meta.edit(one, own)
    api = stranger(meta)
    pull(meta, api)
    groups = {one["remote"]["id"]: one for one in api.get("/ad-groups").data}
    mine = groups[there[0]]
    assert (mine["budget"], mine["budgetPeriod"]) == (600, "LIFETIME")
    assert (mine["startDate"], mine["endDate"]) == ("2026-12-01", "2026-12-30")
    totals = preview(api)["totals"]
    assert totals["dailyBudgetBefore"] == 20 * len(there)
    assert totals["activeDailyBudgetBefore"] <= totals["dailyBudgetBefore"]
    path = "/ad-groups/" + mine["id"]
    assert api.patch(path, {"budget": 3000}, expect=422).code == "GUARDRAIL_VIOLATION"
    api.patch(path, {"budgetPeriod": "DAILY"}, expect=400)
    api.patch(path, {"budget": 900})
    plan = preview(api)
    [operation] = plan["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 600, "to": 900}]
    assert operation["dailyBudgetDelta"] == 10 and plan["violations"] == []
    push(api)
    [live] = [one for one in meta.live()["adsets"] if one["id"] == there[0]]
    assert (live["lifetime_budget"], live.get("daily_budget")) == (90000, None)
    # Another user ends it after 10 days: it is 90 a day now.
    meta.edit(there[0], {"end_time": 1796947199})
    pull(meta, api)
    assert api.get(path).data["endDate"] == "2026-12-10"
    assert preview(api)["totals"]["dailyBudgetBefore"] == 90 + 20 * (len(there) - 1)


def test_guardrails_hold_for_budgets_of_ad_sets(meta):
    """The campaign maximum and the daily rise apply to budgets of ad sets, and the total counts
    them."""
    tree = meta.tree()
    push(meta.api)
    meta.edit(remote(meta, "/campaigns", tree["campaign"]), {"daily_budget": None})
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), {"daily_budget": 4000})
    api = stranger(meta)
    pull(meta, api)
    [campaign] = api.get("/campaigns").data
    one, other = ["/ad-groups/" + group["id"] for group in api.get("/ad-groups").data]
    assert preview(api)["totals"]["dailyBudgetBefore"] == 80
    api.patch(one, {"budget": 50})
    # The write is checked as the plan is: by the sum.
    refused = api.patch(other, {"budget": 50.5}, expect=422)
    assert refused.code == "GUARDRAIL_VIOLATION"
    batch = {"operations": [{"method": "PATCH", "id": other.split("/")[-1],
                             "body": {"budget": 50.5}}], "atomic": False}
    [result] = api.post("/ad-groups/batch", batch, expect=200).data["results"]
    assert result["status"] == 422, result
    api.patch(other, {"budget": 50})
    space = space_id(api.get("/me").data)
    limit = "UPDATE spaces SET max_campaign_daily_budget = %d WHERE id = '%s'"
    meta.server.sql(limit % (99500000, space))
    plan = preview(api)
    assert plan["totals"]["dailyBudgetAfter"] == 100
    [violation] = plan["violations"]
    assert violation["rule"] == "maxCampaignDailyBudget" and violation["id"] == campaign["id"]
    assert (violation["limit"], violation["actual"]) == (99.5, 100)
    [at_write] = refused.details["violations"]
    assert (at_write["rule"], at_write["id"]) == (violation["rule"], violation["id"])
    assert (at_write["limit"], at_write["actual"]) == (100, 100.5)
    assert api.post("/sync", {}, expect=422).code == "GUARDRAIL_VIOLATION"
    meta.server.sql(limit % (100000000, space))
    api.patch(other, {"budget": 30})
    push(api)
    # 40 to 50 each: more than half above that ad set's lowest budget of the day.
    api.patch(one, {"budget": 61})
    [violation] = preview(api)["violations"]
    assert (violation["rule"], violation["limit"]) == ("maxBudgetIncreasePercent", 50)


def test_an_ad_set_that_is_restored_counts_again(meta):
    """The staged removal made room for another budget. A restore is checked against the sum like
    a write."""
    tree = meta.tree()
    push(meta.api)
    meta.edit(remote(meta, "/campaigns", tree["campaign"]), {"daily_budget": None})
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), {"daily_budget": 4000})
    api = stranger(meta)
    pull(meta, api)
    [campaign] = api.get("/campaigns").data
    one, other = ["/ad-groups/" + group["id"] for group in api.get("/ad-groups").data]
    api.delete(other)
    api.patch(one, {"budget": 60.5})
    for query in ({}, {"validateOnly": "true"}):
        refused = api.post(other + "/restore", query=query, expect=422)
        [violation] = refused.details["violations"]
        assert (violation["rule"], violation["id"]) == ("maxCampaignDailyBudget", campaign["id"])
        assert (violation["limit"], violation["actual"]) == (100, 100.5)
    assert api.get(other).data["syncState"] == "PENDING_REMOVAL", "nothing of it was done"
    api.patch(one, {"budget": 60})
    api.post(other + "/restore", expect=200)
    # An amount that is already on the platform is not a rise.
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), {"daily_budget": 9000})
    third = stranger(meta)
    pull(meta, third)
    [campaign] = third.get("/campaigns").data
    third.delete("/campaigns/" + campaign["id"])
    third.post("/campaigns/%s/restore" % campaign["id"], expect=200)


def test_a_place_that_cannot_be_said_here_holds_up_no_other_change(meta):
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    place = {"geo_locations": {"regions": [{"key": "3847"}]}}
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), {"targeting": place})
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    path = "/campaigns/" + mine["id"]
    api.patch(path, {"budget": 21, "name": "Renamed"})
    push(api)
    [there] = meta.live()["campaigns"]
    assert (there["daily_budget"], there["name"]) == (2100, "Renamed")
    for one in meta.live()["adsets"]:
        assert one["targeting"]["geo_locations"]["regions"] == [{"key": "3847"}]


def test_forms_of_ads_that_are_not_ours(meta):
    tree = meta.tree()
    push(meta.api)
    ad = remote(meta, "/ads", tree["ads"][0])
    [there] = [one for one in meta.live()["ads"] if one["id"] == ad]
    link = {"link": "https://shop.example/", "child_attachments": [{"name": "One"}]}
    meta.edit(there["creative"]["id"], {"object_story_spec": {"page_id": "1", "link_data": link}})
    api = stranger(meta)
    pull(meta, api)
    ads = {one["remote"]["id"]: one for one in api.get("/ads").data}
    assert ads[ad]["type"] == "OTHER" and ads[ad]["headlines"] == []
    assert preview(api)["operations"] == []


def test_an_option_that_was_changed_there(meta):
    """Options that were never set in adcore may have any value on the platform."""
    campaign = meta.campaign()
    group = meta.group(campaign, platformOptions={"dsaPayor": "Payer"})
    push(meta.api)
    there = remote(meta, "/ad-groups", group)
    meta.edit(there, {"optimization_goal": "REACH"})
    assert pull(meta)["unchanged"] == 2
    meta.edit(there, {"dsa_payor": "Theirs"})
    assert pull(meta)["updated"] == 1
    now = meta.api.get("/ad-groups/" + group["id"]).data
    assert now["platformOptions"] == {"dsaPayor": "Theirs"}


def test_more_than_a_page(meta):
    """Pages of 25 campaigns and 100 ad sets."""
    campaigns = [meta.campaign(name="Number %d" % i, budget=2) for i in range(27)]
    for i in range(103):
        meta.group(campaigns[0], name="Group %d" % i)
    push(meta.api)
    api = stranger(meta)
    assert pull(meta, api)["created"] == 27 + 103
    assert api.get("/ad-groups").meta["total"] == 103
    assert pull(meta, api)["unchanged"] == 27 + 103
