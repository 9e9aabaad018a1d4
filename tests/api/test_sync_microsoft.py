"""Pushes to Microsoft Advertising: each draft exists there once, also after failures."""

import pytest

from adcore_make import (
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    preview,
    push,
)

KINDS = ("campaigns", "campaignCriterions", "adGroups", "ads", "keywords", "negativeKeywords")


def customer(desk):
    [one] = [c for c in desk.api.get("/connections").data if c["platform"] == "microsoft"]
    return one["accountId"]


def standing(desk):
    """The platform's objects that are not deleted, by kind."""
    state = desk.box.state(customer(desk))
    return {kind: [o for o in state[kind] if o.get("Status") != "Deleted"] for kind in KINDS}


def a_tree(desk, **fields):
    fields.setdefault("locations", [{"code": "DE"}, {"code": "FR", "excluded": True}])
    return make_tree(desk.api, groups=2, ads=1, keywords=2, platform="microsoft", **fields)


def places(there):
    return {
        (
            c["Criterion"]["LocationId"],
            c["Type"] == "NegativeCampaignCriterion",
        )
        for c in there["campaignCriterions"]
        if "LocationId" in c["Criterion"]
    }


def intents(there):
    return [
        c["Criterion"]["IntentOption"]
        for c in there["campaignCriterions"]
        if "IntentOption" in c["Criterion"]
    ]


def assert_once_each(desk, tree):
    there = standing(desk)
    counts = [len(there[kind]) for kind in ("campaigns", "adGroups", "ads", "keywords")]
    assert counts == [1, len(tree["groups"]), len(tree["ads"]), len(tree["keywords"])]
    assert {o["Name"] for o in there["adGroups"]} == {g["name"] for g in tree["groups"]}
    assert {o["Text"] for o in there["keywords"]} == {k["text"] for k in tree["keywords"]}
    assert places(there) == {("72", False), ("66", True)}
    assert intents(there) == ["PeopleIn"]
    return there


def fault(desk, action, **match):
    desk.box.fault(action, platform="microsoft", **match)


def test_what_was_promised_is_on_the_platform(desk):
    api = desk.api
    campaign = make_campaign(
        api,
        platform="microsoft",
        budget=31.5,
        bidding={"strategy": "MAXIMIZE_CLICKS", "maxCpc": 2.25},
        locations=[{"code": "DE"}, {"code": "FR", "excluded": True}],
        languages=["de", "en"],
        trackingTemplate="{lpurl}?src=bing",
        finalUrlSuffix="utm_source=bing",
    )
    group = make_ad_group(
        api,
        campaign["id"],
        cpcBid=1.25,
        platformOptions={"network": "OWNED_AND_OPERATED_ONLY"},
    )
    ad = make_ad(api, group["id"], path1="bread", path2="rolls")
    word = make_keyword(
        api, group["id"], matchType="EXACT", cpcBid=0.8, finalUrl="https://bakery.example/offer"
    )
    negative = make_keyword(api, group["id"], negative=True, matchType="PHRASE")
    api.post(
        "/keywords",
        {"campaignId": campaign["id"], "text": "free", "matchType": "EXACT", "negative": True},
    )
    run = push(api)
    assert {op["status"] for op in run["operations"]} == {"SUCCEEDED"}
    there = standing(desk)

    [row] = there["campaigns"]
    assert row["Name"] == campaign["name"] and row["Status"] == "Paused"
    assert row["DailyBudget"] == 31.5 and row["BudgetType"] == "DailyBudgetStandard"
    assert row["BiddingScheme"] == {"Type": "MaxClicks", "MaxCpc": {"Amount": 2.25}}
    assert row["Languages"] == ["German", "English"] and row["CampaignType"] == "Search"
    assert row["TrackingUrlTemplate"] == "{lpurl}?src=bing"
    assert row["UrlCustomParameters"]["Parameters"] == [{"Key": "adcore", "Value": campaign["id"]}]
    assert places(there) == {("72", False), ("66", True)} and intents(there) == ["PeopleIn"]
    [row] = there["adGroups"]
    assert row["Name"] == group["name"] and row["CpcBid"] == {"Amount": 1.25}
    assert row["Network"] == "OwnedAndOperatedOnly"
    [row] = there["ads"]
    assert [h["Asset"]["Text"] for h in row["Headlines"]] == ad["headlines"]
    assert (row["Path1"], row["Path2"], row["Status"]) == ("bread", "rolls", "Paused")
    [row] = there["keywords"]
    assert (row["Text"], row["MatchType"], row["Bid"]) == (word["text"], "Exact", {"Amount": 0.8})
    assert {(n["Text"], n["MatchType"]) for n in there["negativeKeywords"]} == {
        (negative["text"], "Phrase"),
        ("free", "Exact"),
    }
    again = preview(api)
    assert again["operations"] == [] and again["warnings"] == []


