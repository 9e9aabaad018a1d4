"""An update sends only what adcore has read: other settings of the same value stay as they are.
An answer without the objects does not prove that they are gone."""

import pytest

from adcore_make import Desk, make_campaign, make_keyword, make_tree, preview, push
from adcore_pulls import MicrosoftPulls, pull, remote, stranger

SHARE = {"strategy": "TARGET_IMPRESSION_SHARE", "maxCpc": 2}


@pytest.fixture
def google(server):
    return Desk(server)


@pytest.fixture
def microsoft(server):
    desk = MicrosoftPulls(server)
    yield desk
    desk.box.clear_faults()


def refused(api, text, field="bidding"):
    """The plan's one warning, and that the push fails with it."""
    [warning] = [
        one for one in preview(api)["warnings"] if one["code"] == "UNSUPPORTED_ON_PLATFORM"
    ]
    assert text in warning["message"] and warning["field"] == field
    run = push(api, expect=None)
    [failed] = [one for one in run["operations"] if one["status"] == "FAILED"]
    assert failed["error"]["code"] == "UNSUPPORTED_ON_PLATFORM"
    assert failed["error"]["message"] == warning["message"]


def google_campaign(desk, **fields):
    made = make_campaign(desk.api, **fields)
    push(desk.api)
    return made, campaign_there(desk)["resourceName"]


def campaign_there(desk):
    [there] = desk.box.state(desk.customer)["campaigns"]
    return there


def bidding_of(mine):
    return {name: value for name, value in mine["bidding"].items() if value is not None}


def test_google_keeps_where_an_impression_share_counts(google):
    made, name = google_campaign(google, bidding=SHARE)
    theirs = {"location": "TOP_OF_PAGE", "locationFractionMicros": "650000"}
    google.box.edit(google.customer, name, {"targetImpressionShare": theirs})
    google.api.patch("/campaigns/" + made["id"], {"bidding": {"maxCpc": 3}})
    push(google.api)
    there = campaign_there(google)["targetImpressionShare"]
    assert there == dict(theirs, cpcBidCeilingMicros="3000000")


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_the_preview_names_the_settings_of_a_new_impression_share(server, platform):
    api = Desk(server).api

    def warned():
        code = "IMPRESSION_SHARE_DEFAULTS"
        return [one["id"] for one in preview(api)["warnings"] if one["code"] == code]

    made = make_campaign(api, platform=platform)
    assert warned() == []
    push(api)
    path = "/campaigns/" + made["id"]
    api.patch(path, {"bidding": SHARE})
    assert warned() == [made["id"]]
    push(api)
    api.patch(path, {"bidding": {"maxCpc": 3}, "name": "Raised"})
    assert warned() == []
    make_campaign(api, platform=platform, bidding=SHARE)
    assert len(warned()) == 1


def test_google_keeps_a_portfolio_strategy(google):
    made, name = google_campaign(google)
    shared = "customers/%s/biddingStrategies/900" % google.customer
    theirs = {"biddingStrategy": shared, "biddingStrategyType": "TARGET_SPEND", "targetSpend": None}
    google.box.edit(google.customer, name, theirs)
    api = stranger_of(google)
    pull_google(google, api)
    [mine] = api.get("/campaigns").data
    assert bidding_of(mine) == {"strategy": "OTHER"}
    api.patch("/campaigns/" + mine["id"], {"name": "Same strategy"})
    push(api)
    # Another Space sees the strategy as drift, and its own bidding is not sent over it.
    google.api.patch("/campaigns/" + made["id"], {"bidding": {"maxCpc": 3}})
    run = push(google.api, expect=None)
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    api.patch("/campaigns/" + mine["id"], {"bidding": {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 3}})
    refused(api, "portfolio")
    there = campaign_there(google)
    assert there["biddingStrategy"] == shared and there["name"] == "Same strategy"
    assert "targetSpend" not in there


def test_microsoft_keeps_where_an_impression_share_counts(microsoft):
    made = make_campaign(microsoft.api, platform="microsoft", bidding=SHARE)
    push(microsoft.api)
    theirs = {"TargetAdPosition": "MainLine1", "TargetImpressionShare": 80}
    microsoft.edit("campaigns", remote(microsoft, "/campaigns", made), {"BiddingScheme": theirs})
    microsoft.api.patch("/campaigns/" + made["id"], {"bidding": {"maxCpc": 3}})
    push(microsoft.api)
    [there] = microsoft.live()["campaigns"]
    want = dict(theirs, Type="TargetImpressionShareBiddingScheme", MaxCpc={"Amount": 3})
    assert there["BiddingScheme"] == want


