"""The guardrail maxBid, and the percent rule for an object that is created again under the same
name."""

import pytest

from adcore_make import ad_group_body, keyword_body, make_ad_group, make_campaign, make_keyword, preview, push


def space_of(api):
    return api.get("/me").data["space"]["id"]


def set_by_operator(account, *args):
    account.server.cli("space", "set", space_of(account.client()), *args)


def rules(answer):
    return [(v["rule"], v["limit"], v["actual"]) for v in answer.details["violations"]]


def guardrails(api):
    return api.get("/spaces/" + space_of(api)).data["guardrails"]


@pytest.mark.parametrize("currency,limit", [("USD", 10), ("EUR", 8), ("JPY", 1500), ("KWD", 3)])
def test_the_default_follows_the_currency(server, currency, limit):
    account = server.account()
    made = server.cli("space", "add", "--email", account.email, "--name", "S", "--currency", currency).json
    assert made["guardrails"]["maxBid"] == limit
    moved = server.cli("space", "set", made["id"], "--currency", "JPY").json
    assert moved["guardrails"]["maxBid"] == 1500


@pytest.mark.parametrize("strategy,field", [("MAXIMIZE_CLICKS", "maxCpc"), ("TARGET_CPA", "targetCpa")])
def test_a_campaigns_bid_above_the_highest_is_refused(api, strategy, field):
    def bidding(bid):
        return {"strategy": strategy, field: bid}

    body = {"name": "Rolls", "type": "SEARCH", "budget": 20}
    refused = api.post("/campaigns", {**body, "bidding": bidding(10.01)}, expect=422)
    assert rules(refused) == [("maxBid", 10, 10.01)]
    made = api.post("/campaigns", {**body, "bidding": bidding(10)}, expect=201).data
    refused = api.patch("/campaigns/" + made["id"], {"bidding": bidding(11)}, expect=422)
    assert rules(refused) == [("maxBid", 10, 11)]
    api.patch("/campaigns/" + made["id"], {"bidding": bidding(9)})


def test_a_bid_of_an_ad_group_or_keyword_above_the_highest_is_refused(api):
    campaign = make_campaign(api)["id"]
    assert rules(api.post("/ad-groups", ad_group_body(campaign, cpcBid=10.5), expect=422)) == [("maxBid", 10, 10.5)]
    group = make_ad_group(api, campaign, cpcBid=10)["id"]
    batch = [{"method": "POST", "body": keyword_body(group, cpcBid=bid)} for bid in (5, 50)]
    results = api.post("/keywords/batch", {"operations": batch, "atomic": False}, expect=200).data["results"]
    assert [result["status"] for result in results] == [201, 422]


def test_only_an_owner_in_the_application_loosens_it(api):
    at = "/spaces/" + space_of(api)
    assert api.patch(at, {"guardrails": {"maxBid": 2.5}}).data["guardrails"]["maxBid"] == 2.5
    for looser in (2.51, None):
        refused = api.patch(at, {"guardrails": {"maxBid": looser}}, expect=400)
        assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [("guardrails.maxBid", "LOOSENS")]
    assert api.patch(at, {"guardrails": {"maxTotalDailyBudget": 400}}).data["guardrails"]["maxBid"] == 2.5


def test_a_bid_that_was_drafted_before_is_refused_at_the_push(account, api):
    set_by_operator(account, "--max-bid", "none")
    assert guardrails(api)["maxBid"] is None
    group = make_ad_group(api, make_campaign(api)["id"])["id"]
    keyword = make_keyword(api, group, cpcBid=40)["id"]
    assert preview(api)["violations"] == []
    api.patch("/spaces/" + space_of(api), {"guardrails": {"maxBid": 10}})
    violations = preview(api)["violations"]
    assert [(v["rule"], v["actual"], v["id"]) for v in violations] == [("maxBid", 40, keyword)]
    refused = api.post("/sync", {}, expect=422)
    assert rules(refused) == [("maxBid", 10, 40)]
    api.patch("/keywords/" + keyword, {"cpcBid": 39}, expect=200)
    api.patch("/keywords/" + keyword, {"cpcBid": 9})
    assert preview(api)["violations"] == []


# --- created again -----------------------------------------------------------------------------


def test_a_campaign_made_anew_under_its_name_rises_from_the_budget_of_the_one_before(desk):
    api = desk.api
    old = make_campaign(api, name="Rolls", budget=20)
    push(api)
    api.delete("/campaigns/" + old["id"])
    api.post("/campaigns", {"name": "Buns", "type": "SEARCH", "budget": 90}, expect=201)
    assert preview(api)["violations"] == [], "another name is another campaign"
    push(api)
    anew = make_campaign(api, name="ROLLS ", budget=90)
    violations = preview(api)["violations"]
    assert [(v["rule"], v["limit"], v["actual"], v["id"]) for v in violations] == [
        ("maxBudgetIncreasePercent", 50, 350, anew["id"])]
    api.patch("/campaigns/" + anew["id"], {"budget": 30})
    assert preview(api)["violations"] == []


def test_a_campaign_removed_more_than_a_day_ago_is_no_base(desk):
    api = desk.api
    old = make_campaign(api, name="Rolls", budget=20)
    push(api)
    api.delete("/campaigns/" + old["id"])
    push(api)
    desk.server.sql(
        "UPDATE campaigns SET last_synced_at = last_synced_at - 90000000000 WHERE id = '%s'" % old["id"]
    )
    make_campaign(api, name="Rolls", budget=90)
    assert preview(api)["violations"] == []


def test_a_removal_and_a_new_campaign_of_the_name_in_one_plan_are_a_rise(desk):
    api = desk.api
    old = make_campaign(api, name="Rolls", budget=20)
    push(api)
    api.delete("/campaigns/" + old["id"])
    anew = make_campaign(api, name="rolls", budget=31)
    assert [v["id"] for v in preview(api)["violations"]] == [anew["id"]]