def test_changes_arrive_and_nothing_else(desk):
    tree = a_tree(desk)
    push(desk.api)
    desk.api.patch(
        "/campaigns/" + tree["campaign"]["id"],
        {
            "budget": 28.25,
            "locations": [{"code": "FR"}, {"code": "US"}],
            "languages": [],
            "platformOptions": {"geoMode": "PRESENCE_OR_INTEREST"},
        },
    )
    desk.api.patch("/ad-groups/" + tree["groups"][0]["id"], {"cpcBid": 2.5})
    desk.api.patch("/ads/" + tree["ads"][0]["id"], {"path1": "new"})
    desk.api.patch("/keywords/" + tree["keywords"][0]["id"], {"cpcBid": 0.5})
    before = standing(desk)
    push(desk.api)
    there = standing(desk)
    [row] = there["campaigns"]
    assert row["DailyBudget"] == 28.25 and row["Languages"] == ["All"]
    assert row["Name"] == before["campaigns"][0]["Name"] and row["Status"] == "Paused"
    assert places(there) == {("66", False), ("190", False)}
    assert intents(there) == ["PeopleInOrSearchingForOrViewingPages"]
    bids = {g["Name"]: g["CpcBid"]["Amount"] for g in there["adGroups"]}
    assert bids[tree["groups"][0]["name"]] == 2.5
    assert [a.get("Path1") for a in there["ads"]].count("new") == 1
    assert [k for k in there["keywords"] if k.get("Bid") == {"Amount": 0.5}]
    assert preview(desk.api)["operations"] == []


def test_enabling_and_pausing(desk):
    tree = a_tree(desk, status="ENABLED")
    push(desk.api)
    assert [c["Status"] for c in standing(desk)["campaigns"]] == ["Paused"]
    push(desk.api, activate=True)
    assert [c["Status"] for c in standing(desk)["campaigns"]] == ["Active"]
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"status": "PAUSED"})
    push(desk.api)
    assert [c["Status"] for c in standing(desk)["campaigns"]] == ["Paused"]


def test_removals(desk):
    tree = a_tree(desk)
    api = desk.api
    api.post(
        "/keywords",
        {
            "campaignId": tree["campaign"]["id"],
            "text": "free",
            "matchType": "EXACT",
            "negative": True,
        },
    )
    push(api)
    api.delete("/keywords/" + tree["keywords"][0]["id"])
    api.delete("/ads/" + tree["ads"][0]["id"])
    push(api)
    there = standing(desk)
    assert len(there["keywords"]) == 3 and len(there["ads"]) == 1
    assert len(there["negativeKeywords"]) == 1
    api.delete("/campaigns/" + tree["campaign"]["id"])
    push(api)
    assert standing(desk)["campaigns"] == []
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data["syncState"] == "REMOVED"


def test_an_edit_in_their_pages_is_not_sent_over(desk):
    tree = a_tree(desk)
    push(desk.api)
    [row] = standing(desk)["campaigns"]
    desk.box.control(
        "POST",
        "edit",
        {
            "platform": "microsoft",
            "customerId": customer(desk),
            "kind": "campaigns",
            "id": row["Id"],
            "set": {"DailyBudget": 99},
        },
    )
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 25})
    run = push(desk.api, expect=None)
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert standing(desk)["campaigns"][0]["DailyBudget"] == 99