def test_microsoft_keeps_a_portfolio_strategy(microsoft):
    made = make_campaign(microsoft.api, platform="microsoft")
    push(microsoft.api)
    microsoft.edit("campaigns", remote(microsoft, "/campaigns", made), {"BidStrategyId": "8200001"})
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/campaigns").data
    assert bidding_of(mine) == {"strategy": "OTHER"}
    api.patch("/campaigns/" + mine["id"], {"bidding": {"strategy": "MANUAL_CPC"}})
    refused(api, "portfolio")
    [there] = microsoft.live()["campaigns"]
    assert there["BidStrategyId"] == "8200001" and there["BiddingScheme"]["Type"] == "MaxClicks"


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (
            {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 2},
            {"maxCpc": None},
            "maxCpc",
        ),
        (
            {"strategy": "TARGET_CPA", "targetCpa": 8},
            {"strategy": "MAXIMIZE_CONVERSIONS", "targetCpa": None},
            "targetCpa",
        ),
    ],
)
def test_microsoft_cannot_clear_a_number_of_the_strategy(microsoft, before, after, name):
    made = make_campaign(microsoft.api, platform="microsoft", bidding=before)
    push(microsoft.api)
    [was] = microsoft.live()["campaigns"]
    microsoft.api.patch("/campaigns/" + made["id"], {"bidding": after})
    refused(microsoft.api, "bidding." + name)
    [there] = microsoft.live()["campaigns"]
    assert there["BiddingScheme"] == was["BiddingScheme"]
    # It is cleared on Microsoft, and both sides agree after a pull.
    cleared = {"MaxCpc": None} if name == "maxCpc" else {"TargetCpa": None}
    microsoft.edit("campaigns", remote(microsoft, "/campaigns", made), {"BiddingScheme": cleared})
    pull(microsoft)
    assert preview(microsoft.api)["operations"] == []


def test_microsoft_keeps_the_type_of_a_budget(microsoft):
    made = make_campaign(microsoft.api, platform="microsoft", budget=20)
    push(microsoft.api)
    theirs = {"CampaignType": "Audience", "BudgetType": "DailyBudgetAccelerated"}
    microsoft.edit("campaigns", remote(microsoft, "/campaigns", made), theirs)
    microsoft.api.patch("/campaigns/" + made["id"], {"budget": 21})
    push(microsoft.api)
    [there] = microsoft.live()["campaigns"]
    assert (there["BudgetType"], there["DailyBudget"]) == ("DailyBudgetAccelerated", 21)


def test_microsoft_cannot_clear_the_url_of_a_keyword(microsoft):
    tree = make_tree(microsoft.api, keywords=0, platform="microsoft")
    page = "https://bakery.example/offer"
    word = make_keyword(microsoft.api, tree["groups"][0]["id"], finalUrl=page)
    push(microsoft.api)
    microsoft.api.patch("/keywords/" + word["id"], {"finalUrl": None})
    refused(microsoft.api, "finalUrl", "finalUrl")
    [there] = microsoft.live()["keywords"]
    assert there["FinalUrls"] == [page]


def test_microsoft_sends_and_reads_the_cap_of_a_target(microsoft):
    bidding = {"strategy": "TARGET_CPA", "targetCpa": 8, "maxCpc": 2}
    made = make_campaign(microsoft.api, platform="microsoft", bidding=bidding)
    push(microsoft.api)
    [there] = microsoft.live()["campaigns"]
    assert there["BiddingScheme"]["MaxCpc"] == {"Amount": 2}
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/campaigns").data
    assert bidding_of(mine) == bidding
    theirs = {"MaxCpc": {"Amount": 9}}
    microsoft.edit("campaigns", remote(microsoft, "/campaigns", made), {"BiddingScheme": theirs})
    assert pull(microsoft)["updated"] == 1
    mine = microsoft.api.get("/campaigns/" + made["id"]).data
    assert bidding_of(mine) == dict(bidding, maxCpc=9)


def test_microsoft_pauses_an_ad_of_any_type(microsoft):
    tree = make_tree(microsoft.api, ads=1, platform="microsoft", status="ENABLED")
    push(microsoft.api, activate=True)
    ad = remote(microsoft, "/ads", tree["ads"][0])
    microsoft.edit("ads", ad, {"Type": "ExpandedText", "Headlines": None, "Descriptions": None})
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/ads").data
    assert mine["type"] == "OTHER"
    for status in ("PAUSED", "ENABLED"):
        api.patch("/ads/" + mine["id"], {"status": status})
        push(api, activate=True)
        [there] = microsoft.live()["ads"]
        assert there["Status"] == {"PAUSED": "Paused", "ENABLED": "Active"}[status]
        assert there["Type"] == "ExpandedText"
    api.patch("/ads/" + mine["id"], {"finalUrl": "https://bakery.example/other"})
    refused(api, "only the status", "finalUrl")


DENIED = {"type": "error", "errorCode": "UserIsNotAuthorized", "message": "No.", "at": 0}


def test_negatives_that_microsoft_does_not_show_are_not_removed(microsoft):
    tree = make_tree(microsoft.api, keywords=0, platform="microsoft")
    word = make_keyword(
        microsoft.api, tree["groups"][0]["id"], negative=True, matchType="PHRASE", text="free"
    )
    push(microsoft.api)
    microsoft.fault(DENIED, "NegativeKeywords/QueryByEntityIds", times=9)
    assert pull(microsoft, expect="PARTIAL")["removed"] == 0
    microsoft.box.clear_faults()
    assert microsoft.api.get("/keywords/" + word["id"]).data["syncState"] == "SYNCED"
    microsoft.fault(DENIED, "NegativeKeywords/QueryByEntityIds")
    microsoft.api.delete("/keywords/" + word["id"])
    run = push(microsoft.api, expect=None)
    [op] = run["operations"]
    assert (op["status"], op["error"]["code"]) == ("FAILED", "PERMISSION_DENIED")
    assert len(microsoft.live()["negativeKeywords"]) == 1
    push(microsoft.api)
    assert microsoft.live()["negativeKeywords"] == []


def stranger_of(desk):
    desk.platform = "google"
    desk.account_there = lambda: desk.connection("google")["accountId"]
    return stranger(desk)


def pull_google(desk, api):
    return pull(desk, api)