def test_a_campaign_whose_places_are_refused_is_made_once(desk):
    """The campaign stays paused without its locations. The next push adds them and creates
    nothing again."""
    tree = a_tree(desk)
    refusal = {"type": "error", "errorCode": "CampaignServiceInvalidLocationId"}
    fault(desk, refusal, operation="campaignCriterion.create")
    run = push(desk.api, expect=None)
    by_id = {op["id"]: op for op in run["operations"]}
    first = by_id.pop(tree["campaign"]["id"])
    assert first["status"] == "FAILED"
    assert first["error"]["platformCode"] == "CampaignServiceInvalidLocationId"
    assert {op["status"] for op in by_id.values()} == {"SKIPPED"}
    there = standing(desk)
    assert [c["Status"] for c in there["campaigns"]] == ["Paused"] and not there["adGroups"]
    assert desk.api.get("/campaigns/" + tree["campaign"]["id"]).data["remote"]["id"]
    push(desk.api)
    assert_once_each(desk, tree)


def test_a_refused_ad_fails_alone(desk):
    tree = a_tree(desk)
    refusal = {"type": "error", "errorCode": "CampaignServiceEditorialValidationError"}
    fault(desk, refusal, operation="ad.create")
    run = push(desk.api, expect="PARTIAL")
    [failed] = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["resource"] == "ad" and failed["error"]["code"] == "POLICY_VIOLATION"
    assert failed["error"]["retryable"] is False
    assert len(standing(desk)["keywords"]) == len(tree["keywords"])


def test_a_name_that_is_taken_there_in_another_case(desk):
    first = a_tree(desk)
    push(desk.api)
    [row] = standing(desk)["campaigns"]
    second = make_campaign(desk.api, platform="microsoft")
    desk.box.control(
        "POST",
        "edit",
        {
            "platform": "microsoft",
            "customerId": customer(desk),
            "kind": "campaigns",
            "id": row["Id"],
            "set": {"Name": second["name"].upper()},
        },
    )
    run = push(desk.api, expect=None)
    [op] = [o for o in run["operations"] if o["id"] == second["id"]]
    assert op["error"]["code"] == "DUPLICATE_NAME"
    assert len(standing(desk)["campaigns"]) == 1 and first


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"locations": [{"code": "ZZ"}]}, "UNKNOWN_LOCATION"),
        ({"budget": 10.001}, "INVALID_AMOUNT"),
    ],
)
def test_what_microsoft_has_not_is_not_sent(desk, fields, code):
    made = desk.api.post(
        "/campaigns",
        {"name": "Odd", "type": "SEARCH", "budget": 10, "platform": "microsoft", **fields},
        expect=(201, 400, 422),
    )
    if made.status != 201:
        return
    run = push(desk.api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == code
    assert standing(desk)["campaigns"] == []


def test_what_was_half_done_when_access_was_lost_is_known(desk):
    """The locations were changed and then the access was revoked. Drafted back, they are a
    change to push."""
    api = desk.api
    campaign = make_campaign(api, platform="microsoft", locations=[{"code": "DE"}])
    push(api)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"locations": [{"code": "US"}], "budget": 25})
    fault(desk, {"type": "revoke"}, operation="campaign.update")
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "CONNECTION_EXPIRED"
    there = standing(desk)
    assert places(there) == {("190", False)} and there["campaigns"][0]["DailyBudget"] == 20
    desk.box.control("POST", "revoke", {"customerId": customer(desk), "revoked": False})
    desk.server.sql("UPDATE connections SET status = 'CONNECTED' WHERE status = 'EXPIRED'")
    api.patch(path, {"locations": [{"code": "DE"}], "budget": 20})
    [told] = preview(api)["operations"]
    assert [change["field"] for change in told["changes"]] == ["locations"]
    push(api)
    assert places(standing(desk)) == {("72", False)} and preview(api)["operations"] == []


def test_a_campaign_that_was_half_made_when_access_was_lost_is_made_once(desk):
    tree = a_tree(desk)
    fault(desk, {"type": "revoke"}, operation="campaignCriterion.create")
    run = push(desk.api, expect="FAILED")
    assert {op["status"] for op in run["operations"]} == {"SKIPPED"}
    path = "/campaigns/" + tree["campaign"]["id"]
    [there] = standing(desk)["campaigns"]
    assert desk.api.get(path).data["remote"]["id"] == there["Id"]
    desk.box.control("POST", "revoke", {"customerId": customer(desk), "revoked": False})
    desk.server.sql("UPDATE connections SET status = 'CONNECTED' WHERE status = 'EXPIRED'")
    push(desk.api)
    assert_once_each(desk, tree)
